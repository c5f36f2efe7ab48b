"""City-states in a metropolis, and relics under armies (rulebook 6.11 and 6.12)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010.map.board import combat_bonus
from engine.rulesets.civ2010.trade import income
from tests.civ2010.builders import Arrange, Game, a_game


def a_metropolis() -> Game:
    """Ada's capital on C3 and D3."""
    game = a_game()
    return game.capital("ada", second=game.at_square("D3"))


def test_6_11_one_in_the_outskirts_of_a_metropolis_counts_once() -> None:
    assert income(a_metropolis().city_state("cs1", "E3").armies("ada", "E3").state, 0) == 3
    assert combat_bonus(a_metropolis().city_state("cs4", "E3").armies("ada", "E3").state, 0) == 2
    game = a_metropolis().city_state("cs3", "E3").armies("ada", "E3")
    assert game.coins("ada") == 1
    sheet = game.view().city_sheets[0]
    assert (sheet.production, len(sheet.squares)) == (2, 10)


def test_6_11_one_in_the_outskirts_of_a_metropolis_serves_who_stands_there() -> None:
    assert income(a_metropolis().city_state("cs1", "E3").state, 0) == 0
    assert a_metropolis().city_state("cs1", "E3").view().city_sheets[0].trade == 0
    taken = a_metropolis().city_state("cs1", "E3").scouts("bo", "E3").state
    assert (income(taken, 0), income(taken, 1)) == (0, 3)


def test_6_11_a_figure_may_be_deployed_on_one_in_the_outskirts() -> None:
    game = a_metropolis().terrain("F", "B2", "C2").city_state("cs1", "E3").at("cities")
    game.play("ada", do="act", item="army", square="E3")
    assert income(game.state, 0) == 3


def explored_from(game: Game) -> None:
    game.dark("F9").armies("ada", "F7").at("movement")
    game.play("ada", do="move", from_="F7", target="F8>F9")


def led_by_a_card(game: Game) -> None:
    game.cards("ada", "migrants").armies("ada", "F7").at("movement")
    game.play("ada", do="use", use="card:migrants#1", on="F7", then="F8")


def led_astray(game: Game) -> None:
    game.cards("bo", "lost").armies("ada", "F7").at("cities", "bo")
    game.play("bo", do="use", use="card:lost", on="F7", then="F8")


@pytest.mark.parametrize("arrive", [explored_from, led_by_a_card, led_astray])
def test_6_12_an_army_takes_the_relic_it_stands_on_however_it_got_there(arrive: Arrange) -> None:
    game = a_game().policy("ada").relic("ark_of_the_covenant", "F8")
    arrive(game)
    assert (game.state.relics, game.player("ada").track) == ({}, 2)


def test_6_12_an_army_deployed_onto_a_relic_takes_it() -> None:
    game = a_metropolis().terrain("F", "B2", "C2").relic("ark_of_the_covenant", "E4")
    game.at("cities").play("ada", do="act", item="army", square="E4")
    assert game.player("ada").track == 2


def test_6_12_a_scout_beside_a_relic_takes_nothing() -> None:
    game = a_game().relic("ark_of_the_covenant", "F8").scouts("ada", "F7").at("movement")
    game.play("ada", do="move", from_="F7", target="F6")
    assert list(game.state.relics.values()) == ["ark_of_the_covenant"]
