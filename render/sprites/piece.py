"""The one way in which pieces, markers, coins and chips are drawn: rims, drawings, an emblem.

Everything takes its size in pixels and is drawn four times as large first. A sprite is wider than
its size by a shadow of `MARGIN` pixels on each side; `put` centres it where the piece belongs.
Sprites are shared: never draw on one. An `owner` is the number of a player's colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.sprites.icons import icon
from render.style.colour import CREAM, DARK, INK, Colour, luminance, mixed
from render.style.players import NOBODY, Shape, colour_of, players

FINER = 4
MARGIN = 3
GOLD, NIGHT, PALE_GOLD = (214, 178, 104), (34, 48, 70), (236, 208, 146)
SHADOW = (8, 12, 20)

Sprite = Image.Image
Polygon = list[tuple[float, float]]
Form = Literal["round", "square", "fleet", "aircraft", "burst"]


class Rim(NamedTuple):
    """A colour from so far inside the edge on; both as shares of the size. Squares are `bent`."""

    inset: float
    fill: Colour
    bent: float = 0.2


class Stamp(NamedTuple):
    """A drawing in one colour: how large, and where its middle is, as shares of the size."""

    key: str
    side: float
    ink: Colour
    x: float = 0.5
    y: float = 0.5


class Spot(NamedTuple):
    """A small disc on a piece, with a rim and a drawing of its own."""

    x: float
    r: float
    rim: Colour
    fill: Colour
    stamp: Stamp


class Emblem(NamedTuple):
    """The owner's shape on a small disc: where, how large, how dark."""

    owner: int
    at: float
    r: float


def piece(
    size: int,
    form: Form,
    rims: Iterable[Rim],
    stamps: Iterable[Stamp] = (),
    spot: Spot | None = None,
    mark: Emblem | None = None,
) -> Sprite:
    """A piece of a form with its rims from outside to inside, and what is on it."""
    image = large(size, form, rims, stamps, MARGIN)
    draw, full, low = ImageDraw.Draw(image), size * FINER, MARGIN * FINER
    if spot is not None:
        at = low + full * spot.x
        disc(draw, at, at, full * spot.r, spot.rim)
        disc(draw, at, at, full * spot.r * 0.9, spot.fill)
        stamp(image, spot.stamp.key, full * spot.stamp.side, spot.stamp.ink, at, at)
    if mark is not None:
        _owner_mark(image, draw, mark, low + full * mark.at, full)
    return finished(image)


def large(
    size: int, form: Form, rims: Iterable[Rim], stamps: Iterable[Stamp] = (), margin: int = 0
) -> Image.Image:
    """The same four times as large, to be drawn on; `shrunk` brings it to its size."""
    image = canvas(size, size, margin)
    draw, full, low = ImageDraw.Draw(image), size * FINER, margin * FINER
    for rim in rims:
        _fill(draw, form, low, full, rim)
    for each in stamps:
        stamp(image, each.key, full * each.side, each.ink, low + full * each.x, low + full * each.y)
    return image


def shrunk(image: Image.Image) -> Sprite:
    """A large drawing at its true size."""
    size = image.width // FINER, image.height // FINER
    return image.resize(size, Image.Resampling.LANCZOS)


def put(image: Image.Image, sprite: Sprite, x: float, y: float) -> None:
    """Lay a sprite on a picture with its middle at the point."""
    corner = round(x - sprite.width / 2), round(y - sprite.height / 2)
    image.paste(sprite, corner, sprite)


