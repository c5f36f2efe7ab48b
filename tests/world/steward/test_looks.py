"""What a steward takes from its last look at the board is what it would find by a new one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.policies import GameEyes, play_out, policy
from engine.rulesets.advanced.steward import STEWARD as ADVANCED
from engine.rulesets.fast_play.steward import STEWARD as FAST_PLAY
from engine.rulesets.rhye.steward import STEWARD as RHYE
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.rulesets.standard.steward.purchase import savings, wares
from engine.world.steward.deciding import Steward
from engine.world.steward.survey import Survey
from engine.world.steward.wares import choose
from engine.world.view import WorldView

pytestmark = pytest.mark.unmeasured

STEWARDS: dict[str, Steward[Any]] = {
    "standard": STANDARD,
    "advanced": ADVANCED,
    "fast_play": FAST_PLAY,
    "rhye": RHYE,
}
CHOICES, EVERY = 300, 3
PURCHASES = 60


def a_game(name: str) -> Game:
    return Game.new(name, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)


def board(s: Survey) -> list[Any]:
    """Who stands where, in the order in which the steward goes through it."""
    by_space = (s.own_troops, s.foreign_troops, s.settlers, s.foreign_settlers, s.homes, s.foreign)
    return [*(list(facts.items()) for facts in by_space), s.ships]


@pytest.mark.parametrize("name", STEWARDS)
def test_a_look_that_follows_another_shows_the_whole_board(name: str) -> None:
    steward, game, rng, followed = STEWARDS[name], a_game(name), Random(3), 0
    for _ in range(CHOICES // EVERY):
        play_out(game, [policy("random")] * 3, rng, EVERY)
        for seat in range(3):
            view = game.view(seat)
            assert isinstance(view, WorldView)
            s = steward.survey(view, seat)
            before = s.last_looks.pop(seat)
            assert before is s
            assert board(steward.survey(view, seat)) == board(s)
            followed += bool(s.own_troops)
    assert followed


def test_a_look_at_another_game_takes_nothing_from_the_last() -> None:
    for name in ("standard", "fast_play"):
        first, second = a_game(name), a_game(name)
        play_out(first, [policy("steward")] * 3, Random(1), 120)
        play_out(second, [policy("random")] * 3, Random(2), 120)
        for seat in range(3):
            views = [game.view(seat) for game in (first, second)]
            looks = []
            for view in views:
                assert isinstance(view, WorldView)
                looks.append(STEWARDS[name].survey(view, seat))
            looks[1].last_looks.clear()
            assert isinstance(views[1], WorldView)
            assert board(STEWARDS[name].survey(views[1], seat)) == board(looks[1])


def test_wares_that_are_left_out_would_not_have_been_bought() -> None:
    game, rng, looked, fewer = a_game("standard"), Random(5), 0, 0
    while looked < PURCHASES:
        asked = next(decision for decision in game.asked() if decision.blocking)
        if asked.kind == "purchase":
            eyes = GameEyes(game, asked.seat)
            assert isinstance(eyes.view, WorldView)
            s, grammar = STANDARD.survey(eyes.view, asked.seat), asked.grammar
            every, best = wares(s, grammar), wares(s, grammar, best_only=True)
            gold, income, kept = s.sheet.gold, s.next_income, savings(s)
            assert choose(best, gold, income, kept) == choose(every, gold, income, kept)
            looked += 1
            fewer += len(best) < len(every)
        play_out(game, [policy("steward")] * 3, rng, 1)
    assert fewer
