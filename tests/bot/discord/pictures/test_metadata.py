"""Picture files hold a picture and nothing else, and the same one whatever is hidden."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from engine.conformance.twins import twin_of
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.record import encode as encode_record
from engine.core.record import record_of
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Ruleset
from render import Chart, Film, Look, Map, drawn, encode
from tests.bot.discord.builders.situations import NAMES, situations
from tests.bot.service.random_play import crowded

LOOK = Look.of(NAMES)
PLAIN = {b"IHDR", b"IDAT", b"IEND"}
"""The parts of a PNG without which it is none."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
JPEG = {0xE0, 0xDB, 0xC0, 0xC4}
"""The header, tables, and the size: no note of a camera, no comment."""
MOVING = {b"VP8X", b"ANIM", b"ANMF"}


def parts_of_png(data: bytes) -> Iterator[bytes]:
    """The names of a PNG's chunks."""
    at = len(SIGNATURE)
    assert data[:at] == SIGNATURE
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8]
        at += 12 + length
    assert at == len(data), "something stands behind the picture"


def parts_of_jpeg(data: bytes) -> Iterator[int]:
    """The markers of a JPEG up to its picture."""
    assert data[:2] == b"\xff\xd8" and data[-2:] == b"\xff\xd9"
    at = 2
    while data[at + 1] != 0xDA:
        yield data[at + 1]
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def parts_of_webp(data: bytes) -> Iterator[bytes]:
    """The names of a WebP's chunks."""
    assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
    at = 12
    while at < len(data):
        (length,) = struct.unpack("<I", data[at + 4 : at + 8])
        yield data[at : at + 4]
        at += 8 + length + length % 2
    assert at == len(data) == 8 + struct.unpack("<I", data[4:8])[0]


def pictures(rules: Ruleset[Any], state: Any, seat: int | None) -> dict[str, bytes]:
    """What a seat or a spectator may be shown of a state."""
    view = rules.view(state, seat)
    charts = {each.id: each.content for each in view.charts[:3]}
    return {
        "board": drawn(Map(view), LOOK),
        **{name: drawn(Chart(chart, view), LOOK) for name, chart in charts.items()},
    }


def unpacked(files: dict[str, bytes]) -> dict[str, tuple[tuple[int, int], bytes]]:
    """The pixels of some pictures."""
    images = {name: Image.open(io.BytesIO(data)) for name, data in files.items()}
    return {name: (image.size, image.tobytes()) for name, image in images.items()}


@pytest.mark.parametrize("name", rulesets())
def test_a_picture_is_the_same_whatever_is_hidden(name: str) -> None:
    rules, found = ruleset(name), situations(name, seed=3)
    state = found.get("a secret answer") or next(iter(found.values()))
    for seat in (None, 0):
        first, second = (twin_of(rules, state, seat, Random(number)) for number in (1, 2))
        assert rules.hash(first) != rules.hash(second), "nothing is hidden here"
        shown = pictures(rules, first, seat)
        assert unpacked(shown) == unpacked(pictures(rules, second, seat))
        assert set(parts_of_jpeg(shown.pop("board"))) <= JPEG
        for data in shown.values():
            assert set(parts_of_png(data)) == PLAIN


def test_what_an_image_carries_along_is_not_written() -> None:
    words = PngImagePlugin.PngInfo()
    words.add_text("Author", "someone at home")
    image = Image.new("RGB", (8, 8))
    image.info = {
        "pnginfo": words,
        "Author": "someone at home",
        "icc_profile": b"a profile of this screen",
        "exif": b"Exif\0\0" + bytes(20),
        "xmp": b"<x/>",
        "dpi": (300, 300),
        "comment": "made on a machine",
    }
    assert set(parts_of_png(encode(image))) == PLAIN
    assert set(parts_of_webp(encode(image, "webp"))) == {b"VP8L"}
    assert set(parts_of_jpeg(encode(image, "jpeg"))) <= JPEG


def test_a_film_holds_pictures_only() -> None:
    seeds = [b"one", b"two", b"three"]
    game = Game.new("standard", NAMES, {"turn_limit": 1}, b"film", seeds)
    rng = Random(1)
    while awaited := [each for each in game.pending() if each.blocking]:
        decision = rng.choice(awaited)
        value = crowded(decision.grammar).sample(rng)
        game.play(Choice(decision.seat, decision.id, value))
    film = drawn(Film(encode_record(record_of(game))), LOOK)
    assert set(parts_of_webp(film)) == MOVING
