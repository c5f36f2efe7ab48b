"""Roads and railroads between settlements, through the border that the two regions share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.world.view import RoadView
from render.world_map.atlas import atlas
from render.world_map.window import Box, Point, Window

FINER = 3
EDGE, SAND = (66, 44, 26), (246, 224, 168)
BED, IRON = (250, 244, 232), (34, 30, 32)
CUT = 0.18
"""So much of a border's ends is no crossing: there a third region is near."""

Line = tuple[Point, ...]


def draw_roads(
    image: Image.Image, window: Window, roads: Iterable[RoadView], town: Callable[[str], Point]
) -> list[Box]:
    """Draw roads between places, each known by the point `town` answers; says what they cover."""
    covered: list[Box] = []
    for road in roads:
        path = _path(window, road, *map(town, road.ends))
        left, top, sprite = way(path, road.kind == "rail", window.zoom)
        image.paste(sprite, (left, top), sprite)
        covered.append((left, top, left + sprite.width, top + sprite.height))
    return covered


def _path(window: Window, road: RoadView, start: Point, end: Point) -> Line:
    """From town to town by the nearest crossing between the two, its corner rounded."""
    ways = [
        [window.point(x, y, turn) for x, y in points]
        for points in crossings(*road.ends)
        for turn in (-atlas().w, 0, atlas().w)
    ]
    if not ways:
        return start, end
    by = min(ways, key=lambda via: _long([start, *via, end]))
    # A strait may be listed from either shore.
    by = min((by, by[::-1]), key=lambda via: _long([start, *via, end]))
    line = [start, *by, end]
    for _ in range(3):
        line = _rounded(line)
    return tuple((round(x * 2) / 2, round(y * 2) / 2) for x, y in line)


@cache
def crossings(a: str, b: str) -> tuple[Line, ...]:
    """Where a road can go from one region to another, in board units: points or straits."""
    board = atlas()
    found: list[Line] = []
    for border in board.borders:
        if border.kind == "land" and {board.regions[border.a].id, board.regions[border.b].id} == {
            a,
            b,
        }:
            points = list(zip(border.pts[::2], border.pts[1::2], strict=True))
            cut = min(int(len(points) * CUT), (len(points) - 1) // 2)
            found += [((float(x), float(y)),) for x, y in points[cut : len(points) - cut]]
    for strait in board.straits:
        if {strait.a, strait.b} == {a, b}:
            x0, y0, x1, y1 = strait.line[:2] + strait.line[-2:]
            found.append(((x0, y0), (x1, y1)))
    return tuple(found)


def _long(line: list[Point]) -> float:
    return sum(math.dist(one, two) for one, two in pairwise(line))


def _rounded(line: list[Point]) -> list[Point]:
    """The line with every corner cut (Chaikin), its ends where they were."""
    found = [line[0]]
    for (x0, y0), (x1, y1) in pairwise(line):
        found.append((x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25))
        found.append((x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75))
    return [*found, line[-1]]


@lru_cache(128)
def way(path: Line, rail: bool, zoom: float) -> tuple[int, int, Image.Image]:
    """A road or railroad along a path, with its corner. It is shared: never draw on it."""
    pad = 6 * zoom
    left, top = int(min(x for x, _ in path) - pad), int(min(y for _, y in path) - pad)
    wide = int(max(x for x, _ in path) + pad) - left + 1
    high = int(max(y for _, y in path) + pad) - top + 1
    image = Image.new("RGBA", (wide * FINER, high * FINER), (*(BED if rail else EDGE), 0))
    draw = ImageDraw.Draw(image)
    points = [((x - left) * FINER, (y - top) * FINER) for x, y in path]
    unit = zoom * FINER

    def stroke(wide_by: float, colour: tuple[int, int, int]) -> None:
        draw.line(points, fill=(*colour, 255), width=round(wide_by * unit), joint="curve")

    if rail:
        stroke(4.6, BED)
        for one, two in _sleepers(points, 6.0 * unit, 4.0 * unit):
            draw.line((one, two), fill=(*IRON, 255), width=round(1.8 * unit))
        stroke(2.0, IRON)
    else:
        stroke(5.0, EDGE)
        stroke(3.0, SAND)
    return left, top, image.reduce(FINER)


def _sleepers(points: list[Point], every: float, half: float) -> Iterable[tuple[Point, Point]]:
    """Short lines across a longer one."""
    left = every / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        far = math.dist((x0, y0), (x1, y1))
        if not far:
            continue
        dx, dy = (x1 - x0) / far, (y1 - y0) / far
        at = left
        while at < far:
            x, y = x0 + dx * at, y0 + dy * at
            yield (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
            at += every
        left = at - far
