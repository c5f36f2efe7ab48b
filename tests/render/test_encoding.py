"""Encoded pictures are the pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import encode
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


def test_pillow_writes_the_picture_where_isal_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    image = draw(full_board(), focus="Asia")
    fast = encode(image)
    monkeypatch.setattr("render.encoding.FAST", False)
    slow = encode(image)
    assert slow != fast
    assert read(slow).tobytes() == image.tobytes()


def test_other_modes_are_brought_to_rgb() -> None:
    assert read(encode(Image.new("P", (4, 4), 1))).mode == "RGB"


def test_the_world_stays_well_under_the_upload_limit() -> None:
    assert len(encode(draw(full_board()))) < 4_000_000
