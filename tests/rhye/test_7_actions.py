"""Chapter 7: six secret actions, shown together and carried out in turn order."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChoice
from engine.core.grammar import Field, Form, Value
from engine.core.messages import Voice, catalog
from tests.covering import covers
from tests.rhye.builders import Game, a_game, action


def construction(**plan: Value) -> Value:
    """A construction; what is not named is not built."""
    return action("construction", **plan)


def raised(*units: str) -> Value:
    return action("recruitment", way="raise", units=list(units))


def upgraded(*units: str) -> Value:
    return action("recruitment", way="upgrade", units=list(units))


# 7 Actions.


def test_7_actions_are_hidden_until_all_have_chosen() -> None:
    game = a_game(3).at("actions")
    game.play("angela", action("taxation"))
    assert game.player("angela").gold == 0
    game.play("brad", action("consolidation"))
    assert game.player("angela").gold == 0
    game.play("chris", action("consolidation"), (1,))
    assert game.player("angela").gold > 0


def test_7_a_choice_can_be_changed_until_the_last_has_chosen() -> None:
    game = a_game(2).at("actions")
    game.play("angela", action("taxation"))
    game.play("angela", action("consolidation"))
    game.play("brad", action("consolidation"), (1,))
    assert game.stability("angela") == "very_solid"


def asked_fields(game: Game, name: str) -> list[Field]:
    """The fields of a plan that are asked again."""
    grammar = game.decision(name).grammar
    assert isinstance(grammar, Form)
    return [field for field in grammar.fields if field.given({}, grammar.source) is not None]


def test_7_what_an_earlier_action_took_is_asked_again_and_only_that() -> None:
    game = (
        a_game(2, brad="aztec")
        .with_technologies("angela", "masonry", "mysticism")
        .with_technologies("brad", "masonry", "mysticism")
        .with_settlement("angela", "dakota")
        .with_settlement("brad", "pampas")
        .with_settlement("brad", "bahia")
        .with_gold("angela", 15)
        .with_gold("brad", 25)
        .at("actions", first="angela")
    )
    game.play("angela", construction(upgrade=[], wonder="oracle", site="dakota"))
    game.play("brad", construction(upgrade=["bahia"], wonder="oracle", site="pampas"))
    game.play("angela", "calendar", kind="free_technology")
    assert game.asked() == {"brad": "replan"}
    assert game.settlement("bahia") == ("brad", "village"), "carried out when all is settled"
    # The village that grows and the place of the wonder still hold.
    assert [field.name for field in asked_fields(game, "brad")] == ["wonder"]
    game.play("brad", {"wonder": "pyramids"}, (1,))
    assert game.settlement("bahia") == ("brad", "city")
    assert ("pyramids", "pampas") in game.open().sites
    assert "pyramids" in game.player("brad").wonders
    assert game.player("brad").gold == 0


def test_7_a_plan_that_still_holds_is_not_asked_again() -> None:
    game = (
        a_game(2)
        .with_settlement("angela", "dakota")
        .with_settlement("brad", "pampas")
        .with_gold("angela", 10)
        .with_gold("brad", 10)
        .at("actions")
    )
    game.act(
        angela=construction(upgrade=["dakota"]),
        brad=construction(upgrade=["pampas"]),
    )
    assert game.settlement("dakota") == ("angela", "city")
    assert game.settlement("pampas") == ("brad", "city")


def test_7_what_could_not_be_chosen_before_is_not_asked_for() -> None:
    game = a_game(3, chris="persia").with_gold("chris", 50).at("actions")
    for name in ("angela", "brad"):
        game.play(name, action("research", technology="mysticism"))
    # When it is his turn two others own it, and he could buy it; his plan was to learn it.
    game.play("chris", action("research", technology="mysticism"), (1,))
    assert game.knows("chris", "mysticism") and game.gold("chris") == 50


# 7.1 Consolidation.


@covers("action.consolidation")
def test_7_1_consolidation_gains_three_levels() -> None:
    game = a_game(3).with_stability("angela", "collapsing").at("actions").act()
    assert game.stability("angela") == "solid"


@covers("civilization.babylonia")
def test_7_1_babylonia_gains_five() -> None:
    game = a_game(3, angela="babylonia").with_stability("angela", "civil_war").at("actions").act()
    assert game.stability("angela") == "very_solid"


@covers("government.fascism")
def test_7_1_fascists_receive_four_infantry_of_the_best_kind_where_they_like() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "nationalism", "gunpowder")
        .with_government("angela", "fascism")
        .with_settlements("angela", "gaul", "iberia")
        .at("actions")
    )
    game.act(angela=action("consolidation", infantry=["gaul", "iberia", "iberia", "iberia"]))
    assert game.units("angela", "gaul") == {"musketman": 1}
    assert game.units("angela", "iberia") == {"musketman": 3}


@covers("civilization.arabia")
def test_7_1_arabia_receives_an_infantry_in_the_capital() -> None:
    game = a_game(3, angela="arabia").with_settlement("angela", "arabia").at("actions")
    shown = next(each for each in game.described("angela", "action") if each.key == "consolidation")
    assert shown.detail is not None
    said = Voice(catalog("rhye", strict=True), ["Angela"]).label(shown.detail)
    assert said == "3 stability and 1 infantry unit"
    assert game.act().units("angela", "arabia") == {"swordsman": 1}


# 7.2 Construction.


@covers("action.construction")
def test_7_2_a_village_is_founded_where_one_has_a_unit_free_of_charge() -> None:
    game = a_game(3).with_units("angela", "gaul", swordsman=1).at("actions")
    game.act(angela=construction(found=["gaul"]))
    assert game.settlement("gaul") == ("angela", "village")
    assert game.player("angela").gold == 0


def test_7_2_founding_any_number_costs_one_stability_once() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gaul", swordsman=1)
        .with_units("angela", "iberia", swordsman=1)
        .at("actions")
    )
    game.act(angela=construction(found=["gaul", "iberia"]))
    assert game.stability("angela") == "shaky"


def test_7_2_no_village_where_somebody_else_stands_or_in_the_desert() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gaul", swordsman=1)
        .with_units("brad", "gaul", swordsman=1)
        .with_units("angela", "libya", swordsman=1)
        .with_marker("libya", "desert", up=True)
        .with_units("angela", "iberia", swordsman=1)
        .at("actions")
    )
    assert game.options("angela", "found", action="construction") == ["iberia"]


def test_7_2_no_village_on_a_marker_that_is_face_down() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gaul", nuke=1)
        .with_marker("gaul", "desert")
        .with_units("angela", "iberia", nuke=1)
        .at("actions")
    )
    assert game.options("angela", "found", action="construction") == ["iberia"]


def test_7_2_jungle_is_cleared_for_ten_gold_and_the_marker_is_removed() -> None:
    game = (
        a_game(3)
        .with_units("angela", "congo", swordsman=1)
        .with_marker("congo", "jungle_forest", up=True)
        .with_gold("angela", 12)
        .at("actions")
    )
    game.act(angela=construction(found=["congo"]))
    assert game.player("angela").gold == 2
    assert game.marker("congo") is None


@covers("civilization.inca")
def test_7_2_the_inca_clear_jungle_for_nothing() -> None:
    game = (
        a_game(3, angela="inca")
        .with_units("angela", "congo", swordsman=1)
        .with_marker("congo", "jungle_forest", up=True)
        .at("actions")
    )
    game.act(angela=construction(found=["congo"]))
    assert game.settlement("congo") == ("angela", "village")


@covers("civilization.russia")
def test_7_2_russia_and_egypt_found_without_losing_stability() -> None:
    for leader in ("russia", "egypt"):
        game = a_game(3, angela=leader).with_units("angela", "gaul", swordsman=1).at("actions")
        game.act(angela=construction(found=["gaul"]))
        assert game.stability("angela") == "stable"


def test_7_2_a_village_becomes_a_city_for_ten_gold() -> None:
    game = a_game(3).with_settlement("angela", "gaul").with_gold("angela", 10).at("actions")
    game.act(angela=construction(upgrade=["gaul"]))
    assert game.settlement("gaul") == ("angela", "city")
    assert game.player("angela").gold == 0
    assert game.stability("angela") == "stable"


@covers("civilization.china", "wonder.pyramids")
def test_7_2_china_and_the_pyramids_upgrade_for_five() -> None:
    china = a_game(3, angela="china").with_settlement("angela", "gaul").with_gold("angela", 5)
    game = china.at("actions").act(angela=construction(upgrade=["gaul"]))
    assert game.settlement("gaul") == ("angela", "city")
    pyramids = (
        a_game(3)
        .with_settlements("angela", "gaul", "iberia")
        .with_wonder("iberia", "pyramids")
        .with_gold("angela", 5)
        .at("actions")
        .act(angela=construction(upgrade=["gaul"]))
    )
    assert pyramids.settlement("gaul") == ("angela", "city")


def test_7_2_one_choice_for_each_territory() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "masonry")
        .with_settlements("angela", "gaul", "iberia")
        .with_gold("angela", 40)
        .at("actions")
    )
    plan: dict[str, Value] = {"action": "construction", "upgrade": ["gaul"], "wonder": "pyramids"}
    assert game.options("angela", "site", **plan) == ["iberia"]


def test_7_2_a_village_founded_now_is_not_upgraded() -> None:
    game = a_game(3).with_units("angela", "gaul", swordsman=1).with_gold("angela", 30).at("actions")
    plan: dict[str, Value] = {"action": "construction", "found": ["gaul"]}
    assert "gaul" not in game.options("angela", "upgrade", **plan)


@covers("government.communism")
def test_7_2_communists_gain_stability_with_every_construction() -> None:
    game = (
        a_game(3)
        .with_government("angela", "communism")
        .with_units("angela", "gaul", swordsman=1)
        .at("actions")
    )
    game.act(angela=construction(found=["gaul"]))
    assert game.stability("angela") == "solid"


# 7.3 Recruitment.


@covers("action.recruitment")
def test_7_3_a_village_raises_one_land_unit_and_a_city_two() -> None:
    game = (
        a_game(3)
        .with_settlement("angela", "gaul")
        .with_settlement("angela", "iberia", "city")
        .with_gold("angela", 15)
        .at("actions")
    )
    game.act(angela=raised("swordsman@gaul", "swordsman@iberia", "swordsman@iberia"))
    assert game.units("angela", "gaul") == {"swordsman": 1}
    assert game.units("angela", "iberia") == {"swordsman": 2}
    assert game.player("angela").gold == 0


def test_7_3_a_village_cannot_raise_two() -> None:
    game = a_game(3, angela="egypt").with_settlement("angela", "gaul").with_gold("angela", 50)
    with pytest.raises(IllegalChoice) as refused:
        game.at("actions").play("angela", raised("swordsman@gaul", "swordsman@gaul"))
    assert (refused.value.code, refused.value.rule) == ("land_limit", "recruitment")


def test_7_3_kinds_of_units_share_the_room_of_a_settlement() -> None:
    game = (
        a_game(3, angela="egypt")
        .with_technologies("angela", "horseback_riding")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 50)
        .at("actions")
    )
    with pytest.raises(IllegalChoice) as refused:
        game.play("angela", raised("swordsman@gaul", "horseman@gaul"))
    assert refused.value.code == "land_limit"


@covers("civilization.rome")
def test_7_3_rome_raises_two_in_a_village_and_three_in_a_city() -> None:
    game = (
        a_game(3, angela="rome")
        .with_settlement("angela", "gaul")
        .with_settlement("angela", "iberia", "city")
        .with_gold("angela", 25)
        .at("actions")
    )
    game.act(angela=raised(*["swordsman@gaul"] * 2, *["swordsman@iberia"] * 3))
    assert game.units("angela", "iberia") == {"swordsman": 3}


def test_7_3_a_city_raises_one_fleet_and_each_zone_takes_one() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "sailing")
        .with_settlement("angela", "iberia", "city")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 20)
        .at("actions")
    )
    fleets = [key for key in game.recruits("angela") if key.startswith("galley@")]
    assert {key.partition("@")[2].partition("/")[0] for key in fleets} == {"iberia"}
    zone = fleets[0].partition("/")[2]
    game.act(angela=raised(fleets[0]))
    assert game.units("angela", zone) == {"galley": 1}


@covers("civilization.england")
def test_7_3_england_raises_two_fleets_in_a_city_and_one_in_a_village() -> None:
    game = (
        a_game(4, angela="england")
        .with_settlement("angela", "britannia", "city")
        .with_settlement("angela", "nippon")
        .with_gold("angela", 50)
        .at("actions")
    )
    keys = game.recruits("angela")
    first = next(key for key in keys if key.startswith("galley@britannia/"))
    village = next(key for key in keys if key.startswith("galley@nippon/"))
    game.act(angela=raised(first, first, village))
    assert game.units("angela", first.partition("/")[2]) == {"galley": 2}


def test_7_3_obsolete_units_cannot_be_raised() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "feudalism", "masonry")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 50)
        .at("actions")
    )
    units = {key.partition("@")[0] for key in game.recruits("angela")}
    assert units == {"man_at_arms", "catapult"}


def test_7_3_tanks_do_not_make_riders_obsolete() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "industrialization", "nationalism")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 50)
        .at("actions")
    )
    units = {key.partition("@")[0] for key in game.recruits("angela")}
    assert {"dragoon", "tank"} <= units


@covers("civilization.mongolia", "civilization.japan")
def test_7_3_mongolian_riders_and_japanese_infantry_are_cheaper() -> None:
    mongolia = (
        a_game(3, angela="mongolia")
        .with_technologies("angela", "guilds")
        .with_settlement("angela", "gobi")
        .with_gold("angela", 5)
        .at("actions")
        .act(angela=raised("knight@gobi"))
    )
    assert mongolia.units("angela", "gobi") == {"knight": 1}
    japan = (
        a_game(4, angela="japan")
        .with_settlement("angela", "nippon")
        .with_gold("angela", 5)
        .at("actions")
        .act(angela=raised("swordsman@nippon"))
    )
    assert japan.player("angela").gold == 0, "never below 5"


def test_7_3_a_japanese_village_raises_a_fleet() -> None:
    game = (
        a_game(4, angela="japan")
        .with_settlement("angela", "nippon")
        .with_gold("angela", 10)
        .at("actions")
        .act(angela=raised("galley@nippon/philippine_sea"))
    )
    assert game.units("angela", "philippine_sea") == {"galley": 1}


def test_7_3_an_upgrade_costs_the_difference() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "feudalism", "gunpowder")
        .with_units("angela", "gaul", swordsman=2)
        .with_gold("angela", 20)
        .at("actions")
    )
    game.act(angela=upgraded("swordsman>man_at_arms@gaul", "swordsman>musketman@gaul"))
    assert game.units("angela", "gaul") == {"man_at_arms": 1, "musketman": 1}
    assert game.player("angela").gold == 5


def test_7_3_a_unit_is_upgraded_once() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "feudalism", "gunpowder")
        .with_units("angela", "gaul", swordsman=1)
        .with_gold("angela", 50)
        .at("actions")
    )
    with pytest.raises(IllegalChoice):
        game.play("angela", upgraded("swordsman>man_at_arms@gaul", "swordsman>musketman@gaul"))


def test_7_3_riders_never_become_tanks() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "industrialization", "nationalism")
        .with_units("angela", "gaul", dragoon=1)
        .with_gold("angela", 50)
        .at("actions")
    )
    assert not [key for key in game.veterans("angela") if "tank" in key]


def test_7_what_nothing_can_replace_is_left_out_and_the_action_stays() -> None:
    game = (
        a_game(2, angela="aztec", brad="mali")
        .with_settlement("angela", "dakota", "city")
        .with_settlement("brad", "pampas", "city")
        .with_gold("angela", 15)
        .with_gold("brad", 15)
        .at("actions", first="angela")
    )
    game.play("angela", construction(wonder="oracle", site="dakota"))
    game.play("brad", construction(wonder="oracle", site="pampas"))
    game.play("angela", "writing", (1,), kind="free_technology")
    assert game.turn == 8 and game.gold("brad") == 15
