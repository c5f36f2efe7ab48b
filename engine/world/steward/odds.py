"""Chances with dice: sums against sums, hits against hits, and battles fought round by round."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import NamedTuple

MOST = 9
"""Units beyond this many a side are left out of a battle in rounds: it is decided by then."""


class Round(NamedTuple):
    """The chances of one round: the first wins, both fall, the second wins."""

    win: float
    tie: float
    lose: float


class Battle(NamedTuple):
    """The chance to be the side left, and how many units each side loses on average."""

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
def hits(dice: int, sides: int = 1) -> tuple[float, ...]:
    """The chance of each number of hits, where `sides` of a die's six are one."""
    p, q = sides / 6, (6 - sides) / 6
    return tuple(comb(dice, n) * p**n * q ** (dice - n) for n in range(dice + 1))


@cache
def duel(ours: int, theirs: int, edge: int) -> Round:
    """A round of so many dice against so many, the sums compared, with `edge` added to ours."""
    win = tie = 0.0
    for a, chance in enumerate(sums(ours)):
        if chance:
            for b, other in enumerate(sums(theirs)):
                if a + edge > b:
                    win += chance * other
                elif a + edge == b:
                    tie += chance * other
    return Round(win, tie, 1.0 - win - tie)


def rounds(
    ours: tuple[int, ...], theirs: tuple[int, ...], fight: Callable[[int, int], Round]
) -> Battle:
    """A battle of one unit a side in each round, in the order given, until a side has none."""
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
            result = fight(ours[lost], theirs[killed])
            # Rounds that change nothing do not exist: a unit falls in each.
            reached[lost][killed + 1] += chance * result.win
            reached[lost + 1][killed + 1] += chance * result.tie
            reached[lost + 1][killed] += chance * result.lose
    return Battle(win, own, other)
