"""Orders as people put them, in positions where the notation would have them otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import Decision
from engine.notation.everyday import everyday_names, in_figures, turned_round
from engine.notation.order_lists import orders_on
from engine.notation.phrases import Phrases
from engine.rulesets.standard import RULESET
from tests.cast import PLAYERS
from tests.standard.builders import Arrangement, a_game, seat_of
from tests.standard.builders import Game as RuleCase

PHRASES = Phrases("standard", PLAYERS[:3])


def asked(game: RuleCase, name: str = "angela") -> list[Decision]:
    return [each for each in RULESET.pending(game.state) if each.seat == seat_of(name)]


def understood(game: RuleCase, line: str) -> Any:
    """The one meaning of a line; None when it has none, or several."""
    found = PHRASES.read(asked(game), line)
    if not found or (len(found) > 1 and found[1].cost == found[0].cost):
        return None
    return found[0].value


def table() -> Arrangement:
    return (
        a_game(3)
        .with_settlement("angela", "gobi")
        .with_settlement("angela", "germania")
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_gold("angela", 40)
        .with_gold("brad", 40)
    )


@pytest.mark.parametrize(
    "line",
    [
        "2 inf gobi steppe",
        "two swordsmen from gobi to steppe",
        "march both swordsmen gobi to steppe",
        "attack steppe from gobi with 2 infantry",
        "pls move 2 soldiers gobi > steppe",
    ],
)
def test_units_are_moved_by_everyday_words(line: str) -> None:
    game = table().at("movement")
    read = understood(game, line)
    assert read is not None, line
    assert (read["units"], read["from"], read["to"]) == (["swordsman"] * 2, "gobi", "steppe")


def test_who_names_no_pieces_moves_all_and_who_names_some_moves_those() -> None:
    game = table().at("movement")
    assert understood(game, "gobi to steppe")["units"] == ["swordsman", "swordsman", "settler"]
    assert understood(game, "gobi settler to steppe")["units"] == ["settler"]


@pytest.mark.parametrize("line", ["no", "i'm done moving", "nothing more", "don't move", "stay"])
def test_a_refusal_ends_the_movement(line: str) -> None:
    assert understood(table().at("movement"), line) == {"do": "end"}


@pytest.mark.parametrize("line", ["save my money", "i don't buy anything", "nothing this turn"])
def test_a_refusal_ends_the_purchase(line: str) -> None:
    assert understood(table().at("purchase"), line) == {"buy": "done"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("skip trade", {"trade": "skip"}),
        ("always let chris pass", {"toward_2": "pass"}),
        ("challenge brad", {"toward_1": "challenge"}),
    ],
)
def test_a_setting_is_changed_in_any_order_of_words(line: str, value: object) -> None:
    assert understood(table().at("movement"), line) == value


def test_what_stands_behind_for_is_wanted_for_what_stands_before_it() -> None:
    game = table().with_units("brad", "steppe", settler=1).at("trade")
    read = understood(game, "offer brad 5 gold for his settler in steppe")
    assert (read["give_gold"], read["get_gold"], len(read["get"])) == (5, 0, 1)
    turned = understood(game, "5 gold to brad for the settler in steppe")
    assert turned == read
    given = understood(game, "give brad 3 gold")
    assert (given["give_gold"], given["get_gold"], given["get"]) == (3, 0, [])


def test_gold_is_not_given_away_where_what_it_is_for_is_not_known() -> None:
    game = table().at("trade")
    assert understood(game, "10 gold to brad for a tech") is None
    assert understood(game, "offer brad 10 gold for the moon") is None


def test_a_place_is_found_by_the_name_it_has_today() -> None:
    read = understood(table().at("purchase"), "1 cav germany")
    assert (read["buy"], read["where"]) == ("horseman", "germania")
    assert ("scandinavia",) in everyday_names(("scandia",))


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("settler gobi, village steppe", ["settler gobi", "village steppe"]),
        ("horse nile & a sword in gobi", ["horse nile", "a sword in gobi"]),
        (
            "buy a settler in gobi and a village in steppe",
            ["buy a settler in gobi", "buy a village in steppe"],
        ),
        ("settler nile to arabia and look", ["settler nile to arabia", "look arabia"]),
        ("move settler nile > arabia. end.", ["move settler nile > arabia", "end."]),
        ("swordsman and settler gobi > steppe", ["swordsman and settler gobi > steppe"]),
        ("settlers in persia and bactria", ["settlers in persia and bactria"]),
        ("5 gold to bea for wine, iron", ["5 gold to bea for wine, iron"]),
    ],
)
def test_several_orders_on_a_line_without_the_verb(line: str, orders: list[str]) -> None:
    assert orders_on("standard", line) == orders


def test_words_for_numbers_and_turned_lines() -> None:
    assert in_figures(("two", "knights")) == ("2", "knights")
    assert ("attack", "gobi", ">", "steppe") in list(
        turned_round(("attack", "steppe", "from", "gobi"))
    )
