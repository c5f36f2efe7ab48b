"""Where several rules of Fast Play meet: what they say together."""

from __future__ import annotations

import pytest

from engine.rulebook import rulebook
from engine.rulesets.fast_play import events
from tests.builders import WorldGame
from tests.fast_play.builders import (
    END,
    Arrangement,
    Game,
    a_game,
    an_explorer,
    fly,
    move,
    sail,
)

BEATEN = [1, 6]
"""The dice of a swordsman that loses against another."""

# A settler's way in neither opens a retreat nor closes the defender's.


def a_settler_by_another_way() -> Game:
    """Angela's swordsmen enter Steppe from Gobi, and a settler joins them from Siberia."""
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "nile", swordsman=1)
        .with_units("angela", "siberia", settler=1)
        .with_units("brad", "steppe", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"))
    return game.play("angela", move("siberia", "steppe", "settler"))


def test_a_settlers_way_in_opens_no_retreat() -> None:
    game = a_settler_by_another_way().play("angela", END, [*(1, 1), *(6, 1)])
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("angela", "siberia") == {}


def test_a_settlers_way_in_does_not_close_the_defenders() -> None:
    game = a_settler_by_another_way().play("angela", END, [*(6, 1), *(1, 1)])
    assert "siberia" in game.options("brad", "to")
    assert "gobi" not in game.options("brad", "to")


# Retreat by sea goes over zones held alone.


def a_lost_landing(brad_at_sea: str) -> Game:
    """Angela's landing in Gaul has failed; her galley has sailed to the North Sea meanwhile."""
    game = (
        a_game()
        .with_settlement("angela", "britannia")
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("brad", "gaul", swordsman=2)
        .with_units("brad", brad_at_sea, galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    sea = [1, 6] if brad_at_sea == "north_sea" else []
    lost = [*(1, 1), *(6, 1)]
    if not sea:
        return game.play("angela", sail("biscay_sea", "north_sea", "galley"), lost)
    return game.play("angela", sail("biscay_sea", "north_sea", "galley")).play(
        "angela", "gaul", [*lost, *sea]
    )


def test_a_retreat_by_sea_goes_over_a_zone_held_alone() -> None:
    game = a_lost_landing("east_mediterranean")
    assert game.units("angela", "britannia") == {"swordsman": 1}


def test_no_retreat_goes_over_a_zone_where_an_enemy_is() -> None:
    game = a_lost_landing("north_sea")
    assert game.event(events.Trapped).place == "gaul"
    assert game.units("angela", "britannia") == {}


# A settler left alone among enemy fleets in harbour is captured.


def test_a_settler_left_alone_among_fleets_in_harbour_is_captured() -> None:
    game = (
        a_game()
        .with_units("angela", "iberia", swordsman=1, settler=1)
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", swordsman=1, galley=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman"))
    # Both swordsmen are lost: one die against two.
    game.play("angela", move("iberia", "gaul", "settler"), [6, *(6, 1)])
    assert game.event(events.SettlersCaptured).seat == 1
    assert game.units("brad", "gaul") == {"settler": 1, "galley": 1}


# Reinforcements do not take the explorers' way out from barbarians.


def test_reinforcements_do_not_take_the_explorers_way_out() -> None:
    game = (
        an_explorer()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "siberia", swordsman=1)
        .with_settlement("angela", "nile")
        .with_settlement("brad", "congo")
        .at("movement")
    )
    game.explore("angela", "gobi", "minor_civilization")
    game.play("angela", move("siberia", "gobi", "swordsman"), [*(1, 1, 1), *(6, 1)])
    assert game.asked() == {"angela": "retreat"}
    assert {"siberia", "steppe"} <= set(game.options("angela", "to"))


# Exploring ends when fleets sail.


def test_exploring_ends_when_fleets_sail() -> None:
    game = an_explorer().with_units("angela", "north_sea", galley=2).at("movement")
    game.play("angela", sail("north_sea", "biscay_sea", "galley"))
    game.refuses("angela", {"do": "explore", "at": "gobi"}, "fleets_have_sailed", "fleets")


# An aircraft moves strategically or tactically, not both.


def an_air_base() -> Arrangement:
    game = a_game().in_era("modern").with_settlements("angela", "gaul", "germania", "nile")
    return game.with_units("angela", "gaul", fighter=2)


def test_an_aircraft_that_went_by_rail_does_not_fly() -> None:
    game = an_air_base().at("movement").play("angela", move("gaul", "germania", "fighter"))
    assert game.options("angela", "from", do="fly") == ["gaul"]
    onward = fly("germania", "nile", "fighter")
    game.refuses("angela", onward, "nothing_to_move", "aircraft-movement")


def test_an_aircraft_that_went_by_rail_still_has_rails_and_its_step() -> None:
    game = an_air_base().at("movement").play("angela", move("gaul", "germania", "fighter"))
    assert {"gaul", "sarmatia"} <= game.destinations("angela", "germania")
    game.play("angela", move("germania", "gaul", "fighter+rail"))
    assert game.units("angela", "gaul") == {"fighter": 2}


def test_an_aircraft_that_flew_does_nothing_more() -> None:
    game = an_air_base().at("movement").play("angela", fly("gaul", "nile", "fighter"))
    assert game.options("angela", "from", do="move") == ["gaul"]


# A fighter alone does not take a city from battleships in harbour.


def test_a_fighter_alone_does_not_enter_a_harbour_with_battleships() -> None:
    game = a_game().in_era("modern").with_units("angela", "iberia", fighter=1)
    game = game.with_settlement("brad", "gaul").with_units("brad", "gaul", battleship=1)
    table = game.at("movement")
    assert table.asked() == {"brad": "movement"}


def test_a_fighter_left_alone_among_battleships_is_destroyed() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "iberia", fighter=1, swordsman=1)
        .with_settlement("brad", "gaul", "city")
        .with_units("brad", "gaul", battleship=1, swordsman=1)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman"))
    # 1 + 5 dice against 2: each side loses its swordsman.
    game.play("angela", move("iberia", "gaul", "fighter"), [6, 1, 1, 1, 1, 1, *(6, 1)])
    game.play("angela", ["swordsman"])
    assert game.event(events.AircraftLost).seat == 0
    assert game.settlement("gaul") == ("brad", "city")
    assert game.units("brad", "gaul") == {"battleship": 1}


