"""Chapter 4 of the rulebook: movement."""

from __future__ import annotations

import pytest

from engine.rulesets.rhye import events
from engine.rulesets.rhye.tables import TABLES
from tests.builders import seat_of
from tests.covering import covers
from tests.rhye.builders import END, NOBODYS, a_game, deal, explode, move


def test_4_in_turn_order_each_moves_any_units_and_ends() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "nile", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "himalaya", "swordsman"))
    # Nothing left to move: the next one's turn.
    assert game.asked() == {"brad": "movement"}
    assert game.units("angela", "steppe") == {"swordsman": 1}


def test_4_the_refusals_say_what_is_wrong() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.refuses("angela", move("nile", "libya", "swordsman"), "nothing_to_move", "movement")
    game.refuses("angela", move("atlantis", "gobi", "swordsman"), "no_such_place", "movement")
    game.refuses("angela", move("gobi", "nile", "swordsman"), "too_far", "movement-points")
    game.refuses("angela", move("gobi", "north_sea", "swordsman"), "needs_a_ship", "fleets")
    game.refuses("angela", {"do": "explode"}, "nothing_to_explode", "nukes")


ONE = {"steppe", "bactria", "himalaya", "siberia", "yakutia", "manchuria", "huang_he"}


@pytest.mark.parametrize(
    ("unit", "far"),
    [
        *((unit, False) for unit in ("swordsman", "man_at_arms", "musketman", "machinegunner")),
        *((unit, False) for unit in ("catapult", "cannon", "howitzer")),
        *((unit, True) for unit in ("horseman", "knight", "dragoon", "tank")),
    ],
)
@covers(
    *(f"unit.{unit.id}" for unit in TABLES.units if unit.role in ("infantry", "siege")),
    *(f"unit.{unit.id}" for unit in TABLES.units if unit.role in ("mounted", "tank")),
)
def test_4_1_infantry_and_siege_move_one_mounted_and_tanks_two(unit: str, far: bool) -> None:
    game = a_game().with_units("angela", "gobi", **{unit: 1}).at("movement")
    found = game.destinations("angela", "gobi", unit)
    assert found >= ONE
    assert ("sarmatia" in found) == far


@pytest.mark.parametrize(("ship", "zones"), [("galley", 1), ("frigate", 2), ("battleship", 3)])
@covers("unit.galley", "unit.frigate", "unit.battleship")
def test_4_1_fleets_move_by_their_own_value(ship: str, zones: int) -> None:
    game = a_game().with_fleet("angela", "east_mediterranean", ship).at("movement")
    fleet = game.fleet("angela", "east_mediterranean")
    ways = ("west_mediterranean", "biscay_sea", "north_sea", "barents_sea")
    found = game.destinations("angela", "east_mediterranean", fleet)
    assert [way in found for way in ways] == [n < zones for n in range(4)]


@covers("wonder.great_lighthouse")
def test_4_1_the_great_lighthouse_lets_fleets_move_one_farther() -> None:
    game = (
        a_game()
        .with_settlement("angela", "nile")
        .with_wonder("nile", "great_lighthouse")
        .with_fleet("angela", "east_mediterranean", "battleship")
        .at("movement")
    )
    fleet = game.fleet("angela", "east_mediterranean")
    assert "barents_sea" in game.destinations("angela", "east_mediterranean", fleet)
    game.play("angela", move("east_mediterranean", "barents_sea", fleet))
    assert game.units("angela", "barents_sea") == {"battleship": 1}


def test_4_1_a_fleet_that_can_sail_on_is_shown_so() -> None:
    game = (
        a_game()
        .with_settlement("angela", "nile")
        .with_wonder("nile", "great_lighthouse")
        .with_fleet("angela", "east_mediterranean", "galley")
        .at("movement")
    )
    fleet = game.fleet("angela", "east_mediterranean")
    game.play("angela", move("east_mediterranean", "west_mediterranean", fleet))
    (galley,) = game.stacks("angela", "west_mediterranean")
    assert galley.ready == 1
    assert "biscay_sea" in game.destinations("angela", "west_mediterranean", fleet)


def test_4_1_units_of_several_players_stand_together_in_peace() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
        .play("angela", move("gobi", "steppe", "swordsman"))
    )
    assert game.units("brad", "steppe") == {"swordsman": 1}
    assert game.units("angela", "steppe") == {"swordsman": 1}


@covers("marker.mountains")
def test_4_2_mounted_units_stop_in_mountains() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=1, tank=1)
        .with_marker("steppe", "mountains", up=True)
        .at("movement")
    )
    assert "sarmatia" not in game.destinations("angela", "gobi", "horseman")
    assert "sarmatia" in game.destinations("angela", "gobi", "tank")
    game.play("angela", move("gobi", "steppe", "horseman"))
    assert game.stacks("angela", "steppe")[0].ready == 0


