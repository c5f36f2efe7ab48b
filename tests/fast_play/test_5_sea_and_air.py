"""Fleets as stepping stones, sailing, aircraft (rulebook 5.3, 5.4 and 5.6)."""

from __future__ import annotations

from engine.rulesets.fast_play import events
from tests.fast_play.builders import END, Arrangement, a_game, build, fly, move, sail


def a_crossing(**units: int) -> Arrangement:
    """Angela's galley lies in the Biscay Sea, her people wait in Britannia."""
    return (
        a_game()
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("angela", "britannia", **units)
    )


def test_5_3_example_a_one_fleet_bridges_a_zone() -> None:
    game = a_crossing(swordsman=1).at("movement")
    assert game.destinations("angela", "britannia") == {"gaul", "iberia", "atlantia"}


def test_5_3_example_a_two_fleets_make_a_chain() -> None:
    game = (
        a_crossing(swordsman=1).with_units("angela", "west_mediterranean", galley=1).at("movement")
    )
    assert game.destinations("angela", "britannia") == {
        *("gaul", "iberia", "atlantia"),
        *("italia", "numidia"),
    }
    game.play("angela", move("britannia", "numidia", "swordsman"))
    assert game.event(events.Moved).zones == ("biscay_sea", "west_mediterranean")


def test_5_3_a_crossing_is_one_step() -> None:
    game = a_crossing(settler=1).at("movement")
    assert "germania" in game.destinations("angela", "britannia")
    game.play("angela", move("britannia", "gaul", "settler"))
    assert list(game.movers("angela", "gaul", "germania").keys) == ["settler+1"]


def test_5_3_three_pieces_pass_a_fleet_each_turn() -> None:
    game = a_crossing(swordsman=4).at("movement")
    assert game.movers("angela", "britannia", "gaul").cap() == 3
    game.play("angela", move("britannia", "gaul", *["swordsman"] * 3))
    # The fourth has no way left: only the galley can go anywhere.
    assert game.options("angela", "do") == ["sail", "end"]


def test_5_3_example_a_after_three_the_way_is_closed() -> None:
    game = a_crossing(swordsman=5).at("movement")
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    assert game.movers("angela", "britannia", "iberia").cap() == 1


def test_5_3_two_fleets_let_six_pass() -> None:
    game = a_crossing(swordsman=7).with_units("angela", "biscay_sea", galley=1).at("movement")
    assert game.movers("angela", "britannia", "gaul").cap() == 6


def test_5_3_a_chain_is_as_wide_as_its_narrowest_zone() -> None:
    game = (
        a_crossing(swordsman=7)
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("angela", "west_mediterranean", galley=1)
        .at("movement")
    )
    assert game.movers("angela", "britannia", "italia").cap() == 3


def test_5_3_each_turn_the_fleets_are_free_again() -> None:
    game = a_crossing(swordsman=4).at("movement")
    game.play("angela", move("britannia", "gaul", *["swordsman"] * 3)).play("angela", END)
    game.lapse(lambda game: game.turn == 8 and game.asked() == {"angela": "movement"})
    assert game.movers("angela", "britannia", "gaul").cap() == 1


def test_5_3_only_ones_own_fleets_carry() -> None:
    game = (
        a_game()
        .with_units("brad", "biscay_sea", galley=1)
        .with_units("angela", "britannia", swordsman=1)
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
    )
    refused = move("britannia", "gaul", "swordsman")
    game.refuses("angela", refused, "no_fleet_to_cross", "fleets")


def test_5_3_a_refused_crossing_says_how_many_can_still_pass() -> None:
    game = a_game().with_units("angela", "britannia", swordsman=4)
    table = game.with_units("angela", "biscay_sea", galley=1).at("movement")
    crossing = move("britannia", "gaul", *["swordsman"] * 4)
    assert table.refuses("angela", crossing, "fleets_full", "fleets").data["most"] == 3
    table.play("angela", move("britannia", "gaul", *["swordsman"] * 3))
    last = move("britannia", "gaul", "swordsman")
    assert table.refuses("angela", last, "fleets_full", "fleets").data["most"] == 0


def test_5_3_who_is_on_an_island_without_a_fleet_has_nowhere_to_go() -> None:
    game = a_game().with_units("angela", "britannia", swordsman=1)
    table = game.with_units("angela", "gobi", swordsman=1).at("movement")
    nowhere = {"do": "move", "from": "britannia"}
    table.refuses("angela", nowhere, "nowhere_to_go", "movement")


def test_5_3_a_fleet_in_harbour_carries_nobody() -> None:
    game = (
        a_game()
        .with_settlement("angela", "britannia")
        .with_units("angela", "britannia", galley=1, swordsman=1)
        .with_units("angela", "gaul", swordsman=1)
        .at("movement")
    )
    refused = move("gaul", "britannia", "swordsman")
    game.refuses("angela", refused, "no_fleet_to_cross", "fleets")


def test_5_3_one_may_attack_over_the_sea() -> None:
    game = a_crossing(swordsman=1).with_units("brad", "gaul", settler=1).at("movement")
    game.play("angela", move("britannia", "gaul", "swordsman")).play("angela", END)
    assert game.units("angela", "gaul") == {"settler": 1, "swordsman": 1}


