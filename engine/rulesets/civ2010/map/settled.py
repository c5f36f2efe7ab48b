"""What follows from where the cities lie: kept until a city comes, goes or changes."""

from __future__ import annotations

from typing import Any

from engine.core.lazy import COMPARED, kept_answers, lazy
from engine.rulesets.civ2010.state import City
from engine.rulesets.civ2010.tables import GRIDS
from engine.tiles.grid import Grid

COMPARED.add("settled")


class Settled:
    """The squares of some cities and around them; not to be changed."""

    def __init__(self, cities: list[City], board: Grid) -> None:
        self.all = cities.copy()
        self._board = board
        self._nearest: dict[tuple[int, int], int] = {}

    @lazy
    def centres(self) -> dict[int, City]:
        """The city that covers each square that one covers."""
        return {square: city for city in self.all for square in city.squares}

    @lazy
    def taken(self) -> frozenset[int]:
        """The squares that a city covers or has in its outskirts."""
        outskirts = (self._board.outskirts(*city.squares) for city in self.all)
        return frozenset(self.centres).union(*outskirts)

    @lazy
    def cities(self) -> dict[int, list[City]]:
        """The cities of each seat that has any, the capital first."""
        found: dict[int, list[City]] = {}
        for city in self.all:
            found.setdefault(city.owner, []).append(city)
        return found

    @lazy
    def outskirts(self) -> dict[int, list[int]]:
        """The outskirts of each seat's cities, one city after the other."""
        board = self._board
        return {
            seat: [square for city in own for square in board.outskirts(*city.squares)]
            for seat, own in self.cities.items()
        }

    @lazy
    def homes(self) -> dict[int, dict[int, int]]:
        """For each seat and each square beside one of its cities, the first such city."""
        around = self._board.around
        return {
            seat: {
                near: city.at
                for city in reversed(own)
                for square in city.squares
                for near in around[square]
            }
            for seat, own in self.cities.items()
        }

    def nearest(self, seat: int, square: int) -> int:
        """The nearest city of a seat, the one with the lowest square of several."""
        asked = seat, square
        if asked not in self._nearest:
            distance = self._board.distance
            own = self.cities[seat]
            self._nearest[asked] = min((distance(city.at, square), city.at) for city in own)[1]
        return self._nearest[asked]


def settled(state: Any) -> Settled:
    """What follows from where a state's cities lie now.

    Asked all the time, so it does what `depends_on` does without its calls: cities are frozen and
    nearly always the same objects, so that it takes no time to see that nothing has changed.
    """
    try:
        known: Settled = state.kept_answers["settled"]
        if known.all == state.cities:
            return known
    except (AttributeError, KeyError):
        pass
    found = kept_answers(state)["settled"] = Settled(state.cities, GRIDS[state.seats])
    return found
