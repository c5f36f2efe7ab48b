"""Settlers and settlements after a battle (rulebook 7.11 and 7.12)."""

from __future__ import annotations

from engine.rulesets.fast_play import events
from tests.fast_play.builders import END, TEN, Game, a_game, move


def test_7_11_settlers_without_an_army_are_captured() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", settler=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.units("angela", "steppe") == {"settler": 2, "swordsman": 1}
    captured = game.event(events.SettlersCaptured)
    assert (captured.seat, captured.loser, captured.count, captured.removed) == (0, 1, 2, 0)


def test_7_11_settlers_left_behind_by_a_beaten_defender_are_captured() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=1, settler=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [6, 1, 1])
    assert game.units("angela", "steppe") == {"settler": 1, "swordsman": 2}


def test_7_11_settlers_of_a_beaten_attacker_are_captured() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_units("brad", "steppe", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"))
    game.play("angela", move("gobi", "steppe", "settler"), [1, 1, 6, 1])
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("brad", "steppe") == {"settler": 1, "swordsman": 2}


def test_7_11_without_a_piece_captured_settlers_are_removed() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "mekong", settler=7)
        .with_units("brad", "steppe", settler=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman")).play("angela", END)
    assert game.units("angela", "steppe") == {"settler": 1, "swordsman": 1}
    assert game.event(events.SettlersCaptured).removed == 1


def test_7_11_settlers_of_both_sides_do_not_stay_together() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1, settler=1)
        .with_units("brad", "steppe", swordsman=1, settler=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "steppe", "settler"), [6, 6])
    assert game.units("angela", "gobi") == {"settler": 1}
    assert game.units("brad", "steppe") == {"settler": 1}


def test_7_12_the_winner_takes_the_settlement_at_its_size() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("brad", "steppe", "city")
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [6, 1, 1, 1])
    assert game.settlement("steppe") == ("angela", "city")


def test_7_12_a_settlement_without_units_is_taken_without_dice() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.settlement("steppe") == ("angela", "village")
    assert not game.events(events.BattleFought)


def test_7_12_fleets_in_harbour_are_destroyed() -> None:
    game = (
        a_game(3)
        .with_units("angela", "iberia", swordsman=1)
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", galley=2)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman"))
    assert game.units("brad", "gaul") == {}
    assert game.event(events.FleetsDestroyed).units == (("galley", 2),)


def test_7_12_an_aircraft_takes_a_settlement_that_nobody_is_left_in() -> None:
    game = (
        a_game(3)
        .in_era("modern")
        .with_units("angela", "iberia", fighter=1)
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", settler=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "fighter"))
    assert game.settlement("gaul") == ("angela", "village")
    assert game.units("brad", "gaul") == {}


def test_7_12_a_beaten_attacker_captures_nothing() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [1, 1, 6, 1])
    assert game.settlement("steppe") == ("brad", "village")


def test_7_12_a_capture_may_be_a_last_one() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.player("brad").fallen


def without_a_village() -> Game:
    """Angela has taken Brad's village in Steppe, and has no eleventh village."""
    game = (
        a_game()
        .with_settlements("angela", *TEN)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "nile", settler=1)
        .at("movement")
    )
    return game.play("angela", move("gobi", "steppe", "swordsman"))


def test_7_12_without_a_piece_the_settlement_can_be_destroyed() -> None:
    game = without_a_village()
    assert game.asked() == {"angela": "claim"}
    assert set(game.options("angela")) == {"destroy", *TEN}
    game.play("angela", "destroy")
    assert game.settlement("steppe") is None
    assert game.units("angela", "steppe") == {"swordsman": 1}
    assert game.event(events.Destroyed).loser == 1


def test_7_12_or_one_of_ones_own_is_given_up_for_it() -> None:
    game = without_a_village().play("angela", "yakutia")
    assert game.settlement("steppe") == ("angela", "village")
    assert game.settlement("yakutia") is None


def test_7_12_a_village_removed_meanwhile_frees_the_piece() -> None:
    game = without_a_village().play("angela", "iberia", kind="remove")
    assert game.settlement("steppe") == ("angela", "village")
    assert game.settlement("iberia") is None


def test_7_12_a_piece_of_another_size_does_not_matter() -> None:
    game = (
        a_game()
        .with_settlements("angela", *TEN)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe", "town")
        .with_units("brad", "nile", settler=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.settlement("steppe") == ("angela", "town")
