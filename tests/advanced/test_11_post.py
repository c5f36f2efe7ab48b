"""Rulebook 11: standing orders and defaults."""

from __future__ import annotations

from tests.advanced.builders import BUY_NOTHING, DONE, END, a_game, look


def test_11_1_nobody_orders_anything_about_wonders() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    assert set(game.settings("angela")) == {"toward_1", "toward_2", "trade", "battle"}


def test_11_2_the_clock_gives_nothing_away() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    assert game.default("angela") == END
    trade = a_game().with_cards("brad", "flight").with_gold("angela", 5).at("trade")
    assert trade.default("angela") == DONE
    purchase = a_game().with_gold("angela", 50).at("purchase")
    assert purchase.default("angela") == BUY_NOTHING


def test_11_2_the_clock_learns_the_dearest_technology() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1, swordsman=1)
        .with_marker("gobi", "free_technology")
        .at("movement")
        .play("angela", look("gobi"))
    )
    assert game.default("angela") == "wheel"
