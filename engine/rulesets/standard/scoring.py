"""Victory points and the final ranking (rulebook chapter 10)."""

from __future__ import annotations

from engine.core.view import Outcome, Standing
from engine.rulesets.standard.board import technology_count
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import TABLES


def points(state: State, seat: int) -> dict[str, int]:
    """A seat's victory points, part by part (rule: scoring)."""
    value = TABLES.points
    sizes = sum(size * count for size, count in enumerate(state.sizes[seat], start=1))
    return {
        "settlements": value.settlement_size * sizes,
        "technologies": value.technology * technology_count(state, seat),
        "wonders": value.wonder * state.wonders.count(seat),
    }


def outcome(state: State) -> Outcome | None:
    """The ranking of a finished game: points, then technologies, then gold (rule: ties)."""
    if not state.end:
        return None
    parts = {seat: points(state, seat) for seat in range(state.seats)}
    merit = {
        seat: (sum(parts[seat].values()), technology_count(state, seat), state.gold[seat])
        for seat in parts
    }
    order = sorted(parts, key=lambda seat: merit[seat], reverse=True)
    standings = tuple(
        Standing(
            seat,
            1 + sum(merit[other] > merit[seat] for other in parts),
            merit[seat][0],
            parts[seat],
        )
        for seat in order
    )
    return Outcome(state.end, standings, state.turn)
