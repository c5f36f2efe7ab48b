"""Attackers leave the square they came from before the battle (rulebook 8.1)."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.map.board import count_figures
from tests.civ2010.builders import Arrange, Game, a_game


def an_attack(start: str, target: str, arrange: Arrange, *figures: str) -> Game:
    """Ada's army goes from one square to another where Bo has to fight."""
    game = a_game(scouts_steal_combat="on").armies("ada", start)
    arrange(game)
    game.units("ada", "infantry.0", "mounted.0").units("bo", "infantry.0", "mounted.1")
    move: dict[str, Value] = {"do": "move", "from": start, "target": target}
    return game.at("movement").choose("ada", move | ({"figures": [*figures]} if figures else {}))


def bonuses(game: Game) -> tuple[int, int]:
    ours, theirs = game.battle().sides
    return ours.bonus, theirs.bonus


def barracks(game: Game) -> None:
    game.building("bo", "barracks", "F13")


def test_8_1_barracks_that_attackers_leave_defend_again() -> None:
    assert bonuses(an_attack("F13", "F14", barracks)) == (0, 12 + 2)


def test_8_1_an_army_that_stays_goes_on_blockading() -> None:
    def two_armies(game: Game) -> None:
        barracks(game.armies("ada", "F13"))

    assert bonuses(an_attack("F13", "F14", two_armies, "army")) == (0, 12)


def test_8_1_a_wonder_that_attackers_leave_works_again() -> None:
    game = an_attack(
        "F13", "F12", lambda g: g.building("bo", "statue_of_zeus", "F13").armies("bo", "F12")
    )
    assert bonuses(game) == (0, 6)


def test_8_1_a_city_state_that_attackers_leave_helps_them_no_more() -> None:
    game = an_attack("D8", "D9", lambda g: g.city_state("cs4", "D8").armies("bo", "D9"))
    assert bonuses(game) == (0, 0)


def test_8_1_a_scout_of_the_attackers_sends_nothing_home() -> None:
    def academy(game: Game) -> None:
        game.building("bo", "academy", "F13").scouts("ada", "F13")

    assert bonuses(an_attack("F13", "F14", academy, "army", "scout")) == (0, 12 + 4)
    assert bonuses(an_attack("F13", "F14", academy, "army")) == (4, 12)


def test_8_1_a_coin_that_attackers_leave_may_win_before_the_battle() -> None:
    def bank(game: Game) -> None:
        game.building("bo", "bank", "F13").has("bo", coins=14)

    game = an_attack("F13", "F14", bank)
    outcome = RULESET.outcome(game.state)
    assert outcome is not None
    assert (outcome.reason, outcome.standings[0].seat) == ("economic", 1)
    assert game.figures_on("F13") == (1, 0)


def test_8_1_attackers_are_seen_where_they_came_from_until_it_is_decided() -> None:
    view = an_attack("D8", "D9", lambda g: g.armies("bo", "D9")).view("bo")
    assert [(each.owner, each.armies) for each in view.figures] == [(0, 1), (1, 1)]
    assert (view.sheets[0].armies, view.sheets[0].armies_left) == (1, 5)


@pytest.mark.parametrize("units", [(), ("artillery.0", "artillery.1", "artillery.2")])
def test_8_1_after_the_battle_they_stand_on_the_square_or_are_lost(units: tuple[str, ...]) -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0").units("bo", *units).at("movement")
    game.play("ada", do="move", from_="D8", target="D9").fight_on()
    assert count_figures(game.state, 0)[0] == int(not units)
    assert game.figures_on("D8") == (0, 0)
    assert game.figures_on("D9") == (1, 0)


# A game that ends in the middle of a battle.


def test_8_7_a_coin_given_in_a_battle_wins_and_the_cards_go_back() -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9").tech("ada", "metalworking")
    game.cards("ada", "gift_from_afar").has("bo", coins=14)
    game.units("ada", "infantry.0", "mounted.0").units("bo", "infantry.0", "mounted.1")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("bo", do="play", unit="infantry.0", front="new")
    game.play("ada", do="use", use="technology:metalworking")
    assert game.state.end == "economic"
    assert (len(game.player("ada").units), len(game.player("bo").units)) == (2, 2)
    assert (game.figures_on("D8"), game.figures_on("D9")) == ((1, 0), (1, 0))


def test_8_7_a_coin_won_in_a_battle_ends_it_before_the_dead_are_saved() -> None:
    game = a_game(civilizations=("chinese",)).tech("ada", "code_of_laws")
    game.armies("ada", "D8").armies("bo", "D9")
    game.has("ada", coins=14, invested={"military_industrial_complex": 6})
    game.units("ada", "mounted.0", "mounted.1", "mounted.2").units("bo", "infantry.2")
    game.at("movement").play("ada", do="move", from_="D8", target="D9").fight_on()
    assert game.state.end == "economic"
    assert len(game.state.units["mounted"]) == 15
