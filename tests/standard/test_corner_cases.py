"""Where several Standard rules meet: what they say together."""

from __future__ import annotations

import pytest

from engine.rulebook import rulebook
from engine.rulesets.standard.events import (
    BattleBegan,
    BattleEnded,
    EraBegan,
    EraEnding,
    EraGoesOn,
    GameEnded,
    Halted,
    RoundFought,
    WonderAnnounced,
    WonderContested,
)
from tests.standard.builders import (
    BUY_NOTHING,
    BUY_TECHNOLOGY,
    END,
    Arrangement,
    Game,
    a_game,
    a_settler_on,
    dealt,
    declared,
    look,
    move,
)

# A milestone reached with the last gold can be announced before an era or the game closes.


def test_a_milestone_reached_with_the_last_gold_of_an_era_is_asked_about() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_gold("angela", 30)
    table = game.at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.asked() == {"angela": "last_call"}
    assert table.options("angela") == ["great_library"]
    table.play("angela", ["great_library"])
    assert table.event(WonderAnnounced).wonder == "great_library"
    assert table.event(EraBegan).era == "medieval"
    assert table.wonders("angela") == ("great_library",)


def test_a_milestone_reached_with_the_last_gold_of_the_game_is_asked_about() -> None:
    game = a_game().in_era("modern").with_technologies("angela", modern=2).with_gold("angela", 30)
    table = game.at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.events(GameEnded) == []
    table.play("angela", ["edisons_lab"])
    assert table.event(GameEnded).reason == "modern_technologies"
    assert table.player("angela").points["wonders"] == 3


def test_the_turn_limit_closes_the_game_after_the_same_question() -> None:
    game = a_game().with_option("turn_limit", 7).with_technologies("angela", ancient=1)
    table = game.with_gold("angela", 20).at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.asked() == {"angela": "last_call"}
    assert table.default("angela") == ["great_library"]


def test_several_who_announce_at_the_last_call_roll_for_the_wonder() -> None:
    game = a_game(3).with_technologies("angela", ancient=3).with_technologies("brad", ancient=2)
    table = game.with_gold("chris", 5).at("purchase").play("chris", BUY_NOTHING)
    assert table.asked() == {"angela": "last_call", "brad": "last_call"}
    table.play("angela", ["great_library"])
    table.play("brad", ["great_library"], dice=[*(1, 1), *(6, 6)])
    assert table.event(WonderContested).winner == 1
    assert table.wonders("brad") == ("great_library",)


def test_nobody_is_asked_while_the_era_goes_on() -> None:
    game = a_game().with_technologies("angela", ancient=1).with_gold("angela", 20)
    table = game.at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.phase == "movement" or table.phase == "trade"
    assert "announce" in table.may("angela")


# An even swap of technologies ends nothing.


def test_an_even_swap_of_technologies_does_not_end_the_era() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=2)
    swap = ["technology:ancient"]
    table = dealt(game.at("trade"), "angela", "brad", give=swap, get=swap)
    assert table.events(EraEnding) == []
    assert not table.view().era_ending


def test_a_one_sided_deal_still_ends_it() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=2)
    table = dealt(game.at("trade"), "angela", "brad", give=["technology:ancient"])
    assert table.event(EraEnding).era == "ancient"


# The game ends if someone owns three modern technologies at the end of the turn.


def a_found_third() -> Game:
    game = a_game().in_era("modern").with_technologies("angela", modern=2)
    game = game.with_units("angela", "gobi", settler=1).with_wonders("angela", "edisons_lab")
    return game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))


def test_three_modern_technologies_given_away_before_the_end_of_the_turn_end_nothing() -> None:
    game = dealt(a_found_third(), "angela", "brad", give=["technology:modern"])
    assert game.event(EraGoesOn).era == "modern"
    game.lapse(lambda game: game.phase in ("finished", "movement"), dice=[3, 4])
    assert game.outcome() is None


def test_three_modern_technologies_owned_at_the_end_of_the_turn_end_the_game() -> None:
    game = a_found_third()
    game.lapse(lambda game: game.phase in ("finished", "movement"), dice=[3, 4])
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == "modern_technologies"


# A third player with only aircraft in the space may join.


def a_modern_duel() -> Arrangement:
    game = a_game(4).in_era("modern").with_units("angela", "gobi", tank=1)
    return game.with_units("brad", "gobi", tank=1)


def test_a_third_player_with_only_aircraft_may_join() -> None:
    game = a_modern_duel().with_settlement("chris", "gobi").with_units("chris", "gobi", fighter=1)
    table = declared(game, "gobi")
    assert table.asked() == {"chris": "join"}
    table.play("chris", "attacker")
    assert table.options("angela") == ["tank+fighter", "tank"]
    table.play("angela", "tank+fighter", dice=[*(6,) * 5, *(1,) * 4])
    assert table.event(BattleEnded).winner == 0
    assert table.units("chris", "gobi") == {"fighter": 1}


# A ship that neither entered nor moved is not halted by a challenge to what boards it.


def test_a_ship_that_stood_still_sails_on_with_what_was_challenged_in_boarding_it() -> None:
    game = a_game().with_units("angela", "gaul", swordsman=1)
    for name in ("angela", "brad"):
        game = game.with_units(name, "north_sea", galley=1)
    table = game.with_orders("brad", toward_angela="challenge").at("movement")
    galley = table.fleet("angela", "north_sea")
    table.play("angela", move("gaul", galley, "swordsman"))
    assert table.event(Halted).place == "north_sea"
    assert "biscay_sea" in table.destinations("angela", "north_sea", galley)


# Who commands.


