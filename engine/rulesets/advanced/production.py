"""Production: what each civilization earns (rulebook chapter 7)."""

from __future__ import annotations

import msgspec

from engine.rulesets.advanced.cities import moods_of, total_gold
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
    cities, givers = state.cities(seat), state.givers(seat)
    moods = moods_of(state.assignments(seat, cities, givers), givers)
    return Income(
        total_gold(cities, moods),
        TABLES.critical_bonus * (critical in held),
        TABLES.kind_bonus * len(held),
        monopoly_gold(held),
        sum(TABLES.wonders[index].gold for index in state.working_wonders(seat)),
    )
