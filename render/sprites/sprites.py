"""Pieces, plaques and markers as small pictures on a transparent ground, each drawn once.

Everything takes its size in pixels and is drawn four times as large first. A sprite is wider than
its size by a shadow of `MARGIN` pixels on each side; `put` centres it where the piece belongs.
Sprites are shared: never draw on one. An `owner` is the number of a player's colour.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.fonts.faces import face
from render.sprites.icons import icon
from render.sprites.looks import SIZES, Form, marker_look, unit_look
from render.style.colour import CREAM, DARK, INK, Colour, ink_on, luminance, mixed
from render.style.players import NOBODY, SAMPLE, Shape, colour_of, players

FINER = 4
MARGIN = 3
GOLD, NIGHT, PALE_GOLD = (214, 178, 104), (34, 48, 70), (236, 208, 146)
SHADOW = (8, 12, 20)

Sprite = Image.Image
Polygon = list[tuple[float, float]]


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
        radii = [r * (1.34 if i % 2 == 0 else 0.58) for i in range(10)]
        return [
            (x + far * math.sin(i * math.pi / 5), y - far * math.cos(i * math.pi / 5))
            for i, far in enumerate(radii)
        ]
    s, t = r * 1.12, r * 0.42
    corners = ((-t, -s), (t, -s), (t, -t), (s, -t), (s, t), (t, t))
    return [(x + dx, y + dy) for dx, dy in (*corners, *((-dx, -dy) for dx, dy in corners))]


def shape_of(owner: int) -> Shape:
    """The shape of a colour's number; a disc for nobody."""
    return players()[owner].shape if 0 <= owner < len(players()) else "disc"


@lru_cache(512)
def token(kind: str, owner: int, size: int) -> Sprite:
    """Units: armies and settlers are discs, fleets hexagons, aircraft diamonds.

    The drawing says the type and era, the small emblem above it the owner once more.
    """
    look, colour = unit_look(kind), colour_of(owner)
    image, draw = _canvas(size, size)
    edge = max(1.0, size * 0.062) * FINER
    full, middle = size * FINER, (MARGIN + size / 2) * FINER
    for inset, fill in ((0.0, DARK), (edge * 0.9, CREAM), (edge * 1.9, colour)):
        draw.polygon(_outline(look.form, middle, full / 2 - inset), fill=fill)
    share = {"army": 0.62, "fleet": 0.56, "aircraft": 0.6}[look.form]
    _stamp(image, look.icon, round(full * share), ink_on(colour), middle, middle + full * 0.02)
    if owner != SAMPLE and size >= 20:
        at = MARGIN * FINER + full * 0.13, MARGIN * FINER + full * 0.15
        _owner_mark(image, draw, owner, at, full)
    return _finished(image)


@lru_cache(64)
def badge(text: str, size: int) -> Sprite:
    """A number in a dark pill, for how many there are."""
    font = face("number", round(size * FINER * 0.92))
    high = size * FINER
    wide = max(high, int(font.getlength(text) + high * 0.45))
    image = Image.new("RGBA", (wide, high))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), high / 2, fill=(255, 252, 244))
    rim = FINER * 0.9
    box = (rim, rim, wide - 1 - rim, high - 1 - rim)
    draw.rounded_rectangle(box, high / 2, fill=(24, 20, 18))
    draw.text((wide / 2, high * 0.49), text, font=font, fill=(255, 255, 255), anchor="mm")
    return image.resize((round(wide / FINER), size), Image.Resampling.LANCZOS)


@lru_cache(512)
def settlement(level: int, owner: int, size: int, capital: bool = False) -> Sprite:
    """A plaque with a building; as many of the owner's emblems below it as the settlement is large.

    `capital` puts a crown on it. Sizes beyond four keep the largest building and say the number.
    """
    colour, high = colour_of(owner), round(size * 1.14)
    image, draw = _canvas(size, high)
    left, top = MARGIN * FINER, MARGIN * FINER
    right, bottom = (MARGIN + size) * FINER, (MARGIN + high) * FINER
    edge, bend = max(1, round(size * 0.06)) * FINER, size * FINER * 0.2
    draw.rounded_rectangle((left, top, right, bottom), bend, fill=DARK)
    inner = (left + edge, top + edge, right - edge, bottom - edge)
    draw.rounded_rectangle(inner, bend - edge * 0.6, fill=colour)
    sill = top + high * FINER * 0.68
    window = (left + edge * 2, top + edge * 2, right - edge * 2, sill)
    draw.rounded_rectangle(window, bend - edge * 1.2, fill=CREAM)
    room = min(window[2] - window[0], window[3] - window[1])
    drawing = SIZES[min(max(level, 1), len(SIZES)) - 1]
    middle = (left + right) / 2, (window[1] + window[3]) / 2
    _stamp(image, drawing, round(room * 0.94), mixed(colour, (16, 12, 10), 0.55), *middle)
    fill = CREAM if luminance(colour) < 150 else INK
    shape, below = shape_of(owner), (sill + bottom - edge) / 2
    if level <= len(SIZES):
        r, gap = size * 0.078 * FINER, size * 0.215 * FINER
        for i in range(level):
            x = middle[0] + (i - (level - 1) / 2) * gap
            draw.polygon(emblem(shape, x, below, r), fill=fill)
    else:
        font = face("number", round(size * FINER * 0.3))
        draw.text((middle[0], below), str(level), font=font, fill=fill, anchor="mm")
    return _finished(_crowned(image, size) if capital else image)


