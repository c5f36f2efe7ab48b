"""One answer to one of the steward's open decisions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import fitting
from engine.core.decision import Choice, Decision
from engine.tiles.civ import CivView


def decide(view: CivView, decisions: Sequence[Decision], rng: Random) -> Choice:
    """An answer to one of the open decisions of one seat, from that seat's view alone."""
    decision = next((d for d in decisions if d.blocking), decisions[0])
    return Choice(decision.seat, decision.id, fitting(decision, None, rng))
