"""The steward of Rhye's and Fall: it wins, its games end, and it suggests what it would do."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.game import Game
from engine.core.policies import play_out, policy

MOST = 6000


def played(seats: int, seed: int, *policies: str) -> Game:
    names = [f"player {seat}" for seat in range(seats)]
    seeds = [b"%d" % seat for seat in range(seats)]
    game = Game.new("rhye", names, {}, b"steward %d" % seed, seeds, record=False)
    play_out(game, [policy(name) for name in policies], Random(seed), MOST)
    return game


def test_the_steward_beats_a_random_player() -> None:
    games = [played(2, seed, "steward", "random") for seed in range(12)]
    outcomes = [game.outcome() for game in games]
    assert sum(outcome is not None and outcome.winners == (0,) for outcome in outcomes) >= 11


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_games_between_stewards_end_by_their_rules(seats: int, seed: int) -> None:
    outcome = played(seats, seed, *["steward"] * seats).outcome()
    assert outcome is not None
    assert outcome.reason in ("space_race", "domination", "score", "last_one_standing")