def test_5_3_land_moves_before_fleets() -> None:
    game = a_crossing(swordsman=1).with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", sail("biscay_sea", "north_sea", "galley"))
    assert game.turn == 8  # nothing else may move, so the turn is over


def test_5_3_after_a_fleet_has_sailed_only_fleets_move() -> None:
    game = a_crossing(swordsman=1).with_units("angela", "gulf_of_guinea", galley=1).at("movement")
    game.play("angela", sail("biscay_sea", "north_sea", "galley"))
    assert game.options("angela", "do") == ["sail", "end"]
    refused = move("britannia", "gaul", "swordsman")
    game.refuses("angela", refused, "fleets_have_sailed", "fleets")


def test_5_3_exploring_ends_when_the_fleets_sail() -> None:
    game = a_crossing(settler=1).with_units("angela", "north_sea", galley=1).at("movement")
    game.play("angela", move("britannia", "gaul", "settler"))
    assert "explore" in game.options("angela", "do")
    game.play("angela", sail("biscay_sea", "north_sea", "galley"))
    explore = {"do": "explore", "at": "gaul"}
    game.refuses("angela", explore, "fleets_have_sailed", "fleets")


# 5.4 Fleets.


def test_5_4_a_new_fleet_puts_to_sea_beside_its_harbour() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 1).at("purchase")
    game.play("angela", build("galley", "gaul"))
    game.lapse(lambda game: game.asked() == {"angela": "movement"})
    assert game.destinations("angela", "gaul", "sail") == {
        *("biscay_sea", "north_sea", "west_mediterranean"),
    }
    game.play("angela", sail("gaul", "north_sea", "galley"))
    assert game.units("angela", "north_sea") == {"galley": 1}


def test_5_4_fleets_of_every_era_move_one_zone() -> None:
    game = a_game().in_era("modern").with_units("angela", "north_sea", battleship=1).at("movement")
    assert game.destinations("angela", "north_sea", "sail") == {
        *("north_atlantic", "biscay_sea", "barents_sea"),
    }


def test_5_4_fleets_never_return_to_land() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_units("angela", "north_sea", galley=1)
        .at("movement")
    )
    refused = sail("north_sea", "gaul", "galley")
    game.refuses("angela", refused, "ships_stay_at_sea", "sailing")
    game.refuses("angela", sail("north_sea", "tasman_sea", "galley"), "too_far", "sailing")


def test_5_4_the_edges_of_the_board_are_joined() -> None:
    game = a_game().with_units("angela", "philippine_sea", galley=1).at("movement")
    assert "north_pacific" in game.destinations("angela", "philippine_sea", "sail")


# 5.6 Aircraft.


def test_5_6_a_strategic_flight_goes_anywhere_one_holds_alone() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gaul", fighter=1)
        .with_settlement("angela", "gobi")
        .with_units("angela", "congo", settler=1)
        .with_units("brad", "nile", tank=1)
        .at("movement")
    )
    assert game.destinations("angela", "gaul", "fly") == {"gobi", "congo"}
    game.refuses("angela", fly("gaul", "nile", "fighter"), "no_base", "aircraft-movement")
    game.play("angela", fly("gaul", "gobi", "fighter"))
    assert game.units("angela", "gobi") == {"fighter": 1}


def test_5_6_after_a_flight_an_aircraft_stays() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gaul", fighter=1, tank=1)
        .with_settlement("angela", "gobi")
        .at("movement")
    )
    game.play("angela", fly("gaul", "gobi", "fighter"))
    assert game.options("angela", "do") == ["move", "end"]


def test_5_6_a_tactical_move_is_one_step() -> None:
    game = a_game().in_era("modern").with_units("angela", "iberia", fighter=1).at("movement")
    assert game.destinations("angela", "iberia") == {"gaul"}


def test_5_6_aircraft_go_by_rail() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "iberia", "gaul", "germania")
        .with_units("angela", "iberia", fighter=1)
        .at("movement")
    )
    assert "sarmatia" in game.destinations("angela", "iberia")


def test_5_6_aircraft_go_over_fleets_and_count() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "biscay_sea", battleship=1)
        .with_units("angela", "britannia", fighter=4)
        .at("movement")
    )
    assert game.movers("angela", "britannia", "gaul").cap() == 3


def test_5_6_aircraft_move_before_fleets() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "gaul", "gobi")
        .with_units("angela", "gaul", fighter=1)
        .with_units("angela", "biscay_sea", battleship=1)
        .with_units("angela", "north_sea", battleship=1)
        .at("movement")
    )
    game.play("angela", sail("biscay_sea", "north_atlantic", "battleship"))
    game.refuses("angela", fly("gaul", "gobi", "fighter"), "fleets_have_sailed", "fleets")


def test_5_6_without_another_base_there_is_no_flight() -> None:
    game = a_game().in_era("modern").with_units("angela", "gaul", fighter=1, tank=1).at("movement")
    assert "fly" not in game.options("angela", "do")
    game.refuses("angela", fly("gaul", "gobi", "fighter"), "nothing_to_order", "aircraft-movement")
