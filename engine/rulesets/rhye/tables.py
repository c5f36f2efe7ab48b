"""The figures and cards of the Rhye's and Fall rules, read once from `tables.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.core.lazy import lazy
from engine.world import roster
from engine.world.state import BOARD
from engine.world.tables import WorldTables, load_tables, numbered

ARMY_ROLES = ("infantry", "mounted", "tank", "siege")


class Unit(roster.Unit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of unit with its dice, its price and the technology it needs."""

    era: int = 0
    attack: int
    defence: int
    cost: int
    technology: str = ""

    @property
    def is_army(self) -> bool:
        """What goes over land on its own."""
        return self.role in ARMY_ROLES


class Roster(roster.Roster[Unit]):
    """The types of units. Aircraft fight on land; siege weapons and nukes cannot defend."""

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__(units, aircraft_fight=True)
        self.seaworthy |= self.aircraft
        self.siege = self.of_role("siege")
        self.nukes = self.of_role("nuke")
        self.mounted = self.of_role("mounted")
        self.helpless = self.siege | self.nukes
        """What falls to an enemy when no other unit of its owner is there."""
        self.defenders = self.ground - self.siege
        """What holds a territory."""
        self.attack = tuple(unit.attack for unit in units)
        self.defence = tuple(unit.defence for unit in units)
        self.role = tuple(unit.role for unit in units)

    def of_role(self, role: str) -> frozenset[int]:
        """The types of a role."""
        return frozenset(kind for kind, unit in enumerate(self.units) if unit.role == role)


class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A technology, what it needs, and what its first owner receives."""

    id: str
    needs: tuple[str, ...] = ()
    first_gold: int = 0
    first_stability: int = 0
    first_units: dict[str, int] = {}


class Wonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wonder with its price and its effects; those it has not are zero."""

    id: str
    technology: str
    cost: int
    city_price: int | None = None
    free_technology: bool = False
    fleet_moves: int = 0
    technology_price: int | None = None
    owners_to_buy: int | None = None
    stability: int = 0
    taxation: int = 0
    taxation_per_city: int = 0
    settlement_dice: int = 0
    no_barbarians: bool = False
    calm_revolution: bool = False
    space_race: bool = False


