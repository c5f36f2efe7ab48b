"""Exploration markers: in the box, on the board, and taken off it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.components import NOBODY_KNOWS, PUBLIC, Component, Spot, list_spots, open_spots
from engine.rulesets.rhye.state import NO_MARKER, State

UNSEEN = "unseen"


def spots(state: State) -> Iterator[Spot]:
    """Where the markers lie; nobody looks at one before it is turned up."""
    for region, (kind, down) in enumerate(zip(state.markers, state.face_down, strict=True)):
        if down:
            put = partial(state.markers.__setitem__, region)
            yield Spot(kind, NOBODY_KNOWS, (UNSEEN,), put)
        elif kind != NO_MARKER:
            yield Spot(kind, PUBLIC)
    yield from list_spots(state.box, NOBODY_KNOWS, UNSEEN)
    yield from open_spots(state.discards)


MARKERS = Component("markers", spots)
