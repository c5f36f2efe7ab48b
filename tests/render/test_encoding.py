"""Encoded pictures are the pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core.charts import SeatSheet
from render import Chart, Look, Map, drawn, encode
from render import image as image_of
from tests.render.builders.boards import full_board
from tests.render.builders.pictures import draw


def read(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("kind", ["png", "webp"])
def test_a_map_comes_back_as_it_was(kind: str) -> None:
    image = draw(full_board(), focus="Asia")
    data = encode(image, kind)  # type: ignore[arg-type]  # one of the two kinds
    assert read(data).tobytes() == image.tobytes()


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (700, 1), (3, 5), (1023, 999)])
def test_pictures_of_any_size_come_back_as_they_were(size: tuple[int, int]) -> None:
    noise = Image.effect_noise(size, 90)
    image = Image.merge("RGB", (noise, noise.rotate(180), noise.point(lambda v: 255 - v)))
    png = encode(image)
    Image.open(io.BytesIO(png)).verify()
    assert read(png).tobytes() == image.tobytes()


def test_the_same_picture_gives_the_same_bytes() -> None:
    image = draw(full_board(), focus="Asia")
    assert encode(image) == encode(image.copy())


def test_a_map_is_sent_at_half_the_size_and_looks_the_same() -> None:
    image = draw(full_board(), focus="Asia")
    sent = drawn(Map(full_board(), "Asia"), Look())
    assert len(sent) < 0.55 * len(encode(image))
    off = ImageStat.Stat(ImageChops.difference(read(sent), image))
    assert max(off.mean) < 2.5 and max(off.rms) < 4


def test_letters_are_sent_without_loss() -> None:
    chart = Chart(SeatSheet(0), full_board())
    assert read(drawn(chart, Look())).tobytes() == image_of(chart, Look()).tobytes()


def test_other_modes_are_brought_to_rgb() -> None:
    assert read(encode(Image.new("P", (4, 4), 1))).mode == "RGB"


def test_the_world_stays_well_under_the_upload_limit() -> None:
    assert len(drawn(Map(full_board()), Look())) < 1_300_000
