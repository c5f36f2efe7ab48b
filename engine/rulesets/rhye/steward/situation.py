"""The board as the steward weighs it: free land, threats, what a realm could become."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.rhye.actions.figures import first_of
from engine.rulesets.rhye.steward.weights import Weights
from engine.rulesets.rhye.tables import (
    CITY,
    CIVILIZATION,
    CIVILIZATIONS,
    GROUNDS,
    LEVEL,
    ROSTER,
    TABLES,
    TECHNOLOGIES,
    UNIT,
    UNITS,
    Civilization,
)
from engine.rulesets.rhye.view import RealmView, RhyeView
from engine.world.steward.survey import BOARD, FIRST_SEA, Army, Survey, walk

LAND = frozenset(unit.id for kind, unit in enumerate(UNITS) if kind in ROSTER.ground)
ATTACK = {unit.id: unit.attack for unit in UNITS}
DEFENCE = {unit.id: unit.defence for unit in UNITS}
GREY = -1
LAST_STRETCH = 2
"""So few regions short of domination, each more is worth the game."""
ALARMING = 0.6
"""How near to the stars a rival is when the others turn against it."""
MARCH = 6
"""Armies do not set out for settlements further away than this."""
VOYAGE = 6
"""Fleets do not set out for shores further away than this."""
A_TURN = 1.5
"""What every turn at sea takes from the worth of a shore."""


class Voyage(NamedTuple):
    """A sea zone to make for, the region that is worth landing in there, and how much."""

    worth: float
    zone: int
    shore: int


class Card:
    """The figures of a civilization, its own or everyone's."""

    def __init__(self, own: Civilization) -> None:
        changes = TABLES.changes
        self.consolidation_change = first_of(own.consolidation, changes.consolidation)
        self.consolidation_infantry = own.consolidation_infantry
        self.founding_change = first_of(own.founding, changes.founding)
        self.revolution_change = first_of(own.revolution, changes.revolution)
        self.village_fleets = first_of(own.village_fleets, 0)


@cache
def zones_around(zone: int) -> tuple[tuple[int, int], ...]:
    """The zones within a voyage, each with how far it is."""
    near = BOARD.within(zone, VOYAGE, "sea")
    return tuple((BOARD.distance(zone, other, "sea") or 0, other) for other in near)


