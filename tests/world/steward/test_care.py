"""Moves on the world board that a careful stand-in leaves to the player."""

from __future__ import annotations

import msgspec

from engine.core.game import Game
from engine.world.steward.care import is_grave_move
from engine.world.steward.survey import BOARD
from engine.world.view import SettlementView, UnitsView, WorldView

HERE, THERE = "gobi", BOARD.spaces[BOARD.beside[BOARD.index["gobi"]][0]].id


def a_view(**placed: tuple[SettlementView | None, tuple[UnitsView, ...]]) -> WorldView:
    """What seat 0 sees of an empty world with these settlements and units."""
    view = Game.new("standard", ["Ada", "Bea"], {}, b"seed", [b"a", b"b"]).view(0)
    assert isinstance(view, WorldView)
    spaces = [
        msgspec.structs.replace(space, settlement=placed[space.id][0], units=placed[space.id][1])
        if space.id in placed
        else space
        for space in view.spaces
    ]
    return msgspec.structs.replace(view, spaces=tuple(spaces))


def army(count: int, owner: int = 0, kind: str = "swordsman") -> tuple[UnitsView, ...]:
    """Alike units."""
    return (UnitsView(owner, kind, count, count),)


def march(*units: str) -> dict[str, object]:
    """The order to leave for the place next door."""
    return {"do": "move", "from": HERE, "units": list(units), "to": THERE}


def test_the_last_unit_stays_in_its_settlement() -> None:
    home = SettlementView(0, 1)
    two, one = a_view(**{HERE: (home, army(2))}), a_view(**{HERE: (home, army(1))})
    assert not is_grave_move(two, 0, march("swordsman"))
    assert is_grave_move(two, 0, march("swordsman", "swordsman"))
    assert is_grave_move(one, 0, march("swordsman"))
    assert not is_grave_move(one, 0, march("settler")), "settlers guard nothing"
    assert not is_grave_move(a_view(**{HERE: (None, army(1))}), 0, march("swordsman"))


def test_nobody_is_marched_upon() -> None:
    home = (SettlementView(0, 1), army(3))
    for there in ((None, army(1, owner=1)), (SettlementView(1, 1), ())):
        assert is_grave_move(a_view(**{HERE: home, THERE: there}), 0, march("swordsman"))
    own = a_view(**{HERE: home, THERE: (None, army(1))})
    assert not is_grave_move(own, 0, march("swordsman"))