# The minor civilization's army is the receiver's choice.


def test_the_receiver_chooses_the_army_of_a_minor_civilization() -> None:
    game = an_explorer().with_settlements("angela", "gaul", "iberia")
    table = game.with_settlement("brad", "nile").at("movement")
    table.explore("angela", "gobi", "minor_civilization")
    assert table.asked() == {"brad": "minor_army"}
    assert table.options("brad") == ["swordsman", "catapult"]
    table.play("brad", "catapult")
    assert table.units("brad", "gobi") == {"catapult": 1}


def test_cavalry_can_be_chosen_once_horses_are_exploited() -> None:
    game = an_explorer().with_settlements("brad", "nile", "congo").with_exploited("horses")
    table = game.at("movement").explore("angela", "gobi", "minor_civilization")
    assert table.options("angela") == ["swordsman", "horseman", "catapult"]


def test_the_new_army_does_not_move_in_the_phase_in_which_it_appears() -> None:
    game = an_explorer().with_settlements("brad", "nile", "congo")
    game = game.with_units("angela", "siberia", swordsman=1)
    table = game.at("movement").explore("angela", "gobi", "minor_civilization")
    table.play("angela", "swordsman")
    assert table.options("angela", "from", do="move") == ["siberia"]


# When the last movable piece attacks, the player still ends movement by hand.


def test_the_last_attack_waits_for_the_end_of_movement_by_hand() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement")
    WorldGame.play(table, "angela", move("gobi", "steppe", "swordsman"))
    assert table.asked() == {"angela": "movement"}
    assert table.options("angela", "do") == ["end"]
    assert not table.revealed
    table.play("angela", END, BEATEN)
    assert table.event(events.BattleFought).winner == 1


# Silent readings are marked as rulings.


@pytest.mark.parametrize(
    ("anchor", "words"),
    [
        ("aircraft-movement", "both"),
        ("barbarians", "prisoners"),
        ("settlers-captured", "harbour"),
        ("end-conditions", "13 gold"),
    ],
)
def test_silent_readings_are_rulings(anchor: str, words: str) -> None:
    body = rulebook("fast_play").section(anchor).body
    rulings = [part for part in body.split("\n\n") if part.startswith("> **Ruling.**")]
    assert any(words in ruling for ruling in rulings)
