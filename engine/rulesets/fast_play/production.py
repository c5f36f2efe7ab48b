"""Production: what each civilization earns (rulebook 3.1)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES


class Income(NamedTuple):
    """A seat's income, part by part (rule: production)."""

    settlements: int
    technologies: int
    wonders: int

    @property
    def total(self) -> int:
        """What is paid out."""
        return self.settlements + self.technologies + self.wonders


def income(state: State, seat: int) -> Income:
    """What a seat would receive now."""
    value = TABLES.income
    sizes = sum([size * count for size, count in enumerate(state.sizes[seat], start=1)])
    return Income(
        value.settlement_size * sizes,
        value.technology * state.technology_count(seat),
        value.wonder * state.wonders.count(seat),
    )


def produce(play: Play[State], seat: int) -> None:
    """A seat receives its income (rule: production)."""
    earned = income(play.state, seat)
    play.state.receive(seat, earned.total)
    play.tell(events.Produced(seat, earned.total, play.state.gold[seat], *earned))
