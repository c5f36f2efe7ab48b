"""Rulebook chapter 1: the game, the turn, pieces, dice."""

import pytest

from engine.core.decision import Choice
from engine.core.errors import BadTable, IllegalChoice
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.events import (
    CommandRolled,
    CriticalRolled,
    EraBegan,
    OrderRolled,
    PhaseBegan,
    TurnBegan,
)
from tests.standard.builders import (
    BUY_TECHNOLOGY,
    END,
    NAMES,
    Game,
    ScriptedDice,
    a_game,
    buy,
    move,
)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_1_only_two_to_six_can_play(players: int) -> None:
    with pytest.raises(BadTable, match="2 to 6"):
        RULESET.start(players, {}, ScriptedDice())


@pytest.mark.parametrize(
    "options",
    [{"turn_limit": -1}, {"purchases": "never"}, {"empty_markers": "none"}, {"pieces": "gold"}],
)
def test_1_a_table_has_the_options_of_the_book_only(options: dict[str, str | int]) -> None:
    with pytest.raises(BadTable, match=next(iter(options))):
        RULESET.start(3, options, ScriptedDice())


def test_1_a_game_asks_the_one_it_waits_for_and_nobody_else() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1).at("movement")
    game.refuses("brad", END, "not_yours", "movement", kind="movement")
    game.refuses("angela", END, "not_open", "", kind="purchase")
    with pytest.raises(IllegalChoice, match="unknown_seat"):
        RULESET.apply(game.state, Choice(3, "movement", END), ScriptedDice())


def test_1_2_a_turn_has_four_phases() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).on_turn(1).at("end")
    phases = [event.phase for event in game.events(PhaseBegan)]
    game.until_turn(3, dice=[3, 4])
    phases += [event.phase for event in game.events(PhaseBegan)]
    assert phases == ["movement", "trade", "production", "purchase", "movement"]


def test_1_2_example_a_the_starting_player_changes_every_turn() -> None:
    game = a_game(3).at("placement")
    game.until_turn(1, dice=[6, 5, 3, 3, 2, 6])
    assert game.event(OrderRolled).rolls[0] == (0, (6, 5), 11)
    starters = [game.first]
    for turn in (2, 3, 4):
        game.until_turn(turn, dice=[1, 1])
        starters.append(game.first)
        assert game.event(TurnBegan).first == game.view().first
    assert starters == ["angela", "brad", "chris", "angela"]


def test_1_2_the_starting_player_goes_first_and_the_seating_order_follows() -> None:
    arranged = a_game(3)
    for name, place in (("angela", "gobi"), ("brad", "nile"), ("chris", "gaul")):
        arranged = arranged.with_units(name, place, settler=1)
    game = arranged.at("movement", first="brad")
    movers: list[str] = []
    while game.phase == "movement":
        movers += game.asked()
        game.play(movers[-1], END)
    assert movers == ["brad", "chris", "angela"]


def test_1_2_a_seat_that_has_fallen_is_passed_over_as_starting_player() -> None:
    game = a_game(3).without_home("brad").with_units("chris", "gobi", settler=1).at("end")
    assert game.first == "chris"
    assert game.asked() == {"chris": "movement"}
    game.lapse(lambda game: game.phase == "purchase", dice=[3, 4])
    assert game.event(CriticalRolled).seat == NAMES.index("chris")


def test_1_4_catapults_turn_medieval_with_the_era_wherever_they_stand() -> None:
    game = (
        a_game()
        .with_technologies("angela", ancient=3)
        .with_units("angela", "gobi", catapult=2, swordsman=1)
        .with_fleet("brad", "north_sea", "galley", catapult=1)
        .at("end")
    )
    assert game.era == "medieval"
    assert game.event(EraBegan).catapults == 3
    assert game.units("angela", "gobi") == {"medieval_catapult": 2, "swordsman": 1}
    assert game.aboard("brad", "north_sea") == {"medieval_catapult": 1}


def test_1_4_medieval_catapults_stay_medieval_for_good() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_technologies("angela", medieval=3)
        .with_units("angela", "gobi", medieval_catapult=1)
        .at("end")
    )
    assert game.era == "gunpowder"
    assert game.event(EraBegan).catapults == 0
    assert game.units("angela", "gobi") == {"medieval_catapult": 1}


def test_1_4_there_is_no_limit_on_pieces() -> None:
    game = a_game().with_settlement("angela", "gobi").with_gold("angela", 500).at("purchase")
    game.play("angela", buy("swordsman", "gobi", 90))
    assert game.units("angela", "gobi") == {"swordsman": 90}


def test_1_5_only_those_tied_for_highest_roll_again() -> None:
    game = Game.start(4, [6, 3, 2, 2, 4, 5, 3, 6, *(1, 4), *(4, 1), *(1, 2), *(5, 5), *(4, 5)])
    rolls = game.event(OrderRolled).rolls
    assert [(NAMES[seat], total) for seat, _, total in rolls] == [
        *(("angela", 9), ("brad", 4), ("chris", 9), ("dana", 9)),
        *(("angela", 5), ("chris", 5), ("dana", 3)),
        *(("angela", 10), ("chris", 9)),
    ]
    assert game.asked() == {"angela": "placement"}


def test_1_5_every_roll_is_shown_to_everyone() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=1)
        .with_units("chris", "steppe", swordsman=1)
        .with_orders("angela", toward_chris="challenge")
        .with_orders("brad", toward_chris="challenge")
        .at("movement", mover="chris")
    )
    game.play("chris", move("steppe", "gobi", "swordsman"))
    game.play("chris", [], dice=[*(2, 2), *(3, 3)])
    command = game.event(CommandRolled)
    assert command.rolls == ((0, (2, 2), 4), (1, (3, 3), 6))
    assert command in game.heard(None)


def test_1_5_a_finished_game_takes_no_more_choices() -> None:
    game = a_game().with_option("turn_limit", 7).at("end")
    game.refuses("angela", BUY_TECHNOLOGY, "game_over", "", kind="purchase")
