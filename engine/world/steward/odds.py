"""Chances with dice: sums against sums, hits against hits, and battles fought round by round."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from math import comb, fsum
from typing import NamedTuple

import msgspec

MOST = 9
"""Units beyond this many a side are left out of a battle in rounds: it is decided by then."""


class Round(NamedTuple):
    """The chances of one round: the first wins, both fall, the second wins."""

    win: float
    tie: float
    lose: float


class Battle(msgspec.Struct, frozen=True, gc=False):
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
    win, tie, others = 0.0, 0.0, sums(theirs)
    for total, chance in enumerate(sums(ours), edge):
        if chance and total >= 0:
            win += fsum(map(chance.__mul__, others[:total]))
            if total < len(others):
                tie += chance * others[total]
    return Round(win, tie, 1.0 - win - tie)


Dice = tuple[int, ...]
"""Units by what decides a round for them."""


def in_rounds(fight: Callable[[int, int, int], Round]) -> Callable[[Dice, Dice, int], Battle]:
    """Battles of one unit a side in each round, in the order given, until a side has none left.

    `fight` says how a unit fares against another, with an edge that the first side has all along.
    What is left after a round is a smaller battle: each is worked out once and kept.
    """

    @lru_cache(maxsize=65536)
    def battle(ours: Dice, theirs: Dice, edge: int) -> Battle:
        if not theirs:
            return Battle(1.0 if ours else 0.0, 0.0, 0.0)
        if not ours:
            return Battle(0.0, 0.0, 0.0)
        win, tie, lose = fight(ours[0], theirs[0], edge)
        won = battle(ours, theirs[1:], edge)
        both = battle(ours[1:], theirs[1:], edge)
        lost = battle(ours[1:], theirs, edge)
        return Battle(
            win * won.win + tie * both.win + lose * lost.win,
            win * won.own_losses + tie * both.own_losses + lose * lost.own_losses + tie + lose,
            win * won.their_losses + tie * both.their_losses + lose * lost.their_losses + win + tie,
        )

    return battle


def wins_in_rounds(fight: Callable[[int, int, int], Round]) -> Callable[[Dice, Dice, int], float]:
    """The chance to be the side left in such battles; found sooner than all about them."""

    @lru_cache(maxsize=65536)
    def chance(ours: Dice, theirs: Dice, edge: int) -> float:
        if not theirs:
            return 1.0 if ours else 0.0
        if not ours:
            return 0.0
        win, tie, lose = fight(ours[0], theirs[0], edge)
        rest, others = ours[1:], theirs[1:]
        won = win * chance(ours, others, edge)
        return won + tie * chance(rest, others, edge) + lose * chance(rest, theirs, edge)

    return chance
