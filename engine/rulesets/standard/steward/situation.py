"""The board as the steward weighs it: what resources, sites and settlements are worth."""

from __future__ import annotations

from collections.abc import Hashable
from math import fsum, inf
from operator import mul
from typing import ClassVar

from engine.core.grammar import Answers, Grammar, Settings
from engine.core.lazy import lazy
from engine.rulesets.standard.steward.horizon import Horizon
from engine.rulesets.standard.steward.income import LUCK, expected_income, monopoly
from engine.rulesets.standard.steward.odds import clash, clash_won, power
from engine.rulesets.standard.steward.wards import Ward
from engine.rulesets.standard.tables import LAST_ERA, LIMITS, MARKERS, RESOURCES, TABLES, Prices
from engine.world.steward.memory import kept_while
from engine.world.steward.odds import Battle
from engine.world.steward.strategy import LAND, Outing
from engine.world.steward.survey import BOARD, Army
from engine.world.steward.wares import Ware
from engine.world.view import SettlementView

LARGEST = len(TABLES.prices.growth) + 1
"""The largest settlement that land without terrain bears."""
TERRAIN: dict[str | None, int] = {MARKERS[marker]: size for marker, size in LIMITS.items()}
"""The largest settlement each terrain bears (rule: terrain)."""
BARREN = frozenset(kind for kind, size in TERRAIN.items() if not size)
"""The terrain that bears no settlement at all."""
MARKER_CHANCE = {
    kind: count / sum(TABLES.markers.values()) for kind, count in TABLES.markers.items()
}
PLAGUE_CHANCE = MARKER_CHANCE["plague"]
Levy = tuple[str, int, Battle]
"""Units to buy, how many of them, and what then comes of an attack."""
Landfall = tuple[int, int]
"""A region and how far the nearest zone off its coast is."""
INCOME = ("stream", "era", "technologies", "sheet.resources", "sheet.income.cities")
"""What decides how much one resource more, or less, is worth."""
WORTHS = ("one_size", "envy", "point", "w", *INCOME)
"""What decides how much a settlement is worth."""
VICTIMS = ("own_troops", "homes", "point", "stream", "era")
"""What decides how much a plague would cost."""
APPEAL = (
    *("marker_worths", "average_marker", *VICTIMS, "markers", "w"),
    *("threats", "foreign_troops", "crowding"),
)
"""What decides how much free land appeals to a settler."""


