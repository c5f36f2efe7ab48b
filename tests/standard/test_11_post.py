"""Rulebook chapter 11: standing orders, and what the clock chooses."""

import pytest

from engine.rulesets.standard.events import BattleEnded, OrdersChanged, RoundFought
from tests.standard.builders import (
    END,
    Arrangement,
    Game,
    a_game,
    a_settler_on,
    declared,
    look,
    move,
)

# 11.1 Standing orders


def test_11_1_orders_are_private() -> None:
    game = a_game(3).at("trade").order("angela", toward_brad="challenge", wonders="announce")
    assert game.heard("angela") == [OrdersChanged(0)]
    assert game.heard("brad") == game.heard(None) == []
    own, others = game.settings("angela"), game.settings("brad")
    assert (own["toward_1"], own["toward_2"], own["wonders"]) == ("challenge", "ask", "announce")
    assert set(others.values()) == {"ask"}


def test_11_1_orders_of_others_change_nothing_one_sees() -> None:
    plain, ordered = a_game(3).at("trade"), a_game(3).at("trade")
    ordered.order("angela", toward_brad="pass", trade="skip", battle="weakest")
    assert plain.view("brad") == ordered.view("brad")


@pytest.mark.parametrize("phase", ["placement", "movement", "trade", "purchase"])
def test_11_1_orders_can_be_changed_at_any_time(phase: str) -> None:
    game = a_game().with_gold("angela", 50)
    if phase == "movement":
        game = game.with_units("angela", "gobi", settler=1)
    table = game.at(phase)
    assert table.phase == phase
    for name in ("angela", "brad"):
        table.order(name, wonders="announce")
        assert table.settings(name)["wonders"] == "announce"


def test_11_1_orders_can_be_changed_in_the_middle_of_a_battle() -> None:
    units = {"swordsman": 1, "horseman": 1}
    game = a_game().with_units("angela", "gobi", **units).with_units("brad", "gobi", **units)
    table = declared(game, "gobi").order("brad", battle="strongest")
    assert table.asked() == {"angela": "fight"}
    table.play("angela", "horseman", dice=[3, 3])
    assert table.event(RoundFought).defender.unit == "swordsman"


@pytest.mark.parametrize(
    "orders",
    [
        {"toward_1": "flatter", "wonders": "ask", "trade": "ask", "battle": "ask"},
        {"toward_1": "ask", "wonders": "ask", "trade": "ask", "battle": "retreat"},
    ],
)
def test_11_1_only_these_orders_are_understood(orders: dict[str, str]) -> None:
    game = a_game().at("trade")
    game.refuses("angela", orders, "not_an_option", "standing-orders", kind="standing_orders")


def test_11_1_an_order_towards_each_other_player() -> None:
    game = a_game(3).at("trade")
    itself = {"toward_0": "pass", "toward_1": "pass"}
    game.refuses("angela", itself, "unexpected", "standing-orders", kind="standing_orders")


def test_11_1_what_is_not_named_stays_as_it_is() -> None:
    game = a_game(3).at("trade").order("angela", toward_brad="pass", battle="weakest")
    game.order("angela", toward_brad="ask", trade="skip")
    assert game.settings("angela") == {
        "toward_1": "ask",
        "toward_2": "ask",
        "wonders": "ask",
        "trade": "skip",
        "battle": "weakest",
    }


def test_11_1_every_order_is_named() -> None:
    game = a_game().at("trade")
    for field, settings in (
        ("toward_1", ["ask", "challenge", "pass"]),
        ("wonders", ["ask", "announce"]),
        ("trade", ["ask", "offers", "skip"]),
        ("battle", ["ask", "strongest", "weakest"]),
    ):
        assert game.options("angela", field, kind="standing_orders") == settings


def skirmish(**orders: str) -> Game:
    """Three kinds of units on each side in Gobi; Brad has these orders and declares nothing."""
    units = {"swordsman": 1, "horseman": 1, "catapult": 1}
    game = a_game().in_era("medieval").with_units("angela", "gobi", **units)
    game = game.with_units("brad", "gobi", knight=1, **units).with_orders("brad", **orders)
    return declared(game, "gobi")


