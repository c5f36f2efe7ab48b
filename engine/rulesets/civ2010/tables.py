"""The cards, pieces and figures of the 2010 rules, read once from the files in `data`.

A card does two sorts of things. Its `bonuses` are numbers that the rules ask for where they matter
(`speed`, `combat`, `culture_per_hut`); its `abilities` are what its owner may use, each with an
operation of `abilities` that carries it out.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from engine.tiles.grid import Grid
from engine.tiles.tile import Rows, parse_tile

T = TypeVar("T")


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a card lets its owner do.

    `when` is the phase, `use` how often (`turn`, `battle`, `spend` a resource, `discard` the card),
    `cost` is in resources, `price` in trade or culture. What is `first` can be used only before
    anyone has done anything in a phase. The other fields belong to the operation.
    """

    when: str
    do: str
    use: str = "turn"
    cost: dict[str, int] = {}
    price: dict[str, int] = {}
    n: int = 0
    trade: int = 0
    culture: int = 0
    per: str = ""
    level: int = 0
    exact: bool = False
    reach: int = 0
    pick: str = ""
    also: str = ""
    eras: tuple[str, ...] = ()
    needs: str = ""
    interrupts: bool = False
    first: bool = False


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What all cards have. `needs` is the table option without which it is left out."""

    set: str = "base"
    bonuses: dict[str, int] = {}
    abilities: tuple[Ability, ...] = ()
    needs: str = ""


class Technology(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A technology; `coin_slots` is how many coin tokens it holds."""

    level: int
    building: str = ""
    government: str = ""
    ranks: dict[str, int] = {}
    wonder: str = ""
    wonder_cost: int = 0
    coin_slots: int = 0


