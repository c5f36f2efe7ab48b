"""Rulebook 1: pieces that change with technologies."""

from __future__ import annotations

from engine.rulesets.advanced.events import Upgraded
from tests.advanced.builders import a_game, buy


def test_1_two_to_six_play() -> None:
    for players in range(2, 7):
        assert a_game(players).with_units("angela", "gobi", settler=1).at("movement").turn == 7


def test_1_4_catapults_are_trebuchets_once_engineering_is_in_play() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gobi", "town")
        .with_gold("angela", 100)
        .with_cards("brad", "wheel", "construction")
        .with_units("brad", "steppe", catapult=2)
        .at("purchase")
    )
    game.play("angela", {"buy": "engineering"})
    assert game.event(Upgraded).count == 2
    assert game.units("brad", "steppe") == {"medieval_catapult": 2}


def test_1_4_a_catapult_bought_beside_engineering_is_a_trebuchet() -> None:
    game = a_game().with_settlement("angela", "gobi", "town").with_gold("angela", 100)
    table = game.with_cards("brad", "mathematics", "engineering").at("purchase")
    table.play("angela", buy("catapult", "gobi"))
    assert table.units("angela", "gobi") == {"medieval_catapult": 1}
