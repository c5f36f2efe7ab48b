"""Chapter 10: everything but wonders changes hands between players in contact."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.world import events
from tests.builders import seat_of
from tests.rhye.builders import Game, a_game, deal, move, offer


def test_10_only_players_in_contact_can_trade() -> None:
    game = a_game(3).in_contact("angela", "brad").with_gold("angela", 5).at("movement")
    assert game.options("angela", "to", "trade", do="offer") == [str(seat_of("brad"))]
    assert "trade" not in game.may("chris")


def test_10_a_deal_is_carried_out_when_it_is_accepted() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_gold("angela", 30)
        .with_units("brad", "gaul", swordsman=2)
        .at("movement")
    )
    deal(game, "angela", "brad", pay=10, get=["swordsman@gaul"])
    assert game.player("angela").gold == 20
    assert game.player("brad").gold == 10
    assert game.units("angela", "gaul") == {"swordsman": 1}
    assert game.units("brad", "gaul") == {"swordsman": 1}


def test_10_offers_are_private_until_they_are_accepted() -> None:
    game = a_game(3).in_contact("angela", "brad").with_gold("angela", 5).at("movement")
    offer(game, "angela", "brad", pay=5)
    assert game.heard("chris") == []
    assert len(game.open("brad").offers) == 1
    assert game.open("chris").offers == ()


def test_10_1_technologies_are_shared_and_never_a_first() -> None:
    game = (
        a_game(3, angela="rome", brad="persia")
        .in_contact("angela", "brad")
        .with_gold("brad", 20)
        .at("movement")
    )
    deal(game, "angela", "brad", give=["technology:masonry"], ask=20)
    assert game.knows("angela", "masonry")
    assert game.knows("brad", "masonry")
    assert game.player("angela").gold == 20


def test_10_1_the_receiver_of_a_technology_needs_its_prerequisites() -> None:
    game = (
        a_game(3, angela="rome", brad="persia")
        .in_contact("angela", "brad")
        .with_technologies("angela", "mysticism", "calendar")
        .at("movement")
    )
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of("brad")), "give_gold": 0}
    given = game.options("angela", "give", "trade", **said)
    assert "technology:mysticism" in given
    assert "technology:calendar" not in given


def test_10_1_a_resource_changes_the_colour_of_its_colony() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_marker("gaul", "iron", colony="angela")
        .at("movement")
    )
    deal(game, "angela", "brad", give=["resource:gaul"])
    assert game.colony("gaul") == "brad"


def test_10_1_a_settlement_goes_with_its_resource() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlement("angela", "iberia")
        .with_settlement("angela", "gaul")
        .with_marker("gaul", "iron", colony="angela")
        .at("movement")
    )
    deal(game, "angela", "brad", give=["settlement:gaul"])
    assert game.settlement("gaul") == ("brad", "village")
    assert game.colony("gaul") == "brad"


def test_10_1_wonders_are_not_for_sale_nor_what_they_stand_in() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlement("angela", "iberia")
        .with_settlement("angela", "gaul")
        .with_wonder("gaul", "oracle")
        .at("movement")
    )
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of("brad")), "give_gold": 0}
    given = game.options("angela", "give", "trade", **said)
    assert "settlement:gaul" not in given
    assert not [key for key in given if key.startswith("wonder")]


def test_10_1_whoever_trades_the_capital_away_makes_another_one() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlement("angela", "gaul", capital=True)
        .with_settlement("angela", "iberia")
        .at("movement")
    )
    deal(game, "angela", "brad", give=["settlement:gaul"])
    assert game.realm("angela").capital == "iberia"


def test_10_2_an_offer_that_can_no_longer_be_kept_is_void() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .in_contact("angela", "chris")
        .with_gold("angela", 10)
        .at("movement")
    )
    offer(game, "angela", "brad", pay=10)
    deal(game, "angela", "chris", pay=10)
    assert game.event(events.OfferEnded).why == "void"
    assert game.open("brad").offers == ()


def test_10_2_offers_end_when_actions_are_chosen() -> None:
    game = a_game(2).in_contact("angela", "brad").with_gold("angela", 10).at("actions")
    offer(game, "angela", "brad", pay=10)
    game.act()
    assert game.open("brad").offers == ()


def test_10_2_a_closed_door_declines_at_once() -> None:
    game = (
        a_game(2)
        .in_contact("angela", "brad")
        .with_orders("brad", trade="closed")
        .with_gold("angela", 10)
        .at("movement")
    )
    offer(game, "angela", "brad", pay=10)
    assert game.event(events.OfferEnded).why == "declined"
    assert game.open("angela").has_refused(seat_of("brad"))


def test_10_2_an_offer_of_units_that_moved_away_is_void() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "nile", swordsman=1)
        .at("movement")
    )
    value = {"do": "offer", "to": "1", "give_gold": 0, "give": ["swordsman@gobi"], "get_gold": 0}
    game.play("angela", {**value, "get": []}, kind="trade")
    assert game.view("brad").offers
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert not game.view("brad").offers
    assert game.event(events.OfferEnded).why == "void"


def test_10_1_a_resource_beside_a_settlement_is_traded_without_it() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlement("angela", "gaul")
        .with_marker("gaul", "iron", colony="angela")
        .at("movement")
    )
    deal(game, "angela", "brad", give=["resource:gaul"])
    assert game.colony("gaul") == "brad"
    assert game.settlement("gaul") == ("angela", "village")
    assert game.player("brad").resources == {"iron": 1}
    assert game.player("angela").resources == {}


def test_10_1_a_bought_resource_outlasts_a_revolt_beside_it() -> None:
    game = (
        a_game(3)
        .with_settlements("angela", "iberia", "gaul", "germania")
        .with_marker("gaul", "iron", colony="brad")
        .with_stability("angela", "collapsing")
        .at("revolts")
    )
    game.play("angela", ["gaul"], dice=[6])
    assert game.settlement("gaul") == ("grey", "village")
    assert game.colony("gaul") == "brad"


def test_10_1_nobody_gives_away_the_capital_and_all_other_settlements_at_once() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlement("angela", "gaul", capital=True)
        .with_settlement("angela", "iberia")
        .at("movement")
    )
    offer(game, "angela", "brad", give=["settlement:gaul", "settlement:iberia"])
    assert game.event(events.OfferEnded).why == "void"
    assert game.settlement("gaul") == ("angela", "village")


def test_10_1_nothing_leaves_a_place_where_a_war_is_declared() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "chris")
        .with_settlements("angela", "gaul", "steppe")
        .with_units("angela", "steppe", swordsman=1, catapult=1)
        .with_units("angela", "gaul", swordsman=1)
        .with_units("brad", "steppe", swordsman=1, musketman=1)
        .at("battles")
    )
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of("chris")), "give_gold": 0}
    before = set(game.options("angela", "give", "trade", **said))
    game.play("angela", {"steppe": "1"})
    assert game.asked() == {"angela": "fight", "brad": "fight"}
    left = set(game.options("angela", "give", "trade", **said))
    assert before - left == {"settlement:steppe", "swordsman@steppe", "catapult@steppe"}
    assert {"settlement:gaul", "swordsman@gaul"} <= left


def test_10_1_an_offer_of_units_is_void_when_they_are_at_war() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "chris")
        .with_gold("chris", 5)
        .with_units("angela", "steppe", swordsman=1, catapult=1)
        .with_units("brad", "steppe", swordsman=1, musketman=1)
        .at("battles")
    )
    offer(game, "angela", "chris", give=["catapult@steppe"], ask=5)
    game.play("angela", {"steppe": "1"})
    assert game.open("chris").offers == ()


def test_10_1_a_unit_moves_once_a_turn_whoever_owns_it() -> None:
    def bought(mover: str) -> Game:
        game = (
            a_game(3)
            .in_contact("angela", "brad")
            .with_gold("brad", 5)
            .with_gold("angela", 5)
            .with_units("angela", "gobi", swordsman=1)
            .with_units("angela", "nile", swordsman=1)
            .with_units("brad", "gaul", swordsman=1)
            .at("movement", mover=mover)
        )
        if mover == "angela":
            game.play("angela", move("gobi", "steppe", "swordsman"))
        return game

    there_and_back = bought("angela")
    deal(there_and_back, "angela", "brad", give=["swordsman@steppe"], ask=5)
    deal(there_and_back, "angela", "brad", pay=5, get=["swordsman@steppe"])
    assert there_and_back.stacks("angela", "steppe")[0].ready == 0
    # Angela has moved already, so what Brad buys of her now stays.
    late = deal(bought("brad"), "angela", "brad", give=["swordsman@gobi"], ask=5)
    assert late.stacks("brad", "gobi")[0].ready == 0
    # What Brad has not moved, Angela may.
    early = deal(bought("angela"), "angela", "brad", pay=5, get=["swordsman@gaul"])
    assert early.stacks("angela", "gaul")[0].ready == 1


def test_10_1_a_traded_settlement_takes_along_only_a_resource_of_its_owner() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "brad")
        .with_settlements("angela", "iberia", "gaul")
        .with_marker("gaul", "iron", colony="chris")
        .at("movement")
    )
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of("brad")), "give_gold": 0}
    shown = {option.key: option for option in game.described("angela", "give", "trade", **said)}
    detail = shown["settlement:gaul"].detail
    assert detail is not None and detail.data["resource"] == ""
    deal(game, "angela", "brad", give=["settlement:gaul"])
    assert game.settlement("gaul") == ("brad", "village")
    assert game.colony("gaul") == "chris"


def test_10_1_nothing_is_sold_that_another_player_is_about_to_take() -> None:
    game = (
        a_game(3)
        .in_contact("brad", "chris")
        .with_settlements("brad", "nile", "steppe")
        .with_marker("steppe", "iron", colony="brad")
        .with_units("brad", "steppe", swordsman=1)
        .with_units("angela", "steppe", swordsman=1)
        .with_units("chris", "steppe", swordsman=1)
        .at("battles")
        .play("angela", {"steppe": "1"})
    )
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of("chris")), "give_gold": 0}
    here = {"settlement:steppe", "resource:steppe", "swordsman@steppe"}
    assert here.isdisjoint(game.options("brad", "give", "trade", **said))
    game.play("chris", "stay_out", [6, 6, 1, 1])
    assert game.asked() == {"angela": "spoils"}
    # What was lost in the war is not given to somebody else before the victor has it.
    assert here.isdisjoint(game.options("brad", "give", "trade", **said))
    game.play("angela", "leave").play("chris", {}).play("chris", "leave")
    assert "settlement:steppe" in game.options("brad", "give", "trade", **said)


@pytest.mark.parametrize(
    ("thing", "code"),
    [
        ("settlement:gaul", "wonders_stay"),
        ("wonder:oracle", "wonders_stay"),
        ("settlement:nile", "no_settlement_of"),
        ("resource:iberia", "no_resource_of"),
        ("knight@iberia", "no_unit_of"),
        ("technology:flight", "unknown_to"),
        ("technology:masonry", "known_to"),
        ("technology:guilds", "beyond"),
    ],
)
def test_10_1_what_cannot_be_traded_says_why(thing: str, code: str) -> None:
    game = (
        a_game(3, angela="aztec", brad="rome")
        .in_contact("angela", "brad")
        .with_settlements("angela", "iberia", "gaul")
        .with_wonder("gaul", "oracle")
        .with_technologies("angela", "masonry", "guilds")
        .at("movement")
    )
    said: Value = {"do": "offer", "to": "1", "give_gold": 0, "give": [thing], "get_gold": 0}
    game.refuses("angela", {**said, "get": []}, code, "trade-goods", kind="trade")


def test_10_1_the_last_settlement_is_not_for_sale_as_a_capital() -> None:
    game = a_game(3, angela="aztec").in_contact("angela", "brad").at("movement")
    said: Value = {"do": "offer", "to": "1", "give_gold": 0, "get_gold": 0, "get": []}
    said |= {"give": ["settlement:kalahari"]}
    game.refuses("angela", said, "last_capital", "trade-goods", kind="trade")


def test_10_nobody_deals_with_players_not_met() -> None:
    game = a_game(3).in_contact("angela", "brad").with_gold("angela", 5).at("movement")
    said: Value = {"do": "offer", "to": "2", "give_gold": 5, "get_gold": 0}
    game.refuses("angela", said, "not_met", "contact", kind="trade")


def test_10_1_what_is_fought_for_says_so() -> None:
    game = (
        a_game(3)
        .in_contact("angela", "chris")
        .with_units("angela", "gobi", swordsman=2, catapult=1)
        .with_units("brad", "gobi", swordsman=1)
        .at("battles")
        .play("angela", {"gobi": "1"})
    )
    said: Value = {"do": "offer", "to": "2", "give_gold": 0, "get_gold": 0, "get": []}
    said |= {"give": ["swordsman@gobi"]}
    game.refuses("angela", said, "fought_for", "trade-goods", kind="trade")
