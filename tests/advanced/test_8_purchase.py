"""Rulebook 8: prices, placing, growth, technologies, selling, improvements, fees."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.core.messages import Voice, catalog
from engine.rulesets.advanced.events import (
    Bought,
    EndDeclared,
    GrownFree,
    ImprovementBuilt,
    PiecesLost,
    PiecesReceived,
    Sold,
)
from engine.rulesets.advanced.tables import TABLES
from tests.advanced.builders import BUY_NOTHING, Arrangement, Game, a_game, buy, look
from tests.standard import builders as standard

ERAS = TABLES.eras


def shopper(era: str = "ancient", gold: int = 100) -> Arrangement:
    """Angela has a town in Gobi and gold."""
    return a_game().in_era(era).with_settlement("angela", "gobi", "town").with_gold("angela", gold)


def test_8_players_buy_in_turn_and_keep_what_they_do_not_spend() -> None:
    game = shopper().with_gold("brad", 50).at("purchase")
    assert game.asked() == {"angela": "purchase"}
    game.play("angela", BUY_NOTHING)
    assert game.gold("angela") == 100
    assert game.asked() == {"brad": "purchase"}


@pytest.mark.parametrize("era", range(4))
def test_8_1_prices_rise_with_the_eras(era: int) -> None:
    game = (
        shopper(ERAS[era], 500)
        .with_cards("brad", *(card.id for card in TABLES.technology_cards if card.era <= era))
        .with_settlement("angela", "nile", "town")
        .with_units("angela", "persia", settler=1)
        .at("purchase")
    )
    prices = game.prices("angela")
    infantry = ("swordsman", "man_at_arms", "musketman", "machinegunner")[era]
    fleet = ("galley", "caravel", "frigate", "battleship")[era]
    assert prices[infantry] == (10, 15, 20, 25)[era]
    assert prices[fleet] == (20, 30, 40, 50)[era]
    assert prices["settler"] == prices["village"] == 10
    improvement = next(each.id for each in TABLES.improvements if each.era == era)
    assert prices[improvement] == (10, 15, 20, 25)[era]
    assert prices.get("fighter") == (50 if era == 3 else None)


def test_8_2_example_a_any_players_technology_serves_all() -> None:
    game = (
        shopper("medieval")
        .with_settlement("angela", "steppe", "metropolis")
        .with_cards("angela", "chivalry")
        .with_cards("brad", "feudalism")
        .at("purchase")
    )
    game.play("angela", buy("man_at_arms", "gobi", 2))
    bought = game.event(Bought)
    assert (bought.price, bought.owner, bought.fee) == (30, 1, 10)
    assert game.gold("brad") == 10
    game.play("angela", buy("knight", "steppe", 3))
    assert (game.event(Bought).price, game.event(Bought).fee) == (45, 0)
    assert game.gold("angela") == 25
    error = game.refuses("angela", buy("medieval_catapult", "gobi"), "not_in_play", "buying-units")
    assert error.data["technology"] == "engineering"


def test_8_2_a_unit_says_what_it_is_at_present_and_who_is_paid() -> None:
    def horseman(*cards: str) -> str:
        game = shopper().with_cards("brad", *cards).at("purchase")
        shown = game.described("angela", "buy")
        voice = Voice(catalog("advanced", strict=True), ("Angela", "Brad"))
        return voice.note(next(each for each in shown if each.key == "horseman"))

    assert horseman("wheel") == (
        "10 gold · a chariot for now; one die, +1 against infantry; 5 gold of it to Brad"
    )
    assert "for now" not in horseman("wheel", "horseback_riding")


def test_8_2_units_of_other_eras_are_not_for_sale() -> None:
    game = shopper("medieval").with_cards("brad", "bronze_working").at("purchase")
    game.refuses("angela", buy("swordsman", "gobi"), "wrong_era", "buying-units")


def test_8_3_a_settlement_takes_as_many_pieces_as_its_size() -> None:
    game = shopper().with_cards("angela", "bronze_working").at("purchase")
    game.refuses("angela", buy("swordsman", "gobi", 3), "no_room", "placing")
    game.play("angela", buy("swordsman", "gobi", 2))
    game.refuses("angela", buy("settler", "gobi"), "no_room_left", "placing")


def test_8_3_growth_makes_room_in_the_same_turn() -> None:
    game = shopper().with_cards("brad", "chemistry").at("purchase")
    game.play("angela", buy("settler", "gobi", 2)).play("angela", buy("grow", "gobi"))
    game.refuses("angela", buy("settler", "gobi", 2), "no_room", "placing")
    game.play("angela", buy("settler", "gobi"))
    assert game.units("angela", "gobi") == {"settler": 3}


def test_8_3_fleets_count_for_a_settlement_beside_them() -> None:
    game = (
        a_game()
        .with_settlement("angela", "nile", "village")
        .with_gold("angela", 100)
        .with_cards("angela", "trade_mapmaking")
        .at("purchase")
    )
    zone = game.options("angela", "where", buy="galley")[0]
    game.play("angela", buy("galley", zone))
    game.refuses("angela", buy("settler", "nile"), "no_room_left", "placing")


@pytest.mark.parametrize(("first", "then"), [("nile", "libya"), ("libya", "nile")])
def test_8_3_a_fleet_counts_for_the_settlement_that_leaves_most_room(first: str, then: str) -> None:
    game = (
        a_game()
        .with_settlements("angela", "nile", "libya")
        .with_gold("angela", 100)
        .with_cards("angela", "trade_mapmaking")
        .at("purchase")
    )
    game.play("angela", buy("galley", "east_mediterranean"))
    assert set(game.options("angela", "where", buy="settler")) == {"nile", "libya"}
    game.play("angela", buy("settler", first))
    game.refuses("angela", buy("settler", then), "no_room_left", "placing")


def test_8_3_a_fleet_makes_way_for_another_where_only_one_settlement_lies() -> None:
    game = (
        a_game()
        .with_settlements("angela", "nile", "libya")
        .with_gold("angela", 100)
        .with_cards("angela", "trade_mapmaking")
        .at("purchase")
    )
    game.play("angela", buy("galley", "east_mediterranean"))
    game.refuses("angela", buy("galley", "east_mediterranean", 2), "no_room", "placing")
    game.play("angela", buy("galley", "arabian_sea"))
    game.refuses("angela", buy("settler", "libya"), "no_room_left", "placing")


def full_nile(other: str) -> Game:
    """Angela has put a settler at her village on the Nile, and has a city somewhere else."""
    game = a_game().with_settlement("angela", "nile").with_settlement("angela", other, "city")
    table = game.with_gold("angela", 100).with_cards("brad", "trade_mapmaking").at("purchase")
    table.play("angela", buy("settler", "nile"))
    return table


def test_8_3_a_coast_whose_settlement_is_full_takes_no_fleet() -> None:
    game = full_nile("gaul")
    game.refuses("angela", buy("galley", "arabian_sea"), "no_room", "placing")
    game.refuses("angela", buy("galley", "baffin_sea"), "not_a_harbour", "placing")


def test_8_3_room_inland_is_none_for_a_fleet() -> None:
    full_nile("gobi").refuses("angela", buy("galley", "arabian_sea"), "no_room_at_sea", "placing")


def test_8_3_the_fleets_of_others_take_no_room() -> None:
    game = a_game().with_cards("angela", "trade_mapmaking")
    for name, place in (("angela", "nile"), ("brad", "libya")):
        game.with_settlement(name, place).with_gold(name, 100)
    table = game.at("purchase").play("angela", buy("galley", "east_mediterranean"))
    table.play("angela", BUY_NOTHING)
    assert table.options("brad", "where", buy="settler") == ["libya"]
    assert "east_mediterranean" in table.options("brad", "where", buy="galley")


def test_8_3_a_new_owner_has_all_the_room_of_a_settlement() -> None:
    game = (
        a_game()
        .with_cards("chris", "bronze_working", "pottery_specialization")
        .with_settlements("angela", "gobi", "huang_he")
        .with_units("angela", "steppe", settler=1)
        .with_marker("steppe", "free_technology")
        .with_settlement("brad", "manchuria")
        .with_gold("brad", 50)
        .at("movement")
    )
    game.play("angela", look("steppe")).play("angela", "iron_working").play("angela", "gobi")
    assert game.units("angela", "gobi") == {"swordsman": 1}
    game.lapse(lambda now: now.phase == "trade")
    standard.dealt(game, "angela", "brad", give=["settlement:gobi"])
    game.lapse(lambda now: now.asked() == {"brad": "purchase"}, dice=[1, 1])
    game.play("brad", buy("swordsman", "gobi"))
    assert game.units("brad", "gobi") == {"swordsman": 1}
    game.refuses("brad", buy("settler", "gobi"), "no_room", "placing")


def test_8_4_a_village_gets_a_city_card() -> None:
    game = (
        shopper()
        .with_units("angela", "steppe", settler=1)
        .with_marker("steppe", "iron", known_by=["angela"])
        .at("purchase")
    )
    game.play("angela", buy("village", "steppe"))
    assert game.city("angela", "steppe").resource == "iron"
    assert game.gold("angela") == 90


def test_8_5_sizes_open_with_technologies_and_nobody_is_paid() -> None:
    closed = shopper().at("purchase")
    closed.refuses("angela", {"buy": "grow"}, "nothing_grows", "upgrades")
    closed.refuses("angela", {"buy": "grow", "where": "gobi"}, "not_in_play", "upgrades")
    game = shopper().with_cards("brad", "chemistry").at("purchase")
    game.play("angela", {"buy": "grow", "where": "gobi"})
    assert (game.gold("angela"), game.gold("brad")) == (80, 0)
    game.refuses("angela", {"buy": "grow", "where": "gobi"}, "not_in_play", "upgrades")


def test_8_5_a_size_that_is_not_open_is_named() -> None:
    game = (
        shopper()
        .with_settlement("angela", "steppe", "village")
        .with_cards("brad", "construction")
        .at("purchase")
    )
    error = game.refuses("angela", {"buy": "grow", "where": "gobi"}, "not_in_play", "upgrades")
    assert error.data["technology"] == "chemistry"


def test_8_5_a_village_does_not_grow_in_its_first_turn() -> None:
    game = (
        shopper()
        .with_cards("brad", "construction")
        .with_units("angela", "steppe", settler=1)
        .at("purchase")
    )
    game.play("angela", buy("village", "steppe"))
    assert "grow" not in game.options("angela", "buy")


def test_8_5_chemistry_lets_a_settlement_grow_for_nothing() -> None:
    game = (
        shopper("medieval")
        .with_settlement("angela", "steppe", "town")
        .with_cards("brad", "printing_press", "education")
        .at("purchase")
    )
    game.play("angela", {"buy": "chemistry"}).play("angela", "steppe")
    assert game.event(GrownFree).size == 3
    assert game.gold("angela") == 60


def test_8_6_prerequisites_need_only_be_in_play() -> None:
    game = shopper().with_cards("brad", "wheel").at("purchase")
    assert game.prices("angela")["horseback_riding"] == 40
    error = game.refuses("angela", {"buy": "mathematics"}, "prerequisites", "technologies")
    assert error.data["missing"] == ("masonry", "alphabet_writing")
    taken = game.refuses("angela", {"buy": "wheel"}, "technology_taken", "technologies")
    assert taken.data["seat"] == 1


def test_8_6_technologies_of_past_eras_cost_half_rounded_up() -> None:
    game = shopper("medieval").at("purchase")
    prices = game.prices("angela")
    assert (prices["masonry"], prices["pottery_specialization"]) == (8, 10)


def test_8_6_nobody_buys_two_eras_ahead() -> None:
    game = shopper("ancient", 500).with_cards("brad", "metallurgy", "banking", "printing_press")
    game.at("purchase").refuses("angela", {"buy": "nationalism"}, "too_far_ahead", "technologies")


@pytest.mark.parametrize(
    ("wonder", "era", "needs", "card", "price"),
    [
        ("great_library", "ancient", (), "masonry", 10),
        ("leonardos_workshop", "medieval", ("currency",), "banking", 40),
        ("newtons_university", "gunpowder", ("nationalism",), "economics", 75),
        ("edisons_lab", "modern", ("steam_power",), "electricity", 80),
    ],
)
def test_8_6_wonders_make_technologies_of_their_era_cheaper(
    wonder: str, era: str, needs: tuple[str, ...], card: str, price: int
) -> None:
    game = shopper(era, 200).with_card_wonders("angela", wonder).with_cards("brad", *needs)
    assert game.at("purchase").prices("angela")[card] == price


def test_8_6_a_wonder_of_the_next_era_makes_its_technologies_cheaper_at_once() -> None:
    needs = ("trade_mapmaking", "philosophy_literature", "currency")
    game = shopper("ancient", 200).with_cards("brad", *needs).at("purchase")
    assert game.prices("angela")["banking"] == 50
    game.play("angela", {"buy": "education"})
    assert game.prices("angela")["banking"] == 40


def test_8_6_a_technology_that_is_too_dear_is_refused() -> None:
    game = shopper(gold=12).at("purchase")
    error = game.refuses("angela", {"buy": "masonry"}, "too_expensive", "prices")
    assert error.data["price"] == 15


def test_8_7_old_units_are_sold_for_a_fifth() -> None:
    game = (
        shopper("medieval", 0)
        .with_units("angela", "gobi", swordsman=2)
        .with_fleet("angela", "south_china_sea", "galley")
        .at("purchase")
    )
    game.play("angela", {"buy": "sell", "units": "swordsman@gobi", "count": 2})
    assert game.event(Sold).gold == 4
    game.play("angela", {"buy": "sell", "units": "galley@south_china_sea", "count": 1})
    assert game.gold("angela") == 8


@pytest.mark.parametrize(
    ("era", "unit", "gold"),
    [
        ("gunpowder", "knight", 3),
        ("modern", "cannon", 4),
        ("modern", "swordsman", 2),
        ("gunpowder", "caravel", 6),
        ("modern", "frigate", 8),
    ],
)
def test_8_7_the_fifth_is_of_what_its_own_era_asked(era: str, unit: str, gold: int) -> None:
    place = "south_china_sea" if unit in ("caravel", "frigate") else "gobi"
    game = shopper(era, 0).with_units("angela", "gobi", swordsman=1)
    if place == "gobi":
        game.with_units("angela", place, **{unit: 1})
    else:
        game.with_fleet("angela", place, unit)
    table = game.at("purchase").play("angela", sale(f"{unit}@{place}"))
    assert table.gold("angela") == gold


def sale(units: str, count: int = 1) -> dict[str, Value]:
    """The order to sell units."""
    return {"buy": "sell", "units": units, "count": count}


def test_8_7_what_came_as_a_catapult_brings_a_fifth_of_its_price() -> None:
    game = (
        shopper("medieval", 200)
        .with_cards("brad", "wheel", "construction")
        .with_units("angela", "gobi", catapult=2)
        .with_units("angela", "nile", swordsman=1)
        .at("purchase")
    )
    game.play("angela", {"buy": "engineering"}).play("angela", buy("medieval_catapult", "gobi"))
    assert game.units("angela", "gobi") == {"medieval_catapult": 4}
    refused = game.refuses("angela", sale("catapult@gobi"), "not_of_the_past", "selling")
    assert refused.data["unit"] == "medieval_catapult"
    game.state.era += 1
    assert set(game.options("angela", "units", buy="sell")) == {
        "catapult@gobi",
        "medieval_catapult@gobi",
        "swordsman@nile",
    }
    game.play("angela", sale("catapult@gobi", 2))
    assert game.event(Sold).gold == 4
    assert game.units("angela", "gobi") == {"medieval_catapult": 2}
    game.play("angela", sale("medieval_catapult@gobi", 2))
    assert game.event(Sold).gold == 6


def test_8_7_a_catapult_received_after_engineering_is_one_of_them() -> None:
    game = (
        shopper("medieval", 200)
        .with_cards("brad", "masonry", "alphabet_writing", "engineering")
        .at("purchase")
    )
    game.play("angela", {"buy": "mathematics"})
    assert game.units("angela", "gobi") == {"medieval_catapult": 1}
    game.state.era += 1
    wrong = sale("medieval_catapult@gobi")
    game.refuses("angela", wrong, "bought_as_catapults", "selling")
    game.play("angela", sale("catapult@gobi"))
    assert game.event(Sold).gold == 2


def test_8_7_armies_are_sold_aboard_and_their_ship_only_empty() -> None:
    game = shopper("medieval", 0).with_fleet(
        "angela", "south_china_sea", "galley", swordsman=2, settler=1
    )
    table = game.at("purchase")
    assert table.options("angela", "units", buy="sell") == ["swordsman@south_china_sea"]
    table.play("angela", {"buy": "sell", "units": "swordsman@south_china_sea", "count": 2})
    assert table.event(Sold).gold == 4
    assert table.aboard("angela", "south_china_sea") == {"settler": 1}
    empty = shopper("medieval", 0).with_fleet("angela", "south_china_sea", "galley", swordsman=1)
    table = empty.at("purchase")
    table.play("angela", {"buy": "sell", "units": "swordsman@south_china_sea", "count": 1})
    assert table.options("angela", "units", buy="sell") == ["galley@south_china_sea"]


def test_8_7_what_is_not_sold_and_why() -> None:
    game = (
        shopper("medieval")
        .with_units("angela", "gobi", swordsman=1, man_at_arms=1, settler=1)
        .with_fleet("angela", "arabian_sea", "galley", swordsman=1)
        .at("purchase")
    )

    game.refuses("angela", sale("man_at_arms@gobi"), "not_of_the_past", "selling")
    game.refuses("angela", sale("settler@gobi"), "not_of_the_past", "selling")
    game.refuses("angela", sale("swordsman@gobi", 2), "not_so_many", "selling")
    game.refuses("angela", sale("swordsman@steppe"), "not_so_many", "selling")
    game.refuses("angela", sale("galley@arabian_sea"), "carries_others", "selling")


def test_8_7_without_old_units_nothing_is_sold() -> None:
    game = shopper("medieval").at("purchase")
    value = {"buy": "sell", "units": "swordsman@gobi", "count": 1}
    game.refuses("angela", value, "nothing_to_sell", "selling")


def test_8_8_example_a_one_of_each_improvement() -> None:
    game = (
        shopper()
        .with_cards("brad", "pottery_specialization", "currency", "mysticism", "code_of_laws")
        .at("purchase")
    )
    for improvement in ("granary", "marketplace", "temple", "courthouse"):
        game.play("angela", {"buy": improvement})
    game.refuses("angela", {"buy": "granary"}, "built_already", "buying-improvements")
    assert game.cards().improvements[0] == ("granary", "courthouse", "temple", "marketplace")


def test_8_8_an_improvement_needs_its_technology_and_its_era() -> None:
    game = shopper().at("purchase")
    game.refuses("angela", {"buy": "temple"}, "not_in_play", "buying-improvements")
    game.refuses("angela", {"buy": "bank"}, "wrong_era", "buying-improvements")


def test_8_9_anyone_may_buy_the_colony_ship_once_fusion_is_in_play() -> None:
    closed = shopper("modern", 300).at("purchase")
    closed.refuses("angela", {"buy": "colony_ship"}, "not_in_play", "colony-ship")
    game = shopper("modern", 300).with_gold("brad", 300).with_cards("brad", "fusion").at("purchase")
    game.play("angela", {"buy": "colony_ship"})
    assert game.event(EndDeclared).reason == "space"
    assert "alpha_centauri_colony_ship" in game.player("angela").wonders
    game.play("angela", BUY_NOTHING)
    game.refuses("brad", {"buy": "colony_ship"}, "ship_taken", "colony-ship")


def test_8_9_a_poor_player_cannot_buy_the_ship() -> None:
    game = shopper("modern", 199).with_cards("brad", "fusion").at("purchase")
    game.refuses("angela", {"buy": "colony_ship"}, "too_expensive", "prices")


def test_8_10_fees_are_inside_the_price() -> None:
    game = shopper("gunpowder").with_cards("brad", "nationalism").at("purchase")
    game.play("angela", {"buy": "capitol"})
    built = game.event(ImprovementBuilt)
    assert (built.price, built.owner, built.fee) == (20, 1, 10)
    assert (game.gold("angela"), game.gold("brad")) == (80, 10)


def test_8_10_the_fee_is_for_the_level_that_is_bought() -> None:
    game = shopper().with_cards("brad", "wheel").with_cards("chris", "horseback_riding")
    table = game.at("purchase").play("angela", buy("horseman", "gobi"))
    assert (table.event(Bought).owner, table.gold("brad"), table.gold("chris")) == (2, 0, 5)
    own = shopper().with_cards("angela", "wheel").with_cards("chris", "horseback_riding")
    assert own.at("purchase").play("angela", buy("horseman", "gobi")).gold("chris") == 5


def test_8_10_owners_and_orphaned_technologies_cost_no_fee() -> None:
    game = shopper().with_cards("angela", "bronze_working").at("purchase")
    game.play("angela", buy("swordsman", "gobi"))
    assert game.event(Bought).fee == 0
    orphan = shopper().with_orphaned_cards("bronze_working")
    table = orphan.at("purchase").play("angela", buy("swordsman", "gobi"))
    assert table.event(Bought).fee == 0


def test_8_3_free_pieces_are_placed_where_there_is_room() -> None:
    game = shopper().with_settlement("angela", "steppe").at("purchase")
    game.play("angela", {"buy": "wheel"})
    assert set(game.options("angela")) == {"gobi", "steppe"}
    game.play("angela", "steppe")
    assert game.event(PiecesReceived).unit == "horseman"
    assert "steppe" not in game.options("angela", "where", buy="settler")


def said_to_be_lost(game: Game, card: str) -> list[int]:
    """How many free pieces Angela is told she would lose with a technology."""
    option = next(each for each in game.described("angela", "buy") if each.key == card)
    parts = option.detail.data["parts"] if option.detail is not None else ()
    return [part.data["n"] for part in parts if part.key == "detail.no_room"]


def test_8_3_free_pieces_fill_the_room_there_is_and_the_rest_is_lost() -> None:
    game = shopper().with_settlement("angela", "steppe").at("purchase")
    game.play("angela", buy("settler", "gobi", 2))
    assert said_to_be_lost(game, "ceremonial_burial") == [1]
    game.play("angela", {"buy": "ceremonial_burial"})
    received, lost = game.event(PiecesReceived), game.event(PiecesLost)
    assert (received.place, received.count) == ("steppe", 1)
    assert (lost.unit, lost.count, lost.inland) == ("horseman", 1, False)
    assert game.units("angela", "gobi") == {"settler": 2}
    assert game.asked() == {"angela": "purchase"}


def test_8_3_free_pieces_without_any_room_are_lost() -> None:
    game = shopper().at("purchase")
    game.play("angela", buy("settler", "gobi", 2)).play("angela", {"buy": "masonry"})
    assert game.event(PiecesLost).count == 2
    assert game.units("angela", "gobi") == {"settler": 2}


def test_8_3_the_only_settlement_takes_free_pieces_up_to_its_size() -> None:
    game = shopper().at("purchase").play("angela", buy("settler", "gobi"))
    game.play("angela", {"buy": "masonry"})
    assert (game.event(PiecesReceived).count, game.event(PiecesLost).count) == (1, 1)
    assert game.units("angela", "gobi") == {"settler": 2}


def test_8_3_a_free_fleet_needs_room_beside_its_zone() -> None:
    game = full_nile("gobi")
    assert said_to_be_lost(game, "ceremonial_burial") == [], "there is room in the city"
    at_sea = a_game().in_era("medieval").with_settlement("angela", "nile")
    at_sea.with_gold("angela", 200).with_cards("brad", "astronomy")
    table = at_sea.at("purchase").play("angela", buy("settler", "nile"))
    assert said_to_be_lost(table, "navigation") == [1]
    table.play("angela", {"buy": "navigation"})
    assert table.event(PiecesLost).unit == "caravel"
    assert not table.event(PiecesLost).inland


def test_8_3_free_fleets_need_a_coast() -> None:
    game = shopper().in_era("medieval").with_cards("brad", "astronomy").at("purchase")
    game.play("angela", {"buy": "navigation"})
    assert game.event(PiecesLost).unit == "caravel"
    assert game.event(PiecesLost).inland
    assert game.asked() == {"angela": "purchase"}


def test_8_where_all_buy_together_fees_are_spent_at_once() -> None:
    game = shopper().with_option("purchases", "together").with_cards("brad", "bronze_working")
    table = game.with_settlement("brad", "nile").at("purchase")
    assert table.asked() == {"angela": "purchase"}
    table.play("angela", buy("swordsman", "gobi", 2))
    assert table.gold("brad") == 10
    assert table.asked() == {"angela": "purchase", "brad": "purchase"}
    table.play("brad", buy("settler", "nile")).play("angela", BUY_NOTHING, dice=[])
    assert table.phase != "purchase"


def test_8_10_fees_stand_on_both_sheets() -> None:
    game = shopper().with_cards("brad", "bronze_working").at("purchase")
    game.play("angela", buy("swordsman", "gobi", 2))
    sheets = [game.cards().sheet(seat) for seat in (0, 1)]
    fees = [
        text
        for sheet in sheets
        for fact in sheet.facts
        if fact.name == "fees"
        for text in fact.values
    ]
    assert [(text.key, text.data["n"]) for text in fees] == [
        ("fees.paid", 10),
        ("fees.received", 10),
    ]
