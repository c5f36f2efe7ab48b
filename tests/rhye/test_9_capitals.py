"""Section 9.1 of the rulebook: capitals."""

from __future__ import annotations

from engine.rulesets.rhye import events
from tests.rhye.builders import Arrangement, a_game


def captured(*others: str) -> Arrangement:
    """Angela is about to capture Brad's capital in Steppe."""
    return (
        a_game()
        .with_settlements("brad", "steppe", *others)
        .with_units("angela", "steppe", swordsman=1)
    )


def test_9_capitals_move_and_wonders_stay() -> None:
    game = captured("nile").with_wonder("nile", "oracle").at("battles").play("angela", "capture")
    assert game.realm("brad").capital == "nile"
    assert game.open().sites == (("oracle", "nile"),)


def test_9_1_who_loses_the_capital_makes_another_settlement_the_capital() -> None:
    game = captured("nile", "gaul").with_settlement("brad", "gaul", "city").at("battles")
    game.play("angela", "capture")
    assert game.asked() == {"brad": "capital"}
    assert set(game.options("brad")) == {"nile", "gaul"}
    assert game.default("brad") == "gaul"
    game.refuses("brad", "steppe", "not_your_settlement", "capitals")
    game.play("brad", "nile")
    assert game.realm("brad").capital == "nile"


def test_9_1_the_only_settlement_left_becomes_it_without_asking() -> None:
    game = captured("nile").at("battles").play("angela", "destroy")
    assert game.realm("brad").capital == "nile"
    assert game.event(events.CapitalMoved).place == "nile"


def test_9_1_without_a_settlement_there_is_none_until_the_next() -> None:
    game = captured().with_units("brad", "gobi", swordsman=1)
    game = game.with_settlement("grey", "gobi")
    table = game.at("battles").play("angela", "capture")
    assert table.realm("brad").capital == ""
    table.play("brad", "capture")
    assert table.realm("brad").capital == "gobi"