class Situation(Survey):
    """One look at a view of Rhye's and Fall."""

    fighters: ClassVar[frozenset[str]] = LAND
    sailors: ClassVar[frozenset[str]] = frozenset(u.id for u in UNITS if u.is_fleet)
    long_over: ClassVar[int] = 30
    view: RhyeView

    def __init__(self, view: RhyeView, seat: int, weights: Weights) -> None:
        super().__init__(view, seat)
        self.w = weights
        self.realm: RealmView = view.realms[seat]
        self.ground = GROUNDS[view.seats]
        self.level = LEVEL[self.realm.stability]
        self._goals: dict[int, int] = {}
        self._shores: dict[int, tuple[float, int]] = {}
        self._voyages: dict[tuple[int, int], Voyage | None] = {}

    @lazy
    def card(self) -> Card:
        """What the civilization does in its own way."""
        return Card(CIVILIZATIONS[CIVILIZATION[self.realm.civilization]])

    @lazy
    def needs_port(self) -> bool:
        """Whether a city on the coast would be the way to a fleet."""
        ships = any(u.is_fleet and u.technology in self.knows for u in UNITS)
        if not self.wants_fleet or not ships or self.card.village_fleets:
            return False
        cities = (home for home, settlement in self.homes.items() if settlement.size == CITY)
        return not any(self.ground.coasts[home] for home in cities)

    @lazy
    def capital(self) -> int:
        """The region of the capital, or -1."""
        return BOARD.index.get(self.realm.capital, -1)

    def is_free(self, region: int) -> bool:
        """Whether a village could stand in a region, as far as one can see."""
        space = self.view.spaces[region]
        if not self.ground.within[region] or space.settlement is not None:
            return False
        marker = space.marker
        if marker is not None and marker.kind == "desert":
            return False
        return not any(units.owner != self.me for units in space.units)

    def is_unknown(self, region: int) -> bool:
        """Whether nobody has been in a region."""
        marker = self.view.spaces[region].marker
        return marker is not None and marker.face == "down"

    @lazy
    def own_units(self) -> int:
        """How many land units the steward has."""
        return sum(map(len, self.own_troops.values()))

    @lazy
    def free_near(self) -> list[int]:
        """Free land beside the steward's settlements and units."""
        held = {*self.homes, *self.own_troops}
        near = {
            other for region in held if region < FIRST_SEA for other in self.ground.beside[region]
        }
        return [
            region for region in near | {r for r in held if r < FIRST_SEA} if self.is_free(region)
        ]

    def attack(self, army: Army) -> int:
        """The dice of an army that attacks."""
        return sum(ATTACK[unit] for unit in army)

    def defence(self, region: int, owner: int) -> float:
        """The dice that defend a region for its owner."""
        dice = float(sum(DEFENCE[unit] for unit in self.army(region, owner)))
        settlement = self.view.spaces[region].settlement
        if settlement is not None and settlement.capital and settlement.owner == owner and dice:
            dice += len(self.army(region, owner))
        return dice

    def threat(self, region: int) -> float:
        """The strongest attack that another seat could bring to a region next turn."""
        worst: dict[int, int] = {}
        for near in (region, *self.ground.beside[region]):
            for owner, army in self.foreign_troops.get(near, {}).items():
                if owner != GREY:
                    worst[owner] = worst.get(owner, 0) + self.attack(army)
        return max(worst.values(), default=0)

    @lazy
    def exposed(self) -> frozenset[int]:
        """The regions that some other seat's units can come to within two steps."""
        beside = self.ground.beside
        near = {
            region
            for region, here in self.foreign_troops.items()
            if region < FIRST_SEA and any(owner != GREY for owner in here)
        }
        for _ in range(2):
            near |= {other for region in near for other in beside[region]}
        return frozenset(near)

    @lazy
    def at_risk(self) -> int:
        """How many settlements could break away at the present level."""
        return self.risk_at(self.level)

    def risk_at(self, level: int) -> int:
        """How many settlements could break away at a level of stability."""
        count = len(self.homes)
        if level <= LEVEL["civil_war"]:
            return count // 2
        name = TABLES.stability[level]
        needed = TABLES.revolts.get(name)
        return 1 if needed is not None and count >= needed else 0

    def stability_worth(self, change: int) -> float:
        """What rising or falling on the chart is worth."""
        floor = LEVEL["collapsing"] if self.realm.religion == "buddhism" else 0
        new = max(min(self.level + change, LEVEL["very_solid"]), floor)
        safer = (self.at_risk - self.risk_at(new)) * self.w.danger
        return safer + (new - self.level) * self.w.level

    def sprawl(self, seat: int) -> float:
        """How near a seat is to dominating the world: 0 while far from it, 1 at the threshold."""
        goal = TABLES.domination_regions
        return min(max(self.view.realms[seat].regions / goal * 2 - 1, 0.0), 1.0)

    def ascent(self, seat: int) -> float:
        """How near a seat is to the stars: 0 with half of all technologies, 2 after the launch."""
        if self.view.realms[seat].launched:
            return 2.0
        known = len(self.view.players[seat].technologies)
        return max(known / len(TECHNOLOGIES) * 2 - 1, 0.0)

    @lazy
    def leaders(self) -> frozenset[int]:
        """Rivals who will have won soon if nobody stops them."""
        return frozenset(
            seat
            for seat in self.rivals
            if self.sprawl(seat) >= self.w.wary or self.ascent(seat) >= ALARMING
        )

    def prize(self, region: int) -> float:
        """What a foreign settlement is worth, more where its loss keeps a rival from winning."""
        settlement = self.foreign[region]
        owner = settlement.owner
        if owner == GREY:
            if (BOARD.id(region), self.me) in self.view.former:
                return self.w.prize
            return 5.0 if self.level >= LEVEL["stable"] else -3.0
        worth = self.w.prize * (1.0 + self.w.alarm * self.sprawl(owner))
        if settlement.capital:
            worth *= 1.2 + self.w.alarm * self.ascent(owner)
        if self.realm.regions >= TABLES.domination_regions - LAST_STRETCH:
            worth *= 2
        return worth

    def war_goal(self, region: int) -> int:
        """The settlement that units in a region should march for, or -1.

        A leader's within a march, or anybody's that nobody guards if it is near.
        """
        if region not in self._goals:
            found = []
            for target, settlement in self.foreign.items():
                way, owner = walk(region, target), settlement.owner
                if way <= MARCH and (
                    owner in self.leaders
                    or (way <= self.w.raid and owner != GREY and not self.army(target, owner))
                ):
                    found.append((self.prize(target) / (1 + way), target))
            self._goals[region] = max(found)[1] if found else -1
        return self._goals[region]

    @lazy
    def hunger(self) -> float:
        """How much more land means to a small realm: who stays small is overrun."""
        return self.w.hunger * max(self.w.enough - len(self.homes), 0) / max(self.w.enough, 1)

    def plot_worth(self, region: int) -> float:
        """What a village in a region is worth."""
        marker = self.view.spaces[region].marker
        worth = self.w.village
        if marker is not None and marker.kind in TABLES.resources:
            worth += 3
        # The last regions before domination are worth the game.
        if self.realm.regions >= TABLES.domination_regions - LAST_STRETCH:
            worth *= 2
        return worth

    def shore_worth(self, region: int) -> float:
        """What landing in a region is worth: free land out of walking reach, or an easy prize."""
        if region in self.foreign:
            guarded = self.army(region, self.foreign[region].owner)
            return 0.0 if guarded else self.prize(region) * 0.6
        if not self.is_free(region) or region in self.free_near or self.army(region, self.me):
            return 0.0
        return 6.0 + self.plot_worth(region) / 4 - self.threat(region) * 0.4

    def best_shore(self, zone: int) -> tuple[float, int]:
        """The best place to land from a zone, and what it is worth."""
        if zone not in self._shores:
            shores = ((self.shore_worth(region), region) for region in self.ground.coasts[zone])
            self._shores[zone] = max(shores, default=(0.0, -1))
        return self._shores[zone]

    def best_voyage(self, zone: int, speed: int) -> Voyage | None:
        """The best shore that a fleet could make for from a zone."""
        if (zone, speed) not in self._voyages:
            options = []
            for far, other in zones_around(zone):
                worth, shore = self.best_shore(other)
                if worth > 0:
                    turns = -(-far // max(speed, 1))
                    options.append(Voyage(worth - A_TURN * turns, other, shore))
            best = max(options, default=None)
            self._voyages[zone, speed] = best if best is not None and best.worth > 0 else None
        return self._voyages[zone, speed]

    @lazy
    def wants_fleet(self) -> bool:
        """Whether units are short of land and a fleet would bring them to some."""
        if len(self.free_near) > 1 or any(s.load < TABLES.fleet_capacity for s in self.own_ships):
            return False
        return any(self.best_voyage(z, 1) for home in self.homes for z in self.ground.coasts[home])

    @lazy
    def knows(self) -> frozenset[str]:
        """The steward's technologies."""
        return frozenset(self.sheet.technologies)

    def price_of(self, unit: str) -> int:
        """What a unit costs everyone."""
        return UNITS[UNIT[unit]].cost
