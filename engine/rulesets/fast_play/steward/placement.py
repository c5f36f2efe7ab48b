"""Where to begin: room to grow, neighbours far away (rules: setup-placement, setup-blocking)."""

from __future__ import annotations

from functools import partial
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
    for region in BOARD.within(start, len(s.w.room) - 1, "land"):
        away = walk(start, region)
        if region in s.foreign:
            total -= s.w.beside_a_rival if away <= 2 else 0.0
        elif region not in s.homes:
            total += s.w.room[away]
    return total
