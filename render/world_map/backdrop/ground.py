"""Land and water of a window: the textures in the theme's colours, cut along the coast."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw, ImageFilter

from render.asset_files import ASSETS
from render.style.colour import Colour
from render.style.theme import Theme
from render.world_map.atlas import Kind, atlas
from render.world_map.window import Window

STRIP, EDGE = 512, 8
"""Textures are kept in strips so wide, with so much of what lies beside them: a crop reads only
those it shows."""
FINER = 2
"""Edges are drawn twice as large and brought down."""
SEA_STEP, LIGHT_STEP, HUE_STEP = 4, 3, 5
"""Shades are rounded a little, which nobody sees: pictures are a third smaller and sent sooner."""


def land_mask(window: Window) -> Image.Image:
    """How much of each pixel is land, without the lakes nobody sails on."""
    return _cover(window, ("land", "scenery"), ("lake",))


def ground(window: Window, theme: Theme, land: Image.Image) -> Image.Image:
    """The bare map: no border, no name."""
    base = _water(window, theme)
    base.paste(_earth(window, theme), (0, 0), land)
    # Lighter than any sea zone: nobody sails here.
    base.paste(theme.sea.lake, (0, 0), _cover(window, ("lake",)))
    return base


def _water(window: Window, theme: Theme) -> Image.Image:
    """The sea, with the ice on it."""
    tone = _cut("tone", window).point(_steps(SEA_STEP))
    sea = _gradient(tone, theme.sea.tones)
    _meridians(sea, window, theme.sea.meridian)
    ice = _cover(window, ("ice",))
    if ice.getbbox():
        soft = ice.filter(ImageFilter.GaussianBlur(1.6 * window.zoom))
        sea.paste(_gradient(tone, theme.sea.ice), (0, 0), soft)
    return sea


def _earth(window: Window, theme: Theme) -> Image.Image:
    """The painted relief with its rivers, drawn towards the theme's paper."""
    earth = _cut("land", window)
    if theme.land.share:
        paper = Image.new("RGB", earth.size, theme.land.paper)
        earth = Image.blend(earth, paper, theme.land.share)
        del paper
    shades = _steps(LIGHT_STEP) + _steps(HUE_STEP) * 2
    earth = earth.convert("YCbCr").point(shades).convert("RGB")
    earth.paste(theme.sea.river, (0, 0), _fresh_water(window))
    return earth


def _steps(step: int) -> list[int]:
    """A table that rounds to multiples of `step`."""
    return [min(255, round(value / step) * step) for value in range(256)]


def texture_file(name: str, number: int) -> str:
    """The file of a strip of a texture."""
    return f"{name}_{number}.webp"


def _strip(name: str, number: int) -> Image.Image:
    with Image.open(ASSETS / texture_file(name, number)) as image:
        return image.convert("L" if name == "tone" else "RGB")


def _cut(name: str, window: Window) -> Image.Image:
    """The window's part of a texture, which has one pixel to a board unit and goes round.

    Each strip is brought to its size in the picture by itself: the whole is never in memory.
    """
    wide, scale = atlas().w, window.scale
    cut = Image.new("L" if name == "tone" else "RGB", (window.width, window.height))
    top, bottom = window.top, min(atlas().h, window.top + window.height / scale)
    for number, left in enumerate(range(0, wide, STRIP)):
        for turn in (-wide, 0, wide):
            first = max(0, math.floor((left + turn - window.left) * scale))
            last = min(window.width, math.ceil((left + turn + STRIP - window.left) * scale))
            if first >= last:
                continue
            pixels = _strip(name, number)
            at = window.left + first / scale - turn - left + EDGE
            box = (at, top, at + (last - first) / scale, bottom)
            size = last - first, window.height
            cut.paste(pixels.resize(size, Image.Resampling.BICUBIC, box=box), (first, 0))
    return cut


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
