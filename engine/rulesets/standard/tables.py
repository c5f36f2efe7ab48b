"""The figures of the Standard rules, read once from `tables.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec


class Unit(msgspec.Struct, frozen=True):
    """A type of piece that moves: a settler or a military unit."""

    id: str
    role: str
    era: int
    moves: int
    becomes: str = ""

    @property
    def is_army(self) -> bool:
        """Infantry, cavalry or artillery."""
        return self.role in ("infantry", "cavalry", "artillery")

    @property
    def is_fleet(self) -> bool:
        """A ship of any era."""
        return self.role == "fleet"

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
    ancient: tuple[str, ...]
    medieval: tuple[str, ...]
    gunpowder: tuple[str, ...]
    modern: tuple[str, ...]

    def resource(self, era: int, total: int) -> str:
        """The critical resource of an era for the sum of two dice."""
        row = (self.ancient, self.medieval, self.gunpowder, self.modern)[era]
        return next(row[at] for at, top in enumerate(self.columns) if total <= top)


class Prices(msgspec.Struct, frozen=True):
    """The purchase table; lists of four follow the eras."""

    army: tuple[int, ...]
    fleet: tuple[int, ...]
    aircraft: tuple[int, ...]
    settler: tuple[int, ...]
    village: tuple[int, ...]
    growth: tuple[int, ...]


class TechnologyPrice(msgspec.Struct, frozen=True):
    """What the next technology costs: a base, and more for each one owned."""

    base: int
    per_technology: int


class Points(msgspec.Struct, frozen=True):
    """Victory points."""

    settlement_size: int
    technology: int
    wonder: int


class Technologies(msgspec.Struct, frozen=True):
    """The technology cards of each era, in the order they are handed out."""

    ancient: tuple[str, ...]
    medieval: tuple[str, ...]
    gunpowder: tuple[str, ...]
    modern: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `tables.toml`."""

    eras: tuple[str, ...]
    starting_gold: int
    fleet_capacity: int
    minimum_income: int
    treasure: int
    offers_at_once: int
    technology_price: TechnologyPrice
    plague_radius: tuple[int, ...]
    technologies_that_end_an_era: int
    prices: Prices
    points: Points
    monopolies: dict[int, int]
    critical: Critical
    markers: dict[str, int]
    units: tuple[Unit, ...]
    wonders: tuple[Wonder, ...]
    technologies: Technologies


def _load() -> Tables:
    text = files("engine.rulesets.standard").joinpath("tables.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Tables, strict=False)


TABLES = _load()

UNITS = TABLES.units
"""Unit types; a piece names its type by the index here."""
UNIT = {unit.id: index for index, unit in enumerate(UNITS)}
SETTLER = UNIT["settler"]
FLEETS = frozenset(index for index, unit in enumerate(UNITS) if unit.is_fleet)
ARMIES = frozenset(index for index, unit in enumerate(UNITS) if unit.is_army)
AIRCRAFT = frozenset(index for index, unit in enumerate(UNITS) if unit.role == "aircraft")
MOVES = tuple(unit.moves for unit in UNITS)

BEATS = {"cavalry": "infantry", "infantry": "artillery", "artillery": "cavalry"}
"""Each role of army and the one it is superior to (rule: superiority)."""

SIZES = ("village", "town", "city", "metropolis")
"""Settlement sizes: size 1 is a village."""

MARKERS = tuple(TABLES.markers)
"""Marker types; a marker names its type by the index here."""
MARKER = {name: index for index, name in enumerate(MARKERS)}
RESOURCES = MARKERS[:8]
LIMITS = {MARKER["desert"]: 0, MARKER["mountains"]: 1, MARKER["jungle_forest"]: 2}
"""The largest settlement a terrain bears, where it is less than a metropolis."""
FERTILE = MARKER["fertile"]
NO_ENCOUNTER = MARKER["no_encounter"]

_CARDS = TABLES.technologies
CARDS = (*_CARDS.ancient, *_CARDS.medieval, *_CARDS.gunpowder, *_CARDS.modern)
"""All technology cards; a card is named by its index here."""
ERA_CARDS: tuple[range, ...] = tuple(
    range(start, start + len(cards))
    for start, cards in zip(
        (
            0,
            len(_CARDS.ancient),
            len(_CARDS.ancient) + len(_CARDS.medieval),
            len(CARDS) - len(_CARDS.modern),
        ),
        (_CARDS.ancient, _CARDS.medieval, _CARDS.gunpowder, _CARDS.modern),
        strict=True,
    )
)
"""For each era, which cards are of it."""

WONDERS = TABLES.wonders
GOALS = tuple(wonder.goal for wonder in WONDERS)
"""For each wonder, what is counted and how much of it is needed."""
ERA_WONDERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(index for index, wonder in enumerate(WONDERS) if wonder.era == era)
    for era in range(len(TABLES.eras))
)
"""For each era, which wonders are of it."""
LAST_ERA = len(TABLES.eras) - 1
