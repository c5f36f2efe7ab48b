"""The board as a steward reads it off its view: who stands where, and how far apart things are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from engine.core.lazy import lazy
from engine.world import world
from engine.world.view import CargoView, PlayerView, SettlementView, WorldView

BOARD = world()
FIRST_SEA = BOARD.sea.start
FAR = 99
"""Further than any two regions that a way by land joins."""

Army = tuple[str, ...]
"""The types of some units, one entry each."""
Troops = dict[int, dict[int, Army]]
"""Space, then owner, then the units there."""


class Ship(NamedTuple):
    """Fleets at one place that are alike, with their name in orders and what they carry."""

    zone: int
    owner: int
    kind: str
    key: str
    number: int
    cargo: tuple[CargoView, ...]

    @property
    def load(self) -> int:
        """How many pieces are aboard."""
        return sum(group.count for group in self.cargo)

    def aboard(self, kinds: Iterable[str]) -> Army:
        """The pieces aboard of some types."""
        return tuple(g.kind for g in self.cargo if g.kind in kinds for _ in range(g.count))


class Survey:
    """One look at the view. Everything costly is found only when it is asked for.

    A rule set names the types of units that fight on land and those that sail, and a turn by which
    games are long over.
    """

    fighters: ClassVar[frozenset[str]]
    sailors: ClassVar[frozenset[str]]
    long_over: ClassVar[int]

    def __init__(self, view: WorldView, seat: int) -> None:
        self.view = view
        self.me = seat
        self.era = view.era_number
        self.sheet: PlayerView = view.players[seat]
        self.troops: Troops = {}
        self.own_troops: dict[int, Army] = {}
        self.settlers: dict[int, int] = {}
        self.foreign_settlers: dict[int, dict[int, int]] = {}
        self.ships: list[Ship] = []
        self.homes: dict[int, SettlementView] = {}
        self.foreign: dict[int, SettlementView] = {}
        self._look_around()

    def _look_around(self) -> None:
        me, fighters, sailors, troops = self.me, self.fighters, self.sailors, self.troops
        homes, foreign, own_troops = self.homes, self.foreign, self.own_troops
        for index, space in enumerate(self.view.spaces):
            settlement = space.settlement
            if settlement is not None:
                (homes if settlement.owner == me else foreign)[index] = settlement
            for units in space.units:
                kind, owner, count = units.kind, units.owner, units.count
                if kind in fighters:
                    army = (kind,) * count
                    here = troops.get(index)
                    if here is None:
                        troops[index] = {owner: army}
                    else:
                        here[owner] = here.get(owner, ()) + army
                    if owner == me:
                        own_troops[index] = troops[index][me]
                elif kind == "settler":
                    if owner == me:
                        self.settlers[index] = self.settlers.get(index, 0) + count
                    else:
                        others = self.foreign_settlers.setdefault(index, {})
                        others[owner] = others.get(owner, 0) + count
                elif kind in sailors:
                    self.ships.append(Ship(index, owner, kind, units.key, count, units.cargo))

    def army(self, space: int, owner: int) -> Army:
        """A seat's fighting units on foot in a region."""
        here = self.troops.get(space)
        return here.get(owner, ()) if here else ()

    def own_army(self, space: int) -> Army:
        """The steward's fighting units on foot in a region."""
        return self.own_troops.get(space, ())

    def foes(self, space: int) -> bool:
        """Whether another seat has fighting units in a region."""
        here = self.troops.get(space)
        return here is not None and any(owner != self.me for owner in here)

    @lazy
    def strangers(self) -> frozenset[int]:
        """The spaces where there are pieces of others."""
        me = self.me
        return frozenset(
            [
                index
                for index, space in enumerate(self.view.spaces)
                for units in space.units
                if units.owner != me
            ]
        )

    @lazy
    def own_ships(self) -> list[Ship]:
        """The steward's fleets."""
        return [ship for ship in self.ships if ship.owner == self.me]

    @lazy
    def rivals(self) -> list[int]:
        """The other seats still in the game."""
        return [p.seat for p in self.view.players if p.seat != self.me and not p.fallen]

    @lazy
    def lead(self) -> int:
        """Points more than the best rival."""
        best = max((self.view.scores[seat] for seat in self.rivals), default=-FAR)
        return self.view.scores[self.me] - best

    @property
    def overtime(self) -> bool:
        """Whether the game has gone on for so long that the steward works for its end alone.

        No weights have a say in this: whatever they are, a table of stewards comes to an end.
        """
        return self.view.turn > self.long_over

    def to_home(self, region: int) -> int:
        """How far the nearest own settlement is by land."""
        return self._nearest(region, self.homes, 0)

    def to_foreign(self, region: int) -> int:
        """How far the nearest foreign settlement is by land."""
        return self._nearest(region, self.foreign, 1)

    def _nearest(self, region: int, others: Iterable[int], which: int) -> int:
        found = self._ways[which].get(region)
        if found is None:
            found = self._ways[which][region] = nearest(region, others)
        return found

    @lazy
    def _ways(self) -> tuple[dict[int, int], dict[int, int]]:
        return {}, {}

    def known(self, region: int) -> str | None:
        """What lies in a region: a marker's kind, "" for nothing, None when it is not known."""
        marker = self.view.spaces[region].marker
        return "" if marker is None else marker.kind


def walk(origin: int, target: int) -> int:
    """The way by land, very far where there is none."""
    way = BOARD.distance(origin, target, "land")
    return FAR if way is None else way


def nearest(region: int, others: Iterable[int]) -> int:
    """The way by land to the nearest of some regions; very far when there is none."""
    ways = BOARD.distances(region, "land")
    return min([way for other in others if (way := ways[other]) is not None], default=FAR)