class Government(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of government and what it needs."""

    id: str
    technology: str = ""
    shocks: bool = False
    consolidation_infantry: int = 0


class Religion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A religion and what it needs."""

    id: str
    technology: str = ""
    city_infantry: int = 0


class Discount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What new units of a role cost less."""

    role: str
    gold: int


class Civilization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A civilization: where it begins, what it knows, and its own action card.

    What its `card` changes is a figure that replaces the common one; None leaves that as it is.
    """

    id: str
    technology: str
    home: str
    card: str = ""
    consolidation: int | None = None
    consolidation_infantry: int = 0
    village_land: int | None = None
    city_land: int | None = None
    city_fleets: int | None = None
    village_fleets: int | None = None
    fleets_in_zone: int | None = None
    discount: Discount | None = None
    revolution: int | None = None
    resources_for_ten: int | None = None
    taxation: int = 0
    monarch_taxation: int | None = None
    founding: int | None = None
    mountain_wonders: bool = False
    clearing: int | None = None
    wonder_discount: int = 0
    least_wonder_price: int = 0
    city_price: int | None = None
    technology_price: int | None = None
    owners_to_buy: int | None = None
    first_gold: int = 0

    def wonder_price(self, common: int) -> int:
        """What a wonder costs this civilization that costs others so much (rule: wonders)."""
        if not self.wonder_discount:
            return common
        return max(common - self.wonder_discount, self.least_wonder_price)

    def unit_price(self, role: str, common: int) -> int:
        """What a new unit of a role costs this civilization (rule: recruitment)."""
        if self.discount is None or self.discount.role != role:
            return common
        return min(common, max(common - self.discount.gold, self.discount.gold))


class BoardPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The land in play for a number of players, and the markers mixed for it."""

    players: int
    areas: tuple[str, ...]
    markers: dict[str, int]


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things cost everyone."""

    city: int
    clearing: int
    technology: int
    owners_to_buy: int


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How deeds change stability."""

    consolidation: int
    founding: int
    revolution: int
    taxation: int
    destroyed: int
    minor_conquest: int
    shock: int
    communist_construction: int


class Taxation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What taxation pays for."""

    wonder: int
    village: int
    city: int
    any_three: int
    three_alike: int
    solid: int
    very_solid: int


class Recruitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many units settlements raise."""

    village_land: int
    city_land: int
    city_fleets: int
    fleets_in_zone: int


class WonderRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many wonders a settlement holds."""

    village: int
    city: int


class MinorReward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the conquest of a minor civilization brings."""

    gold: int


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts at the end."""

    gold_for_one: int
    city: int
    wonder: int
    firsts_for_one: int


class Tables(WorldTables, frozen=True, kw_only=True):
    """Everything in `tables.toml`. There are no eras."""

    eras: tuple[str, ...] = ("",)
    plague_radius: tuple[int, ...] = ()
    starting_units: dict[str, int]
    hit_from: int
    revolt_from: int
    domination_regions: int
    domination_units: int
    rounds_after_last_technology: int
    victory_points: int
    stability: tuple[str, ...]
    starting_stability: str
    revolt_checks: tuple[int, ...]
    revolts: dict[str, int]
    prices: Prices
    changes: Changes
    minor_civilization: MinorReward
    taxation: Taxation
    recruitment: Recruitment
    wonder_room: WonderRoom
    points: Score  # type: ignore[assignment]  # other things count
    boards: tuple[BoardPart, ...]
    governments: tuple[Government, ...]
    religions: tuple[Religion, ...]
    technologies: tuple[Technology, ...]
    civilizations: tuple[Civilization, ...]
    units: tuple[Unit, ...]
    wonders: tuple[Wonder, ...]

    @lazy
    def roster(self) -> Roster:
        """The types of units."""
        return Roster(self.units)


TABLES = load_tables("engine.rulesets.rhye", Tables)

UNITS = TABLES.units
ROSTER = TABLES.roster
UNIT = ROSTER.index
WONDERS = TABLES.wonders
WONDER = TABLES.wonder_index
CIVILIZATIONS = TABLES.civilizations
CIVILIZATION = numbered(CIVILIZATIONS)
GOVERNMENTS = TABLES.governments
GOVERNMENT = numbered(GOVERNMENTS)
RELIGIONS = TABLES.religions
RELIGION = numbered(RELIGIONS)
LEVELS = TABLES.stability
"""The levels of stability, worst first."""
LEVEL = {name: level for level, name in enumerate(LEVELS)}

TECHNOLOGIES = TABLES.technologies
TECHNOLOGY = numbered(TECHNOLOGIES)
NEEDS = tuple(sum(1 << TECHNOLOGY[need] for need in each.needs) for each in TECHNOLOGIES)
"""For each technology the bits of those it needs."""
ALL_TECHNOLOGIES = (1 << len(TECHNOLOGIES)) - 1


def technology_bit(name: str) -> int:
    """The bit of a technology; none for what needs no technology."""
    return 1 << TECHNOLOGY[name] if name else 0


UNIT_NEEDS = tuple(technology_bit(unit.technology) for unit in UNITS)
WONDER_NEEDS = tuple(technology_bit(wonder.technology) for wonder in WONDERS)
BY_ROLE = {role: sorted(ROSTER.of_role(role)) for role in {unit.role for unit in UNITS}}
"""The types of each role, the oldest first."""

MARKERS = TABLES.marker_names
MARKER = TABLES.marker_index
RESOURCES = TABLES.resources
TERRAIN = frozenset(MARKER[name] for name in ("desert", "mountains", "jungle_forest"))
DESERT, MOUNTAINS, JUNGLE = MARKER["desert"], MARKER["mountains"], MARKER["jungle_forest"]

VILLAGE, CITY = 1, 3
"""The two sizes of settlements, as the world board counts them."""


class Ground(NamedTuple):
    """The part of the board in play for a number of players, with what lies beside what there."""

    land: tuple[int, ...]
    within: bytes
    beside: tuple[tuple[int, ...], ...]
    coasts: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    markers: tuple[int, ...]


def _ground(part: BoardPart) -> Ground:
    land = tuple(sorted(BOARD.index[name] for name in part.areas))
    spaces = frozenset((*land, *BOARD.sea))

    def kept(neighbours: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(other for other in others if other in spaces) if space in spaces else ()
            for space, others in enumerate(neighbours)
        )

    markers = [MARKER[name] for name, count in part.markers.items() for _ in range(count)]
    return Ground(
        land,
        bytes(space in spaces for space in range(len(BOARD.spaces))),
        kept(BOARD.beside),
        kept(BOARD.coasts),
        kept(BOARD.around),
        tuple(markers),
    )


GROUNDS = {part.players: _ground(part) for part in TABLES.boards}
"""By the number of players (rule: board)."""


def at_risk(level: str, settlements: int) -> int:
    """How many settlements of a realm may revolt, so many in all (rule: revolt-check)."""
    if level == "civil_war":
        return settlements // 2
    return int(settlements >= TABLES.revolts.get(level, settlements + 1))
