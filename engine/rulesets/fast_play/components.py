"""Markers: those still to be drawn, and those of the regions; everyone knows how many are left."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.components import Component, Spot, open_spots
from engine.rulesets.fast_play.state import State


def spots(state: State) -> Iterator[Spot]:
    """Where the markers lie."""
    for kind, left in enumerate(state.bag):
        yield Spot(kind, times=left)
    yield from open_spots(kind for kind in state.markers if kind >= 0)


MARKERS = Component("markers", spots)
