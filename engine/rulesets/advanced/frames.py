"""Where in the rules an Advanced game can be, beside where a Standard one can."""

from __future__ import annotations

from engine.core.flow import Frame
from engine.rulesets.standard import frames as standard
from engine.world.flow import SeatFrame
from engine.world.pieces.gifts import FreePieces


class FreeTechnology(SeatFrame, frozen=True, tag=True):
    """A seat chooses the technology that its settler found in a region."""

    region: int


class FreeGrowth(SeatFrame, frozen=True, tag=True):
    """A seat enlarges a settlement that a technology, the `source`, lets grow for nothing."""

    source: str


class Starting(Frame, frozen=True, tag=True):
    """The markers of the starting regions are flipped one after the other: (seat, region)."""

    left: tuple[tuple[int, int], ...]


AnyFrame = standard.AnyFrame | FreeTechnology | FreePieces | FreeGrowth | Starting
