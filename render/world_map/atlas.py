"""The drawn world: polygons, borders and waters of the board, in board units.

One file, `assets/world.json`, made from Natural Earth. Coordinates are whole numbers, x to the
right and y down; a line is a flat list x, y, x, y. Regions stand in the engine's order: the 72 land
regions, the 30 sea zones, then what nobody enters.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from render.asset_files import ASSETS

STRIP = 56
"""Board units that are drawn a second time beyond each edge, so that the way round is seen."""

Kind = Literal["land", "sea", "ice", "scenery", "lake"]
Flat = tuple[int, ...]


class Region(msgspec.Struct, frozen=True):
    """A part of the board. `anchor` lies well inside, `rings` are polygons as [outer, holes...]."""

    id: str
    name: str
    kind: Kind
    area: int
    rings: tuple[tuple[Flat, ...], ...]
    continent: str | None = None
    island: bool = False
    anchor: tuple[int, int] = (0, 0)

    @property
    def is_place(self) -> bool:
        """Whether pieces can stand here."""
        return self.kind in ("land", "sea")

    def bounds(self) -> tuple[int, int, int, int]:
        """The least upright box around all parts: left, top, right, bottom."""
        xs = [x for polygon in self.rings for x in polygon[0][::2]]
        ys = [y for polygon in self.rings for y in polygon[0][1::2]]
        return min(xs), min(ys), max(xs), max(ys)


class Border(msgspec.Struct, frozen=True):
    """A line shared by the regions with the numbers `a` and `b`."""

    a: int
    b: int
    kind: Literal["land", "coast", "sea", "ice"]
    pts: Flat


class Strait(msgspec.Struct, frozen=True):
    """A crossing over a narrow water between two land regions, by id."""

    a: str
    b: str
    name: str
    line: Flat


class Projection(msgspec.Struct, frozen=True):
    """Tables from degrees to board units."""

    lon_to_x: tuple[tuple[float, float], ...]
    lat_to_y: tuple[tuple[float, float], ...]


class Atlas(msgspec.Struct, frozen=True):
    """The whole file."""

    w: int
    h: int
    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    straits: tuple[Strait, ...]
    wrap: tuple[tuple[str, str], ...]
    lakes: tuple[Flat, ...]
    rivers: tuple[Flat, ...]
    projection: Projection

    @property
    def places(self) -> tuple[Region, ...]:
        """The regions and zones that pieces enter, in the engine's order."""
        return tuple(region for region in self.regions if region.is_place)


@cache
def atlas() -> Atlas:
    """The one atlas, read on the first call."""
    return msgspec.json.decode((ASSETS / "world.json").read_bytes(), type=Atlas)


@cache
def numbers() -> dict[str, int]:
    """The number of every region by its id."""
    return {region.id: number for number, region in enumerate(atlas().regions)}


@cache
def land() -> frozenset[str]:
    """The ids of the regions of land."""
    return frozenset(region.id for region in atlas().regions if region.kind == "land")


@cache
def beside() -> dict[str, frozenset[str]]:
    """What lies beside each place as the map shows it: by border, strait or round the edge."""
    board = atlas()
    near: dict[str, set[str]] = {region.id: set() for region in board.regions if region.is_place}
    pairs = [(board.regions[line.a].id, board.regions[line.b].id) for line in board.borders]
    pairs += [(strait.a, strait.b) for strait in board.straits]
    pairs += [pair for pair in board.wrap if pair[0] != pair[1]]
    for a, b in pairs:
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    return {key: frozenset(others) for key, others in near.items()}


@cache
def edge_spans(x: int) -> dict[str, tuple[int, int]]:
    """The sea zones that reach the board's edge at `x`, each with its stretch of it."""
    spans = {}
    for region in atlas().regions:
        if region.kind == "sea":
            ys = [
                ring[i + 1]
                for polygon in region.rings
                for ring in polygon
                for i in range(0, len(ring), 2)
                if ring[i] == x
            ]
            if ys:
                spans[region.id] = min(ys), max(ys)
    return spans
