"""How the pieces of a place stand below its name, and how blocks make room for one another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from PIL import Image

from render.atlas import atlas, numbers
from render.labels import Layout, Spot
from render.scene import Battle, Cargo, Place, Settlement, Stack
from render.window import Box, Window

TOKEN, PLAQUE, BADGE, HOLD, GAP = 29.0, 30.0, 16.0, 15.0, 1.5
"""Sizes in pixels at zoom 1, when a place is not crowded."""
SHRINK = (1.0, 1.0, 1.0, 0.92, 0.88, 0.82, 0.82, 0.76, 0.76, 0.76, 0.7, 0.7, 0.7)
"""By how many things stand in a place; beyond the list they are of the last size."""
CROWD = 6
"""More things than this get a panel behind them."""


class Item(NamedTuple):
    """A thing in a block: its size, and what it is (exactly one is set)."""

    width: float
    height: float
    settlement: Settlement | None = None
    stack: Stack | None = None
    battle: Battle | None = None


class Set(NamedTuple):
    """An item with the middle of where it stands."""

    item: Item
    x: float
    y: float


class Block(NamedTuple):
    """The things of a place as they stand: the box around them and their scale."""

    place: str
    box: Box
    scale: float
    items: tuple[Set, ...]
    panel: bool
    tied: bool
    """Whether a line must lead to the place's name, because the block stands away from it."""

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the block."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


class Shape(NamedTuple):
    """One way to stand: rows of items, and how large that is."""

    rows: tuple[tuple[Item, ...], ...]
    width: float
    height: float


def items_of(place: Place, battle: Battle | None, zoom: float) -> tuple[tuple[Item, ...], float]:
    """The things of a place in order, and the scale they are drawn at."""
    count = (place.settlement is not None) + len(place.stacks) + (battle is not None)
    scale = zoom * SHRINK[min(count, len(SHRINK) - 1)]
    found = []
    if battle is not None:
        found.append(Item(TOKEN * scale, TOKEN * scale, battle=battle))
    if place.settlement is not None:
        found.append(Item(PLAQUE * scale, PLAQUE * 1.14 * scale, settlement=place.settlement))
    for stack in place.stacks:
        wide = TOKEN * scale + (hold_width(stack.cargo, scale) if stack.cargo else 0)
        found.append(Item(wide, TOKEN * scale, stack=stack))
    return tuple(found), scale


def hold_width(cargo: Cargo, scale: float) -> float:
    """How far a fleet's strip of cargo reaches beyond its token."""
    letters = sum(len(str(count)) for _, count in cargo if count > 1)
    return HOLD * scale * (0.45 + 0.98 * len(cargo) + 0.4 * letters)


def shapes(items: tuple[Item, ...], zoom: float) -> list[Shape]:
    """The ways in which a few things can stand, the best first."""
    count = len(items)
    if count <= 3:
        columns = [count, 2, 1] if count == 3 else [count, 1]
    else:
        best = max(2, round(math.sqrt(count * 1.6)))
        columns = [best, best + 1, best - 1, best + 2]
        if count <= 5:
            columns.append(count)
    found = []
    for wide in dict.fromkeys(c for c in columns if 1 <= c <= count):
        # Rows of equal length look better than a full row and a rest.
        rows = math.ceil(count / wide)
        even = math.ceil(count / rows)
        found.append(_shape(tuple(items[i : i + even] for i in range(0, count, even)), zoom))
    return found


def _shape(rows: tuple[tuple[Item, ...], ...], zoom: float) -> Shape:
    gap = GAP * zoom
    wide = max(sum(item.width + gap for item in row) - gap for row in rows)
    high = sum(max(item.height for item in row) for row in rows)
    return Shape(rows, wide, high + gap * (len(rows) - 1))


def arrange(
    window: Window,
    layout: Layout,
    places: tuple[Place, ...],
    battles: Mapping[str, Battle],
    regions: Image.Image,
    within: Box,
) -> dict[str, Block]:
    """A block for every place that has a name on the map and anything in it.

    `regions` is the map as region numbers, so that a block that has to move stays off foreign land.
    """
    zoom = window.zoom
    table = _Table(layout, _neighbours(layout, zoom), regions, within, zoom)
    waiting: dict[str, tuple[list[Shape], float]] = {}
    for place in places:
        if place.id in layout:
            items, scale = items_of(place, battles.get(place.id), zoom)
            if items:
                waiting[place.id] = shapes(items, zoom), scale
    taken = {key: _home(layout[key], options[0], zoom) for key, (options, _) in waiting.items()}
    standing = {key: options[0] for key, (options, _) in waiting.items()}
    for _ in range(2):
        knots = [key for key in taken if table.trouble(key, taken[key], taken) > 0]
        for key in sorted(knots, key=lambda key: (-_area(taken[key]), key)):
            standing[key], taken[key] = table.best(key, waiting[key][0], taken)
        if not knots:
            break
    return {
        key: _block(key, standing[key], taken[key], waiting[key][1], zoom, layout[key])
        for key in taken
    }


