"""What cannot be done is refused with its own reason, in a whole sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.decision import Choice
from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.core.messages import Voice, catalog
from engine.rulesets.civ2010.ruleset import RULESET
from tests.civ2010.table import Game, a_game
from tests.civ2010.test_8_battles import a_battle

VOICE = Voice(catalog("civ2010", strict=True), ("Ada", "Bo", "Cy", "Di"))
Arrange = Callable[[Game], object]


def refusal(game: Game, name: str, value: Value) -> IllegalChoice:
    """What a player is told; the sentence must hold for the catalog as well."""
    decision = game.decision(name)
    with pytest.raises(IllegalChoice) as refused:
        RULESET.apply(game.state, Choice(decision.seat, decision.id, value), game.dice)
    assert VOICE.error(refused.value)
    return refused.value


def nothing(game: Game) -> None:
    """The position as it is."""


ITEMS: dict[str, tuple[Arrange, str, str, str]] = {
    "no technology": (nothing, "library", "needs_technology", "buildings"),
    "no masonry": (nothing, "walls", "needs_technology", "actions"),
    "no flight": (nothing, "aircraft", "needs_technology", "recruiting"),
    "a better form": (
        lambda g: g.tech("ada", "writing", "printing_press"),
        "library",
        "better_form",
        "upgrades",
    ),
    "all armies out": (
        lambda g: [g.armies("ada", key) for key in ("H8", "H9", "H10", "H11", "H12", "H13")],
        "army",
        "no_figure_left",
        "figures",
    ),
    "both scouts out": (
        lambda g: [g.scouts("ada", key) for key in ("H8", "H9")],
        "scout",
        "no_figure_left",
        "figures",
    ),
    "market sold out": (
        lambda g: g.tech("ada", "writing").state.supply.update(library=0),
        "library",
        "sold_out",
        "buildings",
    ),
    "deck empty": (lambda g: g.state.units["mounted"].clear(), "mounted", "sold_out", "units"),
    "wonder in nobody's market": (
        lambda g: g.state.wonder_market.clear(),
        "colossus",
        "wonder_not_for_sale",
        "wonder-market",
    ),
    "walls stand": (
        lambda g: g.tech("ada", "masonry").capital("ada", walls=True),
        "walls",
        "has_one_already",
        "actions",
    ),
    "stored already": (
        lambda g: g.capital("ada", program=True),
        "store",
        "has_one_already",
        "actions",
    ),
    "no silk around": (nothing, "harvest:silk", "no_such_resource", "harvest-resource"),
    "no silk in the market": (
        lambda g: g.icon("silk", "B2").state.market.update(silk=0),
        "harvest:silk",
        "resource_gone",
        "harvest-resource",
    ),
    "a star": (
        lambda g: g.tech("ada", "currency").terrain("W", "C4").building("ada", "shipyard", "C4"),
        "market",
        "star_taken",
        "buildings",
    ),
    "no desert": (
        lambda g: g.tech("ada", "code_of_laws"),
        "trading_post",
        "no_terrain",
        "buildings",
    ),
    "no square for an army": (
        lambda g: [g.armies("ada", k, 2) for k in ("B2", "C2", "D2")] and g.terrain("W", *AROUND),
        "scout",
        "no_square",
        "deploying",
    ),
    "too expensive": (nothing, "scout", "too_little_production", "production"),
    "no such thing": (nothing, "castle", "cannot_make", "actions"),
}
AROUND = ("B3", "D3", "B4", "C4", "D4")


@pytest.mark.parametrize("case", ITEMS)
def test_5_3_an_action_is_refused_with_its_reason(case: str) -> None:
    arrange, item, code, rule = ITEMS[case]
    game = a_game()
    arrange(game)
    refused = refusal(game.at("cities"), "ada", {"do": "act", "item": item})
    assert (refused.code, refused.rule) == (code, rule)


def test_5_3_missing_production_is_told_in_numbers() -> None:
    game = a_game().terrain("F", "B2").has("ada", trade=4).at("cities")
    refused = refusal(game, "ada", {"do": "act", "item": "infantry"})
    assert VOICE.error(refused) == (
        "Infantry costs 5 production. The city makes 3, with all your trade 4."
    )


SQUARES: dict[str, tuple[Arrange, str, str, str]] = {
    "another city's": (nothing, "library", "F8", "not_in_outskirts"),
    "an enemy": (lambda g: g.armies("bo", "C4"), "library", "C4", "enemy_there"),
    "forest": (lambda g: g.terrain("F", "C4"), "library", "C4", "wrong_terrain"),
    "water": (lambda g: g.terrain("W", "C4"), "temple", "C4", "wrong_terrain"),
    "a star": (lambda g: g.building("ada", "market", "C4"), "temple", "D4", "star_taken"),
    "a wonder": (lambda g: g.building("ada", "oracle", "C4"), "stonehenge", "D4", "wonder_taken"),
    "a wonder on water": (lambda g: g.terrain("W", "C4"), "stonehenge", "C4", "no_land"),
    "a full square": (lambda g: g.armies("ada", "C4", 2), "army", "C4", "stack_full"),
    "an army on water": (lambda g: g.terrain("W", "C4"), "army", "C4", "no_way_on_water"),
    "no square at all": (nothing, "army", "Z99", "no_such_square"),
}


@pytest.mark.parametrize("case", SQUARES)
def test_5_8_a_square_is_refused_with_its_reason(case: str) -> None:
    arrange, item, square, code = SQUARES[case]
    game = a_game().tech("ada", "writing", "philosophy").has("ada", trade=27)
    game.terrain("F", "B2", "C2", "D2")
    if item == "stonehenge" and item not in game.state.wonder_market:
        game.state.wonder_market.append(item)
    arrange(game)
    value = {"do": "act", "item": item, "square": square}
    assert refusal(game.at("cities"), "ada", value).code == code


def test_5_3_a_city_that_has_acted_or_is_none_is_refused() -> None:
    game = a_game().cities("ada", "C8", "C12").at("cities")
    game.play("ada", do="act", city="C8", item="arts")
    for city, code in (("C8", "city_has_acted"), ("F14", "not_your_city")):
        value = {"do": "act", "city": city, "item": "arts"}
        assert refusal(game, "ada", value).code == code


def test_3_4_the_capital_in_anarchy_is_refused() -> None:
    game = a_game().government("ada", "anarchy").cards("ada", "lost").at("cities")
    refused = refusal(game, "ada", {"do": "act", "item": "arts"})
    assert (refused.code, refused.rule) == ("capital_in_anarchy", "governments")


def test_5_3_the_kings_second_action_is_refused_when_it_is_the_same() -> None:
    game = a_game().government("ada", "monarchy").at("cities").play("ada", do="act", item="arts")
    assert refusal(game, "ada", {"do": "act", "item": "arts"}).code == "same_kind_again"


def test_7_1_a_step_is_refused_with_its_price() -> None:
    game = a_game().has("ada", track=7, culture=4).at("cities")
    refused = refusal(game, "ada", {"do": "advance"})
    assert VOICE.error(refused) == "The next step on the culture track costs 5 culture and 3 trade."


@pytest.mark.parametrize(
    ("arrange", "square", "code"),
    [
        (lambda g: g.armies("bo", "C4"), "C4", "enemy_there"),
        (lambda g: g.terrain("W", "C4"), "C4", "person_on_water"),
        (nothing, "G8", "not_your_outskirts"),
    ],
)
def test_3_3_a_great_person_is_refused_with_its_reason(
    arrange: Arrange, square: str, code: str
) -> None:
    game = a_game().has("ada", reserve=["artist"])
    arrange(game)
    value = {"do": "place", "person": "artist", "square": square}
    assert refusal(game.at("start"), "ada", value).code == code


MOVES: dict[str, tuple[Arrange, str, str]] = {
    "scout to an army": (lambda g: g.armies("bo", "D9"), "scout", "scouts_do_not_fight"),
    "scout to a city": (lambda g: g.cities("bo", "D9"), "scout", "scouts_do_not_fight"),
    "scout to a hut": (lambda g: g.token("hut", "spy", "D9"), "scout", "scouts_do_not_explore"),
    "scout to a village": (
        lambda g: g.token("village", "spy", "D9"),
        "scout",
        "scouts_do_not_explore",
    ),
    "scout to a relic": (lambda g: g.relic("atlantis", "D9"), "scout", "relic_needs_army"),
    "army on water": (lambda g: g.terrain("W", "D9"), "army", "no_way_on_water"),
    "a second caravan": (
        lambda g: g.cities("ada", "D9", fort=True),
        "scout",
        "city_has_token",
    ),
    "closed outskirts": (
        lambda g: g.cities("bo", "D11").building("bo", "brandenburg_gate", "D10"),
        "army",
        "closed_border",
    ),
    "a full square": (lambda g: g.armies("ada", "D9", 2), "army", "stack_full"),
}


@pytest.mark.parametrize("case", MOVES)
def test_6_4_a_move_is_refused_with_its_reason(case: str) -> None:
    arrange, figure, code = MOVES[case]
    game = a_game()
    arrange(game)
    (game.armies if figure == "army" else game.scouts)("ada", "D8")
    target = "D10" if code == "closed_border" else "D9"
    value = {"do": "move", "from": "D8", "target": target}
    assert refusal(game.at("movement"), "ada", value).code == code


def test_6_4_two_do_not_enter_a_city_together() -> None:
    game = a_game().armies("ada", "C5", 2).at("movement")
    value: Value = {"do": "move", "from": "C5", "figures": ["army", "army"], "target": "C3"}
    assert refusal(game, "ada", value).code == "enters_alone"


@pytest.mark.parametrize(
    ("unit", "front", "code"),
    [
        ("infantry.1", "0", "front_taken"),
        ("infantry.1", "7", "no_such_front"),
        ("artillery.2", "new", "not_in_hand"),
    ],
)
def test_8_3_a_unit_is_refused_with_its_reason(unit: str, front: str, code: str) -> None:
    game = a_battle(("mounted.0", "mounted.1"), ("infantry.0", "infantry.1", "infantry.2"))
    game.play("bo", do="play", unit="infantry.0", front="new")
    game.play("ada", do="play", unit="mounted.0", front="new")
    value = {"do": "play", "unit": unit, "front": front}
    assert refusal(game, "bo", value).code == code
