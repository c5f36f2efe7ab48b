"""Where in the actions phase a game can be."""

from __future__ import annotations

from typing import Any

from engine.core.simultaneous import Simultaneous
from engine.world.flow import InTurn


class Actions(Simultaneous, frozen=True, tag=True):
    """Everyone chooses an action with its plan, in secret."""


class CarryingOut(InTurn, frozen=True, tag=True, kw_only=True):
    """The actions are carried out in this order; `plans` are the revealed answers, by place.

    `broken` are the fields of the present plan that no longer hold and are asked again.
    """

    plans: tuple[Any, ...]
    broken: tuple[str, ...] = ()


AnyActionFrame = Actions | CarryingOut
