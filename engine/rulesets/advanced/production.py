"""Production: what each civilization earns (rulebook chapter 7)."""

from __future__ import annotations

import msgspec

from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.production import AnyIncome, monopoly_gold


class Income(AnyIncome, frozen=True):
    """A seat's income, part by part."""

    cities: int
    critical: int
    kinds: int
    monopolies: int
    wonders: int

    @property
    def earned(self) -> int:
        return self.cities + self.critical + self.kinds + self.monopolies + self.wonders

    @property
    def if_critical(self) -> int:
        return msgspec.structs.replace(self, critical=TABLES.critical_bonus).total


def income(state: State, seat: int, critical: str | None) -> Income:
    """A seat's income if `critical` is the turn's resource (None: no resource is)."""
    held = state.held_resources(seat, state.homes(seat))
    cities = state.cities(seat)
    return Income(
        cities.gold,
        TABLES.critical_bonus * (critical in held),
        TABLES.kind_bonus * len(held),
        monopoly_gold(held),
        cities.wonder_gold,
    )
