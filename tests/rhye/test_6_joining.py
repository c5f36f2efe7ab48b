"""Chapters 6.2 and 6.4: what those who joined a side bring along, and have of its victory."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.rulesets.rhye import events
from tests.rhye.builders import Arrangement, Game, a_game

HIT, MISS = 6, 1


def three_in_a_village() -> Arrangement:
    """Angela, Brad and Chris have a swordsman each in Brad's village."""
    arranged = a_game().with_settlements("brad", "gobi", "steppe")
    for name in ("angela", "brad", "chris"):
        arranged.with_units(name, "steppe", swordsman=1)
    return arranged


def test_6_2_who_helped_to_defend_a_settlement_is_not_offered_it() -> None:
    game = three_in_a_village().at("battles").play("angela", {"steppe": "1"})
    game.play("chris", "defender")
    # Brad's own unit falls, and Chris's defends the village to the end.
    game.play("brad", "swordsman:1", [HIT, HIT, MISS, MISS, MISS, MISS, HIT, HIT])
    assert game.units("chris", "steppe") == {"swordsman": 1}
    assert game.asked() == {"chris": "spoils"}, "in his own turn, as anyone there could"


def test_6_2_who_has_had_a_turn_takes_nothing_for_help() -> None:
    game = three_in_a_village().at("battles", first="chris", mover="angela")
    game.play("angela", {"steppe": "1"})
    game.play("chris", "attacker")
    # Angela's own unit falls, and Chris's wins her war.
    game.play("angela", "swordsman:0", [MISS, MISS, HIT, HIT, HIT, HIT, MISS, MISS])
    assert game.units("brad", "steppe") == {}
    assert game.settlement("steppe") == ("brad", "village")
    assert game.phase == "actions"


def test_6_2_the_victor_takes_the_spoils_of_helpers_too() -> None:
    game = three_in_a_village().with_units("chris", "steppe", catapult=1).at("battles")
    game.play("angela", {"steppe": "1"}).play("chris", "defender")
    game.play("brad", "swordsman:1", [HIT, HIT, MISS, MISS])
    game.play("brad", "swordsman", [HIT, HIT, MISS, MISS])
    assert game.decision("angela").about["units"] == (("catapult", 1),)
    game.play("angela", "take").play("angela", "capture")
    assert game.units("angela", "steppe") == {"swordsman": 1, "catapult": 1}
    assert game.settlement("steppe") == ("angela", "village")


def three_in_chriss_capital(joins: str, wonder: str = "", dice: Iterable[int] = ()) -> Game:
    """Angela attacks Brad in Chris's capital, and Chris joins."""
    arranged = a_game().with_settlements("brad", "gobi").with_settlements("chris", "steppe")
    if wonder:
        arranged.with_settlements("chris", "nile").with_wonder("nile", wonder)
    for name in ("angela", "brad", "chris"):
        arranged.with_units(name, "steppe", swordsman=1)
    order = arranged.at("battles").order("angela", battle="strongest")
    return order.play("angela", {"steppe": "1"}).play("chris", joins, dice)


@pytest.mark.parametrize("unit", ["swordsman:2", "swordsman:1"])
@pytest.mark.parametrize(("wonder", "dice"), [("", 3), ("great_wall", 4)])
def test_6_4_the_dice_of_a_capital_come_with_its_owner(unit: str, wonder: str, dice: int) -> None:
    game = three_in_chriss_capital("defender", wonder)
    game.play("brad", unit, [HIT, HIT, *[MISS] * dice] * 2)
    for fought in game.events(events.RoundFought):
        assert (len(fought.attacker.faces), len(fought.defender.faces)) == (2, dice)
        assert ("capital", 1) in fought.defender.extra


@pytest.mark.parametrize("joins", ["attacker", "stay_out"])
def test_6_4_a_capital_helps_nobody_while_its_owner_does_not_defend(joins: str) -> None:
    game = three_in_chriss_capital(joins, "great_wall", [HIT, HIT, MISS, MISS])
    fought = game.events(events.RoundFought)[0]
    assert fought.attacker.extra == fought.defender.extra == ()


def test_6_4_who_declares_war_at_home_attacks() -> None:
    arranged = a_game().with_settlements("angela", "steppe")
    arranged.with_units("angela", "steppe", swordsman=1).with_units("brad", "steppe", swordsman=1)
    game = arranged.at("battles").play("angela", {"steppe": "1"}, [HIT, HIT, MISS, MISS])
    fought = game.event(events.RoundFought)
    assert fought.attacker.extra == fought.defender.extra == ()


def test_6_4_the_religions_are_those_of_the_two_at_war() -> None:
    arranged = three_in_a_village().with_religion("chris", "judaism").at("battles")
    game = arranged.play("angela", {"steppe": "1"}).play("chris", "defender")
    game.play("brad", "swordsman:2", [HIT, HIT, MISS, MISS] * 2)
    assert game.events(events.RoundFought)[0].defender.extra == ()
