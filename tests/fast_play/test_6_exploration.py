"""Exploration and its markers (rulebook chapter 6)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.tables import RESOURCES
from tests.covering import covers
from tests.fast_play.builders import END, Game, a_game, an_explorer, move


def test_6_1_a_marker_is_drawn_shown_and_stays() -> None:
    game = an_explorer(3).at("movement").explore("angela", "gobi", "wine")
    assert game.marker("gobi") == "wine"
    assert not game.space("gobi").unexplored
    assert game.view().bag["wine"] == 4
    assert events.Explored(0, "gobi", "wine") in game.heard("chris")
    assert events.Explored(0, "gobi", "wine") in game.heard(None)


def test_6_1_exploring_ends_the_settlers_move() -> None:
    game = an_explorer().with_units("angela", "gaul", swordsman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    game.explore("angela", "steppe", "wine")
    refused = move("steppe", "gobi", "settler+1")
    game.refuses("angela", refused, "moved_already", "movement")


def test_6_1_exploring_is_never_forced() -> None:
    game = an_explorer().at("movement")
    game.play("angela", move("gobi", "steppe", "settler")).play("angela", END)
    assert game.space("steppe").unexplored


def test_6_1_a_settler_may_explore_where_it_stands() -> None:
    assert "explore" in an_explorer().at("movement").options("angela", "do")


def test_6_1_a_region_is_explored_once() -> None:
    game = an_explorer().with_units("angela", "gobi", settler=1).at("movement")
    game.explore("angela", "gobi", "wine")
    refused = {"do": "explore", "at": "gobi"}
    game.refuses("angela", refused, "nothing_to_order", "exploring")


def test_6_1_only_settlers_explore() -> None:
    game = an_explorer().with_units("angela", "gaul", swordsman=1).at("movement")
    refused = {"do": "explore", "at": "gaul"}
    game.refuses("angela", refused, "no_settler_here", "exploring")


def test_6_1_nobody_explores_the_sea() -> None:
    game = an_explorer().at("movement")
    sea = {"do": "explore", "at": "north_sea"}
    game.refuses("angela", sea, "explore_on_land", "exploring")


def test_6_1_starting_regions_are_explored() -> None:
    game = an_explorer().with_settlement("angela", "gaul").at("movement")
    refused = {"do": "explore", "at": "gaul"}
    game.refuses("angela", refused, "explored_already", "exploring")


def test_6_1_where_others_are_the_battle_comes_first() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "gaul", settler=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "steppe", "settler"))
    refused = {"do": "explore", "at": "steppe"}
    game.refuses("angela", refused, "battle_first", "exploring")


@covers(*(f"marker.{resource}" for resource in RESOURCES))
@pytest.mark.parametrize("resource", RESOURCES)
def test_6_2_a_resource_waits_for_a_settlement(resource: str) -> None:
    game = an_explorer().at("movement").explore("angela", "gobi", resource)
    assert game.marker("gobi") == resource
    assert game.gold("angela") == 0
    assert game.units("angela", "gobi") == {"settler": 1}


@covers("marker.free_technology")
def test_6_3_a_free_technology_of_the_current_era() -> None:
    game = an_explorer().in_era("medieval").at("movement")
    game.explore("angela", "gobi", "free_technology")
    assert game.technologies("angela") == ("medieval",)
    assert not game.event(events.TechnologyFound).enough


def test_6_3_not_for_those_who_have_two() -> None:
    game = an_explorer().with_technologies("angela", ancient=2).at("movement")
    game.explore("angela", "gobi", "free_technology")
    assert game.technologies("angela") == ("ancient", "ancient")
    assert game.event(events.TechnologyFound).enough
    assert game.era == "ancient"


@covers("marker.treasure")
def test_6_4_a_treasure_is_5_gold() -> None:
    game = an_explorer().at("movement").explore("angela", "gobi", "treasure")
    assert game.gold("angela") == 5
    assert game.marker("gobi") == "treasure"


# 6.5 Minor civilizations.


@covers("marker.minor_civilization")
def test_6_5_it_joins_the_explorer_with_the_fewest_settlements() -> None:
    game = an_explorer().with_settlements("brad", "gaul", "iberia").at("movement")
    game.explore("angela", "gobi", "minor_civilization").play("angela", "swordsman")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("angela", "gobi") == {"settler": 1, "swordsman": 1}


def test_6_5_it_joins_another_and_the_settler_is_removed() -> None:
    game = (
        an_explorer()
        .in_era("gunpowder")
        .with_settlements("angela", "gaul", "iberia")
        .with_settlement("brad", "libya")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    assert game.settlement("gobi") == ("brad", "village")
    assert game.units("brad", "gobi") == {"musketman": 1}
    assert game.units("angela", "gobi") == {}


def test_6_5_fallen_players_do_not_count() -> None:
    game = (
        an_explorer(3)
        .with_settlement("angela", "gaul")
        .with_settlements("brad", "libya", "nile")
        .with_nothing("chris")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    assert game.settlement("gobi") == ("angela", "village")


def test_6_5_a_player_without_a_settlement_receives_it() -> None:
    game = (
        an_explorer()
        .with_settlement("angela", "gaul")
        .with_units("brad", "nile", swordsman=1)
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    assert game.settlement("gobi") == ("brad", "village")


def test_6_5_armies_of_the_explorer_must_fight_it() -> None:
    game = (
        an_explorer()
        .with_settlements("angela", "gaul", "iberia")
        .with_settlement("brad", "libya")
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
    )
    # One die against two: infantry that defends a settlement counts one more.
    game.explore("angela", "gobi", "minor_civilization").play("brad", "swordsman")
    game.play("angela", END, [6, 1, 1])
    assert game.units("brad", "gobi") == {}
    assert game.settlement("gobi") == ("angela", "village")


def test_6_5_further_settlers_of_the_explorer_are_captured() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", settler=1)
        .with_settlements("angela", "gaul", "iberia")
        .with_settlement("brad", "libya")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization").play("brad", "swordsman")
    assert game.units("angela", "gobi") == {}
    assert game.units("brad", "gobi") == {"settler": 1, "swordsman": 1}


def test_6_5_without_a_village_left_they_are_barbarians() -> None:
    villages = ("gaul", "iberia", "germania", "italia", "hellas", "libya", "nile", "congo", "funa")
    more = ("kalahari", "tanganika", "nubia")
    game = (
        an_explorer()
        .with_settlements("angela", *villages, "eritrea")
        .with_settlements("brad", "persia", "indus", "deccan", "ganges", *more, size="town")
        .with_settlements("brad", "mekong", "yunnan", "yangtze", "sonora", size="city")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    assert game.units("barbarians", "gobi") == {"horseman": 1}


# 6.6 Barbarians.


def test_6_6_a_tie_for_the_fewest_means_barbarians() -> None:
    game = (
        an_explorer(3)
        .in_era("medieval")
        .with_settlements("angela", "gaul", "iberia")
        .with_settlement("brad", "libya")
        .with_settlement("chris", "congo")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    # A knight, whether horses have been exploited or not.
    assert game.units("barbarians", "gobi") == {"knight": 1}
    assert game.settlement("gobi") is None


def test_6_6_barbarians_destroy_settlers_without_an_army() -> None:
    game = an_explorer().with_units("angela", "gobi", settler=1)
    table = game.with_settlement("angela", "gaul").at("movement")
    table.explore("angela", "gobi", "minor_civilization")
    assert table.units("angela", "gobi") == {}
    assert table.event(events.SettlersLost).count == 2


def test_6_6_an_army_there_must_fight_them() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("angela", "gaul")
        .with_units("angela", "gaul", settler=1)
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    refused = move("gobi", "steppe", "swordsman")
    game.refuses("angela", refused, "must_fight", "hostile")
    # Two swordsmen against a horseman in the open: two dice each.
    game.play("angela", END, [6, 1, 1, 1])
    assert game.units("barbarians", "gobi") == {}
    assert game.units("angela", "gobi") == {"settler": 1, "swordsman": 2}


def test_6_6_barbarians_that_win_destroy_the_settlers() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("angela", "gaul")
        .with_units("angela", "gaul", settler=1)
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    game.play("angela", END, [1, 6, 1])
    assert game.units("angela", "gobi") == {}
    assert game.units("barbarians", "gobi") == {"horseman": 1}


def test_6_6_aircraft_without_an_army_are_destroyed_by_them() -> None:
    game = (
        an_explorer()
        .in_era("modern")
        .with_units("angela", "gobi", fighter=1)
        .with_settlement("angela", "gaul")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    assert game.units("angela", "gobi") == {}
    assert game.event(events.AircraftLost).count == 1


def test_6_6_barbarians_never_move_and_must_be_fought() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=3)
        .with_units("barbarians", "steppe", horseman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", *["swordsman"] * 3), [6, 2, 2, 2, 2])
    assert game.event(events.BattleFought).defender.seat == -1
    assert game.units("angela", "steppe") == {"swordsman": 3}


# 6.7 Plague.


@covers("marker.plague")
def test_6_7_ancient_plague_strikes_the_region_alone() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.explore("angela", "gobi", "plague")
    assert game.units("angela", "gobi") == {}
    assert game.units("brad", "steppe") == {"swordsman": 1}


@pytest.mark.parametrize(
    ("era", "struck"),
    [
        ("ancient", set()),
        ("medieval", {"nigeria"}),
        ("gunpowder", {"nigeria", "kalahari"}),
        ("modern", {"nigeria", "kalahari", "euphrates"}),
    ],
)
def test_6_7_plague_spreads_by_the_era(era: str, struck: set[str]) -> None:
    around = ("nigeria", "kalahari", "euphrates")
    arranged = a_game().in_era(era).with_units("angela", "funa", settler=1)
    for place in around:
        arranged.with_units("brad", place, settler=1)
    game = arranged.at("movement").explore("angela", "funa", "plague")
    assert {place for place in around if not game.units("brad", place)} == struck


def test_6_7_settlements_shrink_but_a_village_stays() -> None:
    game = (
        an_explorer()
        .in_era("medieval")
        .with_settlement("brad", "steppe", "city")
        .with_settlement("angela", "siberia", "village")
        .at("movement")
    )
    game.explore("angela", "gobi", "plague")
    assert game.settlement("steppe") == ("brad", "town")
    assert game.settlement("siberia") == ("angela", "village")


def test_6_7_fleets_in_harbour_are_struck_and_those_at_sea_are_not() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_units("angela", "iberia", settler=1)
        .with_settlement("angela", "gaul")
        .with_units("angela", "gaul", caravel=1)
        .with_units("angela", "biscay_sea", caravel=1)
        .at("movement")
    )
    game.explore("angela", "iberia", "plague")
    assert game.units("angela", "gaul") == {}
    assert game.units("angela", "biscay_sea") == {"caravel": 1}


def test_6_7_barbarians_are_struck() -> None:
    game = (
        an_explorer().in_era("medieval").with_units("barbarians", "steppe", knight=1).at("movement")
    )
    game.explore("angela", "gobi", "plague")
    assert game.units("barbarians", "steppe") == {}


NINE = ("gaul", "iberia", "germania", "italia", "hellas", "libya", "nile", "congo", "funa")


def without_villages(*towns: str) -> Game:
    """All ten villages of Brad are far away, and a medieval plague strikes his towns."""
    game = an_explorer().in_era("medieval").with_settlements("brad", *NINE, "kalahari")
    table = game.with_settlements("brad", *towns, size="town").at("movement")
    return table.explore("angela", "gobi", "plague")


def test_6_7_without_a_smaller_piece_the_settlement_is_lost() -> None:
    game = without_villages("steppe")
    assert game.asked() == {"brad": "claim"}
    assert game.default("brad") == "destroy"
    game.play("brad", "destroy")
    assert game.settlement("steppe") is None
    assert game.event(events.Removed).place == "steppe"


def test_6_7_or_another_one_is_given_up_for_its_piece() -> None:
    game = without_villages("steppe")
    assert set(game.options("brad")) == {"destroy", *NINE, "kalahari"}
    game.play("brad", "gaul")
    assert game.settlement("gaul") is None
    assert game.settlement("steppe") == ("brad", "village")


def test_6_7_example_a_each_settlement_without_a_piece_is_asked_about() -> None:
    game = without_villages("steppe", "siberia").play("brad", "gaul")
    assert game.asked() == {"brad": "claim"}
    game.play("brad", "destroy")
    left = {game.settlement("steppe"), game.settlement("siberia"), game.settlement("gaul")}
    assert left == {("brad", "village"), None}


def test_6_7_a_settlement_that_shrinks_leaves_its_piece_to_a_larger_one() -> None:
    # All ten towns are in use, and one of them shrinks as well. The city lies nearer.
    game = (
        an_explorer()
        .in_era("gunpowder")
        .with_settlements("brad", *NINE, size="town")
        .with_settlement("brad", "steppe", "city")
        .with_settlement("brad", "muscovy", "town")
        .at("movement")
    )
    game.explore("angela", "gobi", "plague")
    assert game.settlement("muscovy") == ("brad", "village")
    assert game.settlement("steppe") == ("brad", "town")


def test_6_7_the_piece_of_a_settlement_removed_meanwhile_will_do() -> None:
    game = without_villages("steppe").play("brad", "nile", kind="remove")
    assert game.settlement("steppe") == ("brad", "village")
    assert game.settlement("nile") is None


def test_6_7_a_plague_may_end_a_battle_before_it_begins() -> None:
    game = (
        an_explorer()
        .in_era("medieval")
        .with_units("angela", "siberia", knight=1)
        .with_units("brad", "steppe", knight=1)
        .at("movement")
    )
    game.play("angela", move("siberia", "steppe", "knight"))
    game.explore("angela", "gobi", "plague")
    assert not game.space("steppe").units


# 6.8 to 6.10.


@covers("marker.desert", "marker.mountains", "marker.jungle_forest")
@pytest.mark.parametrize("terrain", ["desert", "mountains", "jungle_forest"])
def test_6_8_terrain_bears_no_settlement(terrain: str) -> None:
    game = an_explorer().with_settlement("angela", "steppe").at("movement")
    game.explore("angela", "gobi", terrain)
    assert game.marker("gobi") == terrain
    assert game.phase != "settling"


@covers("marker.fertile")
def test_6_9_fertile_land_makes_a_town() -> None:
    game = an_explorer().with_settlement("angela", "steppe").at("movement")
    game.explore("angela", "gobi", "fertile").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "town")


@covers("marker.no_encounter")
def test_6_10_nothing_is_found_and_the_region_is_explored() -> None:
    game = an_explorer().with_settlement("angela", "steppe").at("movement")
    game.explore("angela", "gobi", "no_encounter").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "village")
