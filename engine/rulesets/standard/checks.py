"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from engine.rulesets.standard.state import State
from engine.world import checks


def census(state: State) -> Mapping[str, int]:
    """Markers and technologies, too, wherever they are."""
    laid = sum(marker is not None for marker in state.markers)
    return {
        **checks.census(state),
        "markers": laid + len(state.box) + len(state.discards),
        "technologies": len(state.technologies),
    }


def shuffle_markers(state: State, seat: int | None, rng: Random) -> None:
    """Mix the face-down markers the seat has not seen, and those in the box."""
    unseen = [
        region
        for region, marker in enumerate(state.markers)
        if marker is not None and not marker.up and (seat is None or not marker.known >> seat & 1)
    ]
    kinds = [m.kind for region in unseen if (m := state.markers[region]) is not None] + state.box
    rng.shuffle(kinds)
    for region in unseen:
        marker = state.markers[region]
        if marker is not None:
            state.markers[region] = msgspec.structs.replace(marker, kind=kinds.pop())
    state.box = kinds
