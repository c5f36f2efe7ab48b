"""Rulebook 8.4 to 8.6: founding villages, growth, technologies."""

import pytest

from engine.rulesets.standard.events import Founded, Grown, TechnologyBought
from engine.rulesets.standard.tables import CARDS
from tests.standard.builders import (
    BUY_NOTHING,
    BUY_TECHNOLOGY,
    Arrangement,
    Game,
    a_game,
    buy,
    dealt,
)


def a_settler_in_gobi(gold: int = 50) -> Arrangement:
    return a_game().with_units("angela", "gobi", settler=1).with_gold("angela", gold)


# 8.4 Founding villages


def test_8_4_a_settler_becomes_a_village() -> None:
    game = a_settler_in_gobi().at("purchase").play("angela", buy("village", "gobi"))
    assert game.event(Founded) == Founded(0, "gobi", 5, "")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("angela", "gobi") == {}
    assert game.gold("angela") == 45


def test_8_4_of_several_settlers_one_is_used() -> None:
    game = a_settler_in_gobi().with_units("angela", "gobi", settler=2).at("purchase")
    game.play("angela", buy("village", "gobi"))
    assert game.units("angela", "gobi") == {"settler": 2}


def test_8_4_a_face_down_resource_is_turned_up() -> None:
    game = a_settler_in_gobi().with_marker("gobi", "iron", known_by=["angela"]).at("purchase")
    game.play("angela", buy("village", "gobi"))
    assert game.event(Founded).marker == "iron"
    assert game.player("angela").resources == {"iron": 1}
    assert game.revealed


@pytest.mark.parametrize("marker", ["mountains", "jungle_forest", "fertile", "gems"])
def test_8_4_what_lies_face_up_stays(marker: str) -> None:
    game = a_settler_in_gobi().with_marker("gobi", marker, up=True).at("purchase")
    game.play("angela", buy("village", "gobi"))
    lying = game.marker("gobi")
    assert lying is not None
    assert (lying.face, lying.kind) == ("up", marker)
    assert not game.revealed


def test_8_4_there_must_be_a_settler_in_the_region() -> None:
    game = a_settler_in_gobi().with_units("angela", "nile", swordsman=1).at("purchase")
    game.refuses("angela", buy("village", "nile"), "no_settler_here", "villages")
    game.refuses("angela", buy("village", "north_sea"), "settle_on_land", "villages")
    game.refuses("angela", buy("village", "atlantis"), "no_such_place", "villages")


def test_8_4_without_a_settler_there_is_no_site() -> None:
    game = a_game().with_gold("angela", 50).at("purchase")
    game.refuses("angela", {"buy": "village"}, "no_site", "villages")
    game.refuses("angela", buy("village", "gobi"), "no_settler_here", "villages")


def test_8_4_somebody_elses_settler_will_not_do() -> None:
    game = a_settler_in_gobi().with_units("brad", "nile", settler=1).at("purchase")
    game.refuses("angela", buy("village", "nile"), "no_settler_here", "villages")


@pytest.mark.parametrize("owner", ["angela", "brad"])
def test_8_4_there_must_be_no_settlement_yet(owner: str) -> None:
    game = a_settler_in_gobi().with_units("angela", "nile", settler=1)
    table = game.with_settlement(owner, "nile").at("purchase")
    table.refuses("angela", buy("village", "nile"), "settled_already", "villages")


def test_8_4_there_must_be_no_desert() -> None:
    game = a_settler_in_gobi().with_units("angela", "nile", settler=1)
    table = game.with_marker("nile", "desert", up=True).at("purchase")
    table.refuses("angela", buy("village", "nile"), "terrain_limit", "terrain")


def test_8_4_one_must_know_the_marker() -> None:
    game = a_settler_in_gobi().with_units("angela", "nile", settler=1)
    table = game.with_marker("nile", "treasure", known_by=["brad"]).at("purchase")
    table.refuses("angela", buy("village", "nile"), "look_first", "villages")