def _home(spot: Spot, shape: Shape, zoom: float) -> Box:
    """Where a block belongs: under the name."""
    top = spot.y + spot.height + 0.5 * zoom
    return spot.x - shape.width / 2, top, spot.x + shape.width / 2, top + shape.height


def _neighbours(layout: Layout, zoom: float) -> dict[str, list[str]]:
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


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _common(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    if wide <= 0:
        return 0.0
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if high > 0 else 0.0


class _Table(NamedTuple):
    """What blocks look at when they make room for one another."""

    layout: Layout
    rivals: dict[str, list[str]]
    regions: Image.Image
    within: Box
    zoom: float

    def trouble(self, key: str, box: Box, taken: dict[str, Box]) -> float:
        """How much a block covers of names and other blocks, or hangs over the edge."""
        found = _common(box, self.layout[key].box) * 3
        for other in self.rivals[key]:
            found += _common(box, self.layout[other].box) * 2.5
            if other in taken:
                found += _common(box, taken[other]) * 2
        edge = self.within
        over = (
            max(0.0, edge[0] - box[0])
            + max(0.0, edge[1] - box[1])
            + max(0.0, box[2] - edge[2])
            + max(0.0, box[3] - edge[3])
        )
        return found + over * 400

    def best(
        self, key: str, options: list[Shape], taken: dict[str, Box]
    ) -> tuple[Shape, Box]:
        """The shape and position that cover the least, near home and not on foreign land."""
        spot, zoom = self.layout[key], self.zoom
        least, best = math.inf, (options[0], taken[key])
        for rank, shape in enumerate(options):
            home = _home(spot, shape, zoom)
            for dx, dy in _steps(spot, shape, zoom):
                cost = 14 * zoom * zoom * rank + (abs(dx) + abs(dy) * 1.2) * 3 * zoom
                if cost >= least:
                    continue
                box = home[0] + dx, home[1] + dy, home[2] + dx, home[3] + dy
                cost += self.trouble(key, box, taken)
                if cost < least:
                    cost += self.abroad(key, box)
                if cost < least:
                    least, best = cost, (shape, box)
        return best

    def abroad(self, key: str, box: Box) -> float:
        """What it costs to stand on foreign land, and a little on the sea."""
        own, land = numbers()[key], len(world_lands())
        x0, y0, x1, y1 = box
        dx, dy = (x1 - x0) / 4, (y1 - y0) / 4
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        cost = 0
        for x, y in ((0, 0), (-dx, -dy), (dx, -dy), (-dx, dy), (dx, dy)):
            at = int(middle[0] + x), int(middle[1] + y)
            if 0 <= at[0] < self.regions.width and 0 <= at[1] < self.regions.height:
                number = self.regions.getpixel(at)
                if number != own:
                    cost += 90 if isinstance(number, int) and number < land else 25
        return cost * self.zoom * self.zoom


def _steps(spot: Spot, shape: Shape, zoom: float) -> list[tuple[float, float]]:
    """Shifts to try: sideways under the name, lower, beside it, above it."""
    step, above = 7 * zoom, -(spot.height + shape.height + 2 * zoom)
    beside = (spot.width + shape.width) / 2 + 2 * zoom
    level = -(spot.height + shape.height) / 2
    found = [(i * step, j * step) for j in range(5) for i in range(-6, 7)]
    found += [(i * step, above) for i in range(-4, 5)]
    for side in (-beside, beside):
        found += [(side, level + j * step) for j in range(-3, 4)]
    return found


def _block(
    key: str, shape: Shape, box: Box, scale: float, zoom: float, spot: Spot
) -> Block:
    gap, found, y = GAP * zoom, [], box[1]
    for row in shape.rows:
        high = max(item.height for item in row)
        wide = sum(item.width + gap for item in row) - gap
        x = (box[0] + box[2]) / 2 - wide / 2
        for item in row:
            found.append(Set(item, x + item.width / 2, y + high / 2))
            x += item.width + gap
        y += high + gap
    away = _distance(box, spot.box)
    count = sum(len(row) for row in shape.rows)
    return Block(key, box, scale, tuple(found), count > CROWD, away > 10 * zoom)


def _distance(a: Box, b: Box) -> float:
    dx = max(a[0] - b[2], b[0] - a[2], 0.0)
    dy = max(a[1] - b[3], b[1] - a[3], 0.0)
    return math.hypot(dx, dy)


@cache
def world_lands() -> tuple[str, ...]:
    """The land regions, which have the lowest numbers."""
    return tuple(region.id for region in atlas().regions if region.kind == "land")
