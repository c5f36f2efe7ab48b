"""Names of places on the map, with what makes them readable on any ground."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFilter

from render.atlas import atlas, numbers
from render.fonts import face, spaced
from render.labels import MARKER, SEA_GAP, Layout, Spot
from render.lines import lay
from render.theme import Theme
from render.window import Window

FINER = 2
HALO = 2.3


def draw_names(over: Image.Image, window: Window, theme: Theme, layout: Layout, ice: str) -> None:
    """All names of a layout; `ice` is what the polar ice is called on the world map."""
    size = window.width * FINER, window.height * FINER
    sea, halo, ink, leaders = (Image.new("L", size) for _ in range(4))
    halo_pen, ink_pen = ImageDraw.Draw(halo), ImageDraw.Draw(ink)
    for key, spot in layout.items():
        if atlas().regions[numbers()[key]].kind == "land":
            _land_name(halo_pen, ink_pen, spot, window.zoom)
            if spot.leader:
                _leader(ImageDraw.Draw(leaders), spot, window.zoom)
        else:
            _sea_name(ImageDraw.Draw(sea), spot, window.zoom)
    if window.whole:
        _ice_names(over, window, theme, ice)
    colours, zoom = theme.labels, window.zoom
    letters = sea.reduce(FINER)
    glow = letters.filter(ImageFilter.GaussianBlur(2.2 * zoom))
    lay(over, glow.point([min(255, 2 * value) for value in range(256)]), colours.sea_halo, 0.8)
    lay(over, letters, colours.sea, 0.94)
    lay(over, leaders.reduce(FINER), colours.halo)
    soft = halo.reduce(FINER).filter(ImageFilter.GaussianBlur(0.8 * zoom))
    lay(over, soft, colours.halo, 0.88)
    lay(over, ink.reduce(FINER), colours.land)


def marker_point(spot: Spot, zoom: float) -> tuple[float, float]:
    """The middle of the marker that stands left of a land region's name."""
    return spot.x - spot.width / 2 + (MARKER / 2 + 1) * zoom, spot.y + spot.height / 2


def _land_name(
    halo: ImageDraw.ImageDraw, ink: ImageDraw.ImageDraw, spot: Spot, zoom: float
) -> None:
    font = face("label", round(spot.size * zoom * FINER))
    for i, line in enumerate(spot.lines):
        x = (spot.x + (MARKER / 2 + 0.5) * zoom) * FINER
        y = (spot.y + (0.51 + 0.84 * i) * spot.size * zoom) * FINER
        halo.text(
            (x, y), line, font=font, fill=255, anchor="mm", stroke_width=round(HALO * zoom * FINER)
        )
        ink.text((x, y), line, font=font, fill=255, anchor="mm")


def _sea_name(pen: ImageDraw.ImageDraw, spot: Spot, zoom: float) -> None:
    size = round(spot.size * zoom * FINER)
    for i, line in enumerate(spot.lines):
        y = (spot.y + (0.55 + 0.95 * i) * spot.size * zoom) * FINER
        spaced(pen, (spot.x * FINER, y), line, size, 255, SEA_GAP * zoom * FINER)


def _leader(pen: ImageDraw.ImageDraw, spot: Spot, zoom: float) -> None:
    assert spot.leader is not None
    x, y = spot.leader[0] * FINER, spot.leader[1] * FINER
    start = spot.x * FINER, (spot.y + spot.height) * FINER
    pen.line((*start, x, y), fill=220, width=round(1.4 * zoom * FINER))
    r = 2.4 * zoom * FINER
    pen.ellipse((x - r, y - r, x + r, y + r), fill=255)


def _ice_names(over: Image.Image, window: Window, theme: Theme, ice: str) -> None:
    mask = Image.new("L", (window.width * FINER, window.height * FINER))
    for share in (0.046, 0.925):
        at = window.width * share * FINER, window.height * 0.016 * FINER
        size = round(18 * window.zoom * FINER)
        spaced(ImageDraw.Draw(mask), at, ice, size, 255, 2.5 * window.zoom * FINER)
    lay(over, mask.reduce(FINER), theme.labels.rose_dark)
