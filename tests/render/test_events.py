"""Moves and battles out of a rule set's events."""

from __future__ import annotations

from engine.rulesets.fast_play import events as fast
from engine.rulesets.standard.events import BattleEnded, Looked, Moved
from render import Battle, Move, battles_of, moves_of


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