def _crowned(plaque: Image.Image, size: int) -> Image.Image:
    """A plaque with a crown on its upper edge, on a canvas that is higher at both ends alike."""
    rise, edge = round(size * 0.22) * FINER, max(1, round(size * 0.06)) * FINER
    image = Image.new("RGBA", (plaque.width, plaque.height + 2 * rise))
    image.paste(plaque, (0, rise))
    middle, top = plaque.width / 2, rise + MARGIN * FINER + edge
    _stamp(image, "capital", round(size * FINER * 0.46), DARK, middle, top)
    _stamp(image, "capital", round(size * FINER * 0.36), GOLD, middle, top)
    return image


@lru_cache(256)
def marker(kind: str | None, size: int, face_up: bool = True) -> Sprite:
    """An exploration marker.

    Unknown: a round compass. Face up: a resource on a cream square or a terrain on a coloured one.
    Face down yet known to the viewer: what it is, on a round marker with an eye.
    """
    image, draw = _canvas(size, size)
    low, high = MARGIN * FINER, (MARGIN + size) * FINER
    middle = (low + high) / 2
    if kind is None:
        _coin(draw, low, high, GOLD, NIGHT)
        _stamp(image, "marker", round(size * FINER * 0.74), PALE_GOLD, middle, middle)
        return _finished(image)
    look = marker_look(kind)
    terrain = look.family == "terrain"
    paint = look.colour if terrain else CREAM
    drawing = CREAM if terrain else look.colour
    if not face_up:
        _coin(draw, low, high, GOLD, paint)
        _stamp(image, kind, round(size * FINER * 0.6), drawing, middle, middle)
        eye = round(size * FINER * 0.46)
        corner = high - eye * 0.36
        r = eye * 0.62
        draw.ellipse((corner - r, corner - r, corner + r, corner + r), fill=GOLD)
        r -= FINER * 0.8
        draw.ellipse((corner - r, corner - r, corner + r, corner + r), fill=NIGHT)
        _stamp(image, "known", eye, PALE_GOLD, corner, corner)
        return _finished(image)
    rim = CREAM if terrain else mixed(look.colour, DARK, 0.35)
    draw.rounded_rectangle((low, low, high, high), (high - low) * 0.28, fill=rim)
    low, high = low + FINER, high - FINER
    draw.rounded_rectangle((low, low, high, high), (high - low) * 0.25, fill=paint)
    _stamp(image, kind, round(size * FINER * (0.74 if terrain else 0.8)), drawing, middle, middle)
    return _finished(image)


@lru_cache(128)
def chip(owner: int, size: int) -> Sprite:
    """A player's colour and shape on a small square; a skull for the barbarians."""
    full = size * FINER
    image = Image.new("RGBA", (full, full))
    draw = ImageDraw.Draw(image)
    colour, rim = colour_of(owner), max(1.0, size * 0.047) * FINER
    draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.24, fill=CREAM)
    box = (rim, rim, full - 1 - rim, full - 1 - rim)
    draw.rounded_rectangle(box, full * 0.19, fill=colour)
    if owner == NOBODY:
        _stamp(image, "skull", round(full * 0.66), INK, full / 2, full / 2)
    else:
        draw.polygon(emblem(shape_of(owner), full / 2, full / 2, full * 0.24), fill=ink_on(colour))
    return image.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(64)
def battle(winner: int | None, size: int, colour: Colour) -> Sprite:
    """Crossed swords on a burst; rimmed in the winner's colour where there is one."""
    image, draw = _canvas(size, size)
    middle, r = (MARGIN + size / 2) * FINER, size * FINER / 2
    rim = CREAM if winner is None else colour_of(winner)
    for far, fill in ((1.0, DARK), (0.93, rim), (0.80, colour)):
        points = [
            (
                middle + r * far * (1 if i % 2 == 0 else 0.74) * math.sin(i * math.pi / 12),
                middle - r * far * (1 if i % 2 == 0 else 0.74) * math.cos(i * math.pi / 12),
            )
            for i in range(24)
        ]
        draw.polygon(points, fill=fill)
    _stamp(image, "battle", round(size * FINER * 0.52), (255, 255, 255), middle, middle)
    return _finished(image)


