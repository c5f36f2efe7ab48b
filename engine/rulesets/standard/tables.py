"""The figures of the Standard rules, read once from `tables.toml`."""

from __future__ import annotations

from itertools import accumulate

import msgspec

from engine.core.lazy import lazy
from engine.world import roster
from engine.world.tables import WorldTables, load_tables


class Unit(roster.Unit, frozen=True):
    """A type of piece that moves: a settler or a military unit."""

    @property
    def dice(self) -> int:
        """How many dice the unit rolls in battle: one more each era."""
        return self.era + 1


class Wonder(msgspec.Struct, frozen=True):
    """A wonder and the milestone that earns it: one kind of thing, and how many of it."""

    id: str
    era: int
    milestone: dict[str, int]

    @property
    def goal(self) -> tuple[str, int]:
        """What is counted, and how much of it is needed."""
        return next(iter(self.milestone.items()))


class Critical(msgspec.Struct, frozen=True):
    """The critical resource table: the highest sum of each column, and a row per era."""

    columns: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]

    def resource(self, era: int, total: int) -> str:
        """The critical resource of an era for the sum of two dice."""
        row = self.rows[era]
        return next(row[at] for at, top in enumerate(self.columns) if total <= top)


class Prices(msgspec.Struct, frozen=True):
    """The purchase table; lists of four follow the eras."""

    army: tuple[int, ...]
    fleet: tuple[int, ...]
    aircraft: tuple[int, ...]
    settler: tuple[int, ...]
    village: tuple[int, ...]
    growth: tuple[int, ...]

    def of(self, unit: roster.Unit, era: int) -> int:
        """What a unit or settler costs in an era."""
        rows = {"settler": self.settler, "fleet": self.fleet, "aircraft": self.aircraft}
        return rows.get(unit.role, self.army)[era]


class TechnologyPrice(msgspec.Struct, frozen=True):
    """What the next technology costs: a base, and more for each one owned."""

    base: int
    per_technology: int


class Tables(WorldTables, frozen=True, kw_only=True):
    """Everything in `tables.toml`."""

    minimum_income: int
    technology_price: TechnologyPrice
    technologies_that_end_an_era: int
    prices: Prices
    monopolies: dict[int, int]
    critical: Critical
    largest_settlement: dict[str, int]
    units: tuple[Unit, ...]
    wonders: tuple[Wonder, ...]
    technologies: dict[str, tuple[str, ...]]

    @lazy
    def fertile(self) -> int:
        """The marker of fertile land."""
        return self.marker_index["fertile"]

    @lazy
    def no_encounter(self) -> int:
        """The empty marker."""
        return self.marker_index["no_encounter"]

    @lazy
    def size_limits(self) -> dict[int, int]:
        """The largest settlement that a terrain bears, where it is less than a metropolis."""
        return {self.marker_index[name]: size for name, size in self.largest_settlement.items()}

    @lazy
    def cards(self) -> tuple[str, ...]:
        """All technology cards; a card is named by its index here."""
        return tuple(card for era in self.eras for card in self.technologies[era])

    @lazy
    def era_cards(self) -> tuple[range, ...]:
        """For each era, which cards are of it."""
        ends = list(accumulate(len(self.technologies[era]) for era in self.eras))
        return tuple(map(range, [0, *ends], ends))

    @lazy
    def unit_prices(self) -> tuple[dict[str, int], ...]:
        """For each era, the units and settlers on sale and what they cost (rule: prices)."""
        return tuple(
            {
                unit.id: self.prices.of(unit, era)
                for unit in self.units
                if unit.role == "settler" or unit.era == era
            }
            for era in range(len(self.eras))
        )

    @lazy
    def lowest_prices(self) -> tuple[int, ...]:
        """For each era, the least that anything on sale can cost."""
        always = (*self.prices.growth, self.technology_price.base)
        return tuple(
            min(*always, village, *units.values())
            for village, units in zip(self.prices.village, self.unit_prices, strict=True)
        )


TABLES = load_tables("engine.rulesets.standard", Tables)

UNITS = TABLES.units
UNIT = TABLES.roster.index
MARKERS = TABLES.marker_names
RESOURCES = TABLES.resources
LIMITS = TABLES.size_limits
WONDERS = TABLES.wonders
LAST_ERA = TABLES.last_era
MARKER = TABLES.marker_index
CARDS = TABLES.cards
ERA_CARDS = TABLES.era_cards
ERA_WONDERS = TABLES.era_wonders
GOALS = tuple(wonder.goal for wonder in WONDERS)

SCIENCE = 2
"""So many technologies add one to a roll in battle (rule: science)."""
BEATS = {"cavalry": "infantry", "infantry": "artillery", "artillery": "cavalry"}
"""Each role of army and the one it is superior to (rule: superiority)."""
