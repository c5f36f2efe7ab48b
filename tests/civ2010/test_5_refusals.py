"""What cannot be done is refused with its own reason, in a whole sentence."""

from __future__ import annotations

import pytest

from tests.civ2010.builders import VOICE, Arrange, Game, a_game

AROUND = ("B3", "D3", "B4", "C4", "D4")


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
    "a free one twice": (
        lambda g: g.tech("ada", "writing").has("ada", used=["egyptians"]),
        "free:library",
        "no_free_building",
        "actions",
    ),
    "no such thing": (nothing, "castle", "cannot_make", "actions"),
}


@pytest.mark.parametrize("case", ITEMS)
def test_5_3_an_action_is_refused_with_its_reason(case: str) -> None:
    arrange, item, code, rule = ITEMS[case]
    game = a_game()
    arrange(game)
    refused = game.at("cities").refusal("ada", {"do": "act", "item": item})
    assert (refused.code, refused.rule) == (code, rule)


def test_5_3_missing_production_is_told_in_numbers() -> None:
    game = a_game().terrain("F", "B2").has("ada", trade=4).at("cities")
    refused = game.refusal("ada", {"do": "act", "item": "infantry"})
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
    assert game.at("cities").refusal("ada", value).code == code


def test_5_3_a_city_that_has_acted_or_is_none_is_refused() -> None:
    game = a_game().cities("ada", "C8", "C12").at("cities")
    game.play("ada", do="act", city="C8", item="arts")
    for city, code in (("C8", "city_has_acted"), ("F14", "not_your_city")):
        value = {"do": "act", "city": city, "item": "arts"}
        assert game.refusal("ada", value).code == code


def test_5_3_the_kings_second_action_is_refused_when_it_is_the_same() -> None:
    game = a_game().government("ada", "monarchy").at("cities").play("ada", do="act", item="arts")
    assert game.refusal("ada", {"do": "act", "item": "arts"}).code == "same_kind_again"


@pytest.mark.parametrize(
    ("arrange", "item", "rule"),
    [
        (lambda g: g.token("hut", "wheat", "E3"), "army", "deploying"),
        (lambda g: g.token("village", "iron", "E3"), "library", "replacing"),
        (lambda g: g.relic("atlantis", "E3"), "library", "replacing"),
        (lambda g: g.city_state("cs1", "E3"), "library", "replacing"),
    ],
)
def test_5_13_nothing_is_put_on_a_hut_or_marker(arrange: Arrange, item: str, rule: str) -> None:
    game = a_game().tech("ada", "writing").terrain("F", "B2", "C2", "D2")
    game.capital("ada", second=game.at_square("D3"))
    arrange(game)
    value = {"do": "act", "item": item, "square": "E3"}
    game.at("cities").refuses("ada", value, "marker_there", rule)


def test_5_10_the_taj_mahal_needs_a_building_that_its_owner_knows() -> None:
    game = a_game().building("ada", "taj_mahal", "B2").has("ada", coins=1).at("start")
    game.refuses("ada", {"do": "use", "use": "wonder:taj_mahal"}, "no_building_known", "cards")
    assert "wonder:taj_mahal" in game.tech("ada", "pottery").uses("ada")


def test_5_10_big_ben_takes_nothing_from_an_empty_market() -> None:
    game = a_game().building("ada", "big_ben", "B2").at("start")
    assert "wonder:big_ben" in game.uses("ada")
    game.has("bo", resources=dict(game.state.market))
    game.state.market.update(dict.fromkeys(game.state.market, 0))
    game.refuses("ada", {"do": "use", "use": "wonder:big_ben"}, "market_empty", "cards")
