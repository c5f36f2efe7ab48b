"""The types of pieces of a rule set, found by role and era.

>>> roster = Roster([Unit("settler", "settler", 0, 2), Unit("galley", "fleet", 0, 2)])
>>> roster.settler, sorted(roster.fleets), roster.moves
(0, [1], (2, 2))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from engine.world.events import Units
    from engine.world.state import Piece

ARMY_ROLES = ("infantry", "cavalry", "artillery")


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of piece that moves: a settler or a military unit.

    `becomes` names what replaces it when that one's era begins. Aircraft land on a ship that is an
    `airbase`, and fight beside it.
    """

    id: str
    role: str
    era: int
    moves: int
    becomes: str = ""
    airbase: bool = False

    @property
    def is_army(self) -> bool:
        """Infantry, cavalry or artillery."""
        return self.role in ARMY_ROLES

    @property
    def is_fleet(self) -> bool:
        """A ship of any era."""
        return self.role == "fleet"


U = TypeVar("U", bound=Unit)


class Roster(Generic[U]):
    """All types of pieces; a piece names its type by the index in `units`.

    Armies fight on land and fleets at sea, and aircraft support either; where `aircraft_fight`,
    they are units of the land themselves.
    """

    def __init__(self, units: Sequence[U], *, aircraft_fight: bool = False) -> None:
        self.units = tuple(units)
        self.ids = tuple(unit.id for unit in units)
        self.index = {unit.id: kind for kind, unit in enumerate(units)}
        self.moves = tuple(unit.moves for unit in units)
        self.group_keys = tuple(
            tuple(unit.id if not spent else f"{unit.id}+{spent}" for spent in range(unit.moves))
            for unit in units
        )
        """The names in orders of alike pieces that can still move: type, and points spent."""
        self.settler = next((k for k, unit in enumerate(units) if unit.role == "settler"), -1)
        self.armies = frozenset(kind for kind, unit in enumerate(units) if unit.is_army)
        self.fleets = frozenset(kind for kind, unit in enumerate(units) if unit.is_fleet)
        self.ships = frozenset(unit.id for unit in units if unit.is_fleet)
        """The names of the fleets."""
        self.aircraft = frozenset(k for k, unit in enumerate(units) if unit.role == "aircraft")
        marching = frozenset(range(len(units))) - self.fleets - self.aircraft
        self.of_means: Mapping[str, frozenset[int]] = {
            "land": marching,
            "cargo": marching,
            "sea": self.fleets,
            "air": self.aircraft,
        }
        """What goes by land, aboard a fleet, over sea and by air."""
        self.airbases = frozenset(kind for kind, unit in enumerate(units) if unit.airbase)
        self.ground = self.armies | self.aircraft if aircraft_fight else self.armies
        """What fights on land."""
        self.seaworthy = self.fleets if aircraft_fight else self.fleets | self.aircraft
        """What can be at sea by itself."""

    def fleet_key(self, fleet: Piece) -> str:
        """A fleet's name in orders: its type and number."""
        return f"{self.ids[fleet.kind]}#{fleet.id}"

    def of_era(self, era: int, *roles: str) -> tuple[U, ...]:
        """The units of an era that have one of these roles, or any if none is named."""
        return tuple(u for u in self.units if u.era == era and (u.role in roles or not roles))

    def armies_of(self, era: int) -> tuple[str, ...]:
        """The names of the armies of an era: infantry, cavalry, artillery."""
        return tuple(unit.id for unit in self.of_era(era, *ARMY_ROLES))

    def count(self, pieces: Iterable[Piece]) -> Units:
        """Pieces as counts by type, in the order in which the types come up."""
        counts: dict[str, int] = {}
        for piece in pieces:
            unit = self.ids[piece.kind]
            counts[unit] = counts.get(unit, 0) + 1
        return tuple(counts.items())

    def named_among(self, pieces: Iterable[Piece], names: Iterable[str]) -> list[Piece]:
        """For each of some names of types a piece of its own, the first that there is."""
        pool, found = list(pieces), []
        for name in names:
            found.append(next(p for p in pool if p.kind == self.index[name]))
            pool.remove(found[-1])
        return found

    def count_by_owner(self, pieces: Sequence[Piece]) -> tuple[tuple[int, Units], ...]:
        """The same for each owner."""
        return tuple(
            (owner, self.count(p for p in pieces if p.owner == owner))
            for owner in sorted({p.owner for p in pieces})
        )


AnyRoster = Roster[Any]
