"""Chapter 6.2: what those who joined a side have of its victory."""

from __future__ import annotations

from tests.rhye.builders import Arrangement, a_game

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
