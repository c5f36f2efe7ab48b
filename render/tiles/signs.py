"""What lies and stands on tiles, as small pictures on a transparent ground, each drawn once."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.sprites.icons import icon
from render.sprites.sprites import (
    FINER,
    GOLD,
    NIGHT,
    PALE_GOLD,
    Sprite,
    emblem,
    shape_of,
)
from render.sprites.things import thing
from render.style.colour import CREAM, DARK, Colour, ink_on, mixed
from render.style.players import colour_of

GREY = (138, 134, 128)


@lru_cache(128)
def printed(kind: str, size: int) -> Sprite:
    """A resource or another printed icon, on a cream square."""
    look = thing(kind)
    image, draw, full = _canvas(size)
    edge = mixed(look.colour, DARK, 0.35)
    draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.26, fill=edge)
    rim = full * 0.045
    draw.rounded_rectangle((rim, rim, full - 1 - rim, full - 1 - rim), full * 0.23, fill=CREAM)
    _stamp(image, look.icon, full * 0.74, look.colour, full / 2, full / 2)
    return _shaded(image, size)


@lru_cache(64)
def token(kind: str, content: str | None, size: int) -> Sprite:
    """A hut or village: a dark coin, with what it holds where that is known."""
    look = thing(kind)
    image, draw, full = _canvas(size)
    for inset, fill in ((0.0, (16, 20, 28)), (0.03, GOLD), (0.09, NIGHT)):
        by = full * inset
        draw.ellipse((by, by, full - 1 - by, full - 1 - by), fill=fill)
    _stamp(image, look.icon, full * 0.6, look.colour, full / 2, full * 0.49)
    if content is not None:
        inner = thing(content)
        x, r = full * 0.76, full * 0.23
        draw.ellipse((x - r, x - r, x + r, x + r), fill=GOLD)
        r *= 0.9
        draw.ellipse((x - r, x - r, x + r, x + r), fill=CREAM)
        _stamp(image, inner.icon, r * 1.5, inner.colour, x, x)
    return _shaded(image, size)


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
    image, draw, full = _canvas(size)
    round_corners = {"great_person": 0.5}.get(role, 0.2)
    rims = ((0.0, DARK), (0.035, colour), (0.13, ground))
    for inset, fill in rims:
        by = full * inset
        box = (by, by, full - 1 - by, full - 1 - by)
        draw.rounded_rectangle(box, full * max(0.06, round_corners - inset), fill=fill)
    key = {"wonder": "wonder", "great_person": f"great_{kind}"}.get(role, kind)
    _stamp(image, thing(key).icon, full * 0.6, ink, full / 2, full / 2)
    _owner(draw, owner, full * 0.15, full * 0.15, full * 0.15)
    return _shaded(image, size)


@lru_cache(32)
def walls(owner: int, size: int) -> Sprite:
    """The mark of a walled city."""
    colour = colour_of(owner)
    image, draw, full = _canvas(size)
    draw.ellipse((0, 0, full - 1, full - 1), fill=DARK)
    by = full * 0.06
    draw.ellipse((by, by, full - 1 - by, full - 1 - by), fill=colour)
    _stamp(image, "walls", full * 0.62, ink_on(colour), full / 2, full / 2)
    return _shaded(image, size)


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


def _canvas(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    full = size * FINER
    image = Image.new("RGBA", (full, full))
    return image, ImageDraw.Draw(image), full


def _stamp(image: Image.Image, key: str, side: float, fill: Colour, x: float, y: float) -> None:
    mask = icon(key, max(1, round(side)))
    image.paste((*fill, 255), (round(x - side / 2), round(y - side / 2)), mask)


def _owner(draw: ImageDraw.ImageDraw, owner: int, x: float, y: float, r: float) -> None:
    if owner < 0:
        return
    draw.ellipse((x - r, y - r, x + r, y + r), fill=DARK)
    r *= 0.86
    draw.ellipse((x - r, y - r, x + r, y + r), fill=CREAM)
    draw.polygon(emblem(shape_of(owner), x, y, r * 0.6), fill=mixed(colour_of(owner), DARK, 0.25))


def _shaded(image: Image.Image, size: int) -> Sprite:
    """The drawing at its true size, with a soft shadow and the room for it."""
    margin = max(2, size // 16)
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    out = Image.new("RGBA", (size + 2 * margin, size + 2 * margin))
    shade = Image.new("L", out.size)
    dark = small.getchannel("A").point([v * 130 // 255 for v in range(256)])
    shade.paste(dark, (margin, margin + 1))
    out.putalpha(shade.filter(ImageFilter.GaussianBlur(margin * 0.5)))
    out.alpha_composite(small, (margin, margin))
    return out
