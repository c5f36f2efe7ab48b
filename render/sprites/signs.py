"""Small signs on cards: faces, arrows, crosses."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from render.sprites.piece import FINER, Rim, Sprite, disc, emblem, large, shape_of, shrunk
from render.style.colour import CREAM, DARK, Colour, luminance, mixed
from render.style.players import colour_of

GLAD, SAD = (242, 196, 84), (150, 150, 156)


@lru_cache(16)
def smiley(happy: bool, size: int) -> Sprite:
    """A face that smiles, golden, or one that does not, grey: they differ in mouth and colour."""
    full = size * FINER
    rims = Rim(0, DARK), Rim(0.05, GLAD if happy else SAD)
    image = large(size, "round", rims)
    draw = ImageDraw.Draw(image)
    for x in (0.35, 0.65):
        disc(draw, full * x, full * 0.38, full * 0.065, DARK)
    pen = max(1, round(full * 0.07))
    if happy:
        draw.arc((full * 0.25, full * 0.25, full * 0.75, full * 0.77), 25, 155, DARK, pen)
    else:
        draw.arc((full * 0.3, full * 0.6, full * 0.7, full * 0.96), 205, 335, DARK, pen)
    return shrunk(image)


@lru_cache(32)
def pointer(way: Literal["left", "right"], size: int, colour: Colour) -> Sprite:
    """A full triangle that points somewhere."""
    full = size * FINER
    image = Image.new("RGBA", (full, full), (*colour, 0))
    a, b, m = full * 0.18, full * 0.82, full * 0.5
    back, tip = (a, b) if way == "right" else (b, a)
    ImageDraw.Draw(image).polygon([(back, a), (tip, m), (back, b)], fill=(*colour, 255))
    return shrunk(image)


@lru_cache(8)
def cross(size: int, colour: Colour) -> Sprite:
    """The mark of a unit that was lost."""
    full = size * FINER
    image = large(size, "round", [Rim(0, CREAM), Rim(1.5 / size, colour)])
    low, high = full * 0.3, full * 0.7
    for ends in ((low, low, high, high), (low, high, high, low)):
        ImageDraw.Draw(image).line(ends, fill=(255, 255, 255), width=round(full * 0.12))
    return shrunk(image)


@lru_cache(64)
def shape(owner: int, size: int, rim: Colour) -> Sprite:
    """A player's shape with a rim."""
    full, middle = size * FINER, size * FINER / 2
    image = Image.new("RGBA", (full, full))
    draw, form = ImageDraw.Draw(image), shape_of(owner)
    r = middle * 0.8
    draw.polygon(emblem(form, middle, middle, r), fill=rim)
    draw.polygon(emblem(form, middle, middle, r - 3 * FINER), fill=colour_of(owner))
    return shrunk(image)


class Pattern(NamedTuple):
    """How a part of a bar is filled: lighter or darker, plain or striped."""

    shade: float
    stripes: int

    def on(self, colour: Colour) -> Colour:
        """The ground of a part in that colour."""
        return mixed(colour, (255, 255, 255) if self.shade > 0 else (0, 0, 0), abs(self.shade))


PATTERNS = (
    Pattern(0.0, 0),
    Pattern(0.38, 1),
    Pattern(-0.3, -1),
    Pattern(0.6, 0),
    Pattern(-0.5, 1),
    Pattern(0.2, -1),
)


def pattern_ink(number: int, colour: Colour) -> Colour:
    """What is read on a part of a bar."""
    fill = PATTERNS[number % len(PATTERNS)].on(colour)
    return (255, 255, 255) if luminance(fill) < 140 else (24, 18, 14)


@lru_cache(64)
def patterned(number: int, wide: int, high: int, colour: Colour) -> Sprite:
    """A part of a bar in its pattern."""
    pattern, ink = PATTERNS[number % len(PATTERNS)], pattern_ink(number, colour)
    fill = pattern.on(colour)
    image = Image.new("RGBA", (wide * FINER, high * FINER), (*fill, 255))
    draw = ImageDraw.Draw(image)
    if pattern.stripes:
        line = mixed(fill, ink, 0.2)
        lean = high * FINER * pattern.stripes
        for x in range(-2 * high * FINER, (wide + 2 * high) * FINER, 14 * FINER):
            draw.line((x, high * FINER, x + lean, 0), fill=line, width=4 * FINER)
    box = (0, 0, wide * FINER - 1, high * FINER - 1)
    draw.rectangle(box, outline=mixed(fill, ink, 0.45), width=FINER)
    return image.resize((wide, high), Image.Resampling.LANCZOS)
