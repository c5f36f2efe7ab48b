"""Where settlers can found a settlement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.core.question import Fault
from engine.world.state import FIRST_SEA, WorldState

S = TypeVar("S", bound=WorldState)


def sites(state: S, seat: int, fault: Callable[[S, int, int], Fault]) -> list[int]:
    """The regions with pieces of a seat where nothing keeps its settlers from a settlement."""
    if not state.tally[seat][state.roster.settler]:
        return []
    found, settlements = [], state.settlements
    for region in state.held_spaces(seat):
        if region >= FIRST_SEA:
            break
        # Most of the regions with pieces have a settlement: no call for these.
        if settlements[region] is None and not fault(state, seat, region):
            found.append(region)
    return found
