"""What a steward takes from its last look at the board is what it would find by a new one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.grammar import Grammar
from engine.core.policies import GameEyes, play_out, policy
from engine.rulesets.advanced.steward import STEWARD as ADVANCED
from engine.rulesets.fast_play.steward import STEWARD as FAST_PLAY
from engine.rulesets.rhye.steward import STEWARD as RHYE
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.rulesets.standard.steward.purchase import best_purchase, savings, wares
from engine.rulesets.standard.steward.situation import Situation
from engine.world.steward.campaign import CAMPAIGN, find_objective
from engine.world.steward.deciding import Steward
from engine.world.steward.strategy import ARRIVAL
from engine.world.steward.survey import FAR, Survey, walk
from engine.world.steward.wares import best_ware
from engine.world.view import WorldView

STEWARDS: dict[str, Steward[Any]] = {
    "standard": STANDARD,
    "advanced": ADVANCED,
    "fast_play": FAST_PLAY,
    "rhye": RHYE,
}
CHOICES, EVERY = 300, 3


def a_game(name: str) -> Game:
    return Game.new(name, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)


def board(s: Survey) -> list[Any]:
    """Who stands where, in the order in which the steward goes through it."""
    by_space = (s.own_troops, s.foreign_troops, s.settlers, s.foreign_settlers, s.homes, s.foreign)
    return [*(list(facts.items()) for facts in (*by_space, s.markers)), s.ships]


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


@pytest.mark.parametrize("name", STEWARDS)
def test_a_steward_that_looked_before_answers_like_one_that_never_did(name: str) -> None:
    steward, game, rng = STEWARDS[name], a_game(name), Random(4)
    for number in range(CHOICES):
        seat = next((decision.seat for decision in game.asked() if decision.blocking), None)
        if seat is None:
            break
        eyes = GameEyes(game, seat)
        assert isinstance(eyes.view, WorldView)
        choice = steward.decide(eyes.view, eyes.decisions, Random(number))
        if number % EVERY == 0:
            looks = steward.survey(eyes.view, seat).last_looks
            memory = dict(looks)
            looks.clear()
            assert steward.decide(eyes.view, eyes.decisions, Random(number)) == choice
            looks.update(memory)
        game.play(choice, by="ai")
        if number % 7 == 0:
            play_out(game, [policy("random")] * 3, rng, 1)


def purchases(kinds: int) -> Iterator[tuple[Situation, Grammar]]:
    """What stewards see when they buy, until they have bought things of so many kinds."""
    game, rng, bought = a_game("standard"), Random(5), set[str]()
    while len(bought) < kinds:
        asked = next(decision for decision in game.asked() if decision.blocking)
        eyes = GameEyes(game, asked.seat)
        assert isinstance(eyes.view, WorldView)
        if asked.kind == "purchase":
            yield STANDARD.survey(eyes.view, asked.seat), asked.grammar
        choice = STANDARD.decide(eyes.view, eyes.decisions, rng)
        if asked.kind == "purchase" and "buy" in choice.value:
            bought.add(choice.value["buy"])
        game.play(choice, by="ai")


def test_wares_that_are_left_out_would_not_have_been_bought() -> None:
    # Settlers, villages, growth, technologies, the end, and most units of two eras.
    for s, grammar in purchases(kinds=10):
        best = best_ware(wares(s, grammar), s.sheet.gold, s.next_income, savings(s))
        assert best_purchase(s, grammar) == best


def test_settlers_are_bought_where_the_way_is_shortest() -> None:
    looked = 0
    for s, _ in purchases(kinds=6):
        ways = {region: [walk(home, region) for home in s.home_regions] for region in s.vacant}
        near = {region: min(steps) for region, steps in ways.items() if min(steps) < FAR}
        assert {region for _, region, _ in s.treks} == near.keys()
        for needed, region, home in s.treks:
            assert needed == ARRIVAL[near[region]]
            assert home == s.home_regions[ways[region].index(near[region])]
        assert s.treks == sorted(s.treks)
        looked += len(s.treks)
    assert looked


def test_settlements_that_are_left_out_are_no_better_to_make_for() -> None:
    found = 0
    for s, _ in purchases(kinds=8):
        for place in s.home_regions:
            ours = s.own_armies[:4]
            goal = find_objective(s, place, ours) if ours else None
            worths = {
                region: s.fight(ours, s.army(region, held.owner), held.owner).win
                * s.capture_worth(region, held)
                * s.w.haste ** walk(place, region)
                for region, held in s.foreign.items()
                if 2 <= walk(place, region) <= CAMPAIGN
                and s.fight(ours, s.army(region, held.owner), held.owner).win >= s.w.odds
            }
            if ours:
                assert goal == (max(worths, key=worths.__getitem__) if worths else None)
                found += goal is not None
    assert found
