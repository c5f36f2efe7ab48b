"""Chances in battle, from the rulebook's dice (rules: battle-dice, eliminated)."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

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
    own = sum([chance * (n if n < own_units else own_units) for n, chance in enumerate(lost)])
    other = sum([c * (n if n < their_units else their_units) for n, c in enumerate(struck)])
    # To hold the space is to have a unit left, and to hit all of theirs or more often than they do.
    least = (*list(accumulate(reversed(struck)))[::-1], 0.0)
    most = min(their_units, ours + 1)
    win = sum(
        [chance * least[min(most, n + 1)] for n, chance in enumerate(lost[:own_units])],
    )
    decided = 1.0 - struck[0] * lost[0]
    return Battle(win / decided, own / decided, other / decided)


@lru_cache(maxsize=32768)
def dice_of(units: Army, settled: bool, attacking: bool, science: int, era: int) -> int:
    """How many dice some units roll together."""
    total = 0
    for unit in units:
        kind = UNIT[unit]
        total += base_value(kind) + place_value(kind, settled, attacking)
        if UNITS[kind].era == era:
            total += max(science, 0)
    return total
