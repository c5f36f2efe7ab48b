"""The dice of a skirmish: how many, and who wins (rulebook 6.3 and 6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.flow import Play
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import RELIGION, ROSTER, TABLES, WONDERS
from engine.world.state import Piece

JUDAISM, CHRISTIANITY = RELIGION["judaism"], RELIGION["christianity"]
WALLS = tuple((index, w.settlement_dice) for index, w in enumerate(WONDERS) if w.settlement_dice)


class Result(NamedTuple):
    """How the dice fell at last, and how often it was a tie before."""

    faces: tuple[tuple[int, ...], tuple[int, ...]]
    hits: tuple[int, int]
    rerolls: int

    @property
    def attacker_won(self) -> bool:
        """Whether the attacker had more hits."""
        return self.hits[0] > self.hits[1]


def roll_skirmish(play: Play[State], dice: tuple[int, int]) -> Result:
    """Both roll, again and again while it is a tie; at least one must have a die (skirmishes)."""
    least, rerolls = TABLES.hit_from, 0
    while True:
        faces = (play.roll(dice[0]), play.roll(dice[1]))
        hits = (
            sum([face >= least for face in faces[0]]),
            sum([face >= least for face in faces[1]]),
        )
        if hits[0] != hits[1]:
            return Result(faces, hits, rerolls)
        rerolls += 1


def attack_extras(state: State, attacker: int, defender: int) -> tuple[tuple[str, int], ...]:
    """The dice an attacker adds (rule: more-dice)."""
    if GREY in (attacker, defender):
        return ()
    religions = state.religions
    if religions[attacker] == CHRISTIANITY != religions[defender]:
        return (("christianity", 1),)
    return ()


def defence_extras(
    state: State, space: int, defenders: Sequence[int], attacker: int | None
) -> tuple[tuple[str, int], ...]:
    """The dice a defending side adds, its commander first (rule: more-dice).

    Walls stand with their owner, whoever leads; an attacker of None is a band of barbarians.
    """
    commander = defenders[0]
    if commander == GREY:
        return ()
    found: list[tuple[str, int]] = []
    settlement = state.settlement_at(space)
    if settlement is not None and settlement.owner in defenders:
        owner = settlement.owner
        if state.capitals[owner] == space:
            found.append(("capital", 1))
        found += [
            (WONDERS[wonder].id, dice) for wonder, dice in WALLS if state.wonders[wonder] == owner
        ]
    if attacker is not None and attacker != GREY:
        religions = state.religions
        if religions[commander] == JUDAISM != religions[attacker]:
            found.append(("judaism", 1))
    return tuple(found)


def defence_dice(state: State, space: int, unit: Piece, attacker: int | None) -> int:
    """How many dice a unit rolls in defence of its owner's territory."""
    extras = defence_extras(state, space, (unit.owner,), attacker)
    return ROSTER.defence[unit.kind] + sum([dice for _, dice in extras])
