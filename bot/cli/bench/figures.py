"""A measured figure, and what all measurements share: how to time work, a game to work on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from bot.cli.simulation import Plan, derived, new_game, play_game
from engine.core.policies import play_out, policy
from engine.core.record import Record, record_of

RULESET = "standard"
SEED = 2002
MOMENTS = 40
ROUNDS = 5


class Figure(msgspec.Struct, frozen=True):
    """One measured figure."""

    name: str
    value: float
    unit: str


Part = Callable[[float], Iterator[Figure]]


def plan_for(players: int, name: str = RULESET) -> Plan:
    """A table of random players."""
    return Plan(name, ("random",) * players, SEED)


def whole_game(players: int) -> tuple[Record, Sequence[Any]]:
    """A game's record, and states spread evenly over it."""
    plan = plan_for(players)
    game, result = play_game(plan, 1, record=True)
    record = record_of(game)
    assert isinstance(record, Record)
    again = new_game(plan, 1)
    every, moments = max(1, result.choices // MOMENTS), []
    rng = Random(derived(plan.seed, 1, "policies"))
    while play_out(again, [policy("random")] * players, rng, every) == every:
        moments.append(again.rules.copy(again.state))
    return record, moments


def each_of(work: Callable[[Any], object], things: Sequence[Any], seconds: float) -> float:
    """Microseconds for one piece of work, over all things in turn: the best of some rounds."""
    best, share = float("inf"), seconds / ROUNDS
    for _ in range(ROUNDS):
        done, began, spent = 0, time.perf_counter(), 0.0
        while spent < share or not done:
            for thing in things:
                work(thing)
            done += len(things)
            spent = time.perf_counter() - began
        best = min(best, spent / done)
    return best * 1e6
