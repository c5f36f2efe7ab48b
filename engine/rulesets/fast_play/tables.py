"""The figures of the Fast Play rules, read once from `tables.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of piece that moves: a settler or a military unit."""

    id: str
    role: str
    era: int
    becomes: str = ""

    @property
    def is_army(self) -> bool:
        """Infantry, cavalry or artillery."""
        return self.role in ("infantry", "cavalry", "artillery")


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things cost; lists follow the eras."""

    unit: tuple[int, ...]
    settler: int
    technology: tuple[int, ...]


class Yield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What settlements (for each size), technologies and wonders bring: gold, or points."""

    settlement_size: int
    technology: int
    wonder: int


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


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `tables.toml`."""

    eras: tuple[str, ...]
    starting_gold: int
    fleet_capacity: int
    treasure: int
    resource_gold: int
    technologies_of_an_era: int
    plague_radius: tuple[int, ...]
    wonder_step: int
    first_rail_era: int
    prices: Prices
    income: Yield
    points: Yield
    pieces: Pieces
    moves: dict[str, int]
    battle: BattleValues
    markers: dict[str, int]
    needs: dict[str, tuple[str, ...]]
    units: tuple[Unit, ...]
    wonders: dict[str, tuple[str, ...]]


def _load() -> Tables:
    text = files("engine.rulesets.fast_play").joinpath("tables.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Tables)


TABLES = _load()

ERAS = TABLES.eras
LAST_ERA = len(ERAS) - 1
ENOUGH = TABLES.technologies_of_an_era
"""How many technologies of an era a player can own."""

UNITS = TABLES.units
"""Unit types; a piece names its type by the index here."""
UNIT = {unit.id: index for index, unit in enumerate(UNITS)}
SETTLER = UNIT["settler"]
FIGHTER = UNIT["fighter"]
ARMIES = frozenset(index for index, unit in enumerate(UNITS) if unit.is_army)
FLEETS = frozenset(index for index, unit in enumerate(UNITS) if unit.role == "fleet")
GROUND = ARMIES | {FIGHTER}
"""What fights on land: armies and aircraft."""
MOVES = tuple(TABLES.moves[unit.role] for unit in UNITS)
BY_ROLE = tuple(
    {unit.role: i for i, unit in enumerate(UNITS) if unit.era == era} for era in range(4)
)
"""For each era, the unit of each role."""

SIZES = ("village", "town", "city", "metropolis")
"""Settlement sizes: size 1 is a village."""

MARKERS = tuple(TABLES.markers)
"""Marker types; a region's marker is named by the index here."""
MARKER = {name: index for index, name in enumerate(MARKERS)}
RESOURCES = MARKERS[:8]
TOWN_RESOURCES = frozenset(MARKER[name] for name in ("wine", "gems", "spices", "rare_metals"))
"""Resources that make the first settlement a town; the others pay gold."""
UNLOCKING = tuple(name for name in RESOURCES if MARKER[name] not in TOWN_RESOURCES)
"""Resources that pay gold, and serve everyone once they are exploited."""
BARREN = frozenset(MARKER[name] for name in ("desert", "mountains", "jungle_forest"))
"""Terrain that bears no settlement."""
FERTILE = MARKER["fertile"]

WONDERS = tuple(name for era in ERAS for name in TABLES.wonders[era])
"""All wonders; a wonder is named by its index here."""
ERA_WONDERS = tuple(
    tuple(index for index, name in enumerate(WONDERS) if name in TABLES.wonders[era])
    for era in ERAS
)
"""For each era, which wonders are of it."""