def test_4_3_a_fleet_carries_three_and_boarding_costs_a_move() -> None:
    game = (
        a_game()
        .with_units("angela", "nile", swordsman=4)
        .with_fleet("angela", "east_mediterranean", "galley")
        .at("movement")
    )
    fleet = game.fleet("angela", "east_mediterranean")
    assert fleet not in game.destinations("angela", "nile", *["swordsman"] * 4)
    game.play("angela", move("nile", fleet, *["swordsman"] * 3))
    assert game.aboard("angela", "east_mediterranean") == {"swordsman": 3}
    # Boarding was their only move: they sail along, and land next turn.
    assert fleet not in game.options("angela", "from", do="move")
    game.play("angela", move("east_mediterranean", "west_mediterranean", fleet))
    assert game.aboard("angela", "west_mediterranean") == {"swordsman": 3}


def test_4_3_landing_costs_a_move_too() -> None:
    game = a_game().with_fleet("angela", "west_mediterranean", "galley", horseman=1).at("movement")
    fleet = game.fleet("angela", "west_mediterranean")
    found = game.destinations("angela", fleet, "horseman")
    assert {"gaul", "italia", "iberia", "germania"} <= found
    game.play("angela", move(fleet, "germania", "horseman"))
    assert game.units("angela", "germania") == {"horseman": 1}


def test_4_3_ships_stay_at_sea() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley").at("movement")
    order = move("north_sea", "gaul", game.fleet("angela", "north_sea"))
    game.refuses("angela", order, "ships_stay_at_sea", "fleets")


@covers("unit.fighter")
def test_4_4_aircraft_fly_three_to_a_base() -> None:
    game = (
        a_game()
        .with_units("angela", "gaul", fighter=1)
        .with_units("angela", "anatolia", swordsman=1)
        .with_settlement("angela", "nile")
        .with_fleet("angela", "east_mediterranean", "battleship")
        .with_fleet("angela", "barents_sea", "galley")
        .at("movement")
    )
    found = game.destinations("angela", "gaul/air", "fighter")
    assert found == {"anatolia", "nile", "east_mediterranean"}
    order = move("gaul/air", "germania", "fighter")
    game.refuses("angela", order, "no_base", "aircraft-movement")


def test_4_4_an_aircraft_without_a_base_is_lost() -> None:
    game = (
        a_game()
        .with_units("angela", "gaul", fighter=1, swordsman=1)
        .at("movement")
        .play("angela", move("gaul", "iberia", "swordsman"))
        .play("angela", END)
    )
    assert game.units("angela", "gaul") == {}
    assert game.event(events.AircraftLost).count == 1


@covers("unit.nuke")
def test_4_5_a_nuke_removes_all_units_and_a_city_becomes_a_village() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", nuke=1)
        .with_settlement("brad", "nile", "city")
        .with_wonder("nile", "oracle")
        .with_units("brad", "nile", swordsman=3)
        .with_units("angela", "nile", swordsman=1)
        .at("movement")
        .play("angela", explode("gobi", "nile"))
    )
    assert game.settlement("nile") == ("brad", "village")
    assert game.units("brad", "nile") == game.units("angela", "nile") == {}
    assert game.units("angela", "gobi") == {}
    assert game.realm("brad").capital == "nile"
    assert game.player("brad").wonders == ("oracle",)


def test_4_5_a_nuke_spares_villages_and_can_sink_fleets() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", nuke=2)
        .with_settlement("brad", "nile")
        .with_fleet("brad", "north_sea", "galley", swordsman=2)
        .at("movement")
        .play("angela", explode("gobi", "nile"))
        .play("angela", explode("gobi", "north_sea"))
    )
    assert game.settlement("nile") == ("brad", "village")
    assert game.units("brad", "north_sea") == {}


def test_4_5_a_nuke_goes_anywhere_once() -> None:
    game = a_game().with_units("angela", "gobi", nuke=1, swordsman=1).at("movement")
    game.play("angela", move("gobi/nuke", "nigeria", "nuke"))
    assert game.units("angela", "nigeria") == {"nuke": 1}
    assert game.options("angela", "do") == ["move", "end"]


def test_4_6_the_first_land_unit_that_enters_turns_a_marker_up() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=1)
        .with_marker("steppe", "treasure")
        .at("movement")
    )
    assert "sarmatia" not in game.destinations("angela", "gobi", "horseman")
    game.play("angela", move("gobi", "steppe", "horseman"))
    assert game.event(events.Explored).marker == "treasure"
    assert game.revealed
    # What was found does not stop it: it may move on.
    assert "sarmatia" in game.destinations("angela", "steppe", "horseman+1")