def test_8_4_armies_of_others_do_not_hinder_it() -> None:
    game = a_settler_in_gobi().with_units("brad", "gobi", swordsman=3, settler=1).at("purchase")
    game.play("angela", buy("village", "gobi"))
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("brad", "gobi") == {"settler": 1, "swordsman": 3}


def test_8_4_settlers_aboard_found_nothing() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", settler=1).with_gold("angela", 50)
    game.at("purchase").refuses("angela", buy("village", "gaul"), "no_settler_here", "villages")


# 8.5 Growth


@pytest.mark.parametrize(
    ("before", "after", "price"),
    [("village", "town", 5), ("town", "city", 10), ("city", "metropolis", 20)],
)
def test_8_5_a_settlement_grows_by_one_size(before: str, after: str, price: int) -> None:
    game = a_game().with_settlement("angela", "gobi", before).with_gold("angela", 50)
    table = game.at("purchase").play("angela", buy("grow", "gobi"))
    assert table.settlement("gobi") == ("angela", after)
    assert table.event(Grown).price == price
    assert table.gold("angela") == 50 - price


def test_8_5_by_one_size_a_turn() -> None:
    game = a_game().with_settlements("angela", "gobi", "nile").with_gold("angela", 50)
    table = game.at("purchase").play("angela", buy("grow", "gobi"))
    table.refuses("angela", buy("grow", "gobi"), "grown_this_turn", "upgrades")


def test_8_5_as_many_settlements_as_one_can_pay_for() -> None:
    game = a_game().with_settlements("angela", "gobi", "nile", "gaul").with_gold("angela", 15)
    table = game.at("purchase")
    for place in ("gobi", "nile", "gaul"):
        table.play("angela", buy("grow", place))
    assert table.player("angela").settlements == (0, 3, 0, 0)


def test_8_5_in_the_next_turn_it_grows_again() -> None:
    game = a_game().with_settlement("angela", "gobi", grown=6).with_gold("angela", 50)
    table = game.on_turn(7).at("purchase").play("angela", buy("grow", "gobi"))
    assert table.settlement("gobi") == ("angela", "town")


def test_8_5_a_village_does_not_grow_in_the_turn_it_is_founded() -> None:
    game = a_settler_in_gobi().with_settlement("angela", "nile").at("purchase")
    game.play("angela", buy("village", "gobi"))
    game.refuses("angela", buy("grow", "gobi"), "grown_this_turn", "upgrades")


def test_8_5_a_settlement_bought_grown_this_turn_does_not_grow_again() -> None:
    game = a_game().with_settlement("angela", "gobi", grown=7).with_gold("angela", 50).on_turn(7)
    table = game.at("purchase")
    table.refuses("angela", buy("grow", "gobi"), "grown_this_turn", "upgrades")
    table.refuses("angela", {"buy": "grow"}, "nothing_grows", "upgrades")


def test_8_5_a_settlement_that_cannot_be_paid_says_so_though_nothing_else_grows() -> None:
    game = a_game().with_settlement("angela", "gobi", "town").with_gold("angela", 6)
    game.at("purchase").refuses("angela", buy("grow", "gobi"), "too_expensive", "prices")
    error = game.at("purchase").refuses("angela", {"buy": "grow"}, "too_expensive", "prices")
    assert error.data["price"] == 10


def test_8_4_a_village_that_cannot_be_founded_says_why_though_no_other_can() -> None:
    game = a_game().with_settlement("angela", "nile").with_units("angela", "gobi", settler=1)
    unknown = game.with_marker("gobi", "wine").with_gold("angela", 6).at("purchase")
    unknown.refuses("angela", buy("village", "gobi"), "look_first", "villages")
    unknown.refuses("angela", buy("village", "steppe"), "no_settler_here", "villages")
    poor = a_game().in_era("medieval").with_units("angela", "gobi", settler=1)
    poor = poor.with_settlement("angela", "nile").with_gold("angela", 9)
    poor.at("purchase").refuses("angela", buy("village", "gobi"), "too_expensive", "prices")


