"""Land and water of a window: the textures in the theme's colours, cut along the coast."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw, ImageFilter

from render.atlas import ASSETS, Kind, atlas
from render.theme import Colour, Theme
from render.window import Window

STRIP = 512
"""Textures are kept in strips so wide: a crop reads only those it shows."""
FINER = 2
"""Edges are drawn twice as large and brought down."""
SEA_STEP, LIGHT_STEP, HUE_STEP = 4, 3, 5
"""Shades are rounded a little, which nobody sees: pictures are a third smaller and sent sooner."""


def land_mask(window: Window) -> Image.Image:
    """How much of each pixel is land, without the lakes nobody sails on."""
    return _cover(window, ("land", "scenery"), ("lake",))


def ground(window: Window, theme: Theme, land: Image.Image) -> Image.Image:
    """The bare map: no border, no name."""
    size = window.width, window.height
    tone = _cut("tone", window).point(_steps(SEA_STEP))
    sea = _gradient(tone, theme.sea.tones)
    _meridians(sea, window, theme.sea.meridian)
    ice = _cover(window, ("ice",))
    if ice.getbbox():
        soft = ice.filter(ImageFilter.GaussianBlur(1.6 * window.zoom))
        sea.paste(_gradient(tone, theme.sea.ice), (0, 0), soft)
    earth = _cut("land", window)
    if theme.land.share:
        earth = Image.blend(earth, Image.new("RGB", size, theme.land.paper), theme.land.share)
    shades = _steps(LIGHT_STEP) + _steps(HUE_STEP) * 2
    earth = earth.convert("YCbCr").point(shades).convert("RGB")
    earth.paste(theme.sea.river, (0, 0), _fresh_water(window))
    base = Image.composite(earth, sea, land)
    # Lighter than any sea zone: nobody sails here.
    base.paste(theme.sea.lake, (0, 0), _cover(window, ("lake",)))
    return base


def _steps(step: int) -> list[int]:
    """A table that rounds to multiples of `step`."""
    return [min(255, round(value / step) * step) for value in range(256)]


def texture_file(name: str, number: int) -> str:
    """The file of a strip of a texture."""
    return f"{name}_{number}.webp"


def _cut(name: str, window: Window) -> Image.Image:
    """The window's part of a texture, which has one pixel to a board unit and goes round."""
    wide = atlas().w
    right = window.left + window.width / window.scale
    bottom = window.top + window.height / window.scale
    x0, y0 = math.floor(window.left) - 3, math.floor(window.top) - 3
    x1, y1 = math.ceil(right) + 3, math.ceil(bottom) + 3
    part = Image.new("L" if name == "tone" else "RGB", (x1 - x0, y1 - y0))
    for number, left in enumerate(range(0, wide, STRIP)):
        places = [left + turn for turn in (-wide, 0, wide)]
        seen = [at for at in places if x0 < at + STRIP and x1 > at]
        if seen:
            with Image.open(ASSETS / texture_file(name, number)) as strip:
                pixels = strip.convert(part.mode)
            for at in seen:
                part.paste(pixels, (at - x0, -y0))
    box = (window.left - x0, window.top - y0, right - x0, bottom - y0)
    return part.resize((window.width, window.height), Image.Resampling.BICUBIC, box=box)


def _cover(window: Window, kinds: tuple[Kind, ...], holes: tuple[Kind, ...] = ()) -> Image.Image:
    """How much of each pixel belongs to regions of some kinds."""
    image = Image.new("L", (window.width * FINER, window.height * FINER))
    draw = ImageDraw.Draw(image)
    for wanted, fill in ((kinds, 255), (holes, 0)):
        for region in atlas().regions:
            if region.kind in wanted:
                for turn in window.turns:
                    for polygon in region.rings:
                        draw.polygon(window.line(polygon[0], FINER, turn), fill=fill)
    return image.reduce(FINER)


def _fresh_water(window: Window) -> Image.Image:
    """Rivers and small lakes."""
    image = Image.new("L", (window.width * FINER, window.height * FINER))
    draw = ImageDraw.Draw(image)
    width = max(1, round(1.1 * FINER * window.zoom))
    for turn in window.turns:
        for line in atlas().rivers:
            draw.line(window.line(line, FINER, turn), fill=150, width=width, joint="curve")
        for line in atlas().lakes:
            draw.polygon(window.line(line, FINER, turn), fill=255)
    return image.reduce(FINER)


def _meridians(sea: Image.Image, window: Window, colour: Colour) -> None:
    """A faint line every thirty degrees."""
    mask = Image.new("L", sea.size)
    draw = ImageDraw.Draw(mask)
    for turn in window.turns:
        for degrees, x in atlas().projection.lon_to_x:
            if degrees % 30 == 11:
                at = window.point(x, 0, turn)[0]
                draw.line((at, 0, at, window.height), fill=26)
    sea.paste(colour, (0, 0), mask)


def _gradient(tone: Image.Image, stops: tuple[Colour, ...]) -> Image.Image:
    """A grey image in colours: black takes the first, white the last."""
    bands = []
    for channel in range(3):
        table = []
        for value in range(256):
            at = value / 255 * (len(stops) - 1)
            low = min(int(at), len(stops) - 2)
            share = at - low
            mix = stops[low][channel] * (1 - share) + stops[low + 1][channel] * share
            table.append(round(mix))
        bands.append(tone.point(table))
    return Image.merge("RGB", bands)
