"""What could happen next turn: who could attack whom, with what chances, and what is at stake."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from functools import lru_cache
from math import inf

import msgspec

from engine.core.lazy import lazy
from engine.world.steward.memory import kept_while
from engine.world.steward.odds import Battle
from engine.world.steward.survey import BOARD, FAR, WALKS, Army, Survey, Troops
from engine.world.steward.threats import Risks, Threats, threats_of
from engine.world.steward.weights import Share
from engine.world.view import SettlementView, WorldView

LAND = frozenset(BOARD.land)
CERTAIN = 1 + 1e-9
"""No chance is greater, however it is rounded."""
SETTLER_STRIDE = 2
"""How far a settler gets in a turn (rule: movement-points)."""


class StrategyWeights(msgspec.Struct, frozen=True, kw_only=True):
    """What a steward holds of time, danger and war; worth is counted in gold of today."""

    haste: Share
    danger: Share
    crowd: Share
    likelihood: Share
    distant: Share
    overseas: Share
    odds: Share
    standing: Share


Outing = tuple[float, int]
"""What a region would bring a settler who sets out for it, below zero, and the region."""
Trek = tuple[int, int, int]
"""In how many turns a settler bought today can be in a free region, which, and where to buy it."""
Prospect = tuple[float, int, int]
"""What a settler bought today would bring in a free region, the region, and where to buy it."""


def turns(away: int, points: int) -> int:
    """How many turns from now a settler with some points left can be there: 0 is this turn."""
    return 0 if away <= points else 1 + (away - points - 1) // SETTLER_STRIDE


ARRIVAL = tuple(1 + turns(away, SETTLER_STRIDE) for away in range(len(LAND)))
"""By how far land is away, in how many turns a settler bought today is there."""

NEAREST = tuple(
    tuple(
        sorted(
            [way for way in BOARD.land if WALKS[region][way] < FAR], key=WALKS[region].__getitem__
        )
    )
    for region in BOARD.land
)
"""For each region those that can be walked to, the nearest first; of equally near ones, the first
on the board."""


@lru_cache(maxsize=256)
def crowding(settlers: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """For each region, how many of some settlers, given as (space, count), are a turn away.

    Nobody may change what is kept of them.
    """
    found: dict[int, int] = {}
    for space, count in settlers:
        for region in BOARD.within(space, SETTLER_STRIDE, "land"):
            found[region] = found.get(region, 0) + count
    return found


class Strategy(Survey, ABC):
    """A survey that weighs. The rule set says what things are worth and how battles go."""

    w: StrategyWeights
    carried: int
    """How many pieces a fleet carries."""

    def __init__(self, view: WorldView, seat: int) -> None:
        super().__init__(view, seat)
        self.free_guards: dict[tuple[int, Army], Army] = {}
        """By where armies stand and what they are, those that are not needed there."""

    @lazy
    def known_shores(self) -> dict[int, list[int]]:
        """For each zone that was asked about, the regions there where a settler should land."""
        return {}

    @lazy
    def appeals(self) -> dict[int, float]:
        """The appeals of the regions that were asked about."""
        return {}

    @lazy
    def outings(self) -> dict[tuple[int, int], list[Outing]]:
        """The free land that settlers could set out for, by their place and the points left."""
        return {}

    @lazy
    def objectives(self) -> dict[tuple[int, Army], int | None]:
        """The settlements to make for, by where armies stand and what they are."""
        return {}

    @property
    @abstractmethod
    def army_price(self) -> int:
        """What an army costs now."""

    @abstractmethod
    def fight(self, ours: Army, theirs: Army, other: int) -> Battle:
        """The chances of own units against those of another seat."""

    def chance(self, ours: Army, theirs: Army, other: int) -> float:
        """The chance of own units to win against those of another seat."""
        return self.fight(ours, theirs, other).win

    @abstractmethod
    def assault(self, theirs: Army, ours: Army, other: int) -> float:
        """The chance that another seat's units beat own ones and have some left.

        It follows from the units, the other seat and `terms` alone.
        """

    @property
    @abstractmethod
    def terms(self) -> Hashable:
        """What decides battles beside the units in them."""

    @abstractmethod
    def limit(self, region: int) -> int:
        """The largest settlement a region bears, as far as is known."""

    @abstractmethod
    def site_gain(self, region: int) -> float:
        """What settling in a free region would bring beyond its price, were it safe."""

    @abstractmethod
    def capture_worth(self, region: int, settlement: SettlementView) -> float:
        """What taking a foreign settlement is worth."""

    @abstractmethod
    def loss_worth(self, region: int, settlement: SettlementView) -> float:
        """What losing an own settlement to a rival would cost."""

    # Land to settle.

    @lazy
    def vacant(self) -> frozenset[int]:
        """Regions where a settlement could still be founded, for all the steward knows."""
        free = LAND.difference(self.homes, self.foreign)
        return frozenset([region for region in free if self.limit(region)])

    def appeal(self, region: int) -> float:
        """What a free region would bring a settler who is there now, risks considered."""
        appeals = self.appeals
        if region in appeals:
            return appeals[region]
        value = self.site_gain(region)
        if value > 0:
            if region in self.threats.menaced and region not in self.own_troops:
                value *= self.w.danger
                if region in self.foreign_troops:
                    value *= self.w.danger
            if region in self.crowding:
                value *= max(0.2, 1 - self.w.crowd * self.crowding[region])
        else:
            value = 0.0
        appeals[region] = value
        return value

    @kept_while("foreign_settlers")
    def crowding(self) -> dict[int, int]:
        """For each region, how many foreign settlers could get there in one turn."""
        others = self.foreign_settlers.items()
        return crowding(tuple([(space, sum(owners.values())) for space, owners in others]))

    @property
    def highest_appeal(self) -> float:
        """No free region appeals more; a rule set that knows the most there can be says so."""
        return inf

    @kept_while("home_regions", "vacant")
    def treks(self) -> list[Trek]:
        """The ways to the free regions that can be walked to, the nearest first."""
        is_home, found = self.homes.__contains__, []
        for region in self.vacant if self.homes else ():
            home = next(filter(is_home, NEAREST[region]), None)
            if home is not None:
                found.append((ARRIVAL[WALKS[region][home]], region, home))
        return sorted(found)

    def find_prospects(self, least: float = 0.0) -> Iterator[Prospect]:
        """What a settler would bring in the free regions that can be walked to, the nearest first.

        It ends where the land is too far away for any region to be worth `least`.
        """
        settlers, haste, appeals = self.settlers, self.w.haste, self.appeals
        highest = self.highest_appeal if least else inf
        turns, kept = 0, 1.0
        for needed, region, home in self.treks:
            if needed != turns:
                turns, kept = needed, haste**needed
                if highest * kept < least:
                    return
            if region not in settlers:
                appeal = appeals[region] if region in appeals else self.appeal(region)
                if appeal > 0:
                    yield appeal * kept, region, home

    # Foreign armies.

    @kept_while("foreign_troops", "fleets", "w")
    def threats(self) -> Threats:
        """Where foreign armies stand and what they could attack."""
        me, w = self.me, self.w
        armies = [
            (space, owner, units)
            for space, owners in self.foreign_troops.items()
            for owner, units in owners.items()
        ]
        aboard = [
            (ship.zone, ship.owner, units)
            for ship in self.ships
            if ship.owner != me and ship.cargo and (units := ship.aboard(self.fighters))
        ]
        overseas = w.overseas * w.likelihood
        return threats_of(tuple(armies), tuple(aboard), w.likelihood, w.distant, overseas)

    @property
    def landings(self) -> Troops:
        """For each region, the foreign armies that lie off its coast in ships."""
        return self.threats.landings

    def menace(self, region: int, steps: int = 1) -> dict[int, Army]:
        """The foreign armies, by owner, that could be in a region after some steps."""
        return self.threats.menace(region, steps)

    def attackers(self, region: int) -> list[tuple[float, int, Army]]:
        """How likely whose armies could attack a region before long: neighbours first."""
        return self.threats.attackers(region)

    # Risks.

    def present_risk(self, region: int) -> float:
        """The chance that an own settlement is taken next turn, as it is guarded now."""
        present = self._risks.present
        guards, known = self.own_troops.get(region, ()), present.get(region)
        if known is None or known[0] != guards:
            exposed = region in self.threats.exposed
            known = present[region] = guards, self.risk(region, guards) if exposed else 0.0
        return known[1]

    @kept_while("home_regions", "threats")
    def in_danger(self) -> list[int]:
        """The own settlements that could be attacked before long."""
        exposed = self.threats.exposed
        return [home for home in self.home_regions if home in exposed]

    def risk(self, region: int, guards: Army) -> float:
        """The chance that an own settlement with these guards would be taken next turn."""
        known = self._risks.guarded
        if (region, guards) in known:
            return known[region, guards]
        worst = 0.0
        for likelihood, owner, units in self.threats.attackers(region):
            # Where even a certain defeat would not be worse, its chances need not be found.
            if likelihood * CERTAIN > worst:
                chance = likelihood * self.assault(units, guards, owner)
                if chance > worst:
                    worst = chance
        known[region, guards] = worst
        return worst

    @lazy
    def _risks(self) -> Risks:
        return self.threats.risks(self.terms)

    def relief_worth(self, space: int, other: int) -> float:
        """What destroying another seat's army is worth for the settlements it stands beside."""
        units = self.army(space, other)
        best = 0.0
        for home in BOARD.beside[space]:
            settlement = self.homes.get(home)
            if settlement is not None:
                fall = self.assault(units, self.own_army(home), other)
                best = max(best, fall * self.loss_worth(home, settlement))
        return self.w.likelihood * best
