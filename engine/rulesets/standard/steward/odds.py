"""Chances in battle, from the rulebook's dice (rules: rounds, battle-dice)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.rulesets.standard.tables import BEATS, UNITS

DICE = {unit.id: unit.dice for unit in UNITS}
ROLE = {unit.id: unit.role for unit in UNITS}
MOST = 9
"""Units beyond this many a side are left out of the reckoning: it is decided by then."""


class Round(NamedTuple):
    """The chances of one round: the first wins, both fall, the second wins."""

    win: float
    tie: float
    lose: float


class Battle(NamedTuple):
    """The chance to be the only side left, and how many units each side loses on average."""

    win: float
    own_losses: float
    their_losses: float


@cache
def sums(dice: int) -> tuple[float, ...]:
    """The chance of every sum of some dice, from 0 up."""
    chances = [1.0]
    for _ in range(dice):
        wider = [0.0] * (len(chances) + 6)
        for total, chance in enumerate(chances):
            for face in range(1, 7):
                wider[total + face] += chance / 6
        chances = wider
    return tuple(chances)


@cache
def duel(ours: int, theirs: int, edge: int) -> Round:
    """A round of so many dice against so many, with `edge` added to ours."""
    win = tie = 0.0
    for a, chance in enumerate(sums(ours)):
        if chance:
            for b, other in enumerate(sums(theirs)):
                if a + edge > b:
                    win += chance * other
                elif a + edge == b:
                    tie += chance * other
    return Round(win, tie, 1.0 - win - tie)


@lru_cache(maxsize=8192)
def battle(ours: tuple[int, ...], theirs: tuple[int, ...], edge: int) -> Battle:
    """A whole battle between units given by their dice, the strongest first on both sides."""
    ours, theirs = ours[:MOST], theirs[:MOST]
    reached = [[0.0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    reached[0][0] = 1.0
    win = own = other = 0.0
    for lost in range(len(ours) + 1):
        for killed in range(len(theirs) + 1):
            chance = reached[lost][killed]
            if lost == len(ours) or killed == len(theirs):
                own += chance * lost
                other += chance * killed
                if lost < len(ours):
                    win += chance
                continue
            result = duel(ours[lost], theirs[killed], edge)
            # Rounds that change nothing do not exist: somebody falls in each.
            reached[lost][killed + 1] += chance * result.win
            reached[lost + 1][killed + 1] += chance * result.tie
            reached[lost + 1][killed] += chance * result.lose
    return Battle(win, own, other)


def dice_of(units: Sequence[str]) -> tuple[int, ...]:
    """The units as dice, the strongest first."""
    return tuple(sorted([DICE[unit] for unit in units], reverse=True))


def roles(units: Sequence[str]) -> dict[str, int]:
    """How many units there are of each role."""
    found: dict[str, int] = {}
    for unit in units:
        role = ROLE[unit]
        found[role] = found.get(role, 0) + 1
    return found


def superiority(ours: Sequence[str], theirs: Sequence[str]) -> float:
    """How often our role beats theirs, less the opposite, when both sides pick blindly."""
    own, other = roles(ours), roles(theirs)
    balance = 0
    for winner, loser in BEATS.items():
        balance += own.get(winner, 0) * other.get(loser, 0)
        balance -= own.get(loser, 0) * other.get(winner, 0)
    return balance / (len(ours) * len(theirs))


def clash(ours: Sequence[str], theirs: Sequence[str], science: int, era: int) -> Battle:
    """A battle between named units; `science` is our bonus less theirs (rules: science)."""
    return _clash(tuple(ours), tuple(theirs), science, era)


@lru_cache(maxsize=32768)
def _clash(ours: tuple[str, ...], theirs: tuple[str, ...], science: int, era: int) -> Battle:
    if not theirs:
        return Battle(1.0 if ours else 0.0, 0.0, 0.0)
    if not ours:
        return Battle(0.0, 0.0, 0.0)
    edge = science + round((era + 1) * superiority(ours, theirs))
    return battle(dice_of(ours), dice_of(theirs), edge)
