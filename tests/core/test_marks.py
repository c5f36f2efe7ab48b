"""Moves and battles out of a rule set's events."""

from __future__ import annotations

from engine.rulesets.civ2010 import events as civ
from engine.rulesets.fast_play import events as fast
from engine.rulesets.standard.events import BattleEnded, Looked, Moved
from render import Battle, Change, Move, battles_of, changes_of, moves_of


def test_steps_the_same_way_are_one_move() -> None:
    told = [
        Moved(2, (("knight", 2),), "gaul", "iberia", ""),
        Looked(2, "iberia"),
        Moved(2, (("settler", 1), ("knight", 1)), "gaul", "iberia", ""),
        Moved(1, (("galley", 1),), "north_sea", "biscay_sea", ""),
    ]
    assert moves_of(told) == (
        Move(2, "gaul", "iberia", 4),
        Move(1, "north_sea", "biscay_sea", 1),
    )


def test_a_battle_is_marked_with_its_winner() -> None:
    told = [BattleEnded("gaul", 3, (1,)), BattleEnded("gobi", -1, (0, 2))]
    assert battles_of(told) == (Battle("gaul", 3), Battle("gobi", -1))


def test_a_battle_with_all_dice_at_once_is_marked_too() -> None:
    winner = fast.Army(2, (6,), units=(), dice=1, sixes=1)
    loser = fast.Army(-1, (3,), units=(), dice=1, sixes=0)
    fought = fast.BattleFought("gobi", 0, winner, loser, 0, 2)
    told = [fought, fast.UnitsLost(-1, "gobi", (("tank", 1),))]
    assert battles_of(told) == (Battle("gobi", 2),)


def test_moves_battles_and_new_things_on_tiles() -> None:
    told = [
        civ.Moved(0, 1, 0, "C2", "D2"),
        civ.Moved(0, 0, 2, "C2", "D2"),
        civ.BattleEnded(0, -1, "D2", 0, (3, 1), (0, 0)),
        civ.TileTurned(1, "E5", "tile_4"),
        civ.Built(1, "granary", "F6", "F7", 5, 0),
        civ.HutExplored(0, "D2"),
        civ.Learned(0, "pottery", True),
    ]
    assert moves_of(told) == (Move(0, "C2", "D2", 3),)
    assert battles_of(told) == (Battle("D2", 0),)
    assert changes_of(told) == (
        Change(1, "E5", "explored"),
        Change(1, "F6", "made"),
        Change(0, "D2", "found"),
    )
