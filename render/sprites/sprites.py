"""Pieces, plaques and markers as small pictures on a transparent ground, each drawn once."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render.fonts.faces import face
from render.sprites.icons import icon
from render.sprites.looks import SIZES, marker_look, unit_look
from render.sprites.piece import (
    FINER,
    GOLD,
    MARGIN,
    NIGHT,
    PALE_GOLD,
    Emblem,
    Form,
    Rim,
    Spot,
    Sprite,
    Stamp,
    canvas,
    emblem,
    finished,
    large,
    piece,
    put,
    shape_of,
    shrunk,
    stamp,
)
from render.sprites.things import thing
from render.style.colour import CREAM, DARK, INK, Colour, ink_on, luminance, mixed
from render.style.players import NOBODY, SAMPLE, colour_of

COAL, GREY = (16, 20, 28), (138, 134, 128)

__all__ = ["FINER", "Sprite", "emblem", "put", "shape_of"]


@lru_cache(512)
def token(kind: str, owner: int, size: int) -> Sprite:
    """Units: armies and settlers are discs, fleets hexagons, aircraft diamonds.

    The drawing says the type and era, the small emblem above it the owner once more.
    """
    look, colour, edge = unit_look(kind), colour_of(owner), max(1.0 / size, 0.062)
    rims = Rim(0, DARK), Rim(edge * 0.9, CREAM), Rim(edge * 1.9, colour)
    side = {"army": 0.62, "fleet": 0.56, "aircraft": 0.6}[look.form]
    drawing = Stamp(look.icon, side, ink_on(colour), y=0.52)
    mark = Emblem(owner, 0.14, 0.175) if owner != SAMPLE and size >= 20 else None
    form: Form = "round" if look.form == "army" else look.form
    return piece(size, form, rims, [drawing], mark=mark)


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
    image = canvas(size, high)
    draw = ImageDraw.Draw(image)
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
    stamp(image, drawing, round(room * 0.94), mixed(colour, (16, 12, 10), 0.55), *middle)
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
    return finished(_crowned(image, size) if capital else image)


def _crowned(plaque: Image.Image, size: int) -> Image.Image:
    """A plaque with a crown on its upper edge, on a canvas that is higher at both ends alike."""
    rise, edge = round(size * 0.22) * FINER, max(1, round(size * 0.06)) * FINER
    image = Image.new("RGBA", (plaque.width, plaque.height + 2 * rise))
    image.paste(plaque, (0, rise))
    middle, top = plaque.width / 2, rise + MARGIN * FINER + edge
    stamp(image, "capital", round(size * FINER * 0.46), DARK, middle, top)
    stamp(image, "capital", round(size * FINER * 0.36), GOLD, middle, top)
    return image


@lru_cache(256)
def marker(kind: str | None, size: int, face_up: bool = True) -> Sprite:
    """An exploration marker.

    Unknown: a round compass. Face up: a resource on a cream square or a terrain on a coloured one.
    Face down yet known to the viewer: what it is, on a round marker with an eye.
    """
    thin = 1 / size
    if kind is None:
        rims = Rim(0, COAL), Rim(thin * 0.6, GOLD), Rim(thin * 1.8, NIGHT)
        return piece(size, "round", rims, [Stamp("marker", 0.74, PALE_GOLD)])
    look = marker_look(kind)
    terrain = look.family == "terrain"
    paint, ink = (look.colour, CREAM) if terrain else (CREAM, look.colour)
    if not face_up:
        rims = Rim(0, COAL), Rim(thin * 0.6, GOLD), Rim(thin * 1.8, paint)
        eye = Spot(0.83, 0.285, GOLD, NIGHT, Stamp("known", 0.46, PALE_GOLD))
        return piece(size, "round", rims, [Stamp(kind, 0.6, ink)], eye)
    edge = CREAM if terrain else mixed(look.colour, DARK, 0.35)
    drawing = Stamp(kind, 0.74 if terrain else 0.8, ink)
    return piece(size, "square", [Rim(0, edge, 0.28), Rim(thin, paint, 0.25)], [drawing])


@lru_cache(128)
def chip(owner: int, size: int) -> Sprite:
    """A player's colour and shape on a small square; a skull for the barbarians."""
    colour, edge = colour_of(owner), max(1.0 / size, 0.047)
    rims = Rim(0, CREAM, 0.24), Rim(edge, colour, 0.19)
    skull = [Stamp("skull", 0.66, INK)] if owner == NOBODY else []
    image = large(size, "square", rims, skull)
    if owner != NOBODY:
        middle = size * FINER / 2
        shape = emblem(shape_of(owner), middle, middle, middle * 0.48)
        ImageDraw.Draw(image).polygon(shape, fill=ink_on(colour))
    return shrunk(image)


