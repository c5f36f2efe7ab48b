"""Measures the rules: playing, asking, looking, copying, storing, replaying."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random

from bot.cli.bench.figures import RULESET, SEED, Figure, each_of, plan_for, whole_game
from bot.cli.simulation import Plan, new_game, play_game
from bot.memory import as_when_serving
from engine.core.policies import GameEyes
from engine.core.record import Record, replay
from engine.core.registry import ruleset, rulesets

GAME_ROUNDS = 6
STEWARD_ROUNDS = 3


def bench_engine(seconds: float) -> Iterator[Figure]:
    """The rules alone: playing, asking, looking, copying, storing, replaying."""
    plans = [plan_for(players, name) for name in rulesets() for players in ruleset(name).seats]
    for plan, value in zip(plans, random_choices(plans, seconds), strict=True):
        name = f"{plan.ruleset}: random choices, {plan.players} players"
        yield Figure(name, value, "choices/s")
    for plan, value in zip(plans, steward_times(plans, seconds), strict=True):
        name = f"{plan.ruleset}: a steward's choice, {plan.players} players"
        yield Figure(name, value, "ms")
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


def steward_times(plans: Sequence[Plan], seconds: float) -> list[float]:
    """What `steward_time` is for each plan: the best of some rounds, as with `random_choices`.

    AI players sit at tables that are served, so that memory is set up as it is there.
    """
    with as_when_serving():
        rounds = [
            [steward_time(plan.players, plan.ruleset, seconds / 2) for plan in plans]
            for _ in range(STEWARD_ROUNDS)
        ]
    return [min(figures) for figures in zip(*rounds, strict=True)]


def steward_time(players: int, name: str, seconds: float) -> float:
    """Milliseconds that a steward thinks about a choice, from the view it is given."""
    game = new_game(plan_for(players, name), 1)
    rng, spent, choices = Random(SEED), 0.0, 0
    while (spent < seconds or not choices) and game.asked():
        seat = next(asked.seat for asked in game.asked() if asked.blocking)
        eyes = GameEyes(game, seat)
        view, decisions = eyes.view, eyes.decisions
        began = time.process_time()
        choice = game.rules.steward(view, decisions, rng)
        spent += time.process_time() - began
        game.play(choice, by="ai")
        choices += 1
    return spent / choices * 1e3


def replayed_choices(record: Record, seconds: float) -> float:
    """Choices a second when a record of our own is played again."""
    microseconds = each_of(lambda r: sum(1 for _ in replay(r, trusted=True)), [record], seconds)
    return len(record.entries) * 1e6 / microseconds
