"""Settlements in danger and the guards that pay best for them, as they are kept between looks."""

from __future__ import annotations

import msgspec

from engine.world.steward.survey import Army


class Guards(msgspec.Struct, frozen=True, gc=False):
    """The guards for a settlement that pay best: worth for their price, and who they are."""

    ratio: float
    worth: float
    unit: str
    number: int
    home: int


class Ward(msgspec.Struct, frozen=True):
    """A settlement that wants guards: the most that they could be worth, and why.

    `guards` are those that pay best of some armies, as far as they were found out.
    """

    most: float
    home: int
    stake: float
    risk: float
    guards: dict[Army, Guards] = {}
