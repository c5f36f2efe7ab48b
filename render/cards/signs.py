"""Small signs on cards: faces, pills with a number, arrows."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from render.cards.paper import Paper
from render.fonts.writing import width
from render.sprites.icons import has_icon
from render.sprites.sprites import DARK, FINER, Sprite, plain_icon
from render.style.colour import Colour

GLAD, SAD = (242, 196, 84), (150, 150, 156)


@lru_cache(16)
def smiley(happy: bool, size: int) -> Sprite:
    """A face that smiles, golden, or one that does not, grey: they differ in mouth and colour."""
    full = size * FINER
    image = Image.new("RGBA", (full, full))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, full - 1, full - 1), fill=DARK)
    rim = full * 0.05
    draw.ellipse((rim, rim, full - 1 - rim, full - 1 - rim), fill=GLAD if happy else SAD)
    r = full * 0.065
    for x in (0.35, 0.65):
        draw.ellipse((full * x - r, full * 0.38 - r, full * x + r, full * 0.38 + r), fill=DARK)
    pen = max(1, round(full * 0.07))
    if happy:
        draw.arc((full * 0.25, full * 0.25, full * 0.75, full * 0.77), 25, 155, DARK, pen)
    else:
        draw.arc((full * 0.3, full * 0.6, full * 0.7, full * 0.96), 205, 335, DARK, pen)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def number(
    paper: Paper, x: float, icon: str, text: str, size: int, colour: Colour, anchor: str = "l"
) -> float:
    """An icon and a number beside it at the paper's `y`; answers with their width."""
    side = round(size * 0.9)
    drawn = side + 8 if icon and has_icon(icon) else 0
    wide = drawn + width(text, "number", size)
    left = x - wide if anchor == "r" else x
    if drawn:
        paper.put(plain_icon(icon, side, colour), left + side / 2)
    paper.write(left + drawn, text, size, "number", colour)
    return wide


@lru_cache(32)
def pointer(way: Literal["left", "right", "up", "down"], size: int, colour: Colour) -> Sprite:
    """A full triangle that points somewhere."""
    full = size * FINER
    image = Image.new("RGBA", (full, full), (*colour, 0))
    a, b, m = full * 0.18, full * 0.82, full * 0.5
    corners = {
        "right": [(a, a), (b, m), (a, b)],
        "left": [(b, a), (a, m), (b, b)],
        "up": [(a, b), (m, a), (b, b)],
        "down": [(a, a), (m, b), (b, a)],
    }[way]
    ImageDraw.Draw(image).polygon(corners, fill=(*colour, 255))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def open_place(paper: Paper, box: tuple[float, float, float, float]) -> None:
    """A dashed outline where something can still be put."""
    x0, y0, x1, y1 = (round(value) for value in box)
    finer = 2
    mask = Image.new("L", ((x1 - x0) * finer, (y1 - y0) * finer))
    draw = ImageDraw.Draw(mask)
    edge = (4, 4, mask.width - 5, mask.height - 5)
    draw.rounded_rectangle(edge, 12 * finer, outline=170, width=3 * finer)
    for at in range(0, mask.width + mask.height, 40):
        draw.rectangle((at, 0, at + 16, 12 * finer), fill=0)
        draw.rectangle((at, mask.height - 12 * finer, at + 16, mask.height), fill=0)
        draw.rectangle((0, at, 12 * finer, at + 16), fill=0)
        draw.rectangle((mask.width - 12 * finer, at, mask.width, at + 16), fill=0)
    paper.image.paste(paper.hair, (x0, y0), mask.reduce(finer))
