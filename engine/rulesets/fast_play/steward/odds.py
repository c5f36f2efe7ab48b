"""Chances in battle, from the rulebook's dice (rules: battle-dice, eliminated)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from engine.rulesets.fast_play.tables import UNIT, UNITS
from engine.rulesets.fast_play.values import base_value, place_value

MOST = 60
"""Dice beyond this many a side are left out of the reckoning: it is decided by then."""


class Chances(NamedTuple):
    """The chance that the attacker holds the space, and how many units each side loses."""

    hold: float
    own_losses: float
    their_losses: float


@cache
def sixes(dice: int) -> tuple[float, ...]:
    """The chance of each number of sixes."""
    return tuple(comb(dice, n) * (1 / 6) ** n * (5 / 6) ** (dice - n) for n in range(dice + 1))


@cache
def exchange(ours: int, theirs: int, own_units: int, their_units: int) -> Chances:
    """One exchange of dice between an attacker and a defender, rolled until there is a six."""
    if not own_units:
        return Chances(0.0, 0.0, 0.0)
    if not their_units:
        return Chances(1.0, 0.0, 0.0)
    ours, theirs = min(max(ours, 0), MOST), min(max(theirs, 0), MOST)
    if not ours and not theirs:
        return Chances(0.0, 0.0, 0.0)
    hold = own = other = 0.0
    for hits, chance in enumerate(sixes(ours)):
        for losses, opposite in enumerate(sixes(theirs)):
            if not hits and not losses:
                continue
            both = chance * opposite
            own += both * min(losses, own_units)
            other += both * min(hits, their_units)
            if losses < own_units and (hits >= their_units or hits > losses):
                hold += both
    decided = 1.0 - sixes(ours)[0] * sixes(theirs)[0]
    return Chances(hold / decided, own / decided, other / decided)


def dice_of(units: Sequence[str], settled: bool, attacking: bool, science: int, era: int) -> int:
    """How many dice some units roll together."""
    total = 0
    for unit in units:
        kind = UNIT[unit]
        total += base_value(kind) + place_value(kind, settled, attacking)
        if UNITS[kind].era == era:
            total += max(science, 0)
    return total