@pytest.mark.parametrize(("order", "sent"), [("strongest", "knight"), ("weakest", "catapult")])
def test_11_1_an_order_sends_the_strongest_or_the_weakest_unit(order: str, sent: str) -> None:
    game = skirmish(battle=order)
    assert game.asked() == {"angela": "fight"}
    assert "fight" not in game.may("brad")
    game.play("angela", "swordsman", dice=[1, *(6, 6)] if sent == "knight" else [1, 6])
    assert game.event(RoundFought).defender.unit == sent


def test_11_1_with_orders_on_both_sides_a_battle_is_over_at_once() -> None:
    units = {"swordsman": 1, "horseman": 1}
    game = a_game().with_units("angela", "gobi", **units).with_orders("angela", battle="strongest")
    game = game.with_units("brad", "gobi", **units).with_orders("brad", battle="weakest")
    table = declared(game, "gobi", dice=[*(6, 1), *(6, 1)])
    assert table.event(BattleEnded).winner == 0


def test_11_1_a_choice_made_by_an_order_can_be_taken_over() -> None:
    game = skirmish(battle="strongest").order("brad", battle="ask")
    assert "fight" in game.may("brad")
    game.play("brad", "horseman").play("angela", "swordsman", dice=[1, 6])
    assert game.event(RoundFought).defender.unit == "horseman"


# 11.2 When the clock runs out


def test_11_2_placement_the_free_region_with_most_free_regions_beside_it() -> None:
    game = a_game().at("placement")
    assert game.default("angela") == "himalaya"
    game.play("angela", "himalaya")
    assert game.default("brad") not in ("gobi", "himalaya")


def test_11_2_movement_ends() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).at("movement")
    assert game.default("angela") == END


def a_meeting() -> Game:
    game = a_game().with_units("angela", "gobi", swordsman=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement")
    return table.play("angela", move("gobi", "steppe", "swordsman"))


def test_11_2_no_battle_is_declared_and_nobody_challenged() -> None:
    game = a_meeting()
    assert game.default("angela") == game.default("brad") == []


def test_11_2_one_stays_out_of_the_battles_of_others() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1)
    game = game.with_units("brad", "gobi", swordsman=1).with_units("chris", "gobi", swordsman=1)
    assert declared(game, "gobi").default("chris") == "stay_out"


def a_pick(**units: int) -> str:
    """What the clock sends for Angela in the modern era."""
    game: Arrangement = a_game().in_era("modern").with_units("angela", "gobi", **units)
    table = declared(game.with_units("brad", "gobi", swordsman=1), "gobi")
    choice = table.default("angela")
    assert isinstance(choice, str)
    return choice


def test_11_2_the_strongest_unit_is_of_the_highest_era() -> None:
    assert a_pick(swordsman=1, howitzer=1, musketman=1) == "howitzer"


def test_11_2_among_equals_infantry_before_cavalry_before_artillery() -> None:
    assert a_pick(howitzer=1, tank=1, machinegunner=1) == "machinegunner"
    assert a_pick(howitzer=1, tank=1) == "tank"


def test_11_2_with_an_aircraft_if_there_is_one() -> None:
    assert a_pick(tank=1, fighter=1) == "tank+fighter"


def test_11_2_the_army_of_a_minor_civilization_is_infantry() -> None:
    game = a_settler_on("minor_civilization").in_era("gunpowder").at("movement")
    assert game.play("angela", look("gobi"), dice=[6, 6, 1, 1]).default("angela") == "musketman"


def test_11_2_trade_and_purchase_are_done() -> None:
    game = a_game().with_gold("angela", 50)
    assert game.at("trade").default("angela") == {"do": "done"}
    assert game.at("purchase").default("angela") == {"buy": "done"}


def test_11_2_a_game_left_to_the_clock_goes_on_from_turn_to_turn() -> None:
    game = a_game(3).at("placement").until_turn(1, dice=[6, 6, 1, 1, 2, 2])
    game.until_turn(4, dice=[3, 4] * 3)
    assert [game.gold(name) for name in ("angela", "brad", "chris")] == [30, 30, 30]
