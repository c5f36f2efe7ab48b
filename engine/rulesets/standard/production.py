"""Production: what each civilization earns (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from engine.core.flow import Play
from engine.rulesets.standard import events
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import TABLES
from engine.world.events import Produced

S = TypeVar("S", bound=State)
LARGEST_MONOPOLY = max(TABLES.monopolies)
"""More resources of a kind than this pay no more."""


class AnyIncome(msgspec.Struct, frozen=True):
    """A seat's income, here and in rule sets that extend this one."""

    @property
    def earned(self) -> int:
        """All parts together."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """What is paid out: never less than the minimum (rule: minimum-income)."""
        return max(self.earned, TABLES.minimum_income)

    @property
    def if_critical(self) -> int:
        """What would be paid out with a critical resource, if there is none so far."""
        raise NotImplementedError


class Income(AnyIncome, frozen=True):
    """A seat's income, part by part. `cities` already holds the doubling, if there is one."""

    cities: int
    doubled: bool
    science: int
    monopolies: int

    @property
    def earned(self) -> int:
        return self.cities + self.science + self.monopolies

    @property
    def if_critical(self) -> int:
        return msgspec.structs.replace(self, cities=2 * self.cities).total


def income(state: State, seat: int, critical: str | None) -> Income:
    """A seat's income if `critical` is the turn's resource (None: no resource is)."""
    regions = state.homes(seat)
    held = state.held_resources(seat, regions)
    cities = state.total_size(seat) + sum([state.is_fertile(region) for region in regions])
    doubled = critical in held
    science = state.technology_count(seat) * len(held)
    return Income(cities * (1 + doubled), doubled, science, monopoly_gold(held))


def monopoly_gold(held: Mapping[str, int]) -> int:
    """What several resources of one kind pay (rule: monopolies)."""
    pays = TABLES.monopolies
    return sum([pays.get(min(count, LARGEST_MONOPOLY), 0) for count in held.values()])


def produce(
    play: Play[S], income: Callable[[S, int, str], AnyIncome], produced: type[Produced]
) -> None:
    """Roll the critical resource, pay everyone, give lent resources back.

    The parts of an income are those of the event that tells of it.
    """
    state = play.state
    faces = play.roll(2)
    critical = state.tables.critical.resource(state.era, sum(faces))
    play.tell(events.CriticalRolled(state.first, faces, critical))
    for seat in state.turn_order():
        if not state.fallen[seat]:
            earned = income(state, seat, critical)
            total = earned.total
            state.receive(seat, total)
            parts = msgspec.structs.astuple(earned)
            play.tell(produced(seat, total, state.gold[seat], *parts))
    if state.loans:
        play.tell(events.LoansReturned(len(state.loans)))
        state.loans = []
