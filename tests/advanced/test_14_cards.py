"""Rulebook 14: what the book says of wonders and improvements is what the figures say."""

from __future__ import annotations

import pytest

from engine.rulebook import rulebook
from engine.rulesets.advanced.tables import TABLES


def test_14_wonders_are_worth_two_points() -> None:
    assert TABLES.points.wonder == 2
    assert len(TABLES.wonders) == 25 and len(TABLES.improvements) == 28


@pytest.mark.parametrize(("anchor", "eras"), [("early-wonders", (0, 1)), ("late-wonders", (2, 3))])
def test_14_1_every_early_wonder_is_in_the_book(anchor: str, eras: tuple[int, ...]) -> None:
    body = rulebook("advanced").section(anchor).body
    wonders = [wonder for wonder in TABLES.wonders if wonder.era in eras]
    assert body.count("- **") == len(wonders)
    for wonder in wonders:
        if wonder.gold:
            assert f"{wonder.gold} gold each production" in body
        if wonder.discount:
            assert f"{wonder.discount} gold less" in body


def test_14_2_late_wonders_name_their_sections() -> None:
    body = rulebook("advanced").section("late-wonders").body
    for section in ("6.5", "9.5", "9.4", "8.9"):
        assert section in body


@pytest.mark.parametrize(
    ("anchor", "eras"), [("early-improvements", (0, 1)), ("late-improvements", (2, 3))]
)
def test_14_3_improvements_are_in_the_book(anchor: str, eras: tuple[int, ...]) -> None:
    body = rulebook("advanced").section(anchor).body
    cards = [each for each in TABLES.improvements if each.era in eras]
    assert body.count("- **") == len(cards)
    assert body.count("two settlements") == sum(each.settlements == 2 for each in cards)


def test_14_4_late_improvements_are_happy_or_productive() -> None:
    body = rulebook("advanced").section("late-improvements").body
    assert body.count(": happy") + body.count(": productive") == 16
