"""Arrows for what moved, with how many beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.marks import Move
from render.sprites.sprites import badge, put
from render.style.colour import CREAM, Colour
from render.style.players import colour_of
from render.style.theme import Theme
from render.world_map.atlas import atlas
from render.world_map.window import Box, Point, Window, meet

FINER = 3
THICK = 4.2
"""The width of an arrow's colour, in pixels at zoom 1."""

SHORTEST = 26.0
SIDEWAYS = (0, -14, 14, -28, 28, -44, 44)
"""How far from its arrow a number may stand, where the arrow is hidden by names and pieces."""


class End(NamedTuple):
    """One end of an arrow: a point, and the box of what stands there."""

    x: float
    y: float
    box: Box

    def moved(self, by: float) -> End:
        """The same end on a board shifted sideways."""
        x0, y0, x1, y1 = self.box
        return End(self.x + by, self.y, (x0 + by, y0, x1 + by, y1))

    def holds(self, at: Point, pad: float) -> bool:
        """Whether a point lies on what stands here."""
        x0, y0, x1, y1 = self.box
        return x0 - pad < at[0] < x1 + pad and y0 - pad < at[1] < y1 + pad


Path = tuple[Point, ...]
Finder = Callable[[str], tuple[End, End]]
"""Where an arrow from a place begins, and where one to it ends."""


def draw_moves(
    image: Image.Image, window: Window, theme: Theme, moves: Iterable[Move], find: Finder
) -> tuple[list[Box], list[tuple[str, Path]]]:
    """Arrows for what moved; answers with what they cover and the numbers to write along them."""
    numbers_on: list[tuple[str, Path]] = []
    covered: list[Box] = []
    for move in moves:
        for start, end in _legs(window, find(move.origin)[0], find(move.target)[1]):
            path = _path(start, end, window.zoom)
            if path is None:
                continue
            left, top, sprite = arrow(path, move.owner, window.zoom, theme.marks.casing)
            image.paste(sprite, (left, top), sprite)
            covered.append((left, top, left + sprite.width, top + sprite.height))
            if move.count > 1:
                numbers_on.append((str(move.count), path))
    return covered, numbers_on


def draw_counts(
    image: Image.Image, counts: Iterable[tuple[str, Path]], zoom: float, taken: Iterable[Box]
) -> None:
    """The numbers on arrows: on their paths, or beside them where something else stands there."""
    full = list(taken)
    for text, path in counts:
        sprite = badge(text, round(14 * zoom))
        x, y = _free_spot(path, sprite.size, zoom, full)
        put(image, sprite, x, y)
        full.append(_around(x, y, sprite.size))


