"""What foreign armies could attack before long: it follows from where they stand alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from engine.core.lazy import lazy
from engine.world.steward.survey import BOARD, Army, Troops

Force = tuple[int, int, Army]
"""A space, the owner of units there, and the units."""


class Risks(NamedTuple):
    """How likely regions are taken: by their guards, and with those they had when last asked."""

    guarded: dict[tuple[int, Army], float]
    present: dict[int, tuple[Army, float]]


class Threats:
    """The armies of others on foot and aboard ships, and which regions they could get to.

    `near`, `distant` and `overseas` are how likely armies attack from one step away, from two, and
    from a ship off the coast. The kept result itself is returned: callers must not change it.
    """

    def __init__(
        self,
        armies: tuple[Force, ...],
        aboard: tuple[Force, ...],
        near: float,
        distant: float,
        overseas: float,
    ) -> None:
        self.near = near
        self.distant = distant
        self.overseas = overseas
        self.hostile: Troops = {}
        """The armies where they stand."""
        for space, owner, units in armies:
            self.hostile.setdefault(space, {})[owner] = units
        self.landings: Troops = {}
        """For each region, the armies that lie off its coast in ships."""
        for zone, owner, units in aboard:
            for region in BOARD.coasts[zone]:
                there = self.landings.setdefault(region, {})
                there[owner] = there.get(owner, ()) + units
        self._menaces: dict[tuple[int, int], dict[int, Army]] = {}
        self._attackers: dict[int, list[tuple[float, int, Army]]] = {}
        self._largest: dict[int, Army] = {}
        self._risks: dict[Hashable, Risks] = {}
        self._strengths: dict[Callable[[Army], int], dict[int, int]] = {}

    @lazy
    def menaced(self) -> frozenset[int]:
        """The regions where foreign armies could be after one step."""
        return frozenset().union(*(BOARD.within(space, 1, "land") for space in self.hostile))

    @lazy
    def watched(self) -> frozenset[int]:
        """The regions where foreign armies could be after two steps."""
        return frozenset().union(*(BOARD.within(space, 2, "land") for space in self.hostile))

    @lazy
    def exposed(self) -> frozenset[int]:
        """The regions that any of the armies could attack before long."""
        return self.watched.union(self.landings)

    def menace(self, region: int, steps: int) -> dict[int, Army]:
        """The armies, by owner, that could be in a region after some steps."""
        found = self._menaces.get((region, steps))
        if found is None:
            found, hostile = {}, self.hostile
            for space in BOARD.within(region, steps, "land"):
                if space in hostile:
                    for owner, units in hostile[space].items():
                        found[owner] = found.get(owner, ()) + units
            self._menaces[region, steps] = found
        return found

    def largest(self, region: int) -> Army:
        """The largest of the armies nearest to a region that threaten it."""
        found = self._largest.get(region)
        if found is None:
            near = self.menace(region, 1) or self.menace(region, 2) or self.landings.get(region)
            found = self._largest[region] = max(near.values(), key=len) if near else ()
        return found

    def strengths(self, measure: Callable[[Army], int]) -> dict[int, int]:
        """How strong the armies of each owner are together, by a measure of the rule set."""
        found = self._strengths.get(measure)
        if found is None:
            found = self._strengths[measure] = {}
            for owners in self.hostile.values():
                for owner, units in owners.items():
                    found[owner] = found.get(owner, 0) + measure(units)
        return found

    def risks(self, terms: Hashable) -> Risks:
        """The risks of regions, as far as a steward has found them out.

        `terms` are what decides battles beside the units; other terms have other risks. A steward
        fills in what it finds: it serves over many choices.
        """
        found = self._risks.get(terms)
        if found is None:
            found = self._risks[terms] = Risks({}, {})
        return found

    def attackers(self, region: int) -> list[tuple[float, int, Army]]:
        """How likely whose armies could attack a region before long: neighbours first."""
        found = self._attackers.get(region)
        if found is None:
            found = []
            near = self.menace(region, 1)
            found += [(self.near, owner, units) for owner, units in near.items()]
            if region in self.watched:
                for owner, units in self.menace(region, 2).items():
                    if len(units) > len(near.get(owner, ())):
                        found.append((self.distant, owner, units))
            for owner, units in self.landings.get(region, {}).items():
                found.append((self.overseas, owner, units))
            self._attackers[region] = found
        return found


threats_of = lru_cache(maxsize=256)(Threats)
"""Foreign armies stay where they are over many choices of a seat: what follows is kept."""
