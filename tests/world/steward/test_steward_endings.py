"""A table of stewards comes to an end, also where their weights want nothing that ends it."""

from __future__ import annotations

from random import Random

from engine.core.game import Game
from engine.core.policies import StewardPolicy, play_out
from engine.rulesets.fast_play.steward import STEWARD as FAST_PLAY
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.rulesets.standard.steward.horizon import Horizon

MOST_CHOICES = 6000


def game(ruleset: str, players: int, seed: int) -> Game:
    names = [f"Player {seat}" for seat in range(players)]
    seeds = [b"%d" % seed for _ in names]
    return Game.new(ruleset, names, {}, b"endings", seeds, record=False)


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
