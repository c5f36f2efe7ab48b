"""Chances in battle, from the rulebook's dice (rules: battle-dice, eliminated)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate, chain, repeat
from math import fsum
from operator import mul

from engine.rulesets.fast_play.battle.values import base_value, place_value
from engine.rulesets.fast_play.tables import UNIT, UNITS
from engine.world.steward.odds import Battle, hits
from engine.world.steward.survey import Army

MOST = 60
"""Dice beyond this many a side are left out of the reckoning: it is decided by then."""


@lru_cache(maxsize=32768)
def exchange(ours: int, theirs: int, own_units: int, their_units: int) -> Battle:
    """One exchange of dice between an attacker and a defender, rolled until there is a six.

    To win is to hold the space.
    """
    if not own_units:
        return Battle(0.0, 0.0, 0.0)
    if not their_units:
        return Battle(1.0, 0.0, 0.0)
    ours, theirs = min(max(ours, 0), MOST), min(max(theirs, 0), MOST)
    if not ours and not theirs:
        return Battle(0.0, 0.0, 0.0)
    struck, lost = hits(ours), hits(theirs)
    own = fsum(map(mul, lost, up_to(own_units)))
    other = fsum(map(mul, struck, up_to(their_units)))
    # To hold the space is to have a unit left, and to hit all of theirs or more often than they do.
    least = (*list(accumulate(reversed(struck)))[::-1], 0.0)
    most = min(their_units, ours + 1)
    enough = chain(least[1:most], repeat(least[most]))
    win = fsum(map(mul, lost[:own_units], enough))
    decided = 1.0 - struck[0] * lost[0]
    return Battle(win / decided, own / decided, other / decided)


@cache
def up_to(most: int) -> tuple[int, ...]:
    """How many units so many hits strike, from no hits on, where there are no more than `most`."""
    return tuple(min(hits, most) for hits in range(MOST + 1))


@lru_cache(maxsize=32768)
def dice_of(units: Army, settled: bool, attacking: bool, science: int, era: int) -> int:
    """How many dice some units roll together."""
    dice = dice_by_unit(settled, attacking, max(science, 0), era)
    return sum(map(dice.__getitem__, units))


@cache
def dice_by_unit(settled: bool, attacking: bool, more: int, era: int) -> dict[str, int]:
    """How many dice each type of unit rolls: those of the era `more` than others."""
    return {
        unit: base_value(kind)
        + place_value(kind, settled, attacking)
        + (more if UNITS[kind].era == era else 0)
        for unit, kind in UNIT.items()
    }
