"""Chapter 7.4 to 7.6: research, revolution, taxation."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from tests.covering import covers
from tests.rhye.builders import a_game, action

# 7.4 Research.


@covers("action.research")
def test_7_4_a_technology_is_free_and_its_first_owner_has_the_bonus() -> None:
    game = a_game(3).with_technologies("angela", "masonry", "mysticism").at("actions")
    game.act(angela=action("research", technology="calendar"))
    assert game.knows("angela", "calendar")
    assert game.player("angela").gold == 10


def test_7_4_prerequisites_must_be_ones_own() -> None:
    game = a_game(3, angela="rome").at("actions")
    assert "calendar" not in game.options("angela", "technology", action="research")
    assert "mysticism" in game.options("angela", "technology", action="research")


def test_7_4_only_the_first_in_turn_order_is_first() -> None:
    game = (
        a_game(2)
        .with_technologies("angela", "masonry", "mysticism")
        .with_technologies("brad", "masonry", "mysticism")
        .at("actions", first="brad")
    )
    calendar = action("research", technology="calendar")
    game.act(angela=calendar, brad=calendar)
    assert game.player("brad").gold == 10
    assert game.player("angela").gold == 0


def test_7_4_what_two_others_own_can_be_bought_for_forty() -> None:
    game = (
        a_game(3, angela="persia")
        .with_technologies("brad", "masonry")
        .with_technologies("chris", "masonry")
        .with_gold("angela", 45)
        .at("actions")
    )
    game.act(angela=action("research", technology="masonry", how="buy"))
    assert game.knows("angela", "masonry")
    assert game.player("angela").gold == 5


def test_7_4_one_owner_is_not_enough_among_three() -> None:
    game = (
        a_game(3, angela="persia", brad="rome", chris="india").with_gold("angela", 90).at("actions")
    )
    plan: dict[str, Value] = {"action": "research", "technology": "masonry"}
    assert game.options("angela", "how", **plan) == []


def test_7_4_with_two_players_one_other_owner_is_enough() -> None:
    game = a_game(2, angela="persia", brad="rome").with_gold("angela", 40).at("actions")
    game.act(angela=action("research", technology="masonry", how="buy"))
    assert game.player("angela").gold == 0


def test_7_4_who_is_out_owns_nothing_and_of_two_left_one_owner_is_enough() -> None:
    def learning(*out: str) -> list[str]:
        game = (
            a_game(4, angela="aztec", brad="persia", chris="rome", dana="egypt")
            .without_home(*out)
            .with_gold("angela", 40)
            .at("actions")
        )
        said = {"action": "research", "technology": "masonry"}
        return list(game.options("angela", "how", **said))

    assert learning() == ["free", "buy"]
    assert learning("dana") == []
    assert learning("brad", "dana") == ["free", "buy"]


@covers("civilization.greece")
def test_7_4_greece_buys_another_besides_from_one_owner() -> None:
    game = (
        a_game(3, angela="greece", brad="rome", chris="india").with_gold("angela", 30).at("actions")
    )
    plan = action("research", technology="horseback_riding", besides="masonry")
    game.act(angela=plan)
    assert game.knows("angela", "masonry")
    assert game.knows("angela", "horseback_riding")
    assert game.player("angela").gold == 0


@covers("wonder.great_library")
def test_7_4_the_great_library_buys_another_for_twenty() -> None:
    game = (
        a_game(3, angela="persia", brad="rome", chris="india")
        .with_settlement("angela", "persia")
        .with_wonder("persia", "great_library")
        .with_gold("angela", 20)
        .at("actions")
    )
    game.act(angela=action("research", technology="sailing", besides="masonry"))
    assert game.knows("angela", "masonry")
    assert game.player("angela").gold == 0


@covers("civilization.maya")
def test_7_4_the_maya_receive_ten_gold_for_every_first_technology() -> None:
    game = a_game(2, angela="maya").at("actions")
    game.act(angela=action("research", technology="mysticism"))
    assert game.player("angela").gold == 10


# 7.5 Revolution.


@covers("action.revolution")
def test_7_5_government_and_religion_change_together_for_two_stability() -> None:
    game = a_game(3).with_technologies("angela", "writing", "mysticism").at("actions")
    game.act((), angela=action("revolution", government="republic", religion="buddhism"))
    realm = game.realm("angela")
    assert (realm.government, realm.religion) == ("republic", "buddhism")
    assert game.stability("angela") == "collapsing"


def test_7_5_technologies_decide_what_can_be_adopted() -> None:
    game = a_game(3).with_technologies("angela", "calendar").at("actions")
    assert game.options("angela", "religion", action="revolution") == ["christianity"]


def test_7_5_something_has_to_change() -> None:
    game = a_game(3).with_technologies("angela", "writing", "calendar").at("actions")
    with pytest.raises(IllegalChoice):
        game.play("angela", action("revolution", government="keep", religion="keep"))


@covers("civilization.india", "wonder.statue_of_liberty")
def test_7_5_india_and_the_statue_of_liberty_lose_nothing() -> None:
    india = a_game(3, angela="india").at("actions")
    india.act(angela=action("revolution", religion="buddhism"))
    assert india.stability("angela") == "stable"
    statue = (
        a_game(3)
        .with_technologies("angela", "calendar")
        .with_settlement("angela", "gaul")
        .with_wonder("gaul", "statue_of_liberty")
        .at("actions")
        .act(angela=action("revolution", religion="christianity"))
    )
    assert statue.stability("angela") == "stable"


# 7.6 Taxation.


@covers("action.taxation")
def test_7_6_villages_cities_and_wonders_pay() -> None:
    game = (
        a_game(3)
        .with_settlements("angela", "gaul", "iberia")
        .with_settlement("angela", "italia", "city")
        .with_wonder("gaul", "pyramids")
        .at("actions")
    )
    game.act(angela=action("taxation"))
    assert game.player("angela").gold == 5 + 5 + 10 + 5


def test_7_6_three_alike_pay_twenty_and_any_three_ten() -> None:
    game = a_game(3)
    for place in ("gaul", "iberia", "germania"):
        game.with_marker(place, "iron", colony="angela")
    for place, kind in (("nile", "coal"), ("libya", "spices"), ("nubia", "horses")):
        game.with_marker(place, kind, colony="angela")
    table = game.at("actions").act(angela=action("taxation"))
    assert table.player("angela").gold == 5 + 20 + 10


def test_7_6_without_anything_that_pays_there_is_no_taxation() -> None:
    arranged = a_game(3).without_home("angela").with_units("angela", "gaul", swordsman=1)
    game = arranged.at("actions")
    assert "taxation" not in game.options("angela", "action")
    game.refuses("angela", action("taxation"), "nothing_to_tax", "taxation")
    arranged.with_stability("angela", "solid")
    game = arranged.at("actions").act(angela=action("taxation"))
    assert game.player("angela").gold == 10, "a solid state pays without settlements"


@covers("civilization.carthage")
def test_7_6_carthage_is_paid_for_any_two() -> None:
    game = (
        a_game(3, angela="carthage")
        .with_marker("gaul", "iron", colony="angela")
        .with_marker("nile", "coal", colony="angela")
        .at("actions")
        .act(angela=action("taxation"))
    )
    assert game.player("angela").gold == 5 + 10 + 10


@pytest.mark.parametrize(("level", "gold"), [("solid", 10), ("very_solid", 20), ("stable", 0)])
def test_7_6_a_solid_state_pays_more(level: str, gold: int) -> None:
    game = a_game(3).with_stability("angela", level).at("actions").act(angela=action("taxation"))
    assert game.player("angela").gold == 5 + gold


@covers("government.monarchy")
def test_7_6_monarchies_that_are_stable_or_worse_lose_nothing() -> None:
    game = a_game(3).at("actions").act(angela=action("taxation"))
    assert game.stability("angela") == "stable"


def test_7_6_solid_monarchies_and_others_lose_a_level() -> None:
    solid = a_game(3).with_stability("angela", "solid").at("actions")
    assert solid.act(angela=action("taxation")).stability("angela") == "stable"
    republic = a_game(3).with_government("angela", "republic").at("actions")
    assert republic.act(angela=action("taxation")).stability("angela") == "shaky"


@covers("civilization.persia")
def test_7_6_persian_monarchs_never_lose_any() -> None:
    game = a_game(3, angela="persia").with_stability("angela", "very_solid").at("actions")
    assert game.act(angela=action("taxation")).stability("angela") == "very_solid"


@covers("government.republic")
def test_7_6_republics_collect_double_from_settlements_only() -> None:
    game = (
        a_game(3)
        .with_government("angela", "republic")
        .with_settlement("angela", "gaul")
        .with_settlement("angela", "iberia", "city")
        .with_wonder("gaul", "oracle")
        .at("actions")
        .act(angela=action("taxation"))
    )
    assert game.player("angela").gold == 2 * (5 + 10) + 5


@covers("civilization.mali", "wonder.marco_polos_embassy", "wonder.hoover_dam")
def test_7_6_mali_marco_polo_and_the_hoover_dam_bring_more() -> None:
    game = (
        a_game(3, angela="mali")
        .with_settlement("angela", "gaul", "city")
        .with_wonder("gaul", "marco_polos_embassy")
        .with_wonder("gaul", "hoover_dam")
        .at("actions")
        .act(angela=action("taxation"))
    )
    assert game.player("angela").gold == 10 + 2 * 5 + 10 + 10 + 5


def test_7_2_only_own_settlements_are_upgraded() -> None:
    game = (
        a_game(3)
        .with_settlement("angela", "gaul")
        .with_settlement("brad", "nile")
        .with_gold("angela", 20)
        .at("actions")
    )
    plan = action("construction", upgrade=["nile"])
    game.refuses("angela", plan, "not_your_settlement", "construction")
    plan = action("construction", upgrade=["atlantis"])
    game.refuses("angela", plan, "no_such_place", "construction")
