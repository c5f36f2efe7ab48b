"""The turn and the pieces (rulebook chapter 1)."""

from __future__ import annotations

import pytest

from engine.core.errors import BadTable
from engine.rulesets.fast_play import RULESET, events
from tests.fast_play.builders import DONE, END, Game, ScriptedDice, a_game, grow, move

TEN = (
    *("iberia", "gaul", "germania", "italia", "hellas"),
    *("sarmatia", "muscovy", "steppe", "siberia", "yakutia"),
)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_1_it_is_for_two_to_six(players: int) -> None:
    with pytest.raises(BadTable, match="2 to 6"):
        RULESET.start(players, {}, ScriptedDice())


def test_1_2_turn_1_has_no_production() -> None:
    game = Game.start(2)
    for name, place in (("angela", "gobi"), ("brad", "gaul"), ("brad", "germania")):
        game.play(name, place)
    game.play("angela", "steppe", [2])
    assert (game.turn, game.phase) == (1, "movement")
    assert game.gold("angela") == 4


def test_1_2_turn_2_begins_with_production() -> None:
    game = a_game().on_turn(1).at("end")
    assert (game.turn, game.phase) == (2, "purchase")
    assert game.events(events.Produced)[0].income == 1


def test_1_2_the_next_seat_begins_the_next_turn() -> None:
    game = a_game(3).with_gold("brad", 9).at("end", first="angela")
    assert game.first == "brad"
    assert game.asked() == {"brad": "purchase"}


def test_1_2_after_the_last_seat_comes_the_first() -> None:
    assert a_game(3).at("end", first="chris").first == "angela"


def test_1_2_a_fallen_player_begins_no_turn() -> None:
    game = a_game(3).with_nothing("brad").at("end", first="angela")
    assert game.first == "chris"


def test_1_2_phases_follow_each_other() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gobi")
        .with_explored("steppe")
        .with_units("angela", "steppe", settler=1)
        .at("production")
    )
    assert game.phase == "purchase"
    game.play("angela", DONE).play("brad", DONE)
    assert game.phase == "movement"
    game.play("angela", END)
    assert game.phase == "settling"
    game.play("angela", "done")
    assert game.turn == 8


def test_1_2_where_nobody_can_settle_nothing_is_said_of_it() -> None:
    game = a_game().with_settlement("angela", "gobi").with_units("angela", "gobi", swordsman=1)
    ended = game.at("movement").play("angela", END)
    assert [each.phase for each in ended.events(events.PhaseBegan)] == ["purchase"]


def test_1_3_spaces_are_held_by_one_player_after_battles() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", settler=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman")).play("angela", END)
    assert {units.owner for units in game.space("steppe").units} == {0}


def test_1_4_catapults_turn_medieval_with_the_era() -> None:
    game = (
        a_game()
        .with_technologies("angela", ancient=2)
        .with_gold("angela", 7)
        .with_units("brad", "gobi", catapult=2)
        .at("purchase")
    )
    game.play("angela", {"buy": "technology"})
    assert game.units("brad", "gobi") == {"medieval_catapult": 2}
    assert game.event(events.EraBegan).catapults == 2


def test_1_5_no_growth_into_a_size_that_has_run_out() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_settlements("angela", *TEN, size="town")
        .with_settlement("angela", "gobi")
        .with_gold("angela", 9)
        .at("purchase")
    )
    assert "grow" not in game.prices("angela")
    game.refuses("angela", grow("gobi"), "no_piece", "piece-limits")


def test_1_5_no_more_grow_at_once_than_there_are_pieces() -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_settlements("angela", *TEN[1:], size="town")
        .with_settlements("angela", "gobi", "himalaya")
        .with_gold("angela", 9)
        .at("purchase")
    )
    error = game.refuses("angela", grow("gobi", "himalaya"), "no_piece", "piece-limits")
    assert (error.data["size"], error.data["n"]) == (2, 1)
    # Cities are plenty: how many villages can grow does not limit the towns.
    game.play("angela", grow("gobi", *TEN[1:4]))
    assert [event.size for event in game.events(events.Grown)].count(3) == 3


def test_1_5_growth_frees_the_smaller_piece() -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_settlements("angela", *TEN, size="town")
        .with_settlement("angela", "gobi")
        .with_gold("angela", 9)
        .at("purchase")
    )
    assert "gobi" not in game.options("angela", "where", buy="grow")
    game.play("angela", grow("gaul")).play("angela", grow("gobi"))
    assert game.settlement("gaul") == ("angela", "city")
    assert game.settlement("gobi") == ("angela", "town")


def test_1_5_settlers_run_out_at_eight() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gobi", "steppe")
        .with_units("angela", "gobi", settler=7)
        .with_gold("angela", 9)
        .at("purchase")
    )
    game.play("angela", {"buy": "settler", "where": ["gobi"]})
    game.refuses(
        "angela", {"buy": "settler", "where": ["steppe"]}, "no_settler_piece", "piece-limits"
    )


def test_1_5_a_settlement_can_be_removed_while_its_size_has_run_out() -> None:
    game = (
        a_game()
        .with_settlements("angela", *TEN)
        .with_units("angela", "gaul", galley=1)
        .with_gold("brad", 9)
        .at("purchase", by="brad")
    )
    game.play("angela", "gaul", kind="remove")
    assert game.settlement("gaul") is None
    assert game.units("angela", "gaul") == {}
    assert game.event(events.FleetsDestroyed).units == (("galley", 1),)
    assert "remove" not in game.may("angela")


def test_1_5_nothing_is_removed_without_need() -> None:
    game = a_game().with_settlements("angela", *TEN[:9]).with_gold("angela", 9).at("purchase")
    assert "remove" not in game.may("angela")


def test_1_5_a_settlement_under_attack_cannot_be_removed() -> None:
    game = (
        a_game()
        .with_settlements("brad", *TEN)
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    removable = list(game.decision("brad", "remove").grammar.enumerate())
    assert "gaul" in removable
    assert "steppe" not in removable


def test_1_6_who_begins_is_drawn_by_lot() -> None:
    assert Game.start(3, first="chris").asked() == {"chris": "placement"}


def test_1_6_every_die_is_shown() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [6, 2, 5])
    fought = game.event(events.BattleFought)
    assert (fought.attacker.faces, fought.defender.faces) == ((6, 2), (5,))
