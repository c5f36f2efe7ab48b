"""How blocks of pieces make room for one another.

Names never move. A block stands under its place's name unless it would cover a name or another
block; then it takes another shape, or steps aside as little as it must, rather onto the sea than
abroad.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.core.marks import Battle
from render.scene import Place
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.name_layout import Layout
from render.world_map.pieces.blocks import Block, Shape, block_of, shapes_of
from render.world_map.window import Box, Window, region_boxes

NAME, SEA_NAME, OWN_NAME, BLOCK, EDGE = 2.5, 1.5, 3.0, 2.0, 400.0
"""How bad it is to cover a pixel of a name, of one's own name, of a block, or to leave the map."""
KNOT = 260.0
"""A block that finds no cheaper position near its name looks all over its region."""
FOREIGN, AT_SEA = 90.0, 25.0
"""What each of five points of a block costs that lies on foreign land, or on water."""
KEPT = 8


class _Step(NamedTuple):
    cost: float
    dx: float
    dy: float


class Arranger:
    """Arranges the blocks of one window. Not for several threads at once."""

    def __init__(self, window: Window, layout: Layout, regions: Image.Image, within: Box) -> None:
        self.window, self.layout, self.within = window, layout, within
        self.names = {key: spot.box for key, spot in layout.items()}
        self.land_names = {r.id for r in atlas().regions if r.kind == "land"}
        self.near = _neighbours(layout, window.zoom)
        pixels = regions.load()
        assert pixels is not None
        self.regions = pixels
        self.lands = {n for n, region in enumerate(atlas().regions) if region.kind == "land"}
        self._kept: dict[object, dict[str, Block]] = {}

    def arrange(self, places: tuple[Place, ...], battles: Mapping[str, Battle]) -> dict[str, Block]:
        """A block for every place that has a name in the window and anything in it."""
        key = places, tuple(battles.items())
        if key not in self._kept:
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = self._arranged(places, battles)
        return self._kept[key]

    def _arranged(
        self, places: tuple[Place, ...], battles: Mapping[str, Battle]
    ) -> dict[str, Block]:
        zoom = self.window.zoom
        by_id = {place.id: place for place in places if place.id in self.layout}
        standing: dict[str, Shape] = {}
        for key, place in by_id.items():
            for shape in shapes_of(place, battles.get(key), zoom):
                standing[key] = shape
                break
        taken = {key: self._home(key, shape) for key, shape in standing.items()}
        for _ in range(2):
            knots = [key for key in taken if self._covers(key, taken[key], taken)]
            knots.sort(key=lambda key: (-standing[key].width * standing[key].height, key))
            for key in knots:
                options = list(shapes_of(by_id[key], battles.get(key), zoom))
                standing[key], taken[key] = self._best(key, options, taken)
            if not knots:
                break
        return {
            key: block_of(key, standing[key], box, zoom, self.names[key])
            for key, box in taken.items()
        }

    def _home(self, key: str, shape: Shape) -> Box:
        """Where a block belongs: under the name."""
        spot = self.layout[key]
        top = spot.y + spot.height + 0.5 * self.window.zoom
        half = shape.width / 2
        return spot.x - half, top, spot.x + half, top + shape.height

    def _covers(self, key: str, box: Box, taken: dict[str, Box]) -> bool:
        """Whether a block covers anything or hangs over the edge."""
        x0, y0, x1, y1 = box
        edge = self.within
        if x0 < edge[0] or y0 < edge[1] or x1 > edge[2] or y1 > edge[3]:
            return True
        for other in self.near[key]:
            for there in (self.names[other], taken.get(other)):
                if there is not None and (
                    x0 < there[2] and there[0] < x1 and y0 < there[3] and there[1] < y1
                ):
                    return True
        return False

    def _best(self, key: str, options: list[Shape], taken: dict[str, Box]) -> tuple[Shape, Box]:
        """The shape and position that cost the least."""
        zoom, spot = self.window.zoom, self.layout[key]
        least, best = math.inf, (options[0], taken[key])
        for rank, shape in enumerate(options):
            home = self._home(key, shape)
            reach = max(shape.width, spot.width) + 45 * zoom, 70 * zoom + shape.height
            around = (
                home[0] - reach[0],
                home[1] - reach[1],
                home[2] + reach[0],
                home[3] + reach[1],
            )
            others = self._obstacles(key, around, taken)
            inland = self._over_edge(around) == 0
            extra = 14 * zoom * zoom * rank
            for cost, dx, dy in _steps(spot.width, spot.height, shape.width, shape.height, zoom):
                if cost + extra >= least:
                    break
                box = home[0] + dx, home[1] + dy, home[2] + dx, home[3] + dy
                price = cost + extra + _covered(box, others, least)
                if price < least and not inland:
                    price += self._over_edge(box)
                if price < least:
                    price += self._abroad(key, box)
                if price < least:
                    least, best = price, (shape, box)
        if least > KNOT * zoom * zoom:
            return self._elsewhere(key, options[0], taken, least) or best
        return best

    def _elsewhere(
        self, key: str, shape: Shape, taken: dict[str, Box], least: float
    ) -> tuple[Shape, Box] | None:
        """A place for a block anywhere on its own land or water, if that costs less."""
        zoom, own, best = self.window.zoom, numbers()[key], None
        home = self._home(key, shape)
        x, y = (home[0] + home[2]) / 2, (home[1] + home[3]) / 2
        dx, dy = shape.width / 2, shape.height / 2
        everywhere = (0.0, 0.0, float(self.window.width), float(self.window.height))
        others = self._obstacles(key, everywhere, taken)
        step = max(4, round(9 * zoom))
        for x0, y0, x1, y1 in region_boxes(self.window, own):
            for at_y in range(y0, y1, step):
                for at_x in range(x0, x1, step):
                    if self.regions[at_x, at_y] != own:
                        continue
                    price = 60 * zoom * zoom + math.hypot(at_x - x, at_y - y) * 1.6 * zoom
                    if price >= least:
                        continue
                    box = at_x - dx, at_y - dy, at_x + dx, at_y + dy
                    price += _covered(box, others, least) + self._over_edge(box)
                    if price < least:
                        price += self._abroad(key, box)
                    if price < least:
                        least, best = price, (shape, box)
        return best

    def _obstacles(
        self, key: str, around: Box, taken: dict[str, Box]
    ) -> list[tuple[float, float, float, float, float]]:
        """Names and blocks that a block can meet, each with how bad that is."""
        found = [(*self.names[key], OWN_NAME)]
        for other in self.near[key]:
            found.append((*self.names[other], NAME if other in self.land_names else SEA_NAME))
            if other in taken:
                found.append((*taken[other], BLOCK))
        x0, y0, x1, y1 = around
        return [o for o in found if o[0] < x1 and x0 < o[2] and o[1] < y1 and y0 < o[3]]

    def _over_edge(self, box: Box) -> float:
        edge = self.within
        over = max(0.0, edge[0] - box[0]) + max(0.0, edge[1] - box[1])
        return EDGE * (over + max(0.0, box[2] - edge[2]) + max(0.0, box[3] - edge[3]))

    def _abroad(self, key: str, box: Box) -> float:
        """What it costs to stand on foreign land, and a little on the water."""
        own = numbers()[key]
        x0, y0, x1, y1 = box
        dx, dy = (x1 - x0) / 4, (y1 - y0) / 4
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        cost = 0.0
        corners = (x - dx, y - dy), (x + dx, y - dy), (x - dx, y + dy), (x + dx, y + dy)
        for at_x, at_y in ((x, y), *corners):
            if 0 <= at_x < self.window.width and 0 <= at_y < self.window.height:
                number = self.regions[int(at_x), int(at_y)]
                if number != own:
                    cost += FOREIGN if number in self.lands else AT_SEA
        return cost * self.window.zoom**2


