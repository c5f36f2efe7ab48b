"""Where to begin: room to grow, neighbours far away (rule: setup-placement)."""

from __future__ import annotations

from functools import cache, partial
from math import fsum
from random import Random

from engine.core.answering import keys
from engine.core.decision import Decision
from engine.rulesets.standard.steward.situation import Situation
from engine.world.steward.placement import best_start
from engine.world.steward.survey import BOARD, walk

REACH = 4
"""Regions further away than this are nobody's first settlements."""
NEAR = (3.0, 3.0, 2.2, 1.0, 0.5)
"""What a free region is worth at each distance from the start."""
BESIDE_A_RIVAL = (0.0, 4.0, 2.0)
"""Taken off for a rival's start so many steps away."""


def place(s: Situation, decision: Decision, rng: Random) -> str:
    """The region with the most free land that the steward would reach before anyone else."""
    return best_start(keys(decision.grammar), partial(room, s), rng)


@cache
def near(start: int) -> tuple[tuple[int, int], ...]:
    """The regions in reach of a start, and how far each is."""
    return tuple((region, walk(start, region)) for region in BOARD.within(start, REACH, "land"))


def room(s: Situation, start: int) -> float:
    """How much free land a start would command."""
    total, homes, foreign = 0.0, s.ways_home, s.ways_abroad
    if homes[start] > 2 * REACH and foreign[start] > 2 * REACH:
        return open_room(start)
    for region, away in near(start):
        held, rival = homes[region], foreign[region]
        if not held or away > rival:
            continue
        value = NEAR[away] * (0.5 if away == rival else 1.0)
        # Land that the first start commands already counts only as far as it gets nearer.
        if held <= REACH:
            value -= min(value, NEAR[held])
        total += value
    rival = foreign[start]
    return total - (BESIDE_A_RIVAL[rival] if rival < len(BESIDE_A_RIVAL) else 0.0)


@cache
def open_room(start: int) -> float:
    """How much land a start would command with nobody near."""
    return fsum([NEAR[away] for _, away in near(start)])