def emblem(shape: Shape, x: float, y: float, r: float) -> Polygon:
    """A player's shape as a polygon around a point, all of about the same weight."""
    if shape == "disc":
        turns = [i * math.pi / 24 for i in range(48)]
        return [(x + r * math.sin(a), y - r * math.cos(a)) for a in turns]
    if shape == "square":
        s = r * 0.88
        return [(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)]
    if shape == "triangle":
        return [(x, y - r * 1.1), (x + r * 1.12, y + r * 0.86), (x - r * 1.12, y + r * 0.86)]
    if shape == "diamond":
        s = r * 1.22
        return [(x, y - s), (x + s, y), (x, y + s), (x - s, y)]
    if shape == "star":
        return _star(x, y, 5, r * 1.34, r * 0.58)
    s, t = r * 1.12, r * 0.42
    corners = ((-t, -s), (t, -s), (t, -t), (s, -t), (s, t), (t, t))
    return [(x + dx, y + dy) for dx, dy in (*corners, *((-dx, -dy) for dx, dy in corners))]


def shape_of(owner: int) -> Shape:
    """The shape of a colour's number; a disc for nobody."""
    return players()[owner].shape if 0 <= owner < len(players()) else "disc"


def canvas(width: int, height: int, margin: int = MARGIN) -> Image.Image:
    """A transparent ground, four times as large, with its margin."""
    return Image.new("RGBA", ((width + 2 * margin) * FINER, (height + 2 * margin) * FINER))


def finished(image: Image.Image) -> Sprite:
    """The drawing with a soft shadow below it, at its true size."""
    small = shrunk(image)
    shade = Image.new("L", small.size)
    shade.paste(small.getchannel("A").point(lambda value: value * 130 // 255), (0, 1))
    out = Image.new("RGBA", small.size, (*SHADOW, 0))
    out.putalpha(shade.filter(ImageFilter.GaussianBlur(1.2)))
    out.alpha_composite(small)
    return out


def stamp(image: Image.Image, key: str, side: float, fill: Colour, x: float, y: float) -> None:
    """Lay a drawing in one colour with its middle at a point."""
    mask = icon(key, max(1, round(side)))
    image.paste((*fill, 255), (round(x - side / 2), round(y - side / 2)), mask)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: Colour) -> None:
    """A full circle around a point."""
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)


def _fill(draw: ImageDraw.ImageDraw, form: Form, low: float, full: float, rim: Rim) -> None:
    by, middle, r = full * rim.inset, low + full / 2, full * (0.5 - rim.inset)
    if form == "square":
        box = (low + by, low + by, low + full - 1 - by, low + full - 1 - by)
        draw.rounded_rectangle(box, full * rim.bent, fill=rim.fill)
    elif form == "round":
        disc(draw, middle, middle, r, rim.fill)
    else:
        draw.polygon(_outline(form, middle, r), fill=rim.fill)


def _outline(form: Form, middle: float, r: float) -> Polygon:
    if form == "burst":
        return _star(middle, middle, 12, r, r * 0.74)
    if form == "fleet":
        h, w = r * 0.88, r * 0.44
        corners = ((-r, 0.0), (-w, -h), (w, -h), (r, 0.0), (w, h), (-w, h))
    else:
        s = r * 1.12
        corners = ((0.0, -s), (s, 0.0), (0.0, s), (-s, 0.0), (0.0, -s), (0.0, -s))
    return [(middle + x, middle + y) for x, y in corners]


def _star(x: float, y: float, points: int, far: float, near: float) -> Polygon:
    turns = [(i * math.pi / points, near if i % 2 else far) for i in range(2 * points)]
    return [(x + r * math.sin(turn), y - r * math.cos(turn)) for turn, r in turns]


def _owner_mark(
    image: Image.Image, draw: ImageDraw.ImageDraw, mark: Emblem, at: float, full: float
) -> None:
    """The owner's emblem on a small cream disc; the barbarians' is a skull, a little larger."""
    r = full * mark.r * (1.2 if mark.owner == NOBODY else 1)
    disc(draw, at, at, r, DARK)
    disc(draw, at, at, r * 0.86, CREAM)
    if mark.owner == NOBODY:
        stamp(image, "skull", r * 1.46, INK, at, at)
        return
    colour = colour_of(mark.owner)
    dark = mixed(colour, DARK, 0.35 if luminance(colour) > 110 else 0.0)
    draw.polygon(emblem(shape_of(mark.owner), at, at, r * 0.516), fill=dark)
