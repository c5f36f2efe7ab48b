"""Standing orders and the clock (rulebook chapter 10)."""

from __future__ import annotations

from engine.core.grammar import Value
from engine.rulesets.fast_play import events
from tests.covering import covers
from tests.fast_play.builders import Arrangement, Game, a_game, move

ORDERS: Value = {"losses": "weakest", "retreat": "home", "settle": "always"}


def test_10_1_orders_are_set_at_any_time_and_private() -> None:
    game = a_game().with_gold("angela", 5).at("purchase")
    game.play("brad", ORDERS, kind="standing_orders")
    assert game.settings("brad") == ORDERS
    assert game.settings("angela") == {"losses": "ask", "retreat": "ask", "settle": "ask"}
    assert game.heard("brad") == [events.OrdersChanged(1)]
    assert game.heard("angela") == game.heard(None) == []


def battle_with_orders(losses: str) -> Game:
    """Angela loses one of two different units."""
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=1, swordsman=1)
        .with_units("brad", "steppe", swordsman=2)
        .with_orders("angela", losses=losses)
        .at("movement")
    )
    return game.play("angela", move("gobi", "steppe", "swordsman", "horseman"), [1, 1, 1, 6, 1])


def test_10_1_the_weakest_are_lost_first() -> None:
    assert battle_with_orders("weakest").units("angela", "gobi") == {"horseman": 1}


def test_10_1_or_the_strongest() -> None:
    assert battle_with_orders("strongest").units("angela", "gobi") == {"swordsman": 1}


def test_10_1_without_an_order_the_owner_is_asked() -> None:
    game = battle_with_orders("ask")
    assert game.asked() == {"angela": "losses"}
    assert game.default("angela") == ["swordsman"]


def test_10_1_settlers_settle_by_themselves() -> None:
    game = (
        a_game()
        .with_settlement("angela", "steppe")
        .with_explored("gobi", "huang_he")
        .with_units("angela", "gobi", settler=1)
        .with_units("angela", "huang_he", settler=1)
        .with_orders("angela", settle="always")
        .at("settling")
    )
    assert game.settlement("gobi") == ("angela", "village")
    assert game.settlement("huang_he") == ("angela", "village")


def test_10_2_the_clock_founds_what_can_be_founded() -> None:
    game = (
        a_game()
        .with_settlement("angela", "steppe")
        .with_explored("gobi")
        .with_units("angela", "gobi", settler=1)
        .at("settling")
    )
    assert game.default("angela") == "gobi"


def test_10_2_the_clock_spends_nothing_and_stays() -> None:
    game = a_game().with_gold("angela", 9).with_units("angela", "gobi", swordsman=1)
    assert game.at("purchase").default("angela") == {"buy": "done"}
    assert game.at("movement").default("angela") == {"do": "end"}


BEATEN = [6, 1, 1, 1]
"""Two dice each, a six for the attacker alone."""


def a_defender() -> Arrangement:
    """Brad defends with two swordsmen, and can flee more than one way."""
    return a_game().with_units("brad", "steppe", swordsman=2)


@covers("retreat.order.home")
def test_10_1_the_order_to_go_home_needs_no_asking() -> None:
    game = (
        a_defender()
        .with_settlement("brad", "siberia")
        .with_units("brad", "muscovy", swordsman=3)
        .with_orders("brad", retreat="home")
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), BEATEN)
    assert game.units("brad", "siberia") == {"swordsman": 1}


@covers("retreat.order.together")
def test_10_1_the_order_to_stay_together_joins_the_most_troops() -> None:
    game = (
        a_defender()
        .with_settlement("brad", "siberia")
        .with_units("brad", "muscovy", swordsman=3)
        .with_orders("brad", retreat="together")
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), BEATEN)
    assert game.units("brad", "muscovy") == {"swordsman": 4}


def test_10_2_the_clock_sends_them_home() -> None:
    game = (
        a_defender()
        .with_settlement("brad", "siberia")
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), BEATEN)
    assert game.default("brad") == {"to": "siberia"}


# Aircraft need an army beside them (7.10): losses by order, or by the clock, keep one.


def the_last_army(defenders: int = 3, losses: str = "ask") -> Game:
    """Angela's fighter and machinegunner win by two sixes to one, and she loses a unit."""
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", machinegunner=1, fighter=1)
        .with_units("brad", "steppe", machinegunner=defenders)
        .with_orders("angela", losses=losses)
        .at("movement")
    )
    dice = [6, 6, *[1] * 7, 6, *[1] * (4 * defenders - 1)]
    return game.play("angela", move("gobi", "steppe", "machinegunner", "fighter"), dice)


def test_10_1_the_order_to_lose_the_weakest_leaves_no_aircraft_alone() -> None:
    game = the_last_army(losses="weakest")
    assert game.units("angela", "steppe") == {"machinegunner": 1}
    assert not game.events(events.AircraftLost)


def test_10_1_where_no_enemy_is_left_the_aircraft_may_stay_alone() -> None:
    game = the_last_army(defenders=2, losses="weakest")
    assert game.units("angela", "steppe") == {"fighter": 1}


def test_10_1_a_fleet_in_harbour_is_an_enemy_that_is_left() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", machinegunner=1, battleship=1)
        .with_units("angela", "italia", machinegunner=1, fighter=1)
        .with_orders("angela", losses="weakest")
        .at("movement")
    )
    landing = move("italia", "gaul", "machinegunner", "fighter")
    game.play("angela", landing, [6, *[1] * 8, 6, *[1] * 4])
    assert game.units("angela", "gaul") == {"machinegunner": 1}
    assert game.settlement("gaul") == ("angela", "village")


def test_10_2_the_clock_leaves_no_aircraft_alone() -> None:
    assert the_last_army().default("angela") == ["fighter"]
    assert the_last_army(defenders=2).default("angela") == ["machinegunner"]
