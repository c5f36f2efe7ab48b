"""Where to begin: room to grow, neighbours far away (rule: setup-placement)."""

from __future__ import annotations

from random import Random

from engine.rulesets.standard.steward.situation import BOARD, Situation

REACH = 4
"""Regions further away than this are nobody's first settlements."""
NEAR = (3.0, 3.0, 2.2, 1.0, 0.5)
"""What a free region is worth at each distance from the start."""
BESIDE_A_RIVAL = 4.0
"""Taken off for a rival's start next door; half of it two steps away."""


def place(s: Situation, keys: list[str], rng: Random) -> str:
    """The region with the most free land that the steward would reach before anyone else.

    Near equals are decided by chance, so that not every game begins alike.
    """
    scores = {key: room(s, BOARD.index[key]) for key in keys}
    best = max(scores.values())
    return rng.choice([key for key in keys if scores[key] >= best - 0.75])


def room(s: Situation, start: int) -> float:
    """How much free land a start would command."""
    mine, theirs = list(s.homes), list(s.foreign)
    total = 0.0
    for region in BOARD.within(start, REACH, "land"):
        if region in s.homes or region in s.foreign:
            continue
        away = BOARD.distance(start, region, "land") or 0
        rival = nearest(region, theirs)
        if away > rival:
            continue
        value = NEAR[away] * (0.5 if away == rival else 1.0)
        # Land that the first start commands already counts only as far as it gets nearer.
        held = nearest(region, mine)
        if held <= REACH:
            value -= min(value, NEAR[held])
        total += value
    total -= {1: BESIDE_A_RIVAL, 2: BESIDE_A_RIVAL / 2}.get(nearest(start, theirs), 0.0)
    return total


def nearest(region: int, starts: list[int]) -> int:
    """The way by land from the nearest of some regions; very far when there is none."""
    ways = [BOARD.distance(start, region, "land") for start in starts]
    return min((way for way in ways if way is not None), default=99)
