"""Wonders (rulebook 4.5 and 4.6)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.fast_play.builders import DONE, TECHNOLOGY, Game, a_game, build, wonder


def with_gold(gold: int, era: str = "ancient") -> Game:
    """Angela has gold to set aside."""
    return (
        a_game()
        .in_era(era)
        .with_settlements("angela", "gaul", "iberia")
        .with_gold("angela", gold)
        .at("purchase")
    )


@pytest.mark.parametrize(
    ("era", "least", "most"),
    [("ancient", 5, 9), ("medieval", 8, 12), ("gunpowder", 11, 15), ("modern", 14, 18)],
)
def test_4_6_gold_between_the_lowest_and_the_highest_price_is_set_aside(
    era: str, least: int, most: int
) -> None:
    assert with_gold(50, era).aside("angela") == (least, most)
    assert with_gold(least + 1, era).aside("angela") == (least, least + 1)


def test_4_6_a_refused_sum_says_what_would_do() -> None:
    game = with_gold(50, "ancient")
    rule = "wonder-attempt"
    assert game.refuses("angela", wonder(4), "aside_too_low", rule).data["price"] == 5
    assert game.refuses("angela", wonder(10), "aside_too_high", rule).data["price"] == 9
    poor = with_gold(7, "ancient")
    assert poor.refuses("angela", wonder(8), "aside_unpaid", rule).data["gold"] == 7


@pytest.mark.parametrize(("die", "price"), [(2, 5), (3, 6), (4, 7)])
def test_4_6_example_a_a_die_within_the_gold_must_be_claimed(die: int, price: int) -> None:
    game = with_gold(10).play("angela", wonder(7), [die])
    assert game.player("angela").wonders == ("pyramids",)
    assert game.gold("angela") == 10 - price
    tried = game.event(events.WonderTried)
    assert (tried.die, tried.price, tried.wonder) == (die, price, "pyramids")


@pytest.mark.parametrize("die", [5, 6])
def test_4_6_example_a_too_dear(die: int) -> None:
    game = with_gold(10).play("angela", wonder(7), [die])
    assert game.player("angela").wonders == ()
    assert game.gold("angela") == 10


def test_4_6_a_one_fails_whatever_is_set_aside() -> None:
    game = with_gold(10).play("angela", wonder(9), [1])
    assert game.player("angela").wonders == ()
    assert game.gold("angela") == 10


def test_4_6_one_attempt_a_turn() -> None:
    game = with_gold(30).play("angela", wonder(7), [1])
    assert "wonder" not in game.prices("angela")
    game.refuses("angela", wonder(7), "tried_already", "wonder-attempt")


def test_4_6_gold_set_aside_buys_nothing_else_this_turn() -> None:
    game = with_gold(10).play("angela", wonder(7), [1])
    game.refuses("angela", TECHNOLOGY, "set_aside", "wonder-attempt")
    assert "swordsman" in game.prices("angela")


def test_4_6_what_was_not_needed_stays_aside_too() -> None:
    game = with_gold(11).play("angela", wonder(9), [2])
    assert game.gold("angela") == 6
    game.refuses("angela", TECHNOLOGY, "set_aside", "wonder-attempt")
    game.play("angela", build("swordsman", "gaul", "iberia"))
    # Two gold were left, the other four come back when her purchases are over.
    assert game.asked() != {"angela": "purchase"}
    assert game.gold("angela") == 4


def test_4_6_it_is_hers_again_next_turn() -> None:
    game = with_gold(10).play("angela", wonder(7), [1]).play("angela", DONE)
    game.lapse(lambda game: game.turn == 8 and "angela" in game.asked())
    assert game.prices("angela")["technology"] == 5


def test_4_6_too_little_gold_is_refused() -> None:
    game = with_gold(4)
    refusal = game.refuses("angela", wonder(4), "too_expensive", "prices")
    assert refusal.data["price"] == 5


def test_4_5_three_wonders_in_each_era() -> None:
    game = (
        a_game()
        .with_wonders("brad", "pyramids", "hanging_gardens", "colossus")
        .with_gold("angela", 20)
        .at("purchase")
    )
    assert "wonder" not in game.prices("angela")
    game.refuses("angela", wonder(9), "no_wonder_left", "wonders")


def test_4_5_the_next_wonder_is_one_of_the_current_era() -> None:
    game = with_gold(20, "modern").play("angela", wonder(14), [2])
    assert game.player("angela").wonders == ("hoover_dam",)


def test_4_6_the_attempt_cannot_be_taken_back() -> None:
    assert with_gold(10).play("angela", wonder(7), [1]).revealed


def test_4_6_after_an_era_began_the_new_price_holds() -> None:
    game = (
        a_game()
        .with_technologies("angela", ancient=2)
        .with_gold("angela", 30)
        .at("purchase")
        .play("angela", TECHNOLOGY)
    )
    assert game.aside("angela") == (8, 12)
