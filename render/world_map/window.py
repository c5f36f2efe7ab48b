"""The part of the board that a picture shows, and how large."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from render.world_map.atlas import STRIP, Flat, atlas

Point = tuple[float, float]
Box = tuple[float, float, float, float]

REACH = 14
"""How far the glow along a region's frontiers reaches, in pixels at zoom 1."""
WORLD_WIDTH = 2048
"""The width at which letters and pieces of the world map have their natural size."""


class Window(NamedTuple):
    """Board units to pixels: `scale` pixels a unit, from the corner `left`, `top`.

    `zoom` is the size of letters, lines and pieces against that of the world map. `whole` is set
    for the world map, which shows the strips beyond its edges. `only` are the places that are shown
    with names and pieces (none given: all of them); what else is in view lies under a veil.
    """

    left: float
    top: float
    width: int
    height: int
    scale: float
    zoom: float
    whole: bool = False
    only: tuple[str, ...] = ()

    @property
    def turns(self) -> tuple[int, ...]:
        """How far the board is shifted for each time it shows, since it goes round."""
        wide = atlas().w
        right = self.left + self.width / self.scale
        return tuple(by for by in (-wide, 0, wide) if self.left < wide + by and right > by)

    def point(self, x: float, y: float, turn: int = 0) -> Point:
        """The pixel of a place of the board."""
        return (x + turn - self.left) * self.scale, (y - self.top) * self.scale

    def line(self, flat: Flat, finer: int = 1, turn: int = 0) -> list[Point]:
        """A line of the board in pixels, or in fractions of one (`finer` to a pixel)."""
        scale = self.scale * finer
        dx, dy = (turn - self.left) * scale, -self.top * scale
        return [(flat[i] * scale + dx, flat[i + 1] * scale + dy) for i in range(0, len(flat), 2)]

    def shows(self, bounds: tuple[int, int, int, int], turn: int) -> bool:
        """Whether any of a box of the board lies inside."""
        x0, y0 = self.point(bounds[0], bounds[1], turn)
        x1, y1 = self.point(bounds[2], bounds[3], turn)
        return x1 > 0 and y1 > 0 and x0 < self.width and y0 < self.height


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes have a pixel in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def world_window(width: int = WORLD_WIDTH) -> Window:
    """The whole board with its strips."""
    board = atlas()
    scale = width / (board.w + 2 * STRIP)
    height = round(board.h * scale)
    return Window(-STRIP, 0, width, height, scale, width / WORLD_WIDTH, whole=True)


@lru_cache(512)
def region_boxes(window: Window, number: int) -> tuple[tuple[int, int, int, int], ...]:
    """The boxes that a region's tint and frontiers reach, one for each time it shows."""
    bounds, pad = atlas().regions[number].bounds(), REACH * window.zoom + 2
    found = []
    for turn in window.turns:
        x0, y0 = window.point(bounds[0], bounds[1], turn)
        x1, y1 = window.point(bounds[2], bounds[3], turn)
        box = (
            max(0, int(x0 - pad)),
            max(0, int(y0 - pad)),
            min(window.width, int(x1 + pad) + 1),
            min(window.height, int(y1 + pad) + 1),
        )
        if box[0] < box[2] and box[1] < box[3]:
            found.append(box)
    return tuple(found)
