"""The careful stand-in of every rule set: what it may answer is said, and it answers no more."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.absence import Care, careful
from engine.core.answering import fits, keys
from engine.core.decision import Decision
from engine.core.game import Game
from engine.core.grammar import Form
from engine.core.policies import GameEyes, policy
from engine.core.registry import ruleset
from tests.conformance.tables import RULESETS

CHOICES = 700


def a_game(name: str, seats: int, seed: int) -> Game:
    """A game at its beginning."""
    seeds = [b"seat %d" % seat for seat in range(seats)]
    return Game.new(name, [f"P{n}" for n in range(seats)], {}, b"absence %d" % seed, seeds)


def awaited(game: Game) -> Decision | None:
    """What the game waits for first."""
    return next((each for each in game.asked() if each.blocking), None)


def unknown(care: Care, decision: Decision) -> list[str]:
    """What of a question a rule set has forgotten to give to the stand-in or to leave."""
    if not care.knows(decision.kind):
        return [decision.kind]
    if not isinstance(decision.grammar, Form):
        return []
    first = decision.grammar.fields[0].given({}, decision.grammar.source)
    return [f"{decision.kind}: {key}" for key in keys(first) if not care.knows(decision.kind, key)]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("player", ["random", "steward"])
def test_of_every_question_and_action_it_is_said_whether_a_stand_in_may_answer_it(
    name: str, player: str
) -> None:
    game, rng = a_game(name, 3, 1), Random(1)
    for _ in range(CHOICES):
        asked = awaited(game)
        if asked is None:
            break
        assert unknown(game.rules.care, asked) == []
        game.play(policy(player).choose(GameEyes(game, asked.seat), rng), by="ai")


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_left_to_players_is_never_answered_for_them(name: str) -> None:
    rules, rng = ruleset(name), Random(2)
    game, steward, braked = a_game(name, 3, 2), policy("steward"), 0
    for _ in range(CHOICES):
        asked = awaited(game)
        if asked is None:
            break
        view = game.view(asked.seat)
        choice = careful(rules, view, asked, rng)
        assert (choice.seat, choice.decision) == (asked.seat, asked.id)
        if choice.value != asked.default:
            assert not rules.care.leaves(asked, choice.value), choice
            assert not rules.is_grave(view, asked, choice.value), choice
            assert fits(asked.grammar, choice.value)
        meant = steward.choose(GameEyes(game, asked.seat), rng)
        braked += meant.decision == asked.id and meant.value != choice.value
        game.play(meant, by="ai")
    # The toy has nothing to brake.
    assert braked or name == "skirmish"
