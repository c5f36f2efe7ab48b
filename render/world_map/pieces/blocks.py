"""How the pieces of a place stand together below its name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.core.marks import Battle
from engine.world.view import SettlementView
from render.scene import Cargo, Place, Stack
from render.world_map.window import Box

TOKEN, PLAQUE, BADGE, HOLD, GAP = 29.0, 30.0, 16.0, 15.0, 1.5
"""Sizes in pixels at zoom 1, when a place is not crowded."""
SHRINK = (1.0, 1.0, 1.0, 0.92, 0.88, 0.82, 0.82, 0.76, 0.76, 0.76, 0.7, 0.7, 0.7)
"""By how many things stand in a place; beyond the list they are of the last size."""
SMALLER = 0.85
"""What a place that finds no room tries next."""
CROWD = 6
"""More things than this get a panel behind them."""


class Item(NamedTuple):
    """A thing in a block: its size, and what it is (exactly one is set)."""

    width: float
    height: float
    settlement: SettlementView | None = None
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

    def moved(self, dx: float, dy: float) -> Block:
        """The same block elsewhere; positions are kept to a quarter of a pixel."""

        def at(value: float) -> float:
            return round(value * 4) / 4

        x0, y0, x1, y1 = self.box
        return self._replace(
            place="",
            box=(at(x0 + dx), at(y0 + dy), at(x1 + dx), at(y1 + dy)),
            items=tuple(Set(one.item, at(one.x + dx), at(one.y + dy)) for one in self.items),
            tied=False,
        )


class Shape(NamedTuple):
    """One way to stand: rows of items, how large that is, and the items' scale."""

    rows: tuple[tuple[Item, ...], ...]
    width: float
    height: float
    scale: float


def shapes_of(place: Place, battle: Battle | None, zoom: float) -> Iterator[Shape]:
    """The ways in which the things of a place can stand, the best first; none if it is empty."""
    count = (place.settlement is not None) + len(place.stacks) + (battle is not None)
    if not count:
        return
    scale = zoom * SHRINK[min(count, len(SHRINK) - 1)]
    yield from _shapes(_items(place, battle, scale), zoom, scale)
    if count > 2:
        scale *= SMALLER
        yield from islice(_shapes(_items(place, battle, scale), zoom, scale), 2)


def _items(place: Place, battle: Battle | None, scale: float) -> tuple[Item, ...]:
    """The things of a place in order."""
    found = []
    if battle is not None:
        found.append(Item(TOKEN * scale, TOKEN * scale, battle=battle))
    if place.settlement is not None:
        found.append(Item(PLAQUE * scale, PLAQUE * 1.14 * scale, settlement=place.settlement))
    for stack in place.stacks:
        wide = TOKEN * scale + (hold_width(stack.cargo, scale) if stack.cargo else 0)
        found.append(Item(wide, TOKEN * scale, stack=stack))
    return tuple(found)


def hold_width(cargo: Cargo, scale: float) -> float:
    """How far a fleet's strip of cargo reaches beyond its token."""
    letters = sum(len(str(count)) for _, count in cargo if count > 1)
    return HOLD * scale * (0.45 + 0.98 * len(cargo) + 0.4 * letters)


def _shapes(items: tuple[Item, ...], zoom: float, scale: float) -> Iterator[Shape]:
    count = len(items)
    if count <= 3:
        columns = [count, 2, 1] if count == 3 else [count, 1]
    else:
        best = max(2, round(math.sqrt(count * 1.6)))
        columns = [best, best + 1, best - 1]
    for wide in dict.fromkeys(c for c in columns if 1 <= c <= count):
        # Rows of equal length look better than a full row and a rest.
        rows = math.ceil(count / wide)
        even = math.ceil(count / rows)
        cut = tuple(items[i : i + even] for i in range(0, count, even))
        yield _shape(cut, zoom, scale)


def _shape(rows: tuple[tuple[Item, ...], ...], zoom: float, scale: float) -> Shape:
    gap = GAP * zoom
    wide = max(sum(item.width + gap for item in row) - gap for row in rows)
    high = sum(max(item.height for item in row) for row in rows)
    return Shape(rows, wide, high + gap * (len(rows) - 1), scale)


def block_of(key: str, shape: Shape, box: Box, zoom: float, name: Box) -> Block:
    """A block of a shape in a box; `name` is the box of the place's name."""
    gap, found, y = GAP * zoom, [], box[1]
    for row in shape.rows:
        high = max(item.height for item in row)
        wide = sum(item.width + gap for item in row) - gap
        x = (box[0] + box[2]) / 2 - wide / 2
        for item in row:
            found.append(Set(item, x + item.width / 2, y + high / 2))
            x += item.width + gap
        y += high + gap
    away = _distance(box, name)
    count = sum(len(row) for row in shape.rows)
    return Block(key, box, shape.scale, tuple(found), count > CROWD, away > 10 * zoom)


def _distance(a: Box, b: Box) -> float:
    dx = max(a[0] - b[2], b[0] - a[2], 0.0)
    dy = max(a[1] - b[3], b[1] - a[3], 0.0)
    return math.hypot(dx, dy)
