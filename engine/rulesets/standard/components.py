"""Exploration markers: in the box, on the board, and taken off it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from engine.core.components import NOBODY_KNOWS, PUBLIC, Component, Spot, list_spots, open_spots
from engine.rulesets.standard.state import State

UNSEEN = "unseen"


def spots(state: State) -> Iterator[Spot]:
    """Where the markers lie; one that lies face down is known to those who looked at it."""
    for region, marker in enumerate(state.markers):
        if marker is not None:
            known = PUBLIC if marker.up else marker.known
            yield Spot(marker.kind, known, (UNSEEN,), lay(state, region))
    yield from list_spots(state.box, NOBODY_KNOWS, UNSEEN)
    yield from open_spots(state.discards)


def lay(state: State, region: int) -> Callable[[int], None]:
    """Puts another marker in the place of the one in a region."""

    def put(kind: int) -> None:
        marker = state.markers[region]
        assert marker is not None
        state.markers[region] = msgspec.structs.replace(marker, kind=kind)

    return put


MARKERS = Component("markers", spots)
