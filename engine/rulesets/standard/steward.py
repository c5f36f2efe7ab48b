"""A competent player that works from its own view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.decision import Choice, Decision
from engine.world.view import WorldView


def decide(view: WorldView, decisions: Sequence[Decision], rng: Random) -> Choice:
    """An answer to one of the seat's open decisions."""
    decision = next(d for d in decisions if d.blocking)
    return Choice(decision.seat, decision.id, decision.grammar.sample(rng))
