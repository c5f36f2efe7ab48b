"""Whatever its weights, a table of stewards comes to an end."""

from __future__ import annotations

import math
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from engine.core.game import Game
from engine.core.policies import StewardPolicy, play_out
from engine.rulesets.fast_play.steward import STEWARD as FAST_PLAY
from engine.rulesets.fast_play.steward.weights import Purpose
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.rulesets.standard.steward.horizon import Horizon
from engine.world.steward.deciding import Steward

STEWARDS: dict[str, Steward[Any]] = {"standard": STANDARD, "fast_play": FAST_PLAY}
MOST_CHOICES = 6000


def game(ruleset: str, players: int, seed: int) -> Game:
    names = [f"Player {seat}" for seat in range(players)]
    seeds = [b"%d" % seed for _ in names]
    return Game.new(ruleset, names, {}, b"endings", seeds, record=False)


def wild(steward: Steward[Any], rng: Random) -> Steward[Any]:
    """A steward with any judgement at all: every figure up to twenty times as large or small."""
    while True:
        figures = {
            name: any_of(value, rng)
            for name, value in msgspec.structs.asdict(steward.weights).items()
        }
        try:
            return steward.weighing(**figures)
        except msgspec.ValidationError:
            continue


def any_of(value: Any, rng: Random) -> Any:
    if isinstance(value, tuple):
        if isinstance(value[0], str):
            return tuple(rng.sample(get_args(Purpose), rng.randint(0, len(value))))
        return tuple(any_of(figure, rng) for figure in value)
    figure = value * math.exp(rng.uniform(-3, 3))
    return min(100, round(figure)) if isinstance(value, int) else figure


def ends(ruleset: str, seed: int) -> bool:
    rng = Random(seed)
    players = rng.choice((2, 2, 3, 4))
    table = game(ruleset, players, seed)
    stewards = [StewardPolicy(wild(STEWARDS[ruleset], rng).decide) for _ in range(players)]
    play_out(table, stewards, rng, MOST_CHOICES)
    return table.outcome() is not None


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("ruleset", STEWARDS)
def test_games_end_whatever_the_weights(ruleset: str, seed: int) -> None:
    assert ends(ruleset, seed)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", STEWARDS)
def test_a_hundred_games_end_whatever_the_weights(ruleset: str) -> None:
    assert [seed for seed in range(1000, 1100) if not ends(ruleset, seed)] == []


def test_armies_worth_more_than_they_cost_do_not_keep_standard_from_ending() -> None:
    # Every coin went into armies, and the second era never came.
    warlike = STANDARD.weighing(standing=5.0, point=1.0, patience=100)
    table = game("standard", 2, 1)
    play_out(table, [StewardPolicy(warlike.decide)] * 2, Random(1), MOST_CHOICES)
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.turns > Horizon.long_over


def test_a_steward_without_any_purpose_does_not_keep_fast_play_from_ending() -> None:
    idle = FAST_PLAY.weighing(purchases=())
    table = game("fast_play", 2, 1)
    play_out(table, [StewardPolicy(idle.decide)] * 2, Random(1), MOST_CHOICES)
    assert table.outcome() is not None
