"""Rulebook 13: every technology, what it costs, needs and brings."""

from __future__ import annotations

import pytest

from engine.core.charts import TechnologyTree
from engine.rulebook import rulebook
from engine.rulesets.advanced.events import (
    GrownFree,
    ImprovementBuilt,
    PiecesReceived,
    Upgraded,
)
from engine.rulesets.advanced.ruleset import RULESET
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.events import TechnologyBought
from tests.advanced.builders import Game, a_game, buy

SECTIONS = (
    "ancient-technologies",
    "medieval-technologies",
    "gunpowder-technologies",
    "modern-technologies",
)
CARDS = TABLES.technology_cards


def bought(card: str) -> Game:
    facts = CARDS[TABLES.card_index[card]]
    game = (
        a_game()
        .in_era(TABLES.eras[facts.era])
        .with_settlement("angela", "nile", "metropolis")
        .with_settlement("angela", "gobi", "town")
        .with_gold("angela", 500)
        .with_cards("brad", *facts.needs)
        .at("purchase")
    )
    return game.play("angela", {"buy": card})


def bought_all(era: int) -> None:
    for card in CARDS:
        if card.era == era:
            game = bought(card.id)
            assert game.event(TechnologyBought).price == card.cost
            assert game.owns("angela", card.id)


def test_13_there_are_as_many_as_the_book_says() -> None:
    assert len(CARDS) == 53
    assert "There are 53." in rulebook("advanced").section("technology-cards").body


def test_13_1_ancient_technologies_are_bought_at_their_price() -> None:
    bought_all(0)


def test_13_2_medieval_technologies_are_bought_at_their_price() -> None:
    bought_all(1)


def test_13_3_gunpowder_technologies_are_bought_at_their_price() -> None:
    bought_all(2)


def test_13_4_modern_technologies_are_bought_at_their_price() -> None:
    bought_all(3)


@pytest.mark.parametrize("era", range(4))
def test_13_the_book_lists_prices_and_needs_as_they_are(era: int) -> None:
    text = rulebook("advanced").section(SECTIONS[era]).body
    assert text.count("\n- ") + 1 == len(TABLES.era_cards[era])
    for card in CARDS:
        if card.era == era:
            assert f", {card.cost} gold" in text


def test_13_5_seminal_discoveries_are_worth_four_points() -> None:
    assert {card.id for card in CARDS if card.seminal} == {
        "alphabet_writing",
        "printing_press",
        "steam_power",
        "computers",
    }
    game = bought("alphabet_writing")
    assert game.player("angela").points["seminal"] == 4


@pytest.mark.parametrize("card", [card.id for card in CARDS if card.free_unit])
def test_13_6_free_units_come_at_once(card: str) -> None:
    game = bought(card)
    if "free_pieces" in game.asked().values():
        game.play("angela", game.options("angela")[0])
    assert game.event(PiecesReceived).source == card


@pytest.mark.parametrize("card", [card.id for card in CARDS if card.free_improvement])
def test_13_6_free_improvements_come_at_once(card: str) -> None:
    game = bought(card)
    facts = CARDS[TABLES.card_index[card]]
    assert game.event(ImprovementBuilt).improvement == facts.free_improvement


def test_13_6_chemistry_brings_growth() -> None:
    assert bought("chemistry").event(GrownFree).size == 3


def test_13_7_example_a_pieces_improve_within_their_era() -> None:
    game = (
        a_game()
        .in_era("ancient")
        .with_cards("angela", "wheel", "code_of_laws", "construction")
        .with_units("brad", "persia", swordsman=2, horseman=1, catapult=1)
        .with_settlement("angela", "gobi", "metropolis")
        .with_gold("angela", 500)
        .at("purchase")
    )
    game.play("angela", {"buy": "horseback_riding"})
    assert game.event(Upgraded).level == "horseman"
    game.play("angela", {"buy": "feudalism"})
    assert game.events(Upgraded) == []
    assert game.units("brad", "persia")["swordsman"] == 2
    game.play("angela", {"buy": "engineering"})
    assert game.event(Upgraded).level == "trebuchet"


