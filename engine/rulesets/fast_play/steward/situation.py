"""The board as the steward reads it off its view: threats, chances, and land to settle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.fast_play.steward.odds import dice_of, exchange
from engine.rulesets.fast_play.steward.weights import Weights
from engine.rulesets.fast_play.tables import ARMIES, FIGHTER, FLEETS, MOVES, TABLES, UNITS
from engine.rulesets.fast_play.view import FastPlayView
from engine.world.movement.transport import shores
from engine.world.steward.memory import kept_while
from engine.world.steward.odds import Battle
from engine.world.steward.survey import BOARD, FIRST_SEA, Army, Survey, ways_to
from engine.world.view import UnitsView

MARCH = max(MOVES[kind] for kind in ARMIES)
"""How far an army gets with its points; a road takes it one region further."""
OTHERS = ("foreign_troops", "foreign_settlers", "fleets")
"""The pieces of others, and the own fleets."""
LAND = ("home_regions", "foreign_regions", *OTHERS)
"""What decides where armies can go."""
NOWHERE = dict.fromkeys(BOARD.land, 0)
AIRCRAFT = UNITS[FIGHTER].id
NEIGHBOURS = 2
"""Armies this many regions away are a threat."""
BARREN = ("desert", "mountains", "jungle_forest")
RICH = ("fertile", "wine", "gems", "spices", "rare_metals")
PAYING = ("horses", "iron", "oil", "coal")


@lru_cache(maxsize=256)
def threatened(armies: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """For each region, the most dice of those armies, given as (dice, space), that are near it.

    Foreign armies stay where they are over many choices; nobody may change what is kept of them.
    """
    found: dict[int, int] = {}
    for dice, space in armies:
        # The strongest come last and so prevail.
        if dice > 0:
            found.update(dict.fromkeys(BOARD.within(space, NEIGHBOURS, "land"), dice))
    return found


Limits = tuple[dict[str, int] | None, dict[int, Army] | None]
"""How many pieces have gone over fleets, and own units among others, where these matter."""


class Departure(NamedTuple):
    """Pieces of a region, where they can go, and for some targets which of them and how many.

    `occupied` are the targets where others have pieces or a settlement.
    """

    units: tuple[UnitsView, ...]
    limits: Limits
    targets: list[int]
    occupied: frozenset[int]
    movers: dict[int, tuple[dict[str, int], int]]


@lru_cache(maxsize=256)
def railways(homes: tuple[int, ...]) -> dict[int, frozenset[int]]:
    """For each settlement, how far armies get over rails, which join settlements side by side.

    Settlements stay the same over many choices; nobody may change what is kept of them.
    """
    found: dict[int, frozenset[int]] = {}
    for start in homes:
        if start not in found:
            line = [start]
            for home in line:
                line += [o for o in BOARD.beside[home] if o in homes and o not in line]
            reached = around(line)
            found.update(dict.fromkeys(line, reached))
    return found


@lru_cache(maxsize=256)
def outskirts(homes: tuple[int, ...], zones: frozenset[int]) -> frozenset[int]:
    """The regions next to some settlements, by land or over fleets in some zones."""
    near = {region for home in homes for region in BOARD.beside[home]}
    if zones:
        near.update(shore for home in homes for shore in shores(home, zones))
    return frozenset(near)


@cache
def marches(origin: int) -> frozenset[int]:
    """Where pieces get to from a region, first over a road."""
    return frozenset(BOARD.within(origin, 1 + MARCH, "land"))


def around(regions: Iterable[int]) -> frozenset[int]:
    """Where armies get to from some regions."""
    return frozenset().union(*[BOARD.within(region, MARCH, "land") for region in regions])


class Situation(Survey):
    """One look at the view."""

    view: FastPlayView
    fighters = frozenset(UNITS[kind].id for kind in (*ARMIES, FIGHTER))
    sailors = frozenset(UNITS[kind].id for kind in FLEETS)
    long_over = 30

    def __init__(self, view: FastPlayView, seat: int, weights: Weights) -> None:
        super().__init__(view, seat)
        self.w = weights

    @kept_while("fleets")
    def bridges(self) -> dict[int, int]:
        """How many own fleets there are in each zone."""
        found: dict[int, int] = {}
        for ship in self.own_ships:
            if ship.zone >= FIRST_SEA:
                found[ship.zone] = found.get(ship.zone, 0) + ship.number
        return found

    # Ways.

    @kept_while(*LAND, "era")
    def departures(self) -> dict[int, Departure]:
        """Where the pieces of regions can go, as far as it was asked.

        It follows from them, from own settlements, from the pieces and settlements of others, and
        from `limits`.
        """
        return {}

    def limits(self, origin: int) -> Limits:
        """What else decides where pieces of a region can go, and how many of them.

        Own fleets in reach carry so many pieces and no more. Settlers and aircraft are not stopped
        by others where an own army is.
        """
        over_sea = bool(self.bridges) and not self._piers.isdisjoint(self._overland(origin))
        followers = origin in self.settlers or AIRCRAFT in self.own_troops.get(origin, ())
        escorted = followers and not self.reach(origin).isdisjoint(self._mixed)
        return self.view.ferried if over_sea else None, self._mixed if escorted else None

    @lazy
    def _mixed(self) -> dict[int, Army]:
        """Own units where there are pieces or settlements of others."""
        occupants = self.occupants
        return {space: army for space, army in self.own_troops.items() if space in occupants}

    def reach(self, origin: int) -> frozenset[int]:
        """The regions that armies of a region could get to, if nobody was in their way."""
        known = self._reaches
        if origin not in known:
            found = self._overland(origin)
            if not self._piers.isdisjoint(found):
                found |= self._overseas
            known[origin] = found
        return known[origin]

    def _overland(self, origin: int) -> frozenset[int]:
        """The regions that pieces of a region could get to without fleets, likewise."""
        if self.era >= TABLES.first_rail_era and origin in self.homes:
            return railways(self.home_regions)[origin]
        return marches(origin)

    @kept_while("home_regions", "bridges", "era")
    def _reaches(self) -> dict[int, frozenset[int]]:
        return {}

    @kept_while("bridges")
    def _piers(self) -> frozenset[int]:
        """The coasts of the zones with own fleets."""
        return frozenset(coast for zone in self.bridges for coast in BOARD.coasts[zone])

    @kept_while("bridges")
    def _overseas(self) -> frozenset[int]:
        """Where armies get to over own fleets."""
        return around(self._piers)

    # Rivals.

    @lazy
    def science(self) -> list[int]:
        """For each seat, technologies of the current era more than it has.

        The last is for barbarians, who own none: their number is -1.
        """
        own, era = self.sheet.technologies_by_era[self.era], self.era
        return [*(own - player.technologies_by_era[era] for player in self.view.players), own]

    @kept_while(*OTHERS)
    def strangers(self) -> frozenset[int]:
        """The spaces where there are pieces of others."""
        zones = [ship.zone for ship in self.ships if ship.owner != self.me]
        return frozenset(self.foreign_troops).union(self.foreign_settlers, zones)

    @kept_while("foreign", *OTHERS)
    def occupants(self) -> dict[int, int]:
        """Who else holds regions: the owners of pieces or of the settlements there."""
        found = {region: settlement.owner for region, settlement in self.foreign.items()}
        me, spaces = self.me, self.view.spaces
        for region in self.strangers:
            for units in spaces[region].units:
                if units.owner != me:
                    found[region] = units.owner
                    break
        return found

    def chances(self, region: int, ours: Army) -> Battle:
        """The chances of some own units to hold a region against those who hold it now."""
        theirs: Army = ()
        settled, science = region in self.foreign, 0
        if region in self.occupants:
            other = self.occupants[region]
            theirs, science = self.army(region, other), self.science[other]
        return exchange(
            dice_of(ours, settled, True, science, self.era),
            dice_of(theirs, settled, False, -science, self.era),
            len(ours),
            len(theirs),
        )

    @kept_while("foreign_troops", "science", "era")
    def threats(self) -> dict[int, int]:
        """For each region in danger, the most dice that one rival's armies would roll there."""
        science, era = self.science, self.era
        armies = [
            (dice_of(units, True, True, -science[owner], era), space)
            for space, owners in self.foreign_troops.items()
            if space < FIRST_SEA
            for owner, units in owners.items()
            if owner >= 0
        ]
        return threatened(tuple(sorted(armies)))

    def danger(self, region: int, guard: Army) -> int:
        """How many dice an attack on an own settlement would have more than its guard."""
        if region not in self.threats or region not in self.homes:
            return 0
        return max(0, self.threats[region] - dice_of(guard, True, False, 0, self.era))

    # Land to settle.

    def worth(self, region: int) -> float:
        """What a settlement founded in a region would be worth; nothing where there can be none."""
        space = self.view.spaces[region]
        if space.settlement is not None or region in self.strangers:
            return 0.0
        if space.unexplored:
            return self.w.unexplored
        marker = self.known(region)
        if marker in BARREN:
            return 0.0
        return (
            self.w.rich if marker in RICH else self.w.paying if marker in PAYING else self.w.plain
        )

    @lazy
    def frontier(self) -> dict[int, float]:
        """Regions next to own settlements that could be settled, and their worth."""
        near = outskirts(self.home_regions, frozenset(self.bridges))
        free = near.difference(self.homes, self.foreign, self.strangers)
        worths = {region: self.worth(region) for region in sorted(free)}
        return {region: worth for region, worth in worths.items() if worth}

    @lazy
    def sites(self) -> dict[int, float]:
        """The same regions, and their worth to a settler: less where foreign armies are near."""
        risk, threats, troops = self.w.risk, self.threats, self.own_troops
        return {
            region: worth * (risk if region in threats and region not in troops else 1.0)
            for region, worth in self.frontier.items()
        }

    @lazy
    def outside(self) -> dict[int, int]:
        """How far the nearest site is from each region by land; 0 when there is none."""
        return ways_to(tuple(self.frontier)) if self.frontier else NOWHERE
