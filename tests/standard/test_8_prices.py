"""Rulebook 8 to 8.3: who buys when, prices, units, where they are placed."""

import pytest

from engine.rulesets.standard.events import Bought, PurchaseDone
from tests.builders import gold_price
from tests.standard.builders import BUY_NOTHING, BUY_TECHNOLOGY, Game, a_game, buy

PRICES = {
    "ancient": {"army": 5, "fleet": 10, "settler": 5, "village": 5},
    "medieval": {"army": 10, "fleet": 20, "settler": 10, "village": 10},
    "gunpowder": {"army": 15, "fleet": 30, "settler": 15, "village": 15},
    "modern": {"army": 20, "fleet": 40, "settler": 20, "village": 20},
}
FOR_SALE = {
    "ancient": ("swordsman", "horseman", "catapult", "galley"),
    "medieval": ("man_at_arms", "knight", "medieval_catapult", "caravel"),
    "gunpowder": ("musketman", "dragoon", "cannon", "frigate"),
    "modern": ("machinegunner", "tank", "howitzer", "battleship"),
}
ERAS = list(PRICES)


def a_rich_buyer(era: str, gold: int = 500) -> Game:
    """Angela has gold, a village in Gaul on the coast and a settler in Gobi."""
    game = a_game().in_era(era).with_settlement("angela", "gaul").with_gold("angela", gold)
    return game.with_units("angela", "gobi", settler=1).at("purchase")


# 8 Purchase


def test_8_what_is_not_spent_is_saved() -> None:
    game = a_rich_buyer("ancient", gold=50).play("angela", buy("swordsman", "gaul"))
    game.play("angela", BUY_NOTHING)
    assert game.event(PurchaseDone).seat == 0
    assert game.gold("angela") == 45


def test_8_players_buy_in_turn_order() -> None:
    game = a_game(3)
    for name in ("angela", "brad", "chris"):
        game = game.with_gold(name, 20)
    table = game.at("purchase", first="brad")
    buyers: list[str] = []
    while table.phase == "purchase" and table.turn == 7:
        buyers += table.asked()
        table.play(buyers[-1], BUY_NOTHING)
    assert buyers == ["brad", "chris", "angela"]


def test_8_one_may_buy_several_times_until_done() -> None:
    game = a_rich_buyer("ancient", gold=40).play("angela", buy("swordsman", "gaul", 2))
    game.play("angela", buy("settler", "gaul")).play("angela", BUY_TECHNOLOGY)
    assert game.gold("angela") == 15
    assert game.asked() == {"angela": "purchase"}


def test_8_who_can_buy_nothing_is_not_asked() -> None:
    game = a_game(3).with_gold("angela", 4).with_gold("chris", 5).at("purchase")
    assert game.asked() == {"chris": "purchase"}


def test_8_with_the_option_together_all_buy_at_the_same_time() -> None:
    game = a_game(3).with_option("purchases", "together").with_gold("angela", 20)
    table = game.with_gold("brad", 20).with_gold("chris", 20).at("purchase")
    assert table.asked() == dict.fromkeys(("angela", "brad", "chris"), "purchase")
    table.play("chris", BUY_NOTHING).play("angela", BUY_TECHNOLOGY)
    assert set(table.asked()) == {"angela", "brad"}


def test_8_together_the_last_technology_goes_to_whoever_asks_first() -> None:
    game = a_game(6).in_era("medieval").with_option("purchases", "together")
    for name in ("chris", "dana", "erik", "fay"):
        game = game.with_technologies(name, medieval=2)
    game = game.with_technologies("brad", medieval=1).with_gold("angela", 20).with_gold("brad", 20)
    table = game.at("purchase").play("brad", BUY_TECHNOLOGY)
    table.refuses("angela", BUY_TECHNOLOGY, "no_technology_left", "technologies")


# 8.1 Prices


@pytest.mark.parametrize("era", ERAS)
def test_8_1_the_price_table(era: str) -> None:
    prices = a_rich_buyer(era).prices("angela")
    expected = dict.fromkeys(FOR_SALE[era][:3], PRICES[era]["army"])
    expected[FOR_SALE[era][3]] = PRICES[era]["fleet"]
    expected |= {"settler": PRICES[era]["settler"], "village": PRICES[era]["village"]}
    expected |= {"grow": 5, "technology": 10}
    if era == "modern":
        expected["fighter"] = 40
    assert prices == {**expected, "done": None}


@pytest.mark.parametrize("era", ERAS)
def test_8_1_what_is_bought_is_paid(era: str) -> None:
    for unit in FOR_SALE[era]:
        fleet = unit == FOR_SALE[era][3]
        price = PRICES[era]["fleet" if fleet else "army"]
        place = "north_sea" if fleet else "gaul"
        game = a_rich_buyer(era, gold=3 * price + 1).play("angela", buy(unit, place, 3))
        assert game.event(Bought) == Bought(0, unit, 3, place, 3 * price)
        assert game.gold("angela") == 1


@pytest.mark.parametrize(
    ("value", "price"),
    [
        (buy("swordsman", "gaul"), 5),
        (buy("settler", "gaul"), 5),
        (buy("galley", "north_sea"), 10),
        (buy("village", "gobi"), 5),
        (BUY_TECHNOLOGY, 10),
    ],
)
def test_8_1_one_gold_too_little_is_too_little(value: dict[str, str], price: int) -> None:
    game = a_game().with_settlement("angela", "gaul").with_units("angela", "gobi", settler=1)
    game = game.with_option("purchases", "together").with_gold("brad", 50)
    game = game.with_gold("angela", price - 1)
    if price > 5:
        refused = game.at("purchase").refuses("angela", value, "too_expensive", "prices")
        assert (refused.data["price"], refused.data["gold"]) == (price, price - 1)
    else:
        assert "angela" not in game.at("purchase").asked()
    game.with_gold("angela", 1).at("purchase").play("angela", value)