def _neighbours(layout: Layout, zoom: float) -> dict[str, list[str]]:
    """Which places are near enough for their blocks to meet."""
    near: dict[str, list[str]] = {key: [] for key in layout}
    listed = sorted(layout.items(), key=lambda pair: pair[1].x)
    for i, (key, spot) in enumerate(listed):
        for other, there in listed[i + 1 :]:
            if there.x - spot.x > 260 * zoom:
                break
            if abs(there.y - spot.y) < 200 * zoom:
                near[key].append(other)
                near[other].append(key)
    return near


def _covered(
    box: Box, others: list[tuple[float, float, float, float, float]], most: float
) -> float:
    """The price of what a box covers; it is not worked out beyond `most`."""
    x0, y0, x1, y1 = box
    price = 0.0
    for left, top, right, bottom, weight in others:
        if left < x1 and x0 < right and top < y1 and y0 < bottom:
            wide = (right if right < x1 else x1) - (left if left > x0 else x0)
            high = (bottom if bottom < y1 else y1) - (top if top > y0 else y0)
            price += wide * high * weight
            if price > most:
                break
    return price


@lru_cache(4096)
def _steps(
    name_wide: float, name_high: float, wide: float, high: float, zoom: float
) -> tuple[_Step, ...]:
    """Shifts to try, the shortest first: sideways under the name, lower, beside it, above it."""
    step, above = 9 * zoom, -(name_high + high + 2 * zoom)
    beside = (name_wide + wide) / 2 + 2 * zoom
    level = -(name_high + high) / 2
    found = [(i * step, j * step) for j in range(5) for i in range(-5, 6)]
    found += [(i * step, above) for i in range(-3, 4)]
    for side in (-beside, beside):
        found += [(side, level + j * step) for j in range(-2, 3)]
    return tuple(sorted(_Step((abs(dx) + abs(dy) * 1.2) * 3 * zoom, dx, dy) for dx, dy in found))