class Civilization(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A civilization; `extra` is what it has at the start beyond the others."""

    technology: str
    government: str
    tile: tuple[str, ...]
    extra: dict[str, Any] = {}


class Government(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A government; without a technology anyone may have it."""

    technology: str = ""


class Policy(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A social policy; `back` is the other side of its card."""

    back: str


class Investment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An investment card: the coins each step needs, and what works once it is reached."""

    steps: tuple[int, ...]
    bonuses: tuple[dict[str, int], ...]

    def reached(self, coins: int) -> int:
        """How many of its steps that many coins have reached."""
        return sum(coins >= step for step in self.steps)


class Yields(msgspec.Struct, frozen=True, kw_only=True):
    """What a piece on the map gives the owner of its square."""

    trade: int = 0
    production: int = 0
    culture: int = 0
    coin: int = 0
    combat: int = 0

    @property
    def icons(self) -> tuple[int, int, int, int, int]:
        """All five in a row."""
        return (self.trade, self.production, self.culture, self.coin, self.combat)


class Building(Yields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A building. `star` ones stand once in a city; an upgrade shares the supply of its basic."""

    set: str
    cost: int
    terrain: str
    technology: str
    star: bool = False
    upgrade_of: str = ""
    supply: int = 0


class CityState(Yields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A city-state's marker."""

    resource: str = ""


class Wonder(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wonder; `culture` is on its marker."""

    era: str
    cost: int
    culture: int


class UnitValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many unit cards with these values by rank."""

    count: int
    strength: tuple[int, ...]
    health: tuple[int, ...]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit card. `technologies` raise it to each rank."""

    technologies: tuple[str, ...]
    values: tuple[UnitValue, ...]
    beats: str = ""


class CultureCard(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A culture card: played for its abilities, spent as a resource, or played against a play."""

    level: int
    count: int
    resource: tuple[str, ...] = ()
    rewards_other: bool = False
    cancels: tuple[str, ...] = ()
    on_me: bool = False


class Person(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The card of a great person."""

    type: str
    resource: tuple[str, ...] = ()
    cancels: tuple[str, ...] = ()
    revive: bool = False


class TokenKind(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hut or village can hold; kept in secret until it is used."""


class Relic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A relic on its square."""

    set: str
    needs: str = ""


class NeutralTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile of the pool."""

    set: str
    rows: tuple[str, ...]


class Home(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player's home tile lies, and where its arrow points."""

    x: int
    y: int
    arrow: str


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The map for a number of players."""

    width: int
    height: int
    tiles: tuple[tuple[int, int], ...]
    homes: tuple[Home, ...]


def _read(name: str) -> dict[str, Any]:
    folder = files("engine.rulesets.civ2010") / "data"
    return tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))


def _convert(rows: Any, kind: type[T]) -> dict[str, T]:
    found: dict[str, T] = msgspec.convert(rows, dict[str, kind])  # type: ignore[valid-type]
    return found


TECHNOLOGIES = _convert(_read("technologies"), Technology)
CIVILIZATIONS = _convert(_read("civilizations"), Civilization)
_society = _read("society")
GOVERNMENTS = _convert(_society["government"], Government)
POLICIES = _convert(_society["policy"], Policy)
INVESTMENTS = _convert(_society["investment"], Investment)
_pieces = _read("pieces")
BUILDINGS = _convert(_pieces["building"], Building)
PERSON_TYPES = _convert(_pieces["person"], Yields)
UNITS = _convert(_pieces["unit"], UnitType)
WONDERS = _convert(_read("wonders"), Wonder)
CULTURE = _convert(_read("culture"), CultureCard)
PEOPLE = _convert(_read("people"), Person)
_tokens = _read("tokens")
HUTS: dict[str, dict[str, int]] = _tokens["huts"]
VILLAGES: dict[str, dict[str, int]] = _tokens["villages"]
TOKENS = _convert(_tokens["token"], TokenKind)
CITY_STATES = _convert(_tokens["city_state"], CityState)
RELICS = _convert(_tokens["relic"], Relic)
_tiles = _read("tiles")
NEUTRAL = _convert(_tiles["tile"], NeutralTile)
LAYOUTS = {int(n): msgspec.convert(row, Layout) for n, row in _tiles["layout"].items()}
GRIDS = {n: Grid(row.width, row.height, row.tiles) for n, row in LAYOUTS.items()}

TILE_ROWS: dict[str, Rows] = {
    **{name: parse_tile(tile.rows) for name, tile in NEUTRAL.items()},
    **{name: parse_tile(civilization.tile) for name, civilization in CIVILIZATIONS.items()},
}
"""Every tile's squares as printed; a home tile has its civilization's name."""

RESOURCES = ("incense", "iron", "silk", "wheat")
"""What the market has and squares bear."""
ALL_RESOURCES = (*RESOURCES, "spy", "uranium")
GROUND = ("infantry", "mounted", "artillery")
AIRCRAFT = "aircraft"
ANARCHY = "anarchy"
SPACE_FLIGHT = "space_flight"
ERAS = ("ancient", "medieval", "modern")
TERRAIN_NAMES = {
    "G": "grassland",
    "F": "forest",
    "D": "desert",
    "M": "mountain",
    "W": "water",
}
TERRAIN_LETTERS = {name: letter for letter, name in TERRAIN_NAMES.items()}
TERRAIN_ICONS = {
    "G": (0, 0, 0, 0, 0),
    "F": (0, 2, 0, 0, 0),
    "M": (0, 1, 0, 0, 0),
    "D": (1, 0, 0, 0, 0),
    "W": (1, 0, 0, 0, 0),
}
"""Trade, production, culture, coins and combat bonus of bare squares (rule: squares)."""
COIN_ONLY = "coin_only"
"""The icon of a square that gives its coin and nothing of its terrain."""
_plain = {each.icon for rows in TILE_ROWS.values() for row in rows for each in row} | {""}
PRINTED_ICONS = {
    letter: {
        **dict.fromkeys(_plain, base),
        "coin": (base[0], base[1], base[2], 1, 0),
        "culture": (base[0], base[1], 1, 0, 0),
        COIN_ONLY: (0, 0, 0, 1, 0),
    }
    for letter, base in TERRAIN_ICONS.items()
}
"""The same of squares with something printed on them, by terrain and print."""
PIECE_ICONS = {
    **{name: building.icons for name, building in BUILDINGS.items()},
    **{name: person.icons for name, person in PERSON_TYPES.items()},
    **{name: (0, 0, wonder.culture, 0, 0) for name, wonder in WONDERS.items()},
}
CITY_STATE_ICONS = {name: state.icons for name, state in CITY_STATES.items()}
UPGRADE = {b.upgrade_of: name for name, b in BUILDINGS.items() if b.upgrade_of}
"""The upgrade of each basic building that has one."""
BASIC = {name: b.upgrade_of or name for name, b in BUILDINGS.items()}
"""The basic form of each building, under which its supply is counted."""

TECHNOLOGY_COST = (0, 6, 11, 16, 21, 26)
UNIT_COST = (0, 5, 7, 9, 11)
AIRCRAFT_COST = 12
ARMY_COST, SCOUT_COST, WALLS_COST = 4, 6, 7
ARMIES, SCOUTS = 6, 2
RUSH_TRADE = 3
CARAVAN = 2
MOST_TRADE = 27
COINS_TO_WIN = 15
BATTLE_HAND, BATTLE_HAND_PER_ARMY, BATTLE_HAND_IN_CITY = 3, 2, 3
CITY_DEFENCE, CAPITAL_DEFENCE, WALLS, METROPOLIS, FORTIFICATION, CITY_STATE_DEFENCE = (
    6,
    12,
    4,
    2,
    2,
    4,
)
STEPS = 21
"""The step of the culture track that wins."""
STEP_COSTS = ((3, 0), (5, 3), (7, 6))
"""Culture and trade for a step in each third of the track."""
PERSON_STEPS = (3, 7, 12, 18)
PERSONS_PER_TYPE = 3
FEWER_WATER = ("tile05", "tile13", "tile15")
"""The tiles that the house rule for fewer water tiles leaves out."""
BASE_LIMITS = {"speed": 2, "stacking": 2, "water": 0, "city_limit": 2}
"""Limits of which the highest counts; every other bonus is added up."""


def step_level(step: int) -> int:
    """Which third of the track a step is in: 1, 2 or 3."""
    return min(3, (max(step, 1) + 6) // 7)


OF_LEVEL = {
    level: tuple(name for name, tech in TECHNOLOGIES.items() if tech.level == level)
    for level in range(1, len(TECHNOLOGY_COST))
}
"""The technologies of each level."""
SOURCES: dict[str, dict[str, Any]] = {
    "civilization": dict(CIVILIZATIONS),
    "technology": dict(TECHNOLOGIES),
    "government": dict(GOVERNMENTS),
    "policy": dict(POLICIES),
    "wonder": dict(WONDERS),
    "card": dict(CULTURE),
    "person": dict(PEOPLE),
    "token": dict(TOKENS),
}
ABILITIES: dict[str, Ability] = {}
"""Every ability by the key that names it in choices: `technology:pottery`, `card:migrants#1`."""


ANY_TIME = "any"
"""The time of what can be used whoever's turn it is."""
PHASES_OF_ABILITIES = ("start", "trade", "cities", "movement", "battle", "research", ANY_TIME)
OWN_PART = "own_part"
"""The time of what is used in any phase that is played by one player after another."""


def phases_of(ability: Ability) -> tuple[str, ...]:
    """The phases in which an ability can be used."""
    return ("start", "cities", "movement") if ability.when == OWN_PART else (ability.when,)


@lru_cache(1024)
def source_of(key: str) -> tuple[str, str]:
    """The kind and name of the card an ability belongs to.

    >>> source_of("card:migrants#1")
    ('card', 'migrants')
    """
    kind, _, rest = key.partition(":")
    return kind, rest.partition("#")[0]


OF_CARD: dict[str, tuple[str, ...]] = {}
"""The ability keys of each card, by `kind:name`."""
IN_PHASE: dict[str, set[str]] = {when: set() for when in PHASES_OF_ABILITIES}
"""The abilities of each phase."""
OF_CARD_IN: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
    when: {kind: {} for kind in SOURCES} for when in PHASES_OF_ABILITIES
}
"""The ability keys of each card in a phase, by phase, kind and name; only of cards with some."""


def add_abilities(kind: str, name: str, card: Card) -> None:
    """List what a card lets its owner do; its operations are found by their names."""
    SOURCES[kind][name] = card
    for number, ability in enumerate(card.abilities):
        key = f"{kind}:{name}" + (f"#{number}" if number else "")
        ABILITIES[key] = ability
        OF_CARD[f"{kind}:{name}"] = (*OF_CARD.get(f"{kind}:{name}", ()), key)
        for phase in phases_of(ability):
            IN_PHASE[phase].add(key)
            named = OF_CARD_IN[phase][kind]
            named[name] = (*named.get(name, ()), key)


for _kind, _cards in SOURCES.items():
    for _name, _card in _cards.items():
        add_abilities(_kind, _name, _card)

MAP_BONUSES = frozenset(
    name for cards in (WONDERS, PEOPLE) for card in cards.values() for name in card.bonuses
)
"""Bonuses that can depend on the map, because wonders and great people can be blockaded."""
