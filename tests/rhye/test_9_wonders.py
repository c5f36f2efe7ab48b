"""Chapter 9.2: wonders, built with Construction."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.rulesets.rhye.tables import WONDERS
from tests.covering import covers
from tests.rhye.builders import Arrangement, a_game, action, explode


def building(wonder: str, **plan: Value) -> Value:
    return action("construction", wonder=wonder, site="gaul", **plan)


def ready_for(wonder: str, leader: str = "rome") -> Arrangement:
    facts = next(each for each in WONDERS if each.id == wonder)
    return (
        a_game(3, angela=leader)
        .with_technologies("angela", facts.technology)
        .with_settlement("angela", "gaul")
        .with_gold("angela", facts.cost)
    )


@pytest.mark.parametrize(
    "wonder", [w.id for w in WONDERS if not w.free_technology and not w.space_race]
)
def test_9_2_every_wonder_is_built_for_its_price(wonder: str) -> None:
    game = ready_for(wonder).at("actions")
    game.act(angela=building(wonder, upgrade=[]))
    assert game.player("angela").wonders == (wonder,)
    assert game.player("angela").gold == 0


def test_9_2_a_wonder_needs_its_technology_and_its_gold() -> None:
    game = (
        a_game(3, angela="rome")
        .with_settlement("angela", "gaul")
        .with_gold("angela", 14)
        .at("actions")
    )
    assert game.options("angela", "wonder", action="construction", upgrade=[]) == []


@covers("civilization.egypt")
def test_9_2_egypt_pays_ten_less_and_five_at_least() -> None:
    game = ready_for("oracle", "egypt").at("actions")
    (price,) = [
        option.price[0].amount
        for option in game.described("angela", "wonder", action="construction", upgrade=[])
        if option.key == "oracle"
    ]
    assert price == 5


def test_9_2_a_village_holds_one_wonder_and_a_city_two() -> None:
    arranged = (
        a_game(3)
        .with_technologies("angela", "masonry", "mysticism", "sailing")
        .with_settlement("angela", "gaul")
        .with_settlement("angela", "iberia", "city")
        .with_wonder("gaul", "pyramids")
        .with_wonder("iberia", "oracle")
        .with_gold("angela", 50)
    )
    plan: dict[str, Value] = {"action": "construction", "upgrade": [], "wonder": "great_lighthouse"}
    assert arranged.at("actions").options("angela", "site", **plan) == ["iberia"]


def test_9_2_no_wonder_in_the_mountains_but_for_the_inca() -> None:
    def sites(leader: str) -> list[str]:
        game = (
            a_game(3, angela=leader)
            .with_technologies("angela", "masonry")
            .with_settlements("angela", "gaul", "iberia")
            .with_marker("gaul", "mountains", up=True)
            .with_gold("angela", 50)
            .at("actions")
        )
        plan: dict[str, Value] = {"action": "construction", "upgrade": [], "wonder": "pyramids"}
        return game.options("angela", "site", **plan)

    assert sites("rome") == ["iberia"]
    assert sorted(sites("inca")) == ["gaul", "iberia"]


@pytest.mark.parametrize("wonder", ["oracle", "newtons_university"])
@covers("wonder.oracle", "wonder.newtons_university")
def test_9_2_some_wonders_bring_a_free_technology_when_built(wonder: str) -> None:
    game = ready_for(wonder).at("actions")
    game.act((), angela=building(wonder, upgrade=[]))
    assert game.asked() == {"angela": "free_technology"}


@covers("wonder.notre_dame")
def test_9_2_notre_dame_brings_two_stability() -> None:
    game = ready_for("notre_dame").at("actions").act(angela=building("notre_dame", upgrade=[]))
    assert game.stability("angela") == "very_solid"


def test_9_2_a_city_that_becomes_a_village_keeps_both_wonders() -> None:
    game = (
        a_game()
        .with_settlement("brad", "gaul", "city")
        .with_wonder("gaul", "oracle")
        .with_wonder("gaul", "pyramids")
        .with_units("angela", "gobi", nuke=1)
        .at("movement")
        .play("angela", explode("gobi", "gaul"))
    )
    assert game.settlement("gaul") == ("brad", "village")
    assert set(game.player("brad").wonders) == {"oracle", "pyramids"}


def test_9_2_each_wonder_exists_once() -> None:
    game = (
        ready_for("pyramids")
        .with_settlement("brad", "nile")
        .with_wonder("nile", "pyramids")
        .at("actions")
    )
    assert game.options("angela", "wonder", action="construction", upgrade=[]) == []


@covers("wonder.spaceship")
def test_9_2_the_spaceship_starts_the_space_race() -> None:
    game = ready_for("spaceship").at("actions")
    game.act(angela=building("spaceship", upgrade=[]))
    assert game.player("angela").wonders == ("spaceship",)
    assert game.outcome() is None, "the capital must hold through the next turn"
