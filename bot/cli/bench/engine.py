"""How fast Herald is. Each part of the program has a function that measures it.

A new part is a function that takes the seconds to spend on each figure and yields figures; it
stands in `PARTS` under the name of its part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from bot.cli.simulation import Plan, derived, new_game, play_game
from engine.core.policies import play_out, policy
from engine.core.record import Record, record_of, replay
from engine.core.registry import ruleset, rulesets

RULESET = "standard"
SEED = 2002
MOMENTS = 40
ROUNDS = 5
GAME_ROUNDS = 6


class Figure(msgspec.Struct, frozen=True):
    """One measured figure."""

    name: str
    value: float
    unit: str


Part = Callable[[float], Iterator[Figure]]


def engine(seconds: float) -> Iterator[Figure]:
    """The rules alone: playing, asking, looking, copying, storing, replaying."""
    plans = [plan_for(players, name) for name in rulesets() for players in ruleset(name).seats]
    for plan, value in zip(plans, random_choices(plans, seconds), strict=True):
        name = f"{plan.ruleset}: random choices, {plan.players} players"
        yield Figure(name, value, "choices/s")
    rules = ruleset(RULESET)
    record, moments = whole_game(players=max(rules.seats))
    middle = moments[len(moments) // 2]
    encoded = rules.encode(middle)
    yield Figure("copy of a state", each_of(rules.copy, [middle], seconds), "µs")
    yield Figure("encoding a state", each_of(rules.encode, [middle], seconds), "µs")
    yield Figure("decoding a state", each_of(rules.decode, [encoded], seconds), "µs")
    yield Figure("hash of a state", each_of(rules.hash, [middle], seconds), "µs")
    yield Figure("size of a state", len(encoded), "bytes")
    yield Figure("open decisions", each_of(rules.pending, moments, seconds), "µs")
    yield Figure("view of a seat", each_of(lambda s: rules.view(s, 0), moments, seconds), "µs")
    yield Figure("replay", replayed_choices(record, seconds), "choices/s")


def store(seconds: float) -> Iterator[Figure]:
    """Choices kept for good."""
    # Here, for the database takes longer to import than most commands to run.
    from bot.cli.bench.store import bench_store

    yield from bench_store(seconds)


def render(seconds: float) -> Iterator[Figure]:
    """Pictures."""
    from bot.cli.bench.pictures import bench_render

    yield from bench_render(seconds)


def discord(seconds: float) -> Iterator[Figure]:
    """People served."""
    from bot.cli.bench.latency import bench_latency

    yield from bench_latency(seconds)


PARTS: dict[str, Part] = {"engine": engine, "store": store, "render": render, "discord": discord}


def plan_for(players: int, name: str = RULESET) -> Plan:
    """A table of random players."""
    return Plan(name, ("random",) * players, SEED)


def random_choices(plans: Sequence[Plan], seconds: float) -> list[float]:
    """Choices a second in whole games of random players, set-up included: the best of some rounds.

    Others use the machine, too, and what they take away says nothing about us. They come and go,
    so a round goes over all plans, and a slow minute spoils no plan's every round.
    """
    rounds = [[choices_a_second(plan, seconds / 2) for plan in plans] for _ in range(GAME_ROUNDS)]
    return [max(figures) for figures in zip(*rounds, strict=True)]


def choices_a_second(plan: Plan, seconds: float) -> float:
    """How fast the first games of a plan are played, as many as the time allows."""
    choices, number, began = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not choices:
        number += 1
        choices += play_game(plan, number)[1].choices
    return choices / spent


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


def replayed_choices(record: Record, seconds: float) -> float:
    """Choices a second when a record of our own is played again."""
    microseconds = each_of(lambda r: sum(1 for _ in replay(r, trusted=True)), [record], seconds)
    return len(record.entries) * 1e6 / microseconds
