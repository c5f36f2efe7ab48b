"""Rulebook 6: lending cards, permanent trades, trade range, the forced exchange."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.grammar import Value
from engine.rulesets.advanced.events import CardsExchanged, WondersTaken
from engine.rulesets.advanced.tables import TABLES
from engine.world.events import Fallen
from tests.advanced.builders import DONE, Arrangement, Game, a_game, offer
from tests.standard import builders as standard


def dealt(
    game: Game, maker: str, to: str, give: list[str], get: list[str], get_gold: int = 0
) -> Game:
    """An offer made and accepted."""
    table = standard.dealt(game, maker, to, give, get, get_gold)
    assert isinstance(table, Game)
    return table


def neighbours() -> Arrangement:
    """Angela in Gobi with wine and Brad in Steppe with iron, side by side; Chris far away."""
    return (
        a_game()
        .with_settlement("angela", "gobi", "town", "wine")
        .with_settlement("brad", "steppe", "village", "iron")
        .with_gold("angela", 20)
        .with_gold("brad", 20)
        .with_gold("chris", 20)
    )


def test_6_players_out_of_range_are_not_asked() -> None:
    game = neighbours().at("trade")
    assert game.asked() == {"angela": "trade", "brad": "trade"}


def test_6_1_a_lent_card_pays_whoever_holds_it() -> None:
    game = dealt(neighbours().at("trade"), "angela", "brad", ["loan:gobi"], ["loan:steppe"])
    cards = game.cards()
    assert [city.place for city in cards.cities[0].cities] == ["steppe"]
    assert cards.cities[1].cities[0].size == 2
    game.play("angela", DONE).play("brad", DONE, (2, 2))
    assert [city.place for city in game.cards().cities[0].cities] == ["gobi"]


def test_6_1_a_card_without_a_resource_is_not_lent() -> None:
    game = neighbours().with_settlement("angela", "siberia", "city", "fertile").at("trade")
    plain = offer("brad", give=["loan:siberia"])
    game.refuses("angela", plain, "no_resource_to_lend", "loans")
    assert "settlement:siberia" in game.options("angela", "give", do="offer", to="1", give_gold=0)


def test_6_2_technologies_and_wonders_change_owner_without_a_bonus() -> None:
    arranged = neighbours().with_cards("angela", "wheel").with_card_wonders("brad", "colossus")
    game = dealt(arranged.at("trade"), "angela", "brad", ["technology:wheel"], ["wonder:colossus"])
    assert game.owns("brad", "wheel")
    assert "colossus" in game.player("angela").wonders
    assert game.asked().keys() <= {"angela", "brad"}


def test_6_2_improvements_are_no_goods() -> None:
    game = neighbours().with_improvements("angela", "temple").at("trade")
    keys = game.options("angela", "give", do="offer", to="1", give_gold=0)
    assert not [key for key in keys if "temple" in key]


def test_6_2_the_last_settlement_traded_away_is_the_end() -> None:
    arranged = neighbours().with_cards("chris", "flight")
    game = dealt(arranged.at("trade"), "brad", "angela", ["settlement:steppe"], [], 5)
    assert game.event(Fallen).seat == 1
    assert game.event(WondersTaken).gold == 25


@pytest.mark.parametrize(
    ("cards", "places", "close"),
    [
        ((), ("gobi", "steppe"), True),
        ((), ("gobi", "persia"), False),
        (("steam_power",), ("gobi", "persia"), True),
        ((), ("nile", "hellas"), False),
        (("trade_mapmaking",), ("nile", "hellas"), True),
        (("astronomy",), ("nile", "hellas"), True),
        (("navigation",), ("iberia", "algonquia"), True),
        (("steam_power",), ("iberia", "algonquia"), True),
        (("astronomy",), ("iberia", "algonquia"), False),
        (("trade_mapmaking",), ("gobi", "hellas"), False),
        (("flight",), ("gobi", "patagonia"), True),
    ],
)
def test_6_4_range_grows_with_technologies_in_play(
    cards: tuple[str, ...], places: tuple[str, str], close: bool
) -> None:
    game = (
        a_game(2)
        .with_settlement("angela", places[0])
        .with_settlement("brad", places[1])
        .with_gold("angela", 20)
        .with_cards("brad", *cards)
    )
    table = game.at("trade", dice=() if close else (1, 2))
    assert ("trade" in table.asked().values()) is close


def test_6_5_magellans_voyage_forces_one_exchange_a_turn() -> None:
    game = (
        neighbours()
        .in_era("gunpowder")
        .with_card_wonders("angela", "magellans_voyage")
        .with_settlement("angela", "siberia", "village", "oil")
        .with_settlement("brad", "sarmatia", "village", "coal")
    )
    table = game.at("trade")
    table.play("angela", {"give": "gobi", "take": "steppe"}, kind="exchange")
    assert table.event(CardsExchanged).other == 1
    assert "exchange" not in table.may("angela")
    held = [city.place for city in table.cards().cities[0].cities]
    assert sorted(held) == ["siberia", "steppe"]


def test_6_5_a_refused_exchange_says_why() -> None:
    game = (
        neighbours()
        .in_era("gunpowder")
        .with_card_wonders("angela", "magellans_voyage")
        .with_settlement("angela", "siberia", "village", "oil")
        .with_settlement("brad", "sarmatia")
        .with_settlement("chris", "patagonia", "village", "coal")
        .at("trade")
    )
    dealt(game, "angela", "brad", ["loan:gobi"], [])

    def refuses(give: str, take: str, code: str, rule: str) -> None:
        value: dict[str, Value] = {"give": give, "take": take}
        game.refuses("angela", value, code, rule, kind="exchange")

    refuses("gobi", "steppe", "lent_already", "loans")
    refuses("siberia", "sarmatia", "no_resource_to_lend", "loans")
    refuses("siberia", "patagonia", "out_of_trade_range", "trade-range")
    refuses("siberia", "nile", "not_an_option", "forced-exchange")


def test_6_5_an_offer_of_an_exchanged_card_is_void() -> None:
    game = neighbours().in_era("gunpowder").with_card_wonders("angela", "magellans_voyage")
    table = game.with_gold("brad", 20).at("trade")
    table.play("angela", offer("brad", give=["loan:gobi"], get_gold=5))
    table.play("angela", {"give": "gobi", "take": "steppe"}, kind="exchange")
    assert table.view("brad").offers == ()


@pytest.mark.parametrize(
    ("own", "near", "far"),
    [("", "iron", "iron"), ("wine", "", "iron"), ("wine", "iron", "iron")],
    ids=["nothing to give", "nothing to take", "both"],
)
def test_6_5_it_reaches_no_further_than_trade(own: str, near: str, far: str) -> None:
    table = (
        a_game()
        .in_era("gunpowder")
        .with_settlement("angela", "gobi", "town", own)
        .with_settlement("brad", "steppe", "village", near)
        .with_settlement("chris", "patagonia", "village", far)
        .with_card_wonders("angela", "magellans_voyage")
        .with_gold("brad", 20)
        .at("trade")
    )
    assert table.asked() == {"angela": "trade", "brad": "trade"}
    if own and near:
        assert table.options("angela", "take", kind="exchange", give="gobi") == ["steppe"]
    else:
        assert "exchange" not in table.may("angela")


def test_6_5_it_is_made_in_trade_alone() -> None:
    moving = (
        a_game()
        .in_era("gunpowder")
        .with_settlement("angela", "gobi", "town", "wine")
        .with_settlement("brad", "steppe", "village", "iron")
        .with_units("angela", "gobi", settler=1)
        .with_card_wonders("angela", "magellans_voyage")
        .at("movement")
    )
    assert "movement" in moving.may("angela")
    assert "exchange" not in moving.may("angela")


def test_6_offers_go_to_players_in_range_only() -> None:
    game = neighbours().at("trade")
    game.refuses("angela", offer("chris", give_gold=5), "out_of_trade_range", "trade-range")


def test_6_4_an_offer_is_void_once_the_two_are_out_of_range() -> None:
    game = (
        neighbours()
        .with_settlement("angela", "patagonia")
        .with_settlement("chris", "pampas")
        .at("trade")
    )
    game.play("angela", offer("brad", give_gold=5)).play("angela", offer("chris", give_gold=5))
    dealt(game, "angela", "chris", ["settlement:gobi"], [])
    assert game.view("brad").offers == ()
    assert len(game.view("chris").offers) == 1


def test_6_4_each_row_of_the_chart_reaches_beyond_those_above() -> None:
    rows = [row for row in TABLES.trade_range if not row.unlimited]
    for above, below in pairwise(rows):
        assert above.land <= below.land and above.sea <= below.sea
    assert TABLES.trade_range[-1].unlimited
