"""Chapter 8: stability, governments and religions, open to all."""

from __future__ import annotations

from engine.core.grammar import Value
from tests.covering import covers
from tests.render.builders.pictures import chart_text
from tests.rhye.builders import a_game, action


def revolution(**changes: str) -> Value:
    return action("revolution", **changes)


def test_8_everyones_stability_government_and_religion_are_open_to_all() -> None:
    game = a_game(3).with_religion("brad", "islam").with_stability("brad", "solid").at("actions")
    for name in (None, "angela", "chris"):
        realm = game.open(name).realms[1]
        assert (realm.stability, realm.government, realm.religion) == ("solid", "monarchy", "islam")
        assert game.open(name).realm_chart.realms[1].stability == 1


def test_8_1_the_chart_shows_how_many_settlements_are_at_risk() -> None:
    game = (
        a_game(3)
        .with_settlements("angela", "gaul", "iberia", "italia", "hellas")
        .with_stability("angela", "shaky")
        .with_settlements("brad", "nile", "libya")
        .with_stability("brad", "collapsing")
        .with_settlements("chris", "gobi", "steppe", "siberia", "muscovy", "yakutia")
        .with_stability("chris", "civil_war")
        .at("actions")
    )
    chart = game.open().realm_chart
    assert [realm.at_risk for realm in chart.realms] == [1, 0, 2]
    told = chart_text(chart, game.view())
    assert told.count("at risk") == 2 and "2 at risk, 5 settlements" in told


def test_8_1_nobody_rises_above_very_solid() -> None:
    game = a_game(3).with_stability("angela", "very_solid").at("actions").act()
    assert game.stability("angela") == "very_solid"


def test_8_1_nobody_falls_below_civil_war() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "calendar")
        .with_stability("angela", "civil_war")
        .at("actions")
        .act(angela=revolution(religion="christianity"))
    )
    assert game.stability("angela") == "civil_war"


def test_8_1_everyone_begins_as_a_stable_pagan_monarchy() -> None:
    realm = a_game(3).at("actions").realm("brad")
    assert (realm.stability, realm.government, realm.religion) == ("stable", "monarchy", "paganism")


def test_8_2_the_republic_brings_a_free_technology_the_first_time() -> None:
    game = a_game(3).with_technologies("angela", "writing", "mysticism").at("actions")
    game.act((), angela=revolution(government="republic", religion="keep"))
    assert game.asked() == {"angela": "free_technology"}
    game.play("angela", "sailing", (1,))
    assert game.knows("angela", "sailing")


def test_8_2_but_not_the_second_time() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "writing")
        .then(lambda state: setattr(state, "republics", 1))
        .at("actions")
        .act(angela=revolution(government="republic"))
    )
    assert game.realm("angela").government == "republic"


def test_8_2_the_first_fascist_state_shocks_monarchies_and_republics() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "nationalism")
        .with_government("brad", "republic")
        .at("actions")
        .act(
            angela=revolution(government="fascism"),
            brad=action("taxation"),
            chris=action("taxation"),
        )
    )
    assert game.stability("angela") == "collapsing", "two for the revolution, no shock"
    assert game.stability("brad") == "civil_war", "two for the shock, one for taxation"
    assert game.stability("chris") == "collapsing"


def test_8_2_fascists_and_communists_are_not_shocked() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "steam_power")
        .with_government("brad", "fascism")
        .at("actions")
        .act(
            angela=revolution(government="communism"),
            brad=action("taxation"),
            chris=action("taxation"),
        )
    )
    assert game.stability("brad") == "shaky"
    assert game.stability("chris") == "collapsing"


def test_8_2_each_shock_comes_once() -> None:
    game = (
        a_game(2)
        .with_technologies("angela", "nationalism")
        .with_technologies("brad", "nationalism")
        .at("actions")
        .act(
            angela=revolution(government="fascism"),
            brad=revolution(government="fascism"),
        )
    )
    assert game.stability("angela") == "collapsing"
    assert game.stability("brad") == "civil_war", "shocked by Angela's, and its own revolution"


@covers("religion.buddhism")
def test_8_3_buddhists_never_fall_to_civil_war() -> None:
    game = (
        a_game(3)
        .with_religion("angela", "buddhism")
        .with_technologies("angela", "calendar", "writing")
        .with_stability("angela", "collapsing")
        .then(lambda state: setattr(state, "republics", 1))
        .at("actions")
        .act(angela=revolution(government="republic", religion="keep"))
    )
    assert game.stability("angela") == "collapsing"


def test_8_3_adopting_buddhism_ends_a_civil_war() -> None:
    game = (
        a_game(3)
        .with_technologies("angela", "mysticism")
        .with_stability("angela", "civil_war")
        .at("actions")
        .act(angela=revolution(religion="buddhism"))
    )
    assert game.stability("angela") == "collapsing"


@covers("religion.islam")
def test_8_3_islam_sends_two_infantry_to_every_new_city() -> None:
    game = (
        a_game(3)
        .with_religion("angela", "islam")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 10)
        .at("actions")
        .act(angela=action("construction", upgrade=["gaul"]))
    )
    assert game.units("angela", "gaul") == {"swordsman": 2}


def test_8_3_islam_sends_nobody_to_a_new_village() -> None:
    game = (
        a_game(3)
        .with_religion("angela", "islam")
        .with_units("angela", "gaul", swordsman=1)
        .at("actions")
        .act(angela=action("construction", found=["gaul"]))
    )
    assert game.units("angela", "gaul") == {"swordsman": 1}
