"""Where to begin: room to grow, neighbours far away (rules: setup-placement, setup-blocking)."""

from __future__ import annotations

from random import Random

from engine.rulesets.fast_play.steward.situation import BOARD, Situation

REACH = 3
"""Regions further away than this are nobody's first settlements."""
NEAR = (0.0, 3.0, 2.0, 1.0)
"""What a free region is worth at each distance from the start."""
BESIDE_A_RIVAL = 3.0
"""Taken off for a rival's start within two steps."""


def place(s: Situation, options: list[str], rng: Random) -> str:
    """The region with the most free land around it; near equals are decided by chance."""
    scores = {key: room(s, BOARD.index[key]) for key in options}
    best = max(scores.values())
    return rng.choice([key for key in options if scores[key] >= best - 0.75])


def room(s: Situation, start: int) -> float:
    """How much free land a start would command."""
    total = 0.5 if BOARD.coasts[start] else 0.0
    for region in BOARD.within(start, REACH, "land"):
        away = s.distance(start, region)
        if region in s.foreign:
            total -= BESIDE_A_RIVAL if away <= 2 else 0.0
        elif region not in s.homes:
            total += NEAR[away]
    return total
