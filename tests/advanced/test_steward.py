"""The steward: whole games by the rules, a match against chance, the best use of its cards."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.cli.simulation import Plan, Result, new_game, play_game
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.steward.purchase import card_worth, wares
from engine.rulesets.advanced.steward.situation import Situation
from engine.rulesets.advanced.view import AdvancedView
from engine.rulesets.standard.steward.weights import WEIGHTS
from tests.advanced.builders import a_game, buy

LENGTHS = ("short", "medium", "long")


def match(length: str, policies: tuple[str, ...], number: int) -> Result:
    options = {"length": length, "turn_limit": 0}
    return play_game(Plan("advanced", policies, 12, options), number)[1]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_steward_beats_a_random_player(number: int) -> None:
    assert match("short", ("steward", "random"), number).winners == (0,)


@pytest.mark.soak
@pytest.mark.parametrize("length", LENGTHS)
def test_the_steward_wins_95_of_100_games_against_a_random_player(length: str) -> None:
    won = 0
    for number in range(1, 101):
        policies = ("steward", "random") if number % 2 else ("random", "steward")
        won += match(length, policies, number).winners == (policies.index("steward"),)
    assert won >= 95


@pytest.mark.parametrize("length", ["short"])
@pytest.mark.parametrize("players", [2, 4])
def test_stewards_end_their_games_by_the_rules(length: str, players: int) -> None:
    assert match(length, ("steward",) * players, 1).end in ("die", "era", "conquest")


@pytest.mark.soak
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("name", "games"), [("random", 50), ("steward", 20)])
def test_games_of_every_length_and_size_end(
    length: str, players: int, name: str, games: int
) -> None:
    by_the_rules = {"conquest", "die", "era"}
    if length == "long":
        by_the_rules = {"conquest", "diplomatic", "military", "space"}
    for number in range(1, games + 1):
        assert match(length, (name,) * players, number).end in by_the_rules


def most_gold(state: State, seat: int) -> int:
    """The most that a seat's settlements could pay, every way to assign tried."""
    use = state.cities(seat)
    cities = use.cities
    counts = [sum(giver.number for giver in use.givers if giver.kind == mood) for mood in use.kinds]
    ways = list(product((False, True), repeat=len(cities)))
    glad, busy = ([way for way in ways if sum(way) <= count] for count in counts)
    return max(
        sum(city.gold(*moods) for city, *moods in zip(cities, one, two, strict=True))
        for one in glad
        for two in busy
    )


def test_assignments_of_the_steward_are_always_the_best_there_are() -> None:
    plan = Plan("advanced", ("steward",) * 3, 12, {"length": "short", "turn_limit": 0})
    game: Game = new_game(plan, 2)
    rng, looked = Random(3), 0
    while play_out(game, [policy("steward")] * 3, rng, 40) == 40:
        view, state = game.view(None), game.state
        assert isinstance(view, AdvancedView) and isinstance(state, State)
        for cards in view.cities:
            if 0 < len(cards.cities) <= 6:
                looked += 1
                assert cards.income == most_gold(state, cards.seat)
    assert looked > 5


def test_the_steward_spends_what_would_lie_idle() -> None:
    game = a_game(2).with_settlement("angela", "gobi").with_gold("angela", 600)
    table = game.with_settlement("brad", "nile").at("purchase")
    assert table.asked() == {"angela": "purchase"}
    view = table.rules.view(table.state, 0)
    own = [decision for decision in table.rules.pending(table.state) if decision.seat == 0]
    choice = table.rules.steward(view, own, Random(1))
    while choice.decision != "purchase":
        table.play("angela", choice.value, kind=choice.decision)
        own = [decision for decision in table.rules.pending(table.state) if decision.seat == 0]
        choice = table.rules.steward(table.rules.view(table.state, 0), own, Random(1))
    assert choice.value != {"buy": "done"}


@pytest.mark.parametrize("full", [False, True])
def test_the_steward_counts_no_pieces_that_would_be_lost(full: bool) -> None:
    game = a_game().with_settlement("angela", "gobi").with_gold("angela", 100).at("purchase")
    if full:
        game.play("angela", buy("settler", "gobi"))
    situation = Situation(game.cards("angela"), 0, WEIGHTS)
    found = wares(situation, game.decision("angela").grammar)
    (worth,) = [w.worth for w in found if w.order is not None and w.order["buy"] == "wheel"]
    with_its_chariot = card_worth(situation, "wheel", 25)
    assert worth < with_its_chariot if full else worth == with_its_chariot