def test_4_6_aircraft_and_nukes_discover_nothing() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", nuke=1)
        .with_marker("nile", "treasure")
        .at("movement")
        .play("angela", move("gobi/nuke", "nile", "nuke"))
    )
    assert not game.events(events.Explored)


def test_4_7_contact_comes_with_a_unit_next_to_a_unit_or_settlement() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "sarmatia", swordsman=1)
        .at("movement")
    )
    assert game.realm("angela").contacts == ()
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.realm("angela").contacts == (1,)
    assert game.realm("brad").contacts == (0,)
    assert game.event(events.Met).other == 1


def test_4_7_contact_is_for_good() -> None:
    game = (
        a_game()
        .in_contact("angela", "brad")
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
        .play("angela", move("gobi", "steppe", "swordsman"))
    )
    assert game.realm("angela").contacts == (1,)


def test_4_8_a_move_can_be_taken_back_until_a_marker_shows() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_marker("steppe", "desert")
        .at("movement")
        .play("angela", move("gobi", "himalaya", "swordsman"))
    )
    assert not game.revealed
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.revealed


@pytest.mark.parametrize(
    ("target", "between", "code", "rule"),
    [
        ("sarmatia", "steppe", "mountains_ahead", "mountains-stop"),
        ("persia", "bactria", "unknown_ahead", "discovering"),
        ("yangtze", "huang_he", "grey_ahead", "grey-units"),
    ],
)
def test_4_what_ends_a_march_is_named(target: str, between: str, code: str, rule: str) -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=1)
        .with_marker("steppe", "mountains", up=True)
        .with_marker("bactria", "iron")
        .with_units(NOBODYS, "huang_he", swordsman=1)
        .at("movement")
    )
    error = game.refuses("angela", move("gobi", target, "horseman"), code, rule)
    assert error.data["place"] == between


def test_4_3_a_full_fleet_takes_nobody_aboard() -> None:
    game = (
        a_game()
        .with_fleet("angela", "north_sea", "galley", swordsman=3)
        .with_fleet("angela", "bering_sea", "galley")
        .with_units("angela", "germania", swordsman=1)
        .at("movement")
    )
    full, far = game.fleet("angela", "north_sea"), game.fleet("angela", "bering_sea")
    game.refuses("angela", move("germania", full, "swordsman"), "fleet_full", "fleets")
    game.refuses("angela", move("germania", far, "swordsman"), "fleet_out_of_reach", "fleets")


def test_4_7_a_settlement_that_changes_hands_brings_its_new_owner_into_contact() -> None:
    arranged = (
        a_game(4)
        .in_contact("brad", "chris")
        .with_settlements("chris", "nile", "gobi")
        .with_units("angela", "steppe", swordsman=1)
    )
    game = deal(arranged.at("movement"), "chris", "brad", give=["settlement:gobi"])
    assert game.realm("angela").contacts == (seat_of("brad"),)


# Movement that leads to dice or to a loss is ended by hand, so that it can be taken back.


def test_4_who_enters_where_grey_units_stand_ends_movement_by_hand() -> None:
    arranged = (
        a_game(2)
        .with_units(NOBODYS, "dakota", swordsman=1)
        .with_units("angela", "hudson", swordsman=1)
    )
    game = arranged.at("movement").play("angela", move("hudson", "dakota", "swordsman"))
    assert game.asked() == {"angela": "movement"} and not game.revealed
    assert game.options("angela", "do") == ["end"]
    assert game.decision("angela").confirms
    game.play("angela", END, [6, 6, 1, 1])
    assert game.units(NOBODYS, "dakota") == {}


def test_4_who_stood_beside_grey_units_before_is_not_asked() -> None:
    game = a_game(3).with_units(NOBODYS, "nile", swordsman=1)
    table = game.with_units("angela", "nile", nuke=1).with_units("brad", "gobi", swordsman=1)
    assert table.at("movement").asked() == {"angela": "movement"}, "the nuke can still fly"
    moved = table.at("movement").play("angela", END)
    assert moved.asked() == {"brad": "movement"}


def test_4_4_nobody_loses_aircraft_without_having_ended_movement() -> None:
    game = (
        a_game(2)
        .with_units("angela", "dakota", swordsman=1)
        .with_units("angela", "hudson", fighter=1)
        .at("movement")
    )
    game.play("angela", move("hudson/air", "dakota", "fighter"))
    game.play("angela", move("dakota", "sonora", "swordsman"))
    shown = {option.key: option.detail for option in game.described("angela", "do")}
    assert shown["end"] is not None and shown["end"].data == {"n": 1}
    game.play("angela", END)
    assert game.event(events.AircraftLost).count == 1