def test_13_7_modern_armor_can_come_before_the_tank() -> None:
    game = a_game().in_era("modern").with_settlement("angela", "gobi").with_gold("angela", 25)
    table = game.with_cards("brad", "miniaturization").at("purchase")
    table.play("angela", buy("tank", "gobi"))
    assert table.gold("brad") == 10
    assert table.state.strength(TABLES.roster.index["tank"]) == {"dice": 4, "plus": 3}


def at_sea(battleships: str) -> Game:
    """Angela has a battleship and buys Advanced Flight, at a table with this rule."""
    return (
        a_game()
        .with_option("battleships", battleships)
        .in_era("modern")
        .with_settlement("angela", "nippon", "city")
        .with_fleet("angela", "east_china_sea", "battleship")
        .with_cards("brad", "combustion", "flight", "radio_television")
        .with_gold("angela", 300)
        .at("purchase")
        .play("angela", {"buy": "advanced_flight"})
    )


def test_13_7_battleships_stay_and_carriers_are_bought_beside_them() -> None:
    game = at_sea("stay")
    assert RULESET.option_defaults["battleships"] == "stay"
    assert game.units("angela", "east_china_sea") == {"battleship": 1}
    assert (game.prices("angela")["battleship"], game.prices("angela")["carrier"]) == (50, 50)
    # The fee of a battleship is Brad's, that of a carrier would be Angela's own.
    game.play("angela", buy("battleship", "east_china_sea"))
    assert game.gold("brad") == 10
    game.play("angela", buy("carrier", "east_china_sea"))
    assert game.gold("brad") == 10
    assert game.units("angela", "east_china_sea") == {"battleship": 2, "carrier": 1}
    roster = TABLES.roster.index
    assert game.state.strength(roster["battleship"]) == {"dice": 4, "plus": 1}
    assert game.state.strength(roster["carrier"]) == {"dice": 4, "plus": 0}


def test_13_7_a_carrier_needs_advanced_flight() -> None:
    game = a_game().in_era("modern").with_settlement("angela", "nippon").with_gold("angela", 50)
    table = game.with_cards("brad", "combustion").at("purchase")
    missing = table.refuses(
        "angela", buy("carrier", "east_china_sea"), "not_in_play", "buying-units"
    )
    assert missing.data["technology"] == "advanced_flight"


def test_13_7_at_some_tables_battleships_become_carriers() -> None:
    game = at_sea("become_carriers")
    changed = next(each for each in game.events(Upgraded) if each.level == "carrier")
    assert (changed.unit, changed.count) == ("battleship", 1)
    assert game.units("angela", "east_china_sea") == {"carrier": 1}
    order = buy("battleship", "east_china_sea")
    game.refuses("angela", order, "carriers_instead", "levels")
    game.play("angela", buy("carrier", "east_china_sea"))
    assert game.units("angela", "east_china_sea") == {"carrier": 2}


def test_13_7_a_battleship_received_later_is_a_carrier_there() -> None:
    game = a_game().with_option("battleships", "become_carriers").in_era("modern")
    game.with_settlement("angela", "nippon").with_gold("angela", 300)
    table = game.with_cards("brad", "advanced_flight", "industrialization").at("purchase")
    table.play("angela", {"buy": "combustion"})
    if "free_pieces" in table.asked().values():
        table.play("angela", "east_china_sea")
    assert table.event(PiecesReceived).unit == "carrier"


def test_13_a_chart_for_each_era_beside_the_whole_tree() -> None:
    game = a_game().in_era("medieval").with_cards("brad", "currency", "education")
    view = (
        game.with_settlement("angela", "gobi")
        .with_gold("angela", 50)
        .at("purchase")
        .cards("angela")
    )
    charts = {chart.id: chart.content for chart in view.charts}
    assert list(charts)[1:3] == ["technologies_medieval", "technologies"]
    whole, medieval = charts["technologies"], charts["technologies_medieval"]
    assert isinstance(whole, TechnologyTree) and isinstance(medieval, TechnologyTree)
    assert len(whole.technologies) == 53 and len(medieval.technologies) == 10
    by_id = {each.id: each for each in medieval.technologies}
    banking, press = by_id["banking"], by_id["printing_press"]
    assert (banking.price, banking.missing, banking.leads_to) == (50, (), ("nationalism",))
    assert [text.key for text in banking.brings] == ["improvement.bank"]
    assert (press.missing, press.special) == (("theology",), True)
    assert by_id["education"].owners == (1,) and by_id["education"].price is None
