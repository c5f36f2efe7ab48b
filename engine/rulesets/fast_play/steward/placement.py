"""Where to begin: room to grow, neighbours far away (rules: setup-placement, setup-blocking)."""

from __future__ import annotations

from functools import cache, partial
from random import Random

from engine.core.answering import keys
from engine.core.decision import Decision
from engine.rulesets.fast_play.steward.situation import Situation
from engine.world.steward.placement import best_start
from engine.world.steward.survey import BOARD, walk


def place(s: Situation, decision: Decision, rng: Random) -> str:
    """The region with the most free land around it."""
    return best_start(keys(decision.grammar), partial(room, s), rng)


def room(s: Situation, start: int) -> float:
    """How much free land a start would command."""
    total = s.w.coast if BOARD.coasts[start] else 0.0
    foreign, homes, values = s.foreign, s.homes, s.w.room
    for region, away in near(start, len(values) - 1):
        if region in foreign:
            total -= s.w.beside_a_rival if away <= 2 else 0.0
        elif region not in homes:
            total += values[away]
    return total


@cache
def near(start: int, radius: int) -> tuple[tuple[int, int], ...]:
    """The regions in reach of a start, and how far each is."""
    return tuple((region, walk(start, region)) for region in BOARD.within(start, radius, "land"))
