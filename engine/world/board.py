"""The world board: its spaces, what lies beside what, and how far apart they are."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

import msgspec

from engine.core.folding import fold
from engine.world.chart import Chart, LandRegion, SeaZone, read_chart
from engine.world.distance import Discs, Distances, Travel, discs, measure

Neighbourhood = tuple[tuple[int, ...], ...]


class Space(msgspec.Struct, frozen=True):
    """A land region or a sea zone. `continent` is empty and `island` false for a sea zone."""

    index: int
    id: str
    name: str
    is_sea: bool
    continent: str
    island: bool
    lon: float
    lat: float

    def __str__(self) -> str:
        return self.name


class Strait(msgspec.Struct, frozen=True):
    """A named narrow water; land units step from `a` to `b` as if they shared a border."""

    name: str
    a: int
    b: int


class UnknownSpace(KeyError):
    """No space has this name. `suggestions` holds the nearest names, best first."""

    def __init__(self, wanted: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(wanted, suggestions)
        self.wanted = wanted
        self.suggestions = suggestions

    def __str__(self) -> str:
        nearest = f" (nearest: {', '.join(self.suggestions)})" if self.suggestions else ""
        return f"no space is called {self.wanted!r}{nearest}"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Board:
    """An immutable graph of spaces, known by small ints: land regions first, then sea zones.

    `beside[i]` are the neighbours of the same element: land by border or strait, sea by border or
    round the edge of the board. `coasts[i]` are the neighbours of the other element. `around[i]`
    are both, for aircraft. All are ascending. `wraps` are pairs (zone at the left edge, zone at the
    right edge); a zone on both edges is paired with itself, yet it is no neighbour of itself.
    """

    spaces: tuple[Space, ...]
    land: range
    sea: range
    index: Mapping[str, int]
    beside: Neighbourhood
    coasts: Neighbourhood
    around: Neighbourhood
    continents: Mapping[str, tuple[int, ...]]
    straits: tuple[Strait, ...]
    wraps: tuple[tuple[int, int], ...]
    _spelled: Mapping[str, Space] = field(init=False)
    _distances: Mapping[Travel, Distances] = field(init=False)
    _discs: Mapping[Travel, Discs] = field(init=False)

    def __post_init__(self) -> None:
        nowhere: Neighbourhood = ((),)
        distances: dict[Travel, Distances] = {
            "land": measure(self.beside[: len(self.land)] + nowhere * len(self.sea)),
            "sea": measure(nowhere * len(self.land) + self.beside[len(self.land) :]),
            "air": measure(self.around),
        }
        put = object.__setattr__
        put(self, "_distances", distances)
        put(self, "_discs", {by: discs(table) for by, table in distances.items()})
        put(self, "_spelled", {_letters(key): s for s in self.spaces for key in (s.id, s.name)})

    def __repr__(self) -> str:
        return f"<Board: {len(self.land)} land regions, {len(self.sea)} sea zones>"

    def id(self, i: int) -> str:
        """The id of space `i`, as saved games and orders write it."""
        return self.spaces[i].id

    def name(self, i: int) -> str:
        """The name of space `i`, as players read it."""
        return self.spaces[i].name

    def find(self, name_or_id: str) -> Space:
        """The space of that name or id; case, accents, spaces and punctuation do not matter.

        Raises `UnknownSpace`, with suggestions, when there is none.
        """
        wanted = _letters(name_or_id)
        try:
            return self._spelled[wanted]
        except KeyError:
            raise UnknownSpace(name_or_id, self._suggest(wanted)) from None

    def distance(self, a: int, b: int, by: Travel) -> int | None:
        """The fewest moves from `a` to `b`, or None where no way leads.

        By land the way stays on land regions, by sea on sea zones, by air it takes both. Every
        space is 0 from itself, whatever the way.
        """
        return self._distances[by][a][b]

    def distances(self, origin: int, by: Travel) -> tuple[int | None, ...]:
        """For every space, the fewest moves from `origin`, or None where no way leads."""
        return self._distances[by][origin]

    def within(self, origin: int, radius: int, by: Travel) -> tuple[int, ...]:
        """The spaces at most `radius` moves from `origin`, which is one of them, ascending."""
        if radius < 0:
            return ()
        rings = self._discs[by][origin]
        return rings[radius] if radius < len(rings) else rings[-1]

    def _suggest(self, wanted: str, most: int = 3) -> tuple[str, ...]:
        if not wanted:
            return ()
        containing = [spelled for spelled in self._spelled if wanted in spelled]
        similar = get_close_matches(wanted, self._spelled, n=most)
        names = (self._spelled[spelled].name for spelled in (*containing, *similar))
        return tuple(dict.fromkeys(names))[:most]


def build_board(chart: Chart) -> Board:
    """The board that a chart describes."""
    regions = [entry for entry in chart.spaces if isinstance(entry, LandRegion)]
    zones = [entry for entry in chart.spaces if isinstance(entry, SeaZone)]
    ordered: list[LandRegion | SeaZone] = [*regions, *zones]
    spaces = tuple(_space(i, entry) for i, entry in enumerate(ordered))
    index = {space.id: space.index for space in spaces}

    def pairs(named: Iterable[tuple[str, str]]) -> list[tuple[int, int]]:
        return [(index[a], index[b]) for a, b in named]

    borders = chart.adjacency
    straits = tuple(Strait(line.name, index[line.a], index[line.b]) for line in chart.straits)
    wraps = pairs(chart.wraps)
    across = [(strait.a, strait.b) for strait in straits]
    round_the_edge = [(left, right) for left, right in wraps if left != right]
    same_element = [*pairs(borders.land), *across, *pairs(borders.sea), *round_the_edge]
    coast = pairs(borders.coast)
    return Board(
        spaces=spaces,
        land=range(len(regions)),
        sea=range(len(regions), len(spaces)),
        index=MappingProxyType(index),
        beside=_neighbours(len(spaces), same_element),
        coasts=_neighbours(len(spaces), coast),
        around=_neighbours(len(spaces), same_element + coast),
        continents=MappingProxyType(_continents(spaces[: len(regions)])),
        straits=straits,
        wraps=tuple(wraps),
    )


@cache
def world() -> Board:
    """The one world board, read and worked out on the first call."""
    return build_board(read_chart())


def _space(i: int, entry: LandRegion | SeaZone) -> Space:
    if isinstance(entry, SeaZone):
        return Space(i, entry.id, entry.name, True, "", False, entry.lon, entry.lat)
    return Space(
        i, entry.id, entry.name, False, entry.continent, entry.island, entry.lon, entry.lat
    )


def _neighbours(count: int, pairs: Iterable[tuple[int, int]]) -> Neighbourhood:
    found: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        found[a].add(b)
        found[b].add(a)
    return tuple(tuple(sorted(others)) for others in found)


def _continents(regions: Iterable[Space]) -> dict[str, tuple[int, ...]]:
    members: dict[str, list[int]] = {}
    for region in regions:
        members.setdefault(region.continent, []).append(region.index)
    return {continent: tuple(indices) for continent, indices in members.items()}


def _letters(text: str) -> str:
    """What is left of a name when spelling is forgiven: "Huang-He" and "huang_he" are alike."""
    return re.sub(r"[^a-z0-9]", "", fold(text))
