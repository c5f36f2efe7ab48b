"""The figures of the Fast Play rules, read once from `tables.toml`."""

from __future__ import annotations

import msgspec

from engine.core.lazy import lazy
from engine.world.roster import Roster, Unit
from engine.world.tables import Points, WorldTables, load_tables


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things cost; lists follow the eras."""

    unit: tuple[int, ...]
    settler: int
    technology: tuple[int, ...]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many settlements of each size, and how many settlers, a player has."""

    settlement: int
    settler: int


class BattleValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit is worth in battle, and what the place of battle adds."""

    era: tuple[int, ...]
    aircraft: int
    open_cavalry: int
    open_artillery: int
    attacking_artillery: int
    defending_infantry: int


class Wonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wonder; all of an era are alike."""

    id: str
    era: int


class Tables(WorldTables, frozen=True, kw_only=True):
    """Everything in `tables.toml`."""

    resource_gold: int
    technologies_of_an_era: int
    wonder_step: int
    first_rail_era: int
    prices: Prices
    income: Points
    pieces: Pieces
    battle: BattleValues
    needs: dict[str, tuple[str, ...]]
    wonders: tuple[Wonder, ...]

    @lazy
    def roster(self) -> Roster[Unit]:
        """The types of pieces; aircraft fight like armies."""
        return Roster(self.units, aircraft_fight=True)


TABLES = load_tables("engine.rulesets.fast_play", Tables)

ERAS = TABLES.eras
LAST_ERA = TABLES.last_era
ENOUGH = TABLES.technologies_of_an_era
"""How many technologies of an era a player can own."""

UNITS = TABLES.units
UNIT = TABLES.roster.index
SETTLER = TABLES.roster.settler
FIGHTER = UNIT["fighter"]
ARMIES = TABLES.roster.armies
FLEETS = TABLES.roster.fleets
GROUND = TABLES.roster.ground
MOVES = TABLES.roster.moves
BY_ROLE = tuple(
    {unit.role: i for i, unit in enumerate(UNITS) if unit.era == era} for era in range(len(ERAS))
)
"""For each era, the unit of each role."""

MARKERS = TABLES.marker_names
MARKER = TABLES.marker_index
RESOURCES = TABLES.resources
TOWN_RESOURCES = frozenset(MARKER[name] for name in ("wine", "gems", "spices", "rare_metals"))
"""Resources that make the first settlement a town; the others pay gold."""
UNLOCKING = tuple(name for name in RESOURCES if MARKER[name] not in TOWN_RESOURCES)
"""Resources that pay gold, and serve everyone once they are exploited."""
BARREN = frozenset(MARKER[name] for name in ("desert", "mountains", "jungle_forest"))
"""Terrain that bears no settlement."""
FERTILE = MARKER["fertile"]

WONDERS = TABLES.wonders
ERA_WONDERS = TABLES.era_wonders
