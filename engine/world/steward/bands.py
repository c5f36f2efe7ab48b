"""What of the steward's can still move, read off the movement form: its settlers and armies."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import msgspec

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar
from engine.core.lazy import lazy
from engine.world.steward.forms import kind_of, rooms
from engine.world.steward.strategy import SETTLER_STRIDE
from engine.world.steward.survey import BOARD, Army, Survey

STARTS = {
    **{space.id: (space.index, "sea" if space.is_sea else "land") for space in BOARD.spaces},
    **{f"{space.id}/air": (space.index, "air") for space in BOARD.spaces},
}
"""Where bands start that do not start aboard a ship, and how they travel."""
MOVE: Answers = {"do": "move"}


class Walker(msgspec.Struct, frozen=True, order=True):
    """Settlers alike in place and points, by their name in orders."""

    origin: str
    place: int
    piece: str
    points: int
    number: int


class Corps(msgspec.Struct, frozen=True):
    """Armies in one region that can still move, each by its name in orders."""

    origin: str
    place: int
    units: Army


class Band:
    """Pieces that can still move from one place: the name of the place, and how many of each.

    A band is kept as long as its pieces stay and have not moved, with what was found out about it.
    """

    def __init__(
        self,
        key: str,
        where: tuple[int, str],
        pieces: Mapping[str, int],
        fighters: Container[str],
    ) -> None:
        self.key = key
        self.place, self.means = where
        self.pieces = pieces
        self.fighters = fighters

    @lazy
    def walkers(self) -> list[Walker]:
        """The settlers on land."""
        if self.means != "land":
            return []
        return [
            Walker(self.key, self.place, piece, points_left(piece), count)
            for piece, count in self.pieces.items()
            if kind_of(piece) == "settler"
        ]

    @lazy
    def corps(self) -> Corps | None:
        """The armies on land; None where there are none."""
        if self.means != "land":
            return None
        armies = [
            piece
            for piece, count in self.pieces.items()
            if kind_of(piece) in self.fighters
            for _ in range(count)
        ]
        return Corps(self.key, self.place, tuple(armies)) if armies else None


def points_left(piece: str) -> int:
    """How far a settler can still go: `settler+1` has used a point."""
    return SETTLER_STRIDE - int(piece.partition("+")[2] or 0)


class Bands:
    """Everything of the steward's that can still move, where the form asks for pieces first."""

    def __init__(self, s: Survey, grammar: Grammar) -> None:
        self.s = s
        self.grammar = grammar

    @lazy
    def names(self) -> list[str]:
        """The names of all of them, by where they start."""
        return keys(field(self.grammar, "from", MOVE))

    @lazy
    def all(self) -> list[Band]:
        """All of them."""
        return self._named(self.names)

    def on_land(self, regions: Iterable[int]) -> list[Band]:
        """Those that start on land in some regions."""
        names = self.names
        return self._named([key for key in map(BOARD.id, regions) if key in names])

    def _named(self, names: Iterable[str]) -> list[Band]:
        found, views, memory = [], self.s.view.spaces, self.s.memory
        for key in names:
            where = STARTS[key] if key in STARTS else self._aboard(key)
            if where is None:
                continue
            # A space whose pieces are as they were, what they have moved included, has the same
            # units in the view: the same object. Aircraft depend on bases elsewhere, too.
            units = views[where[0]].units
            known = memory.get(key)
            if known is None or known[0] is not units or where[1] == "air":
                said = {**MOVE, "from": key}
                band = Band(key, where, rooms(field(self.grammar, "units", said)), self.s.fighters)
                known = memory[key] = units, band
            if known[1].pieces:
                found.append(known[1])
        return found

    def _aboard(self, ship: str) -> tuple[int, str] | None:
        return next(((each.zone, "cargo") for each in self.s.ships if each.key == ship), None)


def walkers(bands: list[Band]) -> list[Walker]:
    """The settlers on land that can still move."""
    return [walker for band in bands for walker in band.walkers]


def corps(bands: list[Band]) -> list[Corps]:
    """The armies on land that can still move."""
    return [band.corps for band in bands if band.corps is not None]