def _free_spot(path: Path, size: tuple[int, int], zoom: float, full: Sequence[Box]) -> Point:
    """The point nearest to where a number is looked for that is free, else that one itself."""
    best = path[len(path) * 2 // 5]
    shifts = [(dx * zoom, dy * zoom) for dx in SIDEWAYS for dy in (0, -12, 12, -24, 24)]
    spots = [(x + dx, y + dy) for x, y in path for dx, dy in shifts]
    spots.sort(key=lambda at: math.dist(at, best))
    for spot in spots:
        box = _around(*spot, size)
        if not any(meet(box, other) for other in full):
            return spot
    return best


def _around(x: float, y: float, size: tuple[int, int]) -> Box:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _legs(window: Window, start: End, end: End) -> list[tuple[End, End]]:
    """An arrow, or the two halves of one that goes round the edge of the board."""
    round_it = atlas().w * window.scale
    shift = min((0.0, -round_it, round_it), key=lambda by: abs(end.x + by - start.x))
    if not shift:
        return [(start, end)]
    return [(start, end.moved(shift)), (start.moved(-shift), end)]


def _path(start: End, end: End, zoom: float) -> tuple[Point, ...] | None:
    """A bent line between two places, cut short of what stands at both ends, if any is left."""
    x0, y0, x1, y1 = start.x, start.y, end.x, end.y
    length = math.hypot(x1 - x0, y1 - y0)
    if length < 1:
        return None
    bend = min(0.16 * length, 46 * zoom)
    # Both directions between two places bend to different sides, so that both are seen.
    mx = (x0 + x1) / 2 + (y1 - y0) / length * bend
    my = (y0 + y1) / 2 - (x1 - x0) / length * bend
    steps = max(24, min(60, int(length / (4 * zoom))))
    points = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        points.append(
            (u * u * x0 + 2 * u * t * mx + t * t * x1, u * u * y0 + 2 * u * t * my + t * t * y1)
        )
    near = [at for at in points if not start.holds(at, 0) and not end.holds(at, 2 * zoom)]
    if len(near) < 2 or math.dist(near[0], near[-1]) < SHORTEST * zoom:
        near = _stretched(points, near, SHORTEST * zoom)
    thinned = near[:: max(1, len(near) // 24)]
    if thinned[-1] != near[-1]:
        thinned.append(near[-1])
    return tuple((round(x, 1), round(y, 1)) for x, y in thinned)


def _stretched(points: list[Point], near: list[Point], least: float) -> list[Point]:
    """A piece of the line about what is free of it, long enough to carry a head."""
    middle = points.index(near[len(near) // 2]) if near else len(points) // 2
    low, high = middle, middle
    while math.dist(points[low], points[high]) < least and (low > 0 or high < len(points) - 1):
        low, high = max(0, low - 1), min(len(points) - 1, high + 1)
    return points[low : high + 1]


@lru_cache(32)
def arrow(
    path: tuple[Point, ...], owner: int, zoom: float, casing: Colour
) -> tuple[int, int, Image.Image]:
    """An arrow along a path, with its corner."""
    pad = 12 * zoom
    left, top = int(min(x for x, _ in path) - pad), int(min(y for _, y in path) - pad)
    wide = int(max(x for x, _ in path) + pad) - left + 1
    high = int(max(y for _, y in path) + pad) - top + 1
    finer = FINER if wide * high < 200_000 else 2
    points = [((x - left) * finer, (y - top) * finer) for x, y in path]
    image = Image.new("RGBA", (wide * finer, high * finer), (*casing, 0))
    draw = ImageDraw.Draw(image)
    unit = zoom * finer
    for grow, fill in ((2.6, casing), (1.5, CREAM), (0.0, colour_of(owner))):
        draw.polygon(_ribbon(points, THICK * unit, grow * unit), fill=(*fill, 255))
        draw.polygon(_head(points, unit, grow * unit), fill=(*fill, 255))
    return left, top, image.reduce(finer)


def _ribbon(points: list[Point], thick: float, grow: float) -> list[Point]:
    """The shaft: thin at its start, full where the head sits."""
    body = points[:-1]
    left, right = [], []
    for i, (x, y) in enumerate(body):
        dx, dy = _direction(points, i)
        half = thick / 2 * (0.55 + 0.45 * i / max(1, len(body) - 1)) + grow
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    # The casing also closes the start.
    dx, dy = _direction(points, 0)
    back = (points[0][0] - dx * grow, points[0][1] - dy * grow)
    return [back, *left, *reversed(right)]


def _head(points: list[Point], unit: float, grow: float) -> list[Point]:
    x, y = points[-1]
    dx, dy = _direction(points, len(points) - 1)
    long, half = 11.5 * unit, 6.2 * unit
    tip = x + dx * grow * 1.9, y + dy * grow * 1.9
    bx, by = x - dx * (long + grow), y - dy * (long + grow)
    wing = half + grow * 1.5
    return [tip, (bx - dy * wing, by + dx * wing), (bx + dy * wing, by - dx * wing)]


def _direction(points: list[Point], i: int) -> Point:
    (x0, y0), (x1, y1) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    return (x1 - x0) / length, (y1 - y0) / length
