"""Names of places on the map, with what makes them readable on any ground."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.fonts.faces import face
from render.fonts.writing import spaced
from render.style.theme import Theme
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.name_layout import MARKER, SEA_GAP, Layout, Spot
from render.world_map.window import Point, Window

FINER = 2
HALO = 2.3
PAD = 8
"""Room around a name for its glow, in pixels at zoom 1."""

Lettered = tuple[int, int, Image.Image]
"""A picture and the corner where it belongs."""


def draw_names(over: Image.Image, window: Window, theme: Theme, layout: Layout, ice: str) -> None:
    """All names of a layout; `ice` is what the polar ice is called on the world map."""
    if window.whole and layout:
        for share in (0.046, 0.925):
            at = window.width * share, window.height * 0.016
            _lay(over, _ice_name(ice, at, window.zoom, theme))
    for key, spot in layout.items():
        if spot.leader:
            _lay(over, _leader(spot, window.zoom, theme))
        _lay(over, name_picture(key, spot, window.zoom, theme))


def name_picture(key: str, spot: Spot, zoom: float, theme: Theme) -> Lettered:
    """A place's name as a picture, to be laid on the map or once more on what covers it."""
    land = atlas().regions[numbers()[key]].kind == "land"
    return _land_name(spot, zoom, theme) if land else _sea_name(spot, zoom, theme)


def marker_point(spot: Spot, zoom: float) -> Point:
    """The middle of the marker that stands left of a land region's name."""
    return spot.x - spot.width / 2 + (MARKER / 2 + 1) * zoom, spot.y + spot.height / 2


def _lay(over: Image.Image, lettered: Lettered) -> None:
    left, top, picture = lettered
    # A name near the edge has a glow that reaches over it.
    cut_x, cut_y = max(0, -left), max(0, -top)
    over.alpha_composite(picture, (left + cut_x, top + cut_y), (cut_x, cut_y))


def _canvas(spot: Spot, zoom: float) -> tuple[int, int, tuple[int, int]]:
    pad = PAD * zoom
    left, top = math.floor(spot.x - spot.width / 2 - pad), math.floor(spot.y - pad)
    wide = math.ceil(spot.width + 2 * pad) + 1
    high = math.ceil(spot.height + 2 * pad) + 1
    return left, top, (wide * FINER, high * FINER)


def _stacked(*layers: tuple[Image.Image, tuple[int, int, int], float]) -> Image.Image:
    """Masks in their colours and strengths, one over the other."""
    picture = Image.new("RGBA", layers[0][0].size, (*layers[0][1], 0))
    for mask, colour, strength in layers:
        layer = Image.new("RGBA", mask.size, (*colour, 0))
        layer.putalpha(mask.point([min(255, round(v * strength)) for v in range(256)]))
        picture.alpha_composite(layer)
    return picture


@lru_cache(96)
def _land_name(spot: Spot, zoom: float, theme: Theme) -> Lettered:
    left, top, size = _canvas(spot, zoom)
    halo, ink = Image.new("L", size), Image.new("L", size)
    font = face("label", round(spot.size * zoom * FINER))
    stroke = round(HALO * zoom * FINER)
    for i, line in enumerate(spot.lines):
        x = (spot.x + (MARKER / 2 + 0.5) * zoom - left) * FINER
        y = (spot.y + (0.51 + 0.84 * i) * spot.size * zoom - top) * FINER
        ImageDraw.Draw(halo).text((x, y), line, 255, font, "mm", stroke_width=stroke)
        ImageDraw.Draw(ink).text((x, y), line, 255, font, "mm")
    soft = halo.reduce(FINER).filter(ImageFilter.GaussianBlur(0.8 * zoom))
    colours = theme.labels
    return left, top, _stacked((soft, colours.halo, 0.88), (ink.reduce(FINER), colours.land, 1))


@lru_cache(48)
def _sea_name(spot: Spot, zoom: float, theme: Theme) -> Lettered:
    left, top, size = _canvas(spot, zoom)
    letters = Image.new("L", size)
    for i, line in enumerate(spot.lines):
        y = (spot.y + (0.55 + 0.95 * i) * spot.size * zoom - top) * FINER
        at = (spot.x - left) * FINER, y
        letter = round(spot.size * zoom * FINER)
        spaced(ImageDraw.Draw(letters), at, line, letter, 255, SEA_GAP * zoom * FINER)
    letters = letters.reduce(FINER)
    glow = letters.filter(ImageFilter.GaussianBlur(2.2 * zoom))
    colours = theme.labels
    return left, top, _stacked((glow, colours.sea_halo, 1.6), (letters, colours.sea, 0.94))


def _leader(spot: Spot, zoom: float, theme: Theme) -> Lettered:
    """A line from a name to the land it stands clear of."""
    assert spot.leader is not None
    (x0, y0), (x1, y1) = (spot.x, spot.y + spot.height), spot.leader
    pad = 4 * zoom
    left, top = math.floor(min(x0, x1) - pad), math.floor(min(y0, y1) - pad)
    size = math.ceil(abs(x1 - x0) + 2 * pad) + 1, math.ceil(abs(y1 - y0) + 2 * pad) + 1
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER))
    pen = ImageDraw.Draw(mask)
    ends = [((x - left) * FINER, (y - top) * FINER) for x, y in ((x0, y0), (x1, y1))]
    pen.line(ends, fill=220, width=round(1.4 * zoom * FINER))
    (x, y), r = ends[1], 2.4 * zoom * FINER
    pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return left, top, _stacked((mask.reduce(FINER), theme.labels.halo, 1))


def _ice_name(ice: str, at: Point, zoom: float, theme: Theme) -> Lettered:
    wide, high = round(180 * zoom), round(28 * zoom)
    mask = Image.new("L", (wide * FINER, high * FINER))
    middle = wide * FINER / 2, high * FINER / 2
    size = round(18 * zoom * FINER)
    spaced(ImageDraw.Draw(mask), middle, ice, size, 255, 2.5 * zoom * FINER)
    left, top = round(at[0] - wide / 2), round(at[1] - high / 2)
    return left, top, _stacked((mask.reduce(FINER), theme.labels.rose_dark, 1))
