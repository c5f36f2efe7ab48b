"""How the pieces of a place stand below its name, and how blocks make room for one another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from render.labels import Layout, Spot
from render.pieces import unit_look
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
    within: Box,
) -> dict[str, Block]:
    """A block for every place that has a name on the map and anything in it."""
    zoom = window.zoom
    waiting: dict[str, tuple[list[Shape], float]] = {}
    for place in places:
        if place.id in layout:
            items, scale = items_of(place, battles.get(place.id), zoom)
            if items:
                waiting[place.id] = shapes(items, zoom), scale
    rivals = _neighbours(layout, zoom)
    taken = {key: _home(layout[key], options[0], zoom) for key, (options, _) in waiting.items()}
    standing = {key: options[0] for key, (options, _) in waiting.items()}
    for _ in range(2):
        knots = [
            key
            for key in taken
            if _trouble(key, taken[key], layout, taken, rivals, within) > 0
        ]
        for key in sorted(knots, key=lambda key: (-_area(taken[key]), key)):
            standing[key], taken[key] = _best(
                key, waiting[key][0], layout, taken, rivals, within, zoom
            )
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


def _trouble(
    key: str,
    box: Box,
    layout: Layout,
    taken: dict[str, Box],
    rivals: dict[str, list[str]],
    within: Box,
) -> float:
    """How much a block covers of names and other blocks, or hangs over the edge."""
    found = _common(box, layout[key].box) * 3
    for other in rivals[key]:
        found += _common(box, layout[other].box) * 2.5
        if other in taken:
            found += _common(box, taken[other]) * 2
    over = (
        max(0.0, within[0] - box[0])
        + max(0.0, within[1] - box[1])
        + max(0.0, box[2] - within[2])
        + max(0.0, box[3] - within[3])
    )
    return found + over * 400


def _best(
    key: str,
    options: list[Shape],
    layout: Layout,
    taken: dict[str, Box],
    rivals: dict[str, list[str]],
    within: Box,
    zoom: float,
) -> tuple[Shape, Box]:
    """The shape and position that cover the least, near home."""
    spot = layout[key]
    least, best = math.inf, (options[0], taken[key])
    for rank, shape in enumerate(options):
        home = _home(spot, shape, zoom)
        for dx, dy in _steps(spot, shape, zoom):
            cost = 14 * zoom * zoom * rank + (abs(dx) + abs(dy) * 1.2) * 3 * zoom
            if cost >= least:
                continue
            box = home[0] + dx, home[1] + dy, home[2] + dx, home[3] + dy
            cost += _trouble(key, box, layout, taken, rivals, within)
            if cost < least:
                least, best = cost, (shape, box)
    return best


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


def is_fleet(stack: Stack) -> bool:
    """Whether a stack is of ships."""
    return unit_look(stack.kind).form == "fleet"
