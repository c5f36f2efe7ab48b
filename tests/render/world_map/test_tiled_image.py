"""What is kept compressed comes out as it went in."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.world_map.backdrop.tiled_image import TiledImage


def a_picture() -> Image.Image:
    image = Image.new("RGBA", (700, 300))
    draw = ImageDraw.Draw(image)
    draw.line((10, 10, 690, 290), fill=(200, 40, 10, 255), width=5)
    draw.ellipse((500, 20, 640, 160), fill=(10, 90, 200, 120))
    return image


@pytest.mark.parametrize(
    "box", [(0, 0, 700, 300), (256, 0, 512, 256), (500, 100, 700, 300), (3, 260, 9, 290)]
)
def test_any_part_comes_out_as_it_went_in(box: tuple[int, int, int, int]) -> None:
    image = a_picture()
    found = TiledImage.of(image).crop(box)
    assert found.size == (box[2] - box[0], box[3] - box[1])
    assert ImageChops.difference(found, image.crop(box)).getbbox(alpha_only=False) is None


def test_the_whole_comes_out_as_it_went_in() -> None:
    packed = TiledImage.of(a_picture())
    assert packed.whole().tobytes() == a_picture().tobytes()
    assert TiledImage.read(packed.written()) == packed


def test_what_has_no_transparency_comes_out_too() -> None:
    image = a_picture().convert("RGB")
    assert TiledImage.of(image).whole().tobytes() == image.tobytes()
