"""Chapter 1 of the rulebook: the game."""

from __future__ import annotations

from engine.core.grammar import Value
from engine.rulesets.rhye import events
from engine.rulesets.rhye.tables import GROUNDS
from engine.world.state import BOARD
from tests.builders import seat_of
from tests.rhye.builders import END, a_game, move, started


def land(players: int) -> set[str]:
    return {BOARD.id(region) for region in GROUNDS[players].land}


def test_1_two_to_five_players_lead_a_civilization_each() -> None:
    for players in (2, 3, 4, 5):
        game = started(players)
        led = [realm.civilization for realm in game.open().realms]
        assert all(led) and len(set(led)) == players


def test_1_2_a_turn_goes_through_its_phases() -> None:
    game = (
        a_game()
        .with_units("angela", "gaul", swordsman=1)
        .with_units("brad", "gaul", swordsman=1)
        .at("movement")
    )
    game.play("angela", END)
    assert game.asked() == {"brad": "movement"}
    game.play("brad", END)
    assert game.phase == "wars" and game.asked() == {"angela": "war"}
    game.play("angela", {})
    assert game.asked() == {"brad": "war"}
    game.play("brad", {})
    assert game.phase == "actions"
    assert set(game.asked()) == {"angela", "brad", "chris"}
    assert game.turn == 7
    game.act(dice=[2])
    assert game.turn == 8


def test_1_2_eliminated_players_are_passed_over() -> None:
    game = a_game().without_home("brad").at("actions")
    assert set(game.asked()) == {"angela", "chris"}


def test_1_3_the_board_is_the_part_for_the_number_of_players() -> None:
    assert "greenland" in land(2) and "gobi" not in land(2)
    assert "britannia" not in land(3) and "kalahari" in land(3)
    assert {"britannia", "tasmania", "madagascar"} <= land(4) and "mexica" not in land(4)
    assert {"antilles", "nippon", "madagascar"} <= land(5) and "greenland" not in land(5)
    assert not {"greenland", "papua", "tasmania"} & land(5)


def test_1_3_nothing_enters_land_that_is_not_in_play() -> None:
    game = a_game(3).with_fleet("angela", "north_sea", "galley", swordsman=1).at("movement")
    fleet = game.fleet("angela", "north_sea")
    assert "britannia" not in game.destinations("angela", fleet, "swordsman")
    assert "gaul" in game.destinations("angela", fleet, "swordsman")
    game.refuses("angela", move(fleet, "britannia", "swordsman"), "not_in_play", "board")


def test_1_4_the_capital_is_shown_and_colonies_are_no_settlements() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul", "city")
        .with_settlement("angela", "italia")
        .with_marker("iberia", "iron", colony="angela")
        .at("actions")
    )
    gaul, italia = (game.space(place).settlement for place in ("gaul", "italia"))
    assert gaul is not None and italia is not None
    assert (gaul.capital, italia.capital) == (True, False)
    assert sum(game.player("angela").settlements) == 2
    assert game.colony("iberia") == "angela"


def test_1_5_only_the_tied_roll_again() -> None:
    game = started(3, [1, 1, 1, 5, 5, 2, 1, 6, 4, 3, 3, 2, 1], starts="free")
    rolled = game.event(events.StartsRolled)
    assert [seat for seat, _, _ in rolled.rolls] == [0, 1, 2, 0, 2]
    assert rolled.winner == 0


def test_1_4_gold_is_traded_in_fives() -> None:
    game = a_game(3).in_contact("angela", "brad").with_gold("angela", 20).at("movement")
    terms: Value = {"do": "offer", "to": str(seat_of("brad")), "give_gold": 7, "get_gold": 0}
    game.refuses("angela", terms, "not_a_step", "trade", kind="trade")