class Situation(Horizon):
    """One look at the view, with what everything on it is worth, in gold of today."""

    prices: ClassVar[Prices] = TABLES.prices
    weighed: tuple[Grammar, list[Ware]] | None = None
    """What a purchase form offers, as it was weighed in this look, where that is kept."""

    @property
    def army_price(self) -> int:
        return self.prices.army[self.era]

    # Battles.

    def fleet(self, space: int, owner: int) -> Army:
        """A seat's fleets in a zone."""
        return tuple(ship.kind for ship in self.ships if (ship.zone, ship.owner) == (space, owner))

    @kept_while("own_troops")
    def own_armies(self) -> Army:
        """All the steward's armies on foot."""
        return tuple([unit for units in self.own_troops.values() for unit in units])

    @kept_while("own_troops")
    def armies_near(self) -> dict[int, Army]:
        """The steward's armies in and beside regions that were asked about."""
        return {}

    @kept_while("own_troops")
    def power(self) -> int:
        """All the steward's armies, counted in dice."""
        return sum(map(power, self.own_troops.values()))

    @kept_while("power", "threats", "w")
    def known_orders(self) -> dict[Settings, Answers]:
        """For standing orders that were looked at, what should change about them."""
        return {}

    @kept_while("terms", "w")
    def known_levies(self) -> dict[tuple[Army, Army, int, Army, int], Levy | None]:
        """For armies near a foreign settlement, what it takes beside them to attack it."""
        return {}

    @kept_while("threats", "terms", "one_size", "envy", "point", "stream", "w")
    def known_wards(self) -> dict[int, tuple[Hashable, Ward | None]]:
        """For settlements in danger, what else decides about guards, and what came of it."""
        return {}

    @lazy
    def science(self) -> list[int]:
        """For each seat, the steward's bonus in battle less the other's (rule: science)."""
        own = self.technologies // 2
        return [own - len(player.technologies) // 2 for player in self.view.players]

    def fight(self, ours: Army, theirs: Army, other: int) -> Battle:
        return clash(ours, theirs, self.science[other], self.era)

    def chance(self, ours: Army, theirs: Army, other: int) -> float:
        return clash_won(ours, theirs, self.science[other], self.era)

    def assault(self, theirs: Army, ours: Army, other: int) -> float:
        if not ours:
            return 1.0 if theirs else 0.0
        return clash_won(theirs, ours, -self.science[other], self.era)

    @lazy
    def terms(self) -> Hashable:
        return self.era, tuple(self.science)

    # Income.

    @kept_while("sheet.resources", "sheet.income.cities", "technologies", "coming_era")
    def next_income(self) -> float:
        """What the steward will earn on average, as things stand."""
        player = self.sheet
        return expected_income(
            player.resources, player.income.cities, len(player.technologies), self.coming_era
        )

    @lazy
    def incomes(self) -> list[float]:
        """What every seat would earn on average in this era, as things stand."""
        return [
            expected_income(p.resources, p.income.cities, len(p.technologies), self.era)
            for p in self.view.players
        ]

    @lazy
    def coming_era(self) -> int:
        """The era of the next turn's production."""
        return min(LAST_ERA, self.era + self.view.era_ending)

    @lazy
    def luck(self) -> float:
        """The chance that the steward's cities are doubled, in this era and the next."""
        return fsum([LUCK[self.era][kind] / 2 for kind in self.sheet.resources])

    def another(self, kind: str) -> float:
        """The gold a turn that one more resource of a kind would bring."""
        return self._alike(kind, self.sheet.resources.get(kind, 0))

    def one_less(self, kind: str) -> float:
        """The gold a turn that losing one resource of a kind would cost."""
        return self._alike(kind, max(0, self.sheet.resources.get(kind, 0) - 1))

    def _alike(self, kind: str, before: int) -> float:
        if before == 0:
            doubled = self.sheet.income.cities * LUCK[self.era][kind] / 2
            return self.technologies + self.w.kinds_to_come + doubled
        step = monopoly(before + 1) - monopoly(before)
        return step if step else self.w.pair * monopoly(before + 2)

    # Settlements and sites.

    def limit(self, region: int) -> int:
        marker = self.view.spaces[region].marker
        return LARGEST if marker is None else TERRAIN.get(marker.kind, LARGEST)

    @kept_while("home_regions", "foreign_regions", "barren")
    def vacant(self) -> frozenset[int]:
        return LAND.difference(self.home_regions, self.foreign_regions, self.barren)

    @kept_while("markers")
    def barren(self) -> frozenset[int]:
        """The regions that bear no settlement, as far as the steward knows."""
        return frozenset([r for r, marker in self.markers.items() if marker.kind in BARREN])

    @lazy
    def one_size(self) -> float:
        """The points and gold of one size of a settlement, for the rest of the game."""
        income = self.sheet.income
        poor = income.cities + income.science + income.monopolies < TABLES.minimum_income
        rate = self.w.floor if poor else 1.0
        return self.point + self.stream * rate * (1 + self.luck)

    def room_to_grow(self, size: int, limit: int) -> float:
        """What growing from a size up to the region's limit will bring beyond its price."""
        one, total = self.one_size, 0.0
        for price in self.prices.growth[size - 1 : max(size, limit) - 1]:
            if one > price:
                total += one - price
        return self.w.growth_option * total

    def site_worth(self, region: int) -> float:
        """What a village in a free region would be worth, its price not taken off."""
        markers = self.markers
        kind = markers[region].kind if region in markers else ""
        if kind is not None:
            return self.marker_worths[kind]
        costs = self._plague_costs
        cost = costs[region] if region in costs else self.plague_cost(region)
        return self.average_marker - PLAGUE_CHANCE * cost

    def site_gain(self, region: int) -> float:
        # As `site_worth`, without the call: much land is weighed at every choice.
        markers = self.markers
        kind = markers[region].kind if region in markers else ""
        if kind is not None:
            worth = self.marker_worths[kind]
        else:
            costs = self._plague_costs
            cost = costs[region] if region in costs else self.plague_cost(region)
            worth = self.average_marker - PLAGUE_CHANCE * cost
        return worth - self.village_price

    @lazy
    def village_price(self) -> int:
        """What a village costs now."""
        return self.prices.village[self.era]

    @kept_while(*APPEAL)
    def appeals(self) -> dict[int, float]:
        return {}

    @kept_while(*APPEAL, "vacant")
    def outings(self) -> dict[tuple[int, int], list[Outing]]:
        return {}

    @kept_while(*APPEAL, "vacant", "settlers")
    def known_shores(self) -> dict[int, list[int]]:
        return {}

    @kept_while("vacant")
    def free_landfalls(self) -> dict[int, list[Landfall]]:
        """The free land in reach of a voyage from each port that was asked about."""
        return {}

    @lazy
    def highest_appeal(self) -> float:
        if self.w.danger > 1 or self.w.haste > 1:
            # Danger and delay make land more attractive, and nobody knows how much.
            return inf
        worths, average = self.marker_worths, self.average_marker
        found = [average if kind is None else worths[kind] for kind in self._vacant_kinds]
        return max(found, default=0.0) - self.prices.village[self.era]

    @kept_while("vacant", "markers")
    def _vacant_kinds(self) -> frozenset[str | None]:
        """What lies on free land, as far as is known."""
        return frozenset(map(self.known, self.vacant))

    @kept_while("one_size", "luck", "w", *INCOME)
    def marker_worths(self) -> dict[str | None, float]:
        """What a village on each kind of marker is worth; "" is bare land."""
        found, stream, held = dict(self._land_worths), self.stream, self.sheet.resources
        bare = found[""]
        for kind in RESOURCES:
            found[kind] = bare + stream * self._alike(kind, held.get(kind, 0))
        found["fertile"] = bare + stream * (1 + self.luck)
        return found

    @kept_while("one_size", "w")
    def _land_worths(self) -> dict[str | None, float]:
        """The same, but for what resources and fertile land are worth beyond bare land."""
        bare = self.one_size + self.room_to_grow(1, LARGEST)
        found: dict[str | None, float] = dict.fromkeys(("", *MARKERS), bare)
        for kind, limit in TERRAIN.items():
            found[kind] = self.one_size + self.room_to_grow(1, limit) if limit else 0.0
        return found

    @kept_while("marker_worths", "sheet.next_technology", "view.seats")
    def average_marker(self) -> float:
        """What a village on an unknown marker is worth: the average of all it can be."""
        bare = self.marker_worths[""]
        worths = {
            **self.marker_worths,
            "treasure": bare + TABLES.treasure,
            "free_technology": bare + self.sheet.next_technology,
            "minor_civilization": bare / self.view.seats,
            "plague": 0.0,
        }
        each = map(worths.__getitem__, MARKER_CHANCE)
        return fsum(map(mul, MARKER_CHANCE.values(), each))

    def plague_cost(self, region: int) -> float:
        """What a plague found in a region would cost the steward (rule: plague)."""
        known = self._plague_costs
        if region not in known:
            known[region] = self._find_plague_cost(region)
        return known[region]

    def _find_plague_cost(self, region: int) -> float:
        cost, radius = float(self.prices.settler[self.era]), TABLES.plague_radius[self.era]
        victims = self._plague_victims
        for struck in BOARD.within(region, radius, "land"):
            if struck in victims:
                growth, army = victims[struck]
                cost += growth
                cost += army
        return cost

    @kept_while("_plague_victims", "era")
    def _plague_costs(self) -> dict[int, float]:
        return {}

    @kept_while(*VICTIMS)
    def _plague_victims(self) -> dict[int, tuple[float, float]]:
        """Own regions with something to lose to a plague: what settlements and armies would."""
        growth, army = self.point + self.stream, self.prices.army[self.era]
        found = {region: (0.0, army * len(units) / 2) for region, units in self.own_troops.items()}
        for region, home in self.homes.items():
            if home.size > 1:
                found[region] = (growth, found[region][1] if region in found else 0.0)
        return found

    @kept_while("foreign", "foreign_troops", "markers", "terms", *WORTHS)
    def objectives(self) -> dict[tuple[int, Army], int | None]:
        return {}

    def capture_worth(self, region: int, settlement: SettlementView) -> float:
        total = self._held_worth(region, settlement)
        if settlement.resource is not None:
            total += self.stream * self.another(settlement.resource)
        return total

    def loss_worth(self, region: int, settlement: SettlementView) -> float:
        total = self._held_worth(region, settlement)
        if settlement.resource is not None:
            total += self.stream * self.one_less(settlement.resource)
        return total

    def _held_worth(self, region: int, settlement: SettlementView) -> float:
        markers, known = self.markers, self._held_worths
        alike = settlement.size, markers[region].kind if region in markers else ""
        if alike not in known:
            size = settlement.size
            worth = size * self.one_size + self.envy * size * self.point
            known[alike] = worth + self.room_to_grow(size, self.limit(region))
        return known[alike]

    @kept_while("one_size", "envy", "point", "w")
    def _held_worths(self) -> dict[tuple[int, str | None], float]:
        return {}
