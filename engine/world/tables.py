"""The figures that rule sets on the world board have in common, read from their `tables.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from engine.core.lazy import lazy
from engine.world.roster import Roster, Unit

RESOURCE_KINDS = 8
"""The first so many types of markers are the resources."""


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What settlements (for each size), technologies and wonders are worth: points, or gold."""

    settlement_size: int
    technology: int
    wonder: int


class WorldTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """What every such file holds. A rule set subclasses it and adds its own.

    Eras, units and markers are named by their place in the lists of them. `offers_at_once` are the
    offers that a seat may have open, where there is trade; `coin` is the smallest piece of gold.
    """

    eras: tuple[str, ...]
    starting_gold: int
    fleet_capacity: int
    treasure: int
    plague_radius: tuple[int, ...]
    points: Points
    markers: dict[str, int]
    units: tuple[Unit, ...]
    wonders: tuple[Any, ...]
    offers_at_once: int = 0
    coin: int = 1

    @lazy
    def roster(self) -> Roster[Any]:
        """The types of pieces."""
        return Roster(self.units)

    @lazy
    def era_wonders(self) -> tuple[tuple[int, ...], ...]:
        """For each era, which wonders are of it."""
        return self.by_era(self.wonders)

    @lazy
    def wonder_index(self) -> dict[str, int]:
        """The number of each wonder."""
        return numbered(self.wonders)

    def by_era(self, things: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
        """For each era, the numbers of the things that are of it."""
        return tuple(
            tuple(index for index, thing in enumerate(things) if thing.era == era)
            for era in range(len(self.eras))
        )

    @lazy
    def last_era(self) -> int:
        """The number of the last era."""
        return len(self.eras) - 1

    @lazy
    def marker_names(self) -> tuple[str, ...]:
        """The types of markers."""
        return tuple(self.markers)

    @lazy
    def marker_index(self) -> dict[str, int]:
        """The number of each type of marker."""
        return {name: kind for kind, name in enumerate(self.markers)}

    @lazy
    def resources(self) -> tuple[str, ...]:
        """The markers that are resources."""
        return self.marker_names[:RESOURCE_KINDS]


def numbered(things: Iterable[Any]) -> dict[str, int]:
    """The number of each thing by its name."""
    return {thing.id: number for number, thing in enumerate(things)}


T = TypeVar("T", bound=WorldTables)


def load_tables(package: str, kind: type[T], extends: str = "") -> T:
    """The `tables.toml` of a rule set's package, over that of the one it `extends`.

    Its `more_units` come after the other's units, or take the place of one of the same name.
    """
    tables: dict[str, Any] = {}
    for each in filter(None, (extends, package)):
        own = tomllib.loads(files(each).joinpath("tables.toml").read_text("utf-8"))
        more = own.pop("more_units", [])
        tables |= own
        by_name = {unit["id"]: unit for unit in [*tables["units"], *more]}
        tables["units"] = list(by_name.values())
    # TOML's keys are text, also where they are numbers.
    return msgspec.convert(tables, kind, strict=False)