def test_8_5_one_grows_ones_own() -> None:
    game = a_game().with_settlement("angela", "gobi").with_settlement("brad", "nile")
    table = game.with_gold("angela", 50).at("purchase")
    for place in ("nile", "steppe", "north_sea"):
        table.refuses("angela", buy("grow", place), "not_your_settlement", "upgrades")


def test_8_5_nothing_is_larger_than_a_metropolis() -> None:
    game = a_game().with_settlement("angela", "gobi", "metropolis").with_gold("angela", 50)
    table = game.with_settlement("angela", "nile").at("purchase")
    table.refuses("angela", buy("grow", "gobi"), "largest_already", "upgrades")


def test_8_5_what_one_cannot_pay_does_not_grow() -> None:
    game = a_game().with_settlement("angela", "gobi", "city").with_settlement("angela", "nile")
    table = game.with_gold("angela", 19).at("purchase")
    refused = table.refuses("angela", buy("grow", "gobi"), "too_expensive", "prices")
    assert (refused.data["price"], refused.data["gold"]) == (20, 19)


# 8.6 Technologies


def test_8_6_each_technology_costs_ten_more_than_the_last() -> None:
    game = a_game().with_gold("angela", 150).at("purchase")
    paid = []
    for _ in range(5):
        game.play("angela", BUY_TECHNOLOGY)
        paid.append(game.event(TechnologyBought).price)
    assert paid == [10, 20, 30, 40, 50]
    assert game.technologies("angela") == 5


def test_8_6_cards_of_one_era_are_handed_out_in_order() -> None:
    game = a_game(3).with_gold("angela", 30).with_gold("brad", 10).at("purchase")
    game.play("angela", BUY_TECHNOLOGY).play("angela", BUY_TECHNOLOGY).play("brad", BUY_TECHNOLOGY)
    assert game.player("angela").technologies == CARDS[:2]
    assert game.player("brad").technologies == CARDS[2:3]


def test_8_6_all_technologies_one_owns_count_for_the_price() -> None:
    game = a_game().in_era("modern").with_technologies("angela", ancient=2, medieval=1, modern=1)
    table = game.with_gold("angela", 50).at("purchase")
    assert table.player("angela").next_technology == 50
    table.play("angela", BUY_TECHNOLOGY)
    assert table.gold("angela") == 0
    assert table.player("angela").technologies_by_era == (2, 1, 0, 2)


def test_8_6_a_technology_one_gave_away_does_not_count() -> None:
    game = a_game().with_technologies("angela", ancient=2).at("trade")
    dealt(game, "angela", "brad", give=["technology:ancient"])
    assert game.player("angela").next_technology == 20


def a_bare_supply(gold: int) -> Game:
    """Medieval era; all cards but one are taken, Angela owns two and has this gold."""
    game = a_game(6).in_era("medieval").with_technologies("angela", medieval=2)
    for name in ("chris", "dana", "erik"):
        game = game.with_technologies(name, medieval=2)
    return game.with_technologies("brad", medieval=1).with_gold("angela", gold).at("purchase")


def test_8_6_one_buys_while_the_supply_lasts() -> None:
    game = a_bare_supply(gold=100)
    assert game.view().technologies_left == 1
    game.play("angela", BUY_TECHNOLOGY)
    assert game.view().technologies_left == 0
    game.refuses("angela", BUY_TECHNOLOGY, "no_technology_left", "technologies")


def test_8_6_done_means_done() -> None:
    game = a_game(3).with_gold("angela", 50).with_gold("brad", 50).at("purchase")
    game.play("angela", BUY_NOTHING)
    game.refuses("angela", BUY_TECHNOLOGY, "not_yours", "purchase", kind="purchase")
