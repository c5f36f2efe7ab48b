"""What a careful stand-in leaves to the player on the world board."""

from __future__ import annotations

from engine.core.absence import Care
from engine.core.grammar import Answers
from engine.world.steward.forms import kind_of
from engine.world.steward.survey import BOARD
from engine.world.view import WorldView

PEACEFUL = ("settler",)
"""Pieces that guard nothing."""

WORLD = Care(
    answered={
        "placement": (),
        "movement": ("move", "end"),
        "minor_army": (),
        "next_battle": (),
    },
    left={"trade": (), "join": ()},
)
"""What the rule sets of the world board have in common."""


def more(
    care: Care, *, answered: dict[str, tuple[str, ...]], left: dict[str, tuple[str, ...]]
) -> Care:
    """The same with further kinds, or with others for some."""
    return Care({**care.answered, **answered}, {**care.left, **left})


def is_grave_move(view: WorldView, seat: int, value: Answers) -> bool:
    """Whether a move goes where others are, or takes the last unit out of a settlement."""
    if "to" not in value:
        return False
    target = BOARD.index.get(str(value["to"]).partition("#")[0])
    return (target is not None and is_others(view, seat, target)) or leaves_bare(view, seat, value)


def is_others(view: WorldView, seat: int, space: int) -> bool:
    """Whether someone else has a settlement or units in a space."""
    there = view.spaces[space]
    if there.settlement is not None and there.settlement.owner != seat:
        return True
    return any(units.owner != seat for units in there.units)


def leaves_bare(view: WorldView, seat: int, value: Answers) -> bool:
    """Whether a move takes all that defend one of the seat's own settlements."""
    here = BOARD.index.get(str(value.get("from", "")).partition("/")[0])
    if here is None:
        return False
    settlement = view.spaces[here].settlement
    if settlement is None or settlement.owner != seat:
        return False
    guards = sum(
        units.count
        for units in view.spaces[here].units
        if units.owner == seat and units.kind not in PEACEFUL
    )
    gone = sum(kind_of(piece) not in PEACEFUL for piece in value.get("units", ()))
    return bool(gone) and gone >= guards
