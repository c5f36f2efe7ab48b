"""Production and purchase (rulebook chapter 3)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.fast_play.builders import (
    DONE,
    TECHNOLOGY,
    Arrangement,
    Game,
    a_game,
    an_explorer,
    build,
    grow,
    wonder,
)


def a_buyer(gold: int, *places: str, size: str = "village") -> Arrangement:
    """Angela has settlements and gold, and her income already."""
    return (
        a_game()
        .with_settlements("angela", *places or ("gaul",), size=size)
        .with_gold("angela", gold)
    )


# 3.1 Income.


def test_3_players_buy_one_after_another_until_done() -> None:
    buyers = a_game().with_gold("angela", 3).with_gold("brad", 3)
    game = buyers.with_settlements("angela", "gaul", "iberia").at("purchase")
    assert game.asked() == {"angela": "purchase"}
    game.play("angela", build("swordsman", "gaul"))
    assert game.asked() == {"angela": "purchase"}
    game.play("angela", DONE)
    assert game.asked() == {"brad": "purchase"}
    assert game.gold("angela") == 2


def both_buy(phase: str = "purchase") -> Game:
    """Angela and Brad buy at the same time."""
    buyers = a_game().with_option("purchases", "together")
    buyers = buyers.with_settlements("angela", "gaul", "iberia").with_gold("angela", 30)
    buyers = buyers.with_units("angela", "gaul", swordsman=1)
    return buyers.with_settlements("brad", "gobi", "steppe").with_gold("brad", 30).at(phase)


def test_3_with_the_option_together_all_receive_their_income_and_all_buy() -> None:
    game = both_buy("production")
    assert [event.seat for event in game.events(events.Produced)] == [0, 1]
    assert game.asked() == {"angela": "purchase", "brad": "purchase"}
    game.play("brad", DONE)
    assert game.asked() == {"angela": "purchase"}
    assert game.play("angela", DONE).phase == "movement"


def test_3_together_each_settlement_is_used_once_by_its_owner() -> None:
    game = both_buy().play("brad", build("swordsman", "gobi"))
    game.play("angela", build("swordsman", "gaul"))
    assert game.options("angela", "where", buy="swordsman") == ["iberia"]
    assert game.options("brad", "where", buy="swordsman") == ["steppe"]
    game.refuses("brad", build("swordsman", "gobi"), "settlement_used", "settlement-use")


def test_3_together_gold_set_aside_is_the_buyers_own() -> None:
    game = both_buy().play("brad", wonder(9), [1])
    game.refuses("brad", wonder(9), "tried_already", "wonder-attempt")
    assert "wonder" in game.options("angela", "buy")
    assert (game.gold("angela"), game.aside("angela")[1]) == (30, 9)


def test_3_together_a_wonder_goes_to_whoever_asks_first() -> None:
    game = both_buy()
    (built,) = game.play("brad", wonder(9), [6]).player("brad").wonders
    assert built not in game.play("angela", wonder(9), [6]).player("angela").wonders


def test_3_together_who_has_nothing_to_buy_is_done() -> None:
    poor = a_game().with_option("purchases", "together").with_gold("angela", 9)
    game = poor.with_settlement("angela", "gaul").at("purchase")
    assert game.asked() == {"angela": "purchase"}


def test_3_together_a_technology_of_a_new_era_is_learnt_once_by_each() -> None:
    rich = a_game().with_option("purchases", "together").in_era("medieval", begun_now=True)
    for name in ("angela", "brad"):
        rich = rich.with_technologies(name, ancient=2).with_gold(name, 60)
    game = rich.at("purchase").play("angela", TECHNOLOGY)
    game.refuses("angela", TECHNOLOGY, "one_of_new_era", "era-technologies")
    assert [game.player(name).next_technology == 0 for name in ("angela", "brad")] == [True, False]
    game.play("brad", TECHNOLOGY)
    assert game.technologies("brad") == game.technologies("angela")


def test_3_1_income_from_settlements_technologies_and_wonders() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_settlement("angela", "gaul", "village")
        .with_settlement("angela", "iberia", "town")
        .with_technologies("angela", ancient=2, medieval=1)
        .with_wonders("angela", "pyramids", "colossus")
        .at("production")
    )
    income = game.events(events.Produced)[0]
    assert (income.settlements, income.technologies, income.wonders) == (3, 3, 4)
    assert game.gold("angela") == 10


@pytest.mark.parametrize(
    ("size", "gold"), [("village", 1), ("town", 2), ("city", 3), ("metropolis", 4)]
)
def test_3_1_a_settlement_brings_gold_by_its_size(size: str, gold: int) -> None:
    game = a_game().with_settlement("angela", "gaul", size).at("production")
    assert game.gold("angela") == gold


def test_3_1_what_is_bought_now_brings_nothing_now() -> None:
    game = a_game().with_settlements("angela", "gaul", "iberia").with_gold("angela", 8)
    table = game.at("production")
    assert table.gold("angela") == 10
    table.play("angela", TECHNOLOGY)
    assert table.gold("angela") == 5


def test_3_1_gold_is_saved() -> None:
    game = a_game().with_gold("angela", 3).at("production")
    game.play("angela", DONE)
    assert game.gold("angela") == 4


def test_3_1_a_fallen_player_receives_nothing() -> None:
    game = a_game(3).with_gold("brad", 3).with_nothing("brad").at("production", by="brad")
    assert game.gold("brad") == 3
    assert game.asked() == {"chris": "purchase"}


def test_3_1_whoever_can_buy_nothing_is_not_asked() -> None:
    game = (
        a_game().with_units("angela", "gobi", swordsman=1).with_gold("angela", 4).at("production")
    )
    assert game.asked() == {"brad": "purchase"}


# 3.2 One thing for each settlement.


def test_3_2_a_settlement_builds_one_unit_a_turn() -> None:
    game = a_buyer(9, "gaul", "iberia").at("purchase")
    game.play("angela", build("swordsman", "gaul"))
    game.refuses("angela", build("catapult", "gaul"), "settlement_used", "settlement-use")
    assert game.options("angela", "where", buy="catapult") == ["iberia"]


def test_3_2_several_settlements_can_build_in_one_order() -> None:
    game = a_buyer(9, "gaul", "iberia", "germania").at("purchase")
    game.play("angela", build("settler", "gaul", "germania"))
    assert game.gold("angela") == 7
    assert game.units("angela", "gaul") == game.units("angela", "germania") == {"settler": 1}
    built = game.event(events.Built)
    assert (set(built.places), built.price) == ({"gaul", "germania"}, 2)


def test_3_2_nobody_builds_more_than_can_be_paid() -> None:
    game = a_buyer(1, "gaul", "iberia").at("purchase")
    game.refuses("angela", build("settler", "gaul", "iberia"), "too_expensive", "prices")


def test_3_2_gold_helps_a_settlement_to_build() -> None:
    # A village brings 1 gold, a medieval unit costs 2: the rest comes from the purse.
    game = a_game().in_era("medieval").with_settlement("angela", "gaul").with_gold("angela", 1)
    table = game.at("production").play("angela", build("man_at_arms", "gaul"))
    assert table.gold("angela") == 0
    assert table.units("angela", "gaul") == {"man_at_arms": 1}


def test_3_2_what_a_settlement_brings_beyond_the_price_is_kept() -> None:
    game = a_game().with_settlement("angela", "gaul", "city").at("production")
    assert game.play("angela", build("settler", "gaul")).gold("angela") == 2


def test_3_2_a_settlement_that_grows_brings_no_gold() -> None:
    game = a_game().in_era("gunpowder").with_settlement("angela", "gaul", "town").at("production")
    assert game.gold("angela") == 2
    game.play("angela", grow("gaul"))
    assert game.gold("angela") == 0
    assert game.settlement("gaul") == ("angela", "city")


def test_3_2_a_settlement_that_grows_builds_nothing() -> None:
    game = a_buyer(9, "gaul", "iberia").in_era("medieval").at("purchase")
    game.play("angela", grow("gaul"))
    game.refuses("angela", build("settler", "gaul"), "settlement_used", "settlement-use")


def test_3_2_a_settlement_that_built_does_not_grow() -> None:
    game = a_buyer(9, "gaul", "iberia").in_era("medieval").at("purchase")
    game.play("angela", build("settler", "gaul"))
    game.refuses("angela", grow("gaul"), "settlement_used", "settlement-use")


def test_3_2_with_every_settlement_used_only_cards_are_left() -> None:
    game = a_buyer(9, "gaul").at("purchase")
    game.play("angela", build("settler", "gaul"))
    assert set(game.prices("angela")) == {"technology", "wonder", "done"}
    game.refuses("angela", build("settler", "gaul"), "all_settlements_used", "settlement-use")


def test_3_2_one_buys_only_for_ones_own_settlements() -> None:
    game = a_buyer(9, "gaul").with_settlement("brad", "iberia").at("purchase")
    game.refuses("angela", build("settler", "iberia"), "not_your_settlement", "settlement-use")
    game.refuses("angela", build("settler", "atlantis"), "no_such_place", "settlement-use")


# 3.3 Prices, 3.4 units.


@pytest.mark.parametrize(
    ("era", "price", "technology", "cheapest_wonder", "unit"),
    [
        ("ancient", 1, 5, 5, "swordsman"),
        ("medieval", 2, 7, 8, "man_at_arms"),
        ("gunpowder", 3, 9, 11, "musketman"),
        ("modern", 4, 11, 14, "machinegunner"),
    ],
)
def test_3_3_prices_follow_the_era(
    era: str, price: int, technology: int, cheapest_wonder: int, unit: str
) -> None:
    game = a_buyer(99).in_era(era).at("purchase")
    prices = game.prices("angela")
    assert prices[unit] == price
    assert prices["settler"] == 1
    assert prices["technology"] == technology
    assert game.aside("angela")[0] == cheapest_wonder


def test_3_4_only_units_of_the_current_era() -> None:
    game = a_buyer(99).in_era("medieval").with_exploited("horses").at("purchase")
    assert [
        good for good in game.prices("angela") if good not in ("grow", "technology", "wonder")
    ] == [
        "settler",
        "man_at_arms",
        "knight",
        "medieval_catapult",
        "caravel",
        "done",
    ]
    game.refuses("angela", build("swordsman", "gaul"), "wrong_era", "buying-units")
    game.refuses("angela", build("musketman", "gaul"), "wrong_era", "buying-units")


@pytest.mark.parametrize(
    ("era", "unit", "resource"),
    [
        ("ancient", "horseman", "horses"),
        ("medieval", "knight", "horses"),
        ("gunpowder", "dragoon", "horses"),
        ("gunpowder", "cannon", "iron"),
        ("modern", "howitzer", "iron"),
    ],
)
def test_3_4_some_units_need_a_resource_that_anyone_has_exploited(
    era: str, unit: str, resource: str
) -> None:
    without = a_buyer(9).in_era(era).at("purchase")
    refusal = without.refuses("angela", build(unit, "gaul"), "lacking", "buying-units")
    assert refusal.data["missing"] == resource
    with_it = a_buyer(9).in_era(era).with_exploited(resource).at("purchase")
    assert unit in with_it.prices("angela")


@pytest.mark.parametrize(
    ("era", "unit"),
    [("ancient", "catapult"), ("medieval", "medieval_catapult"), ("modern", "tank")],
)
def test_3_4_some_never_need_one(era: str, unit: str) -> None:
    assert unit in a_buyer(9).in_era(era).at("purchase").prices("angela")


def test_3_4_aircraft_need_a_modern_technology_of_ones_own() -> None:
    game = a_buyer(9).in_era("modern").with_technologies("brad", modern=2).at("purchase")
    assert "fighter" not in game.prices("angela")
    game.refuses("angela", build("fighter", "gaul"), "lacking", "buying-units")
    own = a_buyer(9).in_era("modern").with_technologies("angela", modern=1).at("purchase")
    assert own.prices("angela")["fighter"] == 4


def test_3_4_the_technology_may_be_bought_first() -> None:
    game = a_buyer(15).in_era("modern").at("purchase").play("angela", TECHNOLOGY)
    assert game.play("angela", build("fighter", "gaul")).units("angela", "gaul") == {"fighter": 1}


def test_3_4_fleets_are_put_into_harbour() -> None:
    game = a_buyer(1).at("purchase").play("angela", build("galley", "gaul"))
    assert game.units("angela", "gaul") == {"galley": 1}


def test_3_4_no_fleets_inland() -> None:
    game = a_buyer(9, "gobi", "gaul").at("purchase")
    assert game.options("angela", "where", buy="galley") == ["gaul"]
    game.refuses("angela", build("galley", "gobi"), "not_a_harbour", "buying-units")
    inland = a_buyer(9, "gobi").at("purchase")
    inland.refuses("angela", build("galley", "gobi"), "no_harbour", "buying-units")


def test_3_4_what_cannot_be_paid_is_refused_with_its_price() -> None:
    game = a_buyer(2).in_era("modern").at("purchase")
    refusal = game.refuses("angela", build("tank", "gaul"), "too_expensive", "prices")
    assert (refusal.data["price"], refusal.data["gold"]) == (4, 2)


# 3.5 Growth.


@pytest.mark.parametrize(
    ("era", "size", "grows"),
    [
        ("ancient", "village", False),
        ("medieval", "village", True),
        ("medieval", "town", False),
        ("gunpowder", "town", True),
        ("gunpowder", "city", False),
        ("modern", "city", True),
        ("modern", "metropolis", False),
    ],
)
def test_3_5_settlements_grow_to_the_size_of_the_era(era: str, size: str, grows: bool) -> None:
    game = a_buyer(9, size=size).in_era(era).at("purchase")
    assert ("grow" in game.prices("angela")) == grows
    if not grows:
        game.refuses("angela", grow("gaul"), "size_of_era", "upgrades")


def test_3_5_a_settlement_as_large_as_the_era_allows_is_named() -> None:
    game = (
        a_buyer(9, "gaul")
        .with_settlement("angela", "iberia", "town")
        .in_era("medieval")
        .at("purchase")
    )
    game.refuses("angela", grow("iberia"), "size_of_era", "upgrades")


def test_3_5_one_size_a_turn() -> None:
    game = a_buyer(9, "gaul", "iberia").in_era("modern").at("purchase")
    game.play("angela", grow("gaul"))
    game.refuses("angela", grow("gaul"), "settlement_used", "settlement-use")


def test_3_5_any_number_of_settlements_grow() -> None:
    game = a_buyer(3, "gaul", "iberia", "germania").in_era("medieval").at("purchase")
    game.play("angela", grow("gaul", "iberia", "germania"))
    assert game.gold("angela") == 0
    assert [event.size for event in game.events(events.Grown)] == [2, 2, 2]


def test_3_5_growth_takes_the_gold_of_the_settlement() -> None:
    game = a_buyer(2, "gaul", size="city").in_era("modern").at("purchase")
    game.refuses("angela", grow("gaul"), "too_expensive", "prices")
    mixed = a_buyer(2, "gaul", size="city").with_settlement("angela", "iberia").in_era("modern")
    mixed.at("purchase").refuses("angela", grow("gaul"), "too_expensive", "prices")


def test_3_5_settlements_of_several_sizes_grow_at_once_for_the_sum_of_their_gold() -> None:
    game = (
        a_buyer(4, "gaul", "iberia")
        .with_settlement("angela", "germania", "city")
        .in_era("modern")
        .at("purchase")
    )
    everything = grow("gaul", "iberia", "germania")
    assert game.refuses("angela", everything, "too_expensive", "prices").data["price"] == 5
    game.play("angela", grow("gaul", "germania"))
    assert game.gold("angela") == 0


def test_3_5_why_nothing_grows_is_what_holds_back_all() -> None:
    used = a_buyer(30).in_era("medieval").at("purchase").play("angela", build("settler", "gaul"))
    used.refuses("angela", {"buy": "grow"}, "all_settlements_used", "settlement-use")
    large = a_buyer(9, size="town").in_era("medieval").at("purchase")
    large.refuses("angela", {"buy": "grow"}, "all_as_large", "upgrades")
    poor = a_buyer(1, size="town").in_era("gunpowder").at("purchase")
    poor.refuses("angela", {"buy": "grow"}, "too_expensive", "prices")
    set_aside = a_buyer(9, size="town").in_era("gunpowder").with_gold("angela", 5).at("purchase")
    set_aside.play("angela", wonder(13), [1])
    set_aside.refuses("angela", grow("gaul"), "set_aside", "wonder-attempt")


def test_3_4_a_refused_number_of_units_says_what_is_short() -> None:
    game = a_buyer(1, "gaul", "iberia").at("purchase")
    swordsmen = build("swordsman", "gaul", "iberia")
    assert game.refuses("angela", swordsmen, "too_expensive", "prices").data["price"] == 2
    rich = a_buyer(9, "gaul", "iberia").with_units("angela", "gobi", settler=7).at("purchase")
    settlers = build("settler", "gaul", "iberia")
    assert rich.refuses("angela", settlers, "no_settler_piece", "piece-limits").data["n"] == 1
    twice = build("swordsman", "gaul", "gaul")
    rich.refuses("angela", twice, "one_thing_each", "settlement-use")


# 3.6 Technologies.


def test_3_6_a_technology_is_bought() -> None:
    game = a_buyer(5).at("purchase").play("angela", TECHNOLOGY)
    assert game.technologies("angela") == ("ancient",)
    assert game.gold("angela") == 0


def test_3_6_both_of_an_era_in_one_turn() -> None:
    game = a_buyer(10).at("purchase").play("angela", TECHNOLOGY).play("angela", TECHNOLOGY)
    assert game.technologies("angela") == ("ancient", "ancient")
    assert game.era == "ancient"


def test_3_6_example_a_the_third_is_the_first_of_the_next_era() -> None:
    game = a_buyer(7).with_technologies("angela", ancient=2).at("purchase")
    assert game.prices("angela")["technology"] == 7
    game.play("angela", TECHNOLOGY)
    assert game.technologies("angela") == ("ancient", "ancient", "medieval")
    assert game.gold("angela") == 0


def test_3_6_the_price_of_the_next_era_must_be_paid() -> None:
    game = a_buyer(6).with_technologies("angela", ancient=2).at("purchase")
    refusal = game.refuses("angela", TECHNOLOGY, "too_expensive", "prices")
    assert refusal.data["price"] == 7


def test_3_6_a_found_technology_counts_like_a_bought_one() -> None:
    game = an_explorer().with_technologies("angela", ancient=1).with_gold("angela", 7)
    found = game.at("movement").explore("angela", "gobi", "free_technology")
    found.lapse(lambda game: game.turn == 8 and "angela" in game.asked())
    assert found.prices("angela")["technology"] == 7
    assert found.play("angela", TECHNOLOGY).era == "medieval"


def test_3_6_technologies_of_an_era_can_be_skipped() -> None:
    game = a_buyer(7).in_era("medieval").at("purchase").play("angela", TECHNOLOGY)
    assert game.technologies("angela") == ("medieval",)


def test_3_6_without_a_settlement_cards_can_still_be_bought() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_gold("angela", 5).at("purchase")
    assert set(game.prices("angela")) == {"technology", "wonder", "done"}