@lru_cache(64)
def battle(winner: int | None, size: int, colour: Colour) -> Sprite:
    """Crossed swords on a burst; rimmed in the winner's colour where there is one."""
    edge = CREAM if winner is None else colour_of(winner)
    rims = Rim(0, DARK), Rim(0.035, edge), Rim(0.1, colour)
    return piece(size, "burst", rims, [Stamp("battle", 0.52, (255, 255, 255))])


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
    image = canvas(width, high)
    draw = ImageDraw.Draw(image)
    low, right = MARGIN * FINER, (MARGIN + width) * FINER
    for inset, bend, fill in ((0.0, 0.36, DARK), (0.9, 0.34, CREAM), (1.8, 0.3, colour)):
        by = inset * FINER
        box = (low + by, low + by, right - by, low + high * FINER - by)
        draw.rounded_rectangle(box, high * FINER * bend, fill=fill)
    x, middle = low + pad, low + high * FINER / 2
    for (kind, _), text in zip(cargo, counts, strict=True):
        stamp(image, unit_look(kind).icon, drawing, ink, x + drawing / 2, middle)
        x += drawing
        draw.text((x, middle), text, font=font, fill=ink, anchor="lm")
        x += font.getlength(text) + gap
    return finished(image)


@lru_cache(64)
def pip(owner: int, size: int) -> Sprite:
    """A dot in a player's colour: one who has looked at a marker."""
    thin = min(1.0, size * 0.2) / size
    rims = Rim(0, DARK), Rim(thin * 0.5, CREAM), Rim(thin * 1.3, colour_of(owner))
    return piece(size, "round", rims)


@lru_cache(64)
def plain_icon(key: str, size: int, colour: Colour) -> Sprite:
    """A drawing in one colour, nothing around it."""
    image = Image.new("RGBA", (size, size), (*colour, 0))
    image.putalpha(icon(key, size))
    return image


@lru_cache(128)
def printed(kind: str, size: int) -> Sprite:
    """A resource or another icon that is printed on a tile, on a cream square."""
    look = thing(kind)
    rims = Rim(0, mixed(look.colour, DARK, 0.35), 0.26), Rim(0.045, CREAM, 0.23)
    return piece(size, "square", rims, [Stamp(look.icon, 0.74, look.colour)])


@lru_cache(64)
def hut(kind: str, content: str | None, size: int) -> Sprite:
    """A hut or village: a dark coin, with what it holds where that is known."""
    look, spot = thing(kind), None
    if content is not None:
        inner = thing(content)
        spot = Spot(0.76, 0.23, GOLD, CREAM, Stamp(inner.icon, 0.31, inner.colour))
    rims = Rim(0, COAL), Rim(0.03, GOLD), Rim(0.09, NIGHT)
    return piece(size, "round", rims, [Stamp(look.icon, 0.6, look.colour, y=0.49)], spot)


@lru_cache(256)
def building(kind: str, role: str, owner: int, size: int, idle: bool) -> Sprite:
    """A building, wonder or great person, rimmed in its owner's colour; grey when it is idle.

    Buildings are square, wonders golden, great people round.
    """
    colour = colour_of(owner)
    ground: Colour = PALE_GOLD if role == "wonder" else CREAM
    ink = mixed(colour, (16, 12, 10), 0.5)
    if idle:
        ground, ink = mixed(GREY, CREAM, 0.45), mixed(GREY, DARK, 0.4)
    rims = Rim(0, DARK, 0.2), Rim(0.035, colour, 0.165), Rim(0.13, ground, 0.07)
    key = {"wonder": "wonder", "great_person": f"great_{kind}"}.get(role, kind)
    mark = Emblem(owner, 0.15, 0.15) if owner >= 0 else None
    form: Form = "round" if role == "great_person" else "square"
    return piece(size, form, rims, [Stamp(thing(key).icon, 0.6, ink)], mark=mark)


@lru_cache(32)
def walls(owner: int, size: int) -> Sprite:
    """The mark of a walled city."""
    colour = colour_of(owner)
    rims = Rim(0, DARK), Rim(0.06, colour)
    return piece(size, "round", rims, [Stamp("walls", 0.62, ink_on(colour))])


@lru_cache(8)
def face_down(side: int) -> Image.Image:
    """A tile that nobody has explored. It is shared: never draw on it."""
    image = Image.new("RGB", (side, side), (28, 38, 52))
    draw = ImageDraw.Draw(image)
    faint = mixed((28, 38, 52), (196, 164, 96), 0.35)
    for inset, colour, wide in ((0.035, (170, 142, 84), 0.007), (0.056, faint, 0.004)):
        by = round(side * inset)
        box = (by, by, side - 1 - by, side - 1 - by)
        draw.rectangle(box, outline=colour, width=max(1, round(side * wide)))
    half = side // 2
    image.paste((168, 140, 82), (half // 2, half // 2), icon("marker", half))
    return image