@lru_cache(256)
def hold(cargo: tuple[tuple[str, int], ...], owner: int, size: int) -> Sprite:
    """What fleets carry: small drawings with numbers on a strip of the owner's colour."""
    colour, high = mixed(colour_of(owner), DARK, 0.25), size
    ink = ink_on(colour)
    font = face("number", round(high * FINER * 0.78))
    drawing = round(high * FINER * 0.84)
    gap, pad = high * FINER * 0.12, high * FINER * 0.3
    counts = [str(count) if count > 1 else "" for _, count in cargo]
    wide = pad * 2 + sum(drawing + font.getlength(t) + gap for t in counts) - gap
    width = math.ceil(wide / FINER)
    image, draw = _canvas(width, high)
    low, right = MARGIN * FINER, (MARGIN + width) * FINER
    box = (low, low, right, low + high * FINER)
    draw.rounded_rectangle(box, high * FINER * 0.36, fill=DARK)
    rim = FINER * 0.9
    inner = (box[0] + rim, box[1] + rim, box[2] - rim, box[3] - rim)
    draw.rounded_rectangle(inner, high * FINER * 0.34, fill=CREAM)
    rim *= 2
    inner = (box[0] + rim, box[1] + rim, box[2] - rim, box[3] - rim)
    draw.rounded_rectangle(inner, high * FINER * 0.3, fill=colour)
    x, middle = low + pad, low + high * FINER / 2
    for (kind, _), text in zip(cargo, counts, strict=True):
        _stamp(image, unit_look(kind).icon, drawing, ink, x + drawing / 2, middle)
        x += drawing
        draw.text((x, middle), text, font=font, fill=ink, anchor="lm")
        x += font.getlength(text) + gap
    return _finished(image)


@lru_cache(64)
def pip(owner: int, size: int) -> Sprite:
    """A dot in a player's colour: one who has looked at a marker."""
    image, draw = _canvas(size, size)
    low, high = MARGIN * FINER, (MARGIN + size) * FINER
    for inset, fill in ((0.0, DARK), (0.5, CREAM), (1.3, colour_of(owner))):
        by = min(inset, size * 0.3) * FINER
        draw.ellipse((low + by, low + by, high - by, high - by), fill=fill)
    return _finished(image)


@lru_cache(64)
def plain_icon(key: str, size: int, colour: Colour) -> Sprite:
    """A drawing in one colour, nothing around it."""
    image = Image.new("RGBA", (size, size), (*colour, 0))
    image.putalpha(icon(key, size))
    return image


def _canvas(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    size = (width + 2 * MARGIN) * FINER, (height + 2 * MARGIN) * FINER
    image = Image.new("RGBA", size)
    return image, ImageDraw.Draw(image)


def _finished(image: Image.Image) -> Sprite:
    """The drawing with a soft shadow below it, at its true size."""
    size = image.width // FINER, image.height // FINER
    small = image.resize(size, Image.Resampling.LANCZOS)
    shade = Image.new("L", size)
    shade.paste(small.getchannel("A").point(lambda value: value * 130 // 255), (0, 1))
    out = Image.new("RGBA", size, (*SHADOW, 0))
    out.putalpha(shade.filter(ImageFilter.GaussianBlur(1.2)))
    out.alpha_composite(small)
    return out


def _outline(form: Form, middle: float, r: float) -> Polygon:
    if form == "fleet":
        h, w = r * 0.88, r * 0.44
        return [
            (middle - r, middle), (middle - w, middle - h), (middle + w, middle - h),
            (middle + r, middle), (middle + w, middle + h), (middle - w, middle + h),
        ]  # fmt: skip
    if form == "aircraft":
        s = r * 1.12
        return [(middle + x * s, middle + y * s) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    return emblem("disc", middle, middle, r)


def _owner_mark(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    owner: int,
    at: tuple[float, float],
    full: float,
) -> None:
    """The owner's emblem on a small cream disc; the barbarians' is a skull, a little larger."""
    (x, y), colour = at, colour_of(owner)
    r = full * (0.175 if owner != NOBODY else 0.21)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=DARK)
    r *= 0.86
    draw.ellipse((x - r, y - r, x + r, y + r), fill=CREAM)
    if owner == NOBODY:
        _stamp(image, "skull", round(r * 1.7), INK, x, y)
        return
    dark = mixed(colour, DARK, 0.35 if luminance(colour) > 110 else 0.0)
    draw.polygon(emblem(shape_of(owner), x, y, r * 0.6), fill=dark)


def _coin(
    draw: ImageDraw.ImageDraw, low: float, high: float, rim: Colour, face_colour: Colour
) -> None:
    for inset, fill in ((0.0, (16, 20, 28)), (0.6, rim), (1.8, face_colour)):
        by = inset * FINER
        draw.ellipse((low + by, low + by, high - by, high - by), fill=fill)


def _stamp(image: Image.Image, key: str, side: int, fill: Colour, x: float, y: float) -> None:
    mask = icon(key, max(1, side))
    image.paste((*fill, 255), (round(x - side / 2), round(y - side / 2)), mask)
