"""The board as the steward weighs it: what resources, sites and settlements are worth."""

from __future__ import annotations

from engine.core.lazy import lazy
from engine.rulesets.standard.steward.horizon import Horizon
from engine.rulesets.standard.steward.income import CRITICAL, expected_income, monopoly
from engine.rulesets.standard.steward.odds import clash
from engine.rulesets.standard.tables import LAST_ERA, LIMITS, MARKERS, RESOURCES, TABLES
from engine.world.steward.odds import Battle
from engine.world.steward.survey import BOARD, Army
from engine.world.view import SettlementView

PRICES = TABLES.prices
TERRAIN: dict[str | None, int] = {MARKERS[marker]: size for marker, size in LIMITS.items()}
"""The largest settlement each terrain bears (rule: terrain)."""
MARKER_CHANCE = {
    kind: count / sum(TABLES.markers.values()) for kind, count in TABLES.markers.items()
}


class Situation(Horizon):
    """One look at the view, with what everything on it is worth, in gold of today."""

    @property
    def army_price(self) -> int:
        return PRICES.army[self.era]

    # Battles.

    def fleet(self, space: int, owner: int) -> Army:
        """A seat's fleets in a zone."""
        return tuple(ship.kind for ship in self.ships if (ship.zone, ship.owner) == (space, owner))

    @lazy
    def own_armies(self) -> Army:
        """All the steward's armies on foot."""
        return tuple(unit for owners in self.troops.values() for unit in owners.get(self.me, ()))

    @lazy
    def science(self) -> list[int]:
        """For each seat, the steward's bonus in battle less the other's (rule: science)."""
        own = self.technologies // 2
        return [own - len(player.technologies) // 2 for player in self.view.players]

    def fight(self, ours: Army, theirs: Army, other: int) -> Battle:
        return clash(ours, theirs, self.science[other], self.era)

    def assault(self, theirs: Army, ours: Army, other: int) -> float:
        return clash(theirs, ours, -self.science[other], self.era).win

    # Income.

    @lazy
    def next_income(self) -> float:
        """What the steward will earn on average, as things stand."""
        player = self.sheet
        return expected_income(
            player.resources, player.income.cities, len(player.technologies), self.coming_era
        )

    @lazy
    def coming_era(self) -> int:
        """The era of the next turn's production."""
        return min(LAST_ERA, self.era + self.view.era_ending)

    @lazy
    def luck(self) -> float:
        """The chance that the steward's cities are doubled, in this era and the next."""
        return sum(self._luck_with(kind) / 2 for kind in self.sheet.resources)

    def _luck_with(self, kind: str) -> float:
        following = min(LAST_ERA, self.era + 1)
        return CRITICAL[self.era].get(kind, 0.0) + CRITICAL[following].get(kind, 0.0)

    def another(self, kind: str) -> float:
        """The gold a turn that one more resource of a kind would bring."""
        return self._alike(kind, self.sheet.resources.get(kind, 0))

    def one_less(self, kind: str) -> float:
        """The gold a turn that losing one resource of a kind would cost."""
        return self._alike(kind, max(0, self.sheet.resources.get(kind, 0) - 1))

    def _alike(self, kind: str, before: int) -> float:
        if before == 0:
            doubled = self.sheet.income.cities * self._luck_with(kind) / 2
            return self.technologies + self.w.kinds_to_come + doubled
        step = monopoly(before + 1) - monopoly(before)
        return step if step else self.w.pair * monopoly(before + 2)

    # Settlements and sites.

    def limit(self, region: int) -> int:
        marker = self.view.spaces[region].marker
        return 4 if marker is None else TERRAIN.get(marker.kind, 4)

    @lazy
    def one_size(self) -> float:
        """The points and gold of one size of a settlement, for the rest of the game."""
        income = self.sheet.income
        poor = income.cities + income.science + income.monopolies < TABLES.minimum_income
        rate = self.w.floor if poor else 1.0
        return self.point + self.stream * rate * (1 + self.luck)

    def room_to_grow(self, size: int, limit: int) -> float:
        """What growing from a size up to the region's limit will bring beyond its price."""
        if (size, limit) not in self._rooms:
            gains = (
                self.one_size - price for price in PRICES.growth[size - 1 : max(size, limit) - 1]
            )
            self._rooms[size, limit] = self.w.growth_option * sum(g for g in gains if g > 0)
        return self._rooms[size, limit]

    @lazy
    def _rooms(self) -> dict[tuple[int, int], float]:
        return {}

    def site_worth(self, region: int) -> float:
        """What a village in a free region would be worth, its price not taken off."""
        kind = self.known(region)
        return self.unknown_worth(region) if kind is None else self.marker_worth(kind)

    def site_gain(self, region: int) -> float:
        return self.site_worth(region) - PRICES.village[self.era]

    @lazy
    def _marker_worths(self) -> dict[str, float]:
        return {}

    def marker_worth(self, kind: str) -> float:
        """What a village on a marker is worth; "" is bare land."""
        if kind in self._marker_worths:
            return self._marker_worths[kind]
        limit = TERRAIN.get(kind, 4)
        total = 0.0
        if limit:
            total = self.one_size + self.room_to_grow(1, limit)
        if kind in RESOURCES:
            total += self.stream * self.another(kind)
        elif kind == "fertile":
            total += self.stream * (1 + self.luck)
        self._marker_worths[kind] = total
        return total

    def unknown_worth(self, region: int) -> float:
        """What going to an unknown marker is worth: the average, less what a plague costs there."""
        cost = self.plague_costs.get(region, float(PRICES.settler[self.era]))
        return self.average_marker - MARKER_CHANCE["plague"] * cost

    @lazy
    def average_marker(self) -> float:
        """What a village on a marker is worth on average of all it can be."""
        bare = self.marker_worth("")
        special = {
            "treasure": bare + TABLES.treasure,
            "free_technology": bare + self.sheet.next_technology,
            "minor_civilization": bare / self.view.seats,
            "plague": 0.0,
        }
        return sum(
            chance * (special[kind] if kind in special else self.marker_worth(kind))
            for kind, chance in MARKER_CHANCE.items()
        )

    @lazy
    def plague_costs(self) -> dict[int, float]:
        """What a plague found in a region would cost beyond the settler who finds it, and with it.

        Regions where it would harm nothing else of the steward's are left out (rule: plague).
        """
        found: dict[int, float] = {}
        radius, settler = TABLES.plague_radius[self.era], float(PRICES.settler[self.era])
        for struck in sorted({*self.homes, *self.troops}):
            home, army = self.homes.get(struck), self.army(struck, self.me)
            shrinks = home is not None and home.size > 1
            if shrinks or army:
                for region in BOARD.within(struck, radius, "land"):
                    cost = found.get(region, settler)
                    if shrinks:
                        cost += self.point + self.stream
                    found[region] = cost + PRICES.army[self.era] * len(army) / 2
        return found

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
        size = settlement.size
        total = size * self.one_size + self.envy * size * self.point
        return total + self.room_to_grow(size, self.limit(region))
