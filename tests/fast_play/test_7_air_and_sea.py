"""Aircraft in battle, battles at sea (rulebook 7.10 and 7.13)."""

from __future__ import annotations

import pytest

from engine.core.messages import Voice, catalog
from engine.rulesets.fast_play import events
from tests.fast_play.builders import Game, a_game, move, sail

ATTACK = ("gobi", "steppe")
VOICE = Voice(catalog("fast_play", strict=True), ("Angela", "Brad"))


def attack(game: Game, dice: list[int], *units: str) -> Game:
    return game.play("angela", move(*ATTACK, *units), dice)


def test_7_10_defending_aircraft_alone_are_destroyed_without_dice() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", tank=1)
        .with_units("brad", "steppe", fighter=2)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    attack(game, [], "tank")
    assert game.event(events.AircraftLost).count == 2
    assert game.settlement("steppe") == ("angela", "village")


def test_7_10_aircraft_alone_after_a_battle_are_destroyed() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", tank=2)
        .with_units("brad", "steppe", fighter=1, machinegunner=1)
        .at("movement")
    )
    attack(game, [6] + [1] * 9 + [6] + [1] * 8, "tank", "tank")
    game.play("brad", ["machinegunner"])
    assert game.event(events.AircraftLost).seat == 1
    # Brad would have won the tie, but nothing of his is left.
    assert game.units("angela", "steppe") == {"tank": 1}


def test_7_10_aircraft_left_on_both_sides_are_all_destroyed() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", machinegunner=1, fighter=1)
        .with_units("brad", "steppe", machinegunner=1, fighter=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "machinegunner"))
    game.play("angela", move("gobi", "steppe", "fighter"), [6] + [1] * 8 + [6] + [1] * 8)
    game.play("angela", ["machinegunner"]).play("brad", ["machinegunner"])
    assert not game.space("steppe").units


@pytest.mark.parametrize(
    ("defenders", "said"),
    [(2, "5 dice each; lost, too, without an army beside it"), (1, "5 dice each")],
)
def test_7_10_who_chooses_losses_reads_what_aircraft_need(defenders: int, said: str) -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", machinegunner=1, fighter=1)
        .with_units("brad", "steppe", machinegunner=defenders)
        .at("movement")
    )
    dice = [6] + [1] * 8 + [6] + [1] * (4 * defenders - 1)
    attack(game, dice, "machinegunner", "fighter")
    shown = {option.key: VOICE.note(option) for option in game.described("angela")}
    assert shown == {"machinegunner": "4 dice each", "fighter": said}


def test_7_10_a_fleet_in_harbour_does_not_save_an_aircraft() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "iberia", tank=1)
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", fighter=1, battleship=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "tank"))
    assert game.units("brad", "gaul") == {}


# 7.13 At sea.


def test_7_13_fleets_fight_by_their_era_and_science() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_units("angela", "biscay_sea", caravel=1, galley=1)
        .with_units("brad", "north_sea", galley=2)
        .with_technologies("angela", medieval=1)
        .at("movement")
    )
    sailing = sail("biscay_sea", "north_sea", "galley", "caravel")
    game.play("angela", sailing, [6, 6, 1, 1, 1, 1])
    fought = game.event(events.BattleFought)
    assert (fought.attacker.dice, fought.defender.dice) == (4, 2)
    assert game.units("angela", "north_sea") == {"galley": 1, "caravel": 1}


def test_7_13_fleets_that_meet_must_fight() -> None:
    game = (
        a_game()
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("brad", "north_sea", galley=1)
        .at("movement")
    )
    game.play("angela", sail("biscay_sea", "north_sea", "galley"), [1, 6])
    assert game.units("brad", "north_sea") == {"galley": 1}
    assert game.units("angela", "north_sea") == {}
