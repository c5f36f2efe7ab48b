"""Chances in battle, from the rulebook's dice (rules: rounds, battle-dice)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import mul

from engine.rulesets.standard.tables import BEATS, UNITS, Unit
from engine.world.steward.odds import MOST, Battle, duel, in_rounds, wins_in_rounds
from engine.world.steward.survey import Army

DICE: dict[str, int] = {}
ROLE: dict[str, str] = {}
BEATEN_BY = {loser: winner for winner, loser in BEATS.items()}


def know(units: Iterable[Unit]) -> None:
    """Reckon with these units: a rule set that has more than Standard's names its own, too."""
    for unit in units:
        DICE[unit.id] = unit.dice
        ROLE[unit.id] = unit.role


know(UNITS)
battle = in_rounds(duel)
"""A whole battle between units given by their dice, the strongest first on both sides."""
win = wins_in_rounds(duel)
"""The chance to win it."""


@lru_cache(maxsize=8192)
def dice_of(units: Army) -> tuple[int, ...]:
    """The units as dice, the strongest first, as many as can matter."""
    return tuple(sorted([DICE[unit] for unit in units], reverse=True)[:MOST])


@lru_cache(maxsize=8192)
def power(units: Army) -> int:
    """Some armies, counted in dice."""
    return sum([DICE[unit] for unit in units])


@lru_cache(maxsize=8192)
def roles(units: Army) -> dict[str, int]:
    """How many units there are of each role; the same armies meet many others."""
    found = dict.fromkeys(ROLE.values(), 0)
    for unit in units:
        found[ROLE[unit]] += 1
    return found


@lru_cache(maxsize=8192)
def advantages(units: Army) -> tuple[int, ...]:
    """For each role, how many of some units beat it, less how many it beats."""
    have = roles(units)
    return tuple([have.get(BEATEN_BY.get(r, ""), 0) - have.get(BEATS.get(r, ""), 0) for r in have])


def superiority(ours: Army, theirs: Army) -> float:
    """How often our role beats theirs, less the opposite, when both sides pick blindly."""
    balance: int = sum(map(mul, advantages(ours), roles(theirs).values()))
    return balance / (len(ours) * len(theirs))


@lru_cache(maxsize=32768)
def clash(ours: Army, theirs: Army, science: int, era: int) -> Battle:
    """A battle between named units; `science` is our bonus less theirs (rules: science)."""
    return battle(dice_of(ours), dice_of(theirs), edge(ours, theirs, science, era))


@lru_cache(maxsize=32768)
def clash_won(ours: Army, theirs: Army, science: int, era: int) -> float:
    """The chance to win such a battle, all that is asked about most of them."""
    return win(dice_of(ours), dice_of(theirs), edge(ours, theirs, science, era))


def edge(ours: Army, theirs: Army, science: int, era: int) -> int:
    """What is added to our dice in every round of a battle."""
    if not ours or not theirs:
        return 0
    return science + round((era + 1) * superiority(ours, theirs))
