"""Where the name of each place stands, and below it its pieces.

`render.build` places the names once for the world, and for the continents, which are dense; for any
other window the world's places are taken over, in board units (`assets/layouts.json`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.fonts.faces import face
from render.fonts.writing import spaced_width
from render.world_map.atlas import Region, atlas
from render.world_map.window import Box, Point, Window, meet

ROW, SECOND_ROW, ROW_WIDTH = 33.0, 24.0, 64.0
"""Room below a name for two rows of pieces, in pixels at zoom 1."""
MARKER = 19.0
"""The side of the marker that stands left of a land region's name."""
SEA_GAP = 1.6
STEPS = [(8.0 * x, 8.0 * y) for x in range(-12, 13) for y in range(-12, 13)]
SHIFTS = sorted(STEPS, key=lambda by: abs(by[0]) + abs(by[1]))
"""How far a name may give way, the shortest first, in pixels at zoom 1."""
MARGIN = 3.0
"""What stays free at the edges of a picture."""


class Spot(NamedTuple):
    """A place's name: the middle of its top edge, its lines and letter size, all in pixels."""

    x: float
    y: float
    size: float
    lines: tuple[str, ...]
    width: float
    height: float
    leader: tuple[float, float] | None = None

    @property
    def box(self) -> Box:
        """The name with the marker beside it."""
        half = self.width / 2
        return self.x - half, self.y, self.x + half, self.y + self.height


Layout = dict[str, Spot]


def numbered(window: Window, cell: float = 1.0) -> Image.Image:
    """The picture as region numbers, one pixel to `cell` pixels; 255 beyond the board."""
    size = math.ceil(window.width / cell), math.ceil(window.height / cell)
    image = Image.new("L", size, 255)
    draw = ImageDraw.Draw(image)
    shrunk = window._replace(scale=window.scale / cell)
    order = {"sea": 0, "ice": 1, "land": 2, "scenery": 2, "lake": 3}
    board = atlas()
    listed = sorted(range(len(board.regions)), key=lambda n: order[board.regions[n].kind])
    for turn in window.turns:
        for number in listed:
            region = board.regions[number]
            if window.shows(_bounds(number), turn):
                for polygon in region.rings:
                    draw.polygon(shrunk.line(polygon[0], 1, turn), fill=number)
    return image


def rose_box(window: Window) -> Box:
    """Where the world map's compass rose is; names and pieces keep off it."""
    x, y, r = window.width * 0.078, window.height * 0.875, 62 * window.zoom
    return x - r, y - r * 1.25, x + r, y + r


@lru_cache(256)
def _bounds(number: int) -> tuple[int, int, int, int]:
    return atlas().regions[number].bounds()


def name_size(region: Region, visible: float, zoom: float) -> float:
    """Larger places have larger letters; the size is in pixels at zoom 1."""
    side = math.sqrt(visible) / zoom
    if region.kind == "land":
        return min(20.0, max(15.5, side / 4.6))
    return min(26.0, max(13.5 if side < 95 else 15.5, side / 8.5))


def name_extent(
    region: Region, lines: tuple[str, ...], size: float, zoom: float
) -> tuple[float, float]:
    """Width and height of a name, with room for the marker of a land region."""
    if region.kind == "land":
        font = face("label", round(size * zoom))
        wide = max(font.getlength(line) for line in lines) + (MARKER + 7) * zoom
        return wide, size * zoom * (1.02 + 0.84 * (len(lines) - 1))
    wide = max(spaced_width(line, round(size * zoom), SEA_GAP * zoom) for line in lines)
    return wide + 6 * zoom, size * zoom * (0.98 * len(lines) + 0.1)


def is_seen(region: Region, visible: float, window: Window) -> bool:
    """Whether so many pixels of a region are enough of it to be named."""
    least = 0.3 * region.area * window.scale**2
    if region.kind == "sea":
        least = min(least, 0.012 * window.width * window.height)
    return visible >= max(500 * window.zoom**2, least)


def brought_over(layout: Layout, world: Window, window: Window) -> Layout:
    """The names of the world's layout as they stand in another window: on the same spots of the
    board."""
    cell = 4.0 * window.zoom
    cells = numbered(window, cell)
    pixels = cells.histogram()
    found: Layout = {}
    for number, region in enumerate(atlas().regions):
        wanted = region.id in layout and (not window.only or region.id in window.only)
        visible = pixels[number] * cell * cell
        if wanted and is_seen(region, visible, window):
            spot = _moved(region, layout[region.id], world, window, visible)
            if spot != _inside(spot, window):
                spot = _amid(spot, cells, number, window)
            found[region.id] = spot
    settled: list[Box] = []
    # What the picture's edge has pushed aside gives way to the others.
    for key in sorted(found, key=lambda key: found[key] != _inside(found[key], window)):
        found[key] = _clear(_inside(found[key], window), settled, window)
        settled.append(found[key].box)
    return found


def _inside(spot: Spot, window: Window) -> Spot:
    """The spot, moved so that the name and its pieces are in the picture."""
    half = max(spot.width, ROW_WIDTH * window.zoom) / 2 + MARGIN
    bottom = window.height - 4 - spot.height - ROW * window.zoom * 1.1
    x, y = min(max(spot.x, half), window.width - half), min(max(spot.y, 2), bottom)
    return spot._replace(x=x, y=y)


def _amid(spot: Spot, cells: Image.Image, number: int, window: Window) -> Spot:
    """The spot where most of what is seen of its region lies around the name and its pieces, as its
    own is out of the picture."""
    side, wide = 4.0 * window.zoom, cells.width
    own = cells.point([255 if value == number else 0 for value in range(256)])
    reach = max(spot.width, ROW_WIDTH * window.zoom) / side / 2, 30 * window.zoom / side
    data = own.filter(ImageFilter.BoxBlur(reach)).tobytes()
    y, x = divmod(max(range(len(data)), key=data.__getitem__), wide)
    down = (spot.height + ROW * window.zoom) / 2
    return spot._replace(x=(x + 0.5) * side, y=(y + 0.5) * side - down, leader=None)


def _clear(spot: Spot, taken: Sequence[Box], window: Window) -> Spot:
    """The nearest spot at which the name covers no other; the spot itself where there is none."""
    for dx, dy in SHIFTS:
        x, y = spot.x + dx * window.zoom, spot.y + dy * window.zoom
        tried = _inside(spot._replace(x=x, y=y), window)
        if not any(meet(tried.box, other) for other in taken):
            return tried
    return spot


def _moved(region: Region, spot: Spot, world: Window, window: Window, visible: float) -> Spot:
    zoom, size = window.zoom, name_size(region, visible, window.zoom)
    wide, high = name_extent(region, spot.lines, size, zoom)
    rows = ROW + (SECOND_ROW / 2 if region.kind == "land" else 0)

    def here(x: float, y: float) -> Point:
        at = world.left + x / world.scale, world.top + y / world.scale
        shown = (window.point(*at, turn) for turn in window.turns)
        return min(shown, key=lambda point: abs(point[0] - window.width / 2))

    # The name and the pieces below it have the same middle.
    x, y = here(spot.x, spot.y + (spot.height + rows) / 2)
    leader = spot.leader and here(*spot.leader)
    return Spot(x, y - (high + rows * zoom) / 2, size, spot.lines, wide, high, leader)
