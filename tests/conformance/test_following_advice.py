"""A player who presses the first suggestion at every decision does as well as the steward.

pytest -m soak tests/conformance/test_following_advice.py    # shares of victories
"""

from __future__ import annotations

from random import Random

import pytest

from bot.cli.simulation import Plan, new_game
from engine.core.decision import Choice
from engine.core.policies import AdvisedPolicy, Eyes, play_out, policy
from engine.core.registry import rulesets

PLAYERS = 3
MOST_CHOICES = 50_000
GAMES = 45
LEAST_SHARE = 0.2
"""Of victories, where a third is an equal share: two standard deviations of so many games less."""


class Compared(AdvisedPolicy):
    """Follows advice, and keeps where the steward would have done something else."""

    def __init__(self) -> None:
        self.asked = 0
        self.different: list[tuple[Choice, Choice]] = []

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        advised = super().choose(eyes, rng)
        # Standing orders are the player's own: nothing is suggested for them.
        decisions = [each for each in eyes.decisions if each.kind != "standing_orders"]
        steward = eyes.rules.steward(eyes.view, decisions, Random(eyes.seat))
        asked = next(each for each in decisions if each.id == steward.decision)
        value = asked.grammar.validate(steward.value)
        self.asked += 1
        if (advised.decision, advised.value) != (steward.decision, value):
            self.different.append((advised, steward))
        return advised


@pytest.mark.parametrize("name", rulesets())
def test_whoever_follows_advice_plays_a_whole_game_as_the_steward_would(name: str) -> None:
    game = new_game(Plan(name, ("steward",) * PLAYERS, 5, {}), 1)
    advised = Compared()
    play_out(game, [advised, policy("steward"), policy("steward")], Random(1), MOST_CHOICES)
    assert game.outcome() is not None
    assert advised.asked > 40
    assert advised.different == []


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets())
def test_whoever_follows_advice_wins_as_often_as_the_stewards(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    won = 0.0
    for number in range(1, GAMES + 1):
        game = new_game(Plan(name, ("steward",) * PLAYERS, 5, {}), number)
        seat = number % PLAYERS
        players = [policy("advised" if at == seat else "steward") for at in range(PLAYERS)]
        play_out(game, players, Random(number), MOST_CHOICES)
        outcome = game.outcome()
        assert outcome is not None
        if seat in outcome.winners:
            won += 1 / len(outcome.winners)
    with capsys.disabled():
        print(f"\n{name}: {won:g} of {GAMES} games won by following advice, a third is equal")
    assert won / GAMES >= LEAST_SHARE
