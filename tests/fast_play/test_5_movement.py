"""Moving over land, roads and railways (rulebook 5.1, 5.2 and 5.5)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.fast_play.builders import END, a_game, move

GOBI = {"steppe", "bactria", "himalaya", "siberia", "yakutia", "manchuria", "huang_he"}


def test_5_nobody_has_to_move() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", END)
    assert game.units("angela", "gobi") == {"swordsman": 1}


def test_5_battles_are_fought_when_all_have_moved() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "gaul", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.events(events.BattleFought) == []
    game.play("angela", END, [6, 1])
    assert game.event(events.BattleFought).winner == 0


@pytest.mark.parametrize("unit", ["swordsman", "catapult", "fighter", "cannon", "machinegunner"])
def test_5_1_most_pieces_move_one_space(unit: str) -> None:
    game = a_game().with_units("angela", "gobi", **{unit: 1}).at("movement")
    assert game.destinations("angela", "gobi") == GOBI


@pytest.mark.parametrize("unit", ["horseman", "knight", "dragoon", "tank", "settler"])
def test_5_1_cavalry_and_settlers_move_two(unit: str) -> None:
    game = a_game().with_units("angela", "gobi", **{unit: 1}).at("movement")
    assert game.destinations("angela", "gobi") > GOBI
    assert "muscovy" in game.destinations("angela", "gobi")
    assert "germania" not in game.destinations("angela", "gobi")


def test_5_1_the_points_can_be_spent_in_two_orders() -> None:
    game = a_game().with_units("angela", "gobi", horseman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "horseman"))
    assert game.options("angela", "units", **{"do": "move", "from": "steppe", "to": "muscovy"}) == [
        "horseman+1"
    ]
    game.play("angela", move("steppe", "muscovy", "horseman+1"))
    assert game.units("angela", "muscovy") == {"horseman": 1}


def test_5_1_pieces_that_moved_move_no_more() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=2).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.refuses("angela", move("steppe", "muscovy", "swordsman"), "moved_already", "movement")


def test_5_1_a_group_moves_as_far_as_each_can() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=2, horseman=1).at("movement")
    assert set(game.movers("angela", "gobi", "steppe").keys) == {"swordsman", "horseman"}
    assert set(game.movers("angela", "gobi", "muscovy").keys) == {"horseman"}
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman", "horseman"))
    assert game.units("angela", "steppe") == {"swordsman": 2, "horseman": 1}


def test_5_1_movement_is_over_when_nothing_can_move() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.turn == 8


def test_5_1_everyone_rests_afterwards() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=2).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman")).play("angela", END)
    game.lapse(lambda game: game.asked() == {"angela": "movement"})
    assert "muscovy" in game.destinations("angela", "steppe")


def test_5_1_too_far_is_too_far() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.refuses("angela", move("gobi", "muscovy", "swordsman"), "too_far", "movement-points")
    game.refuses("angela", move("gobi", "eldorado", "swordsman"), "no_such_place", "movement")
    game.refuses("angela", move("steppe", "gobi", "swordsman"), "nothing_to_move", "movement")


def test_5_1_nobody_ends_at_sea() -> None:
    game = a_game().with_units("angela", "gaul", swordsman=1).at("movement")
    game.refuses("angela", move("gaul", "biscay_sea", "swordsman"), "nobody_ends_at_sea", "fleets")


# 5.2 Occupied spaces.


def test_5_2_entering_an_occupied_space_ends_the_move() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=1, swordsman=1)
        .with_units("brad", "steppe", settler=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "horseman"))
    game.refuses("angela", move("steppe", "muscovy", "horseman+1"), "must_fight", "hostile")


def test_5_2_nobody_passes_through_others() -> None:
    game = (
        a_game()
        .with_units("angela", "kamchatka", horseman=1)
        .with_units("brad", "yakutia", swordsman=1)
        .at("movement")
    )
    assert game.destinations("angela", "kamchatka") == {"yakutia"}


@pytest.mark.parametrize("guard", [{"swordsman": 1}, {"settler": 1}])
def test_5_2_settlers_do_not_go_where_others_are(guard: dict[str, int]) -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1)
        .with_units("brad", "steppe", **guard)
        .at("movement")
    )
    assert "steppe" not in game.destinations("angela", "gobi")
    game.refuses("angela", move("gobi", "steppe", "settler"), "needs_an_army", "hostile")


def test_5_2_nor_to_a_foreign_settlement() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    assert "steppe" not in game.destinations("angela", "gobi")


def test_5_2_settlers_follow_an_army() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1, swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert "steppe" in game.destinations("angela", "gobi")


def test_5_2_aircraft_do_not_attack_alone() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", fighter=1, tank=1)
        .with_units("brad", "steppe", tank=1)
        .at("movement")
    )
    game.refuses("angela", move("gobi", "steppe", "fighter"), "needs_an_army", "hostile")
    game.play("angela", move("gobi", "steppe", "tank"))
    assert list(game.movers("angela", "gobi", "steppe").keys) == ["fighter"]


def test_5_2_aircraft_enter_a_settlement_without_defenders() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", fighter=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    assert "steppe" in game.destinations("angela", "gobi")


def test_5_2_barbarians_are_others() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1, swordsman=1)
        .with_units("barbarians", "steppe", horseman=1)
        .at("movement")
    )
    game.refuses("angela", move("gobi", "steppe", "settler"), "needs_an_army", "hostile")


def test_5_2_settlers_and_aircraft_go_along_with_an_army() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", settler=1, fighter=1, tank=1)
        .with_units("brad", "steppe", tank=1)
        .at("movement")
    )
    game.refuses("angela", move("gobi", "steppe", "settler", "fighter"), "needs_an_army", "hostile")
    # Ten dice against five.
    dice = [*(6, 1, 1, 1, 1, 1, 1, 1, 1, 1), *(1, 1, 1, 1, 1)]
    game.play("angela", move("gobi", "steppe", "settler", "fighter", "tank"), dice)
    assert game.units("angela", "steppe") == {"settler": 1, "fighter": 1, "tank": 1}


def test_5_2_a_settler_goes_as_far_along_as_the_army_it_follows() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1, swordsman=1, horseman=1)
        .with_units("brad", "muscovy", swordsman=1)
        .at("movement")
    )
    # Two regions away: only cavalry leads the settler there.
    assert list(game.movers("angela", "gobi", "muscovy").keys) == ["settler", "horseman"]
    game.play("angela", move("gobi", "muscovy", "settler", "horseman"))
    assert game.units("angela", "muscovy") == {"settler": 1, "horseman": 1}


def test_5_2_a_settler_follows_an_aircraft_into_a_settlement_without_defenders() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", settler=1, fighter=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "settler", "fighter"))
    assert game.settlement("steppe") == ("angela", "village")
    assert game.units("angela", "steppe") == {"settler": 1, "fighter": 1}


def test_5_1_a_refused_group_says_what_is_wrong_with_it() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=2, horseman=1).at("movement")
    many = move("gobi", "steppe", *["swordsman"] * 3)
    assert game.refuses("angela", many, "not_so_many", "movement").data["n"] == 2
    game.refuses("angela", move("gobi", "steppe", "catapult"), "not_so_many", "movement")
    game.refuses("angela", move("gobi", "muscovy", "swordsman"), "too_far", "movement-points")
    game.refuses("angela", move("gobi", "gobi", "swordsman"), "there_already", "movement")


# 5.5 Roads and railways.


def test_5_5_example_a_a_road_is_free() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "germania")
        .with_units("angela", "gaul", swordsman=1)
        .at("movement")
    )
    assert "sarmatia" in game.destinations("angela", "gaul")
    game.play("angela", move("gaul", "germania", "swordsman"))
    assert list(game.movers("angela", "germania", "sarmatia").keys) == ["swordsman+0"]
    game.play("angela", move("germania", "sarmatia", "swordsman+0"))
    assert game.units("angela", "sarmatia") == {"swordsman": 1}


def test_5_5_example_a_only_for_those_who_begin_on_a_settlement() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "germania")
        .with_units("angela", "iberia", swordsman=1, settler=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman"))
    game.refuses("angela", move("gaul", "germania", "swordsman"), "moved_already", "movement")


def test_5_5_a_settler_that_comes_from_outside_finds_no_road() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "germania")
        .with_units("angela", "iberia", settler=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "settler"))
    game.play("angela", move("gaul", "germania", "settler+1"))
    assert game.turn == 8  # both points are spent, and she has nothing else to move


@pytest.mark.parametrize("era", ["ancient", "medieval"])
def test_5_5_one_road_a_turn_in_the_first_two_eras(era: str) -> None:
    game = (
        a_game()
        .in_era(era)
        .with_settlements("angela", "gaul", "germania", "sarmatia", "steppe")
        .with_units("angela", "gaul", catapult=1)
        .at("movement")
    )
    # Free to Germania, then one point: Sarmatia, but not Steppe.
    assert "sarmatia" in game.destinations("angela", "gaul")
    assert "steppe" not in game.destinations("angela", "gaul")


@pytest.mark.parametrize("era", ["gunpowder", "modern"])
def test_5_5_railways_go_on_and_on(era: str) -> None:
    game = (
        a_game()
        .in_era(era)
        .with_settlements("angela", "gaul", "germania", "sarmatia", "steppe")
        .with_units("angela", "gaul", cannon=1)
        .at("movement")
    )
    assert {"steppe", "gobi", "muscovy"} <= game.destinations("angela", "gaul")
    game.play("angela", move("gaul", "steppe", "cannon"))
    assert list(game.movers("angela", "steppe", "gaul").keys) == ["cannon"]
    game.play("angela", move("steppe", "gobi", "cannon"))
    assert game.units("angela", "gobi") == {"cannon": 1}


def test_5_5_a_railway_ends_where_a_settlement_is_not_ones_own() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "gaul", "germania", "steppe")
        .with_settlement("brad", "sarmatia")
        .with_units("angela", "gaul", howitzer=1)
        .at("movement")
    )
    assert "sarmatia" in game.destinations("angela", "gaul")
    assert "steppe" not in game.destinations("angela", "gaul")


def test_5_5_off_the_rails_there_is_no_way_back_on() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "gaul", "italia", "hellas")
        .with_units("angela", "gaul", tank=1)
        .at("movement")
    )
    game.play("angela", move("gaul", "germania", "tank"))
    game.play("angela", move("germania", "italia", "tank+1"))
    assert game.asked() != {"angela": "movement"}


def test_5_5_cavalry_has_both_points_after_the_road() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "germania")
        .with_units("angela", "gaul", horseman=1)
        .at("movement")
    )
    assert "steppe" in game.destinations("angela", "gaul")


def test_5_5_a_road_leads_into_battle() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "germania")
        .with_units("angela", "gaul", swordsman=1)
        .with_units("brad", "sarmatia", settler=1)
        .at("movement")
    )
    game.play("angela", move("gaul", "sarmatia", "swordsman"))
    assert game.units("angela", "sarmatia") == {"settler": 1, "swordsman": 1}


def test_5_5_no_road_over_the_sea() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "britannia")
        .with_units("angela", "gaul", swordsman=1)
        .with_units("angela", "biscay_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("gaul", "britannia", "swordsman"))
    # The crossing took its point: only the galley is left to move.
    assert game.options("angela", "do") == ["sail", "end"]


def test_5_7_moves_can_be_taken_back_until_something_is_revealed() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1, settler=1).at("movement")
    assert not game.play("angela", move("gobi", "steppe", "swordsman")).revealed
    assert game.explore("angela", "gobi", "wine").revealed
    assert game.event(events.Explored).marker == "wine"