def test_8_1_a_village_may_be_too_expensive_where_a_technology_is_not() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", settler=1)
    table = game.with_gold("angela", 15).at("purchase")
    table.refuses("angela", buy("village", "gobi"), "too_expensive", "prices")
    table.refuses("angela", buy("tank", "labrador"), "too_expensive", "prices")


def test_8_1_one_buys_no_more_than_one_can_pay() -> None:
    game = a_rich_buyer("ancient", gold=14)
    refused = game.refuses("angela", buy("swordsman", "gaul", 3), "too_expensive", "prices")
    assert refused.data["price"] == 5
    game.refuses("angela", buy("swordsman", "gaul", 0), "too_low", "purchase")
    game.play("angela", buy("swordsman", "gaul", 2))


def test_8_1_growth_costs_by_the_new_size_in_every_era() -> None:
    for era in ERAS:
        game = a_game().in_era(era).with_gold("angela", 100)
        game = game.with_settlement("angela", "gaul").with_settlement("angela", "gobi", "town")
        table = game.with_settlement("angela", "nile", "city").at("purchase")
        shown = table.described("angela", "where", buy="grow")
        prices = {option.key: gold_price(option) for option in shown}
        assert prices == {"gaul": 5, "gobi": 10, "nile": 20}


# 8.2 Units and settlers


@pytest.mark.parametrize("era", ERAS)
def test_8_2_only_units_of_the_current_era_can_be_bought(era: str) -> None:
    game = a_rich_buyer(era)
    for other in ERAS:
        for unit in FOR_SALE[other]:
            if other != era:
                game.refuses("angela", buy(unit, "gaul"), "wrong_era", "buying-units")


@pytest.mark.parametrize("era", ERAS[:3])
def test_8_2_aircraft_come_with_the_modern_era(era: str) -> None:
    a_rich_buyer(era).refuses("angela", buy("fighter", "gaul"), "wrong_era", "buying-units")


def test_8_2_example_a_the_units_of_the_medieval_era() -> None:
    goods = set(a_rich_buyer("medieval").prices("angela"))
    units = {"man_at_arms", "knight", "medieval_catapult", "caravel"}
    assert goods - {"settler", "village", "grow", "technology", "done"} == units


def test_8_2_without_a_settlement_one_buys_technologies_only() -> None:
    game = a_game().without_home("angela").with_units("angela", "gobi", swordsman=1)
    table = game.with_gold("angela", 50).at("purchase")
    assert set(table.prices("angela")) == {"technology", "done"}
    for unit in ("swordsman", "settler", "galley"):
        table.refuses("angela", buy(unit, "gobi"), "no_settlement", "placing")
    table.play("angela", BUY_TECHNOLOGY)
    assert table.technologies("angela") == 1


def test_8_2_there_is_nothing_else_for_sale() -> None:
    game = a_rich_buyer("ancient")
    game.refuses("angela", {"buy": "elephant"}, "not_an_option", "purchase")
    game.refuses("angela", {"buy": 7}, "not_a_key", "purchase")
    game.refuses("angela", "swordsman", "not_a_form", "purchase")


# 8.3 Placing


def test_8_3_armies_settlers_and_aircraft_are_placed_at_a_settlement_of_ones_own() -> None:
    game = a_game().in_era("modern").with_settlements("angela", "gaul", "gobi")
    table = game.with_settlement("brad", "nile").with_gold("angela", 500).at("purchase")
    for unit in ("tank", "settler", "fighter"):
        assert table.options("angela", "where", buy=unit) == ["gaul", "gobi"]
        for place in ("nile", "steppe", "north_sea"):
            table.refuses("angela", buy(unit, place), "not_your_settlement", "placing")


def test_8_3_fleets_are_placed_in_a_zone_that_touches_ones_settlement() -> None:
    game = a_rich_buyer("ancient")
    zones = {"biscay_sea", "north_sea", "west_mediterranean"}
    assert set(game.options("angela", "where", buy="galley")) == zones
    game.refuses("angela", buy("galley", "baffin_sea"), "not_a_harbour", "placing")
    for place in ("gaul", "gobi"):
        game.refuses("angela", buy("galley", place), "ships_stay_at_sea", "placing")


def test_8_3_who_has_no_settlement_on_a_coast_buys_no_fleet() -> None:
    game = a_game().with_settlement("angela", "gobi").with_gold("angela", 50).at("purchase")
    game.refuses("angela", buy("galley", "okhotsk_sea"), "no_harbour", "placing")


def test_8_3_places_must_be_on_the_map() -> None:
    game = a_rich_buyer("ancient")
    for good in ("swordsman", "galley"):
        game.refuses("angela", buy(good, "atlantis"), "no_such_place", "placing")


def test_8_3_any_number_may_be_placed_at_one_settlement() -> None:
    game = a_rich_buyer("ancient").play("angela", buy("swordsman", "gaul", 20))
    assert game.units("angela", "gaul") == {"swordsman": 20}


def test_8_3_new_pieces_first_move_next_turn() -> None:
    game = a_rich_buyer("ancient", gold=5).play("angela", buy("swordsman", "gaul"))
    assert (game.turn, game.phase) == (8, "movement")
    assert "iberia" in game.destinations("angela", "gaul", "swordsman")
