"""Victory points and the final ranking (rulebook chapter 9)."""

from __future__ import annotations

from engine.core.ranking import ranked
from engine.core.view import Outcome
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES


def points(state: State, seat: int) -> dict[str, int]:
    """A seat's victory points, part by part (rule: scoring)."""
    value = TABLES.points
    sizes = sum(size * count for size, count in enumerate(state.sizes[seat], start=1))
    return {
        "settlements": value.settlement_size * sizes,
        "technologies": value.technology * state.technology_count(seat),
        "wonders": value.wonder * state.wonders.count(seat),
    }


def outcome(state: State) -> Outcome | None:
    """The ranking of a finished game: points, then technologies, then gold (rule: ties)."""
    if not state.end:
        return None
    seats = range(state.seats)
    parts = [points(state, seat) for seat in seats]
    ties = [(state.technology_count(seat), state.gold[seat]) for seat in seats]
    return Outcome(state.end, ranked(parts, ties), state.turn)