def test_the_challenger_commands_when_the_attacked_player_has_no_units() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1).with_settlement("brad", "steppe")
    game = game.with_units("chris", "steppe", swordsman=1, horseman=1)
    table = game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))
    table.play("angela", ["steppe:1"]).play("chris", ["steppe"])
    assert table.event(BattleBegan) == BattleBegan("steppe", (0,), (2, 1))
    assert table.asked() == {"chris": "fight"}


def test_the_attacked_player_commands_with_units_of_its_own() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1).with_settlement("brad", "steppe")
    game = game.with_units("brad", "steppe", swordsman=1).with_units("chris", "steppe", horseman=2)
    table = game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))
    table.play("angela", ["steppe:1"]).play("brad", []).play("chris", ["steppe"])
    assert table.event(BattleBegan) == BattleBegan("steppe", (0,), (1, 2))


def test_aircraft_count_as_military_units_when_command_is_decided() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", tank=1)
    game = game.with_units("brad", "steppe", tank=1, fighter=2)
    game = game.with_units("chris", "steppe", tank=2)
    table = game.at("movement").play("angela", move("gobi", "steppe", "tank"))
    table.play("angela", []).play("brad", ["steppe"]).play("chris", ["steppe"])
    assert table.event(BattleBegan).attackers == (1, 2)


# The mover chooses the order of battles.


def test_the_mover_chooses_the_order_of_battles() -> None:
    game = a_game(3)
    for other, place in (("brad", "gobi"), ("chris", "nile")):
        game = game.with_units("angela", place, swordsman=1).with_units(other, place, swordsman=1)
    table = game.at("movement").play("angela", END).play("angela", ["gobi:1", "nile:2"])
    assert table.asked() == {"angela": "next_battle"}
    assert table.options("angela") == ["gobi:1", "nile:2"]
    table.play("angela", "nile:2", dice=[*(6, 1), *(6, 1)])
    assert [event.place for event in table.events(RoundFought)] == ["nile", "gobi"]


def test_the_mover_orders_the_challenges_of_others_too() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=2)
    for other, place in (("brad", "steppe"), ("chris", "siberia")):
        game = game.with_units(other, place, swordsman=1)
        game = game.with_orders(other, toward_angela="challenge")
    table = game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))
    table.play("angela", move("gobi", "siberia", "swordsman")).play("angela", [])
    assert table.asked() == {"angela": "next_battle"}
    assert sorted(table.options("angela")) == ["siberia:2", "steppe:1"]


# With several owners' aircraft the commander chooses whose to risk.


def test_the_commander_chooses_whose_aircraft_to_risk() -> None:
    game = a_modern_duel().with_units("angela", "gobi", fighter=1)
    game = game.with_units("chris", "gobi", fighter=1)
    game = game.with_settlement("chris", "gobi")
    table = declared(game, "gobi").play("chris", "attacker")
    assert table.options("angela") == ["tank+fighter:0", "tank+fighter:2", "tank"]
    table.play("angela", "tank+fighter:2", dice=[*(1,) * 5, *(6,) * 4])
    assert table.units("chris", "gobi") == {}
    assert table.event(RoundFought).attacker.aircraft


# A minor civilization's new army does not move in the phase in which it appears.


def a_minor_civilization(winner: str) -> Game:
    """Angela finds it, and the dice give it to the winner."""
    game = a_settler_on("minor_civilization")
    game = game.with_units("angela", "nile", swordsman=1).with_units("brad", "congo", swordsman=1)
    dice = [*(6, 6), *(1, 1)] if winner == "angela" else [*(1, 1), *(6, 6)]
    table = game.at("movement").play("angela", look("gobi"), dice)
    return table.play(winner, "horseman")


def test_the_finders_new_army_does_not_move_on() -> None:
    game = a_minor_civilization("angela")
    assert game.units("angela", "gobi") == {"settler": 1, "horseman": 1}
    assert game.options("angela", "from", do="move") == ["nile"]


def test_the_new_army_of_somebody_who_moves_later_waits_for_the_next_turn() -> None:
    game = a_minor_civilization("brad").play("angela", END)
    assert game.asked() == {"brad": "movement"}
    assert game.options("brad", "from", do="move") == ["congo"]
    game.until_turn(8, dice=[3, 4])
    game.lapse(lambda game: "brad" in game.asked() and game.phase == "movement")
    assert set(game.options("brad", "from", do="move")) == {"congo", "gobi"}


def test_the_new_army_of_somebody_who_has_moved_moves_next_turn() -> None:
    game = a_game().with_units("brad", "gobi", settler=1).with_marker("gobi", "minor_civilization")
    game = game.with_units("brad", "congo", swordsman=1)
    table = game.at("movement", mover="brad").play("brad", look("gobi"), [*(6, 6), *(1, 1)])
    table.play("angela", "swordsman").until_turn(8, dice=[3, 4])
    table.lapse(lambda game: "angela" in game.asked() and game.phase == "movement")
    assert table.options("angela", "from", do="move") == ["gobi"]


# What is our reading is marked as a ruling.


@pytest.mark.parametrize(
    ("anchor", "words"),
    [
        ("pieces", "no limit on the number of"),
        ("joining", "aircraft"),
        ("end", "end of the turn"),
        ("challenges", "ship"),
        ("aircraft-movement", "sets out"),
        ("trade", "at the same time"),
        ("wonders", "fall below"),
    ],
)
def test_our_readings_are_marked_as_rulings(anchor: str, words: str) -> None:
    body = rulebook("standard").section(anchor).body
    rulings = [part for part in body.split("\n\n") if part.startswith("> **Ruling.**")]
    assert any(words in ruling for ruling in rulings)
