"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.rulesets.rhye.state import GREY, NO_MARKER, NOWHERE, State
from engine.rulesets.rhye.tables import CITY, VILLAGE
from engine.world import checks
from engine.world.state import BOARD, NOBODY


def census(state: State) -> Mapping[str, int]:
    """Markers, capitals, colonies and wonders, too, and that nothing stands out of play."""
    within = state.ground.within
    markers = sum(kind != NO_MARKER for kind in state.markers)
    return {
        **checks.census(state),
        "markers": markers + len(state.box) + len(state.discards),
        "out_of_play": sum(
            not within[region]
            and bool(
                state.spaces[region] or state.settlements[region] or state.markers[region] >= 0
            )
            for region in BOARD.land
        ),
        "odd_sizes": sum(s.size not in (VILLAGE, CITY) for _, s in state.settled()),
        "lost_capitals": sum(
            capital != NOWHERE and not state.is_home(capital, seat)
            for seat, capital in enumerate(state.capitals)
        ),
        "colonies_on_nothing": sum(
            owner != NOBODY and state.resource_at(region) is None
            for region, owner in enumerate(state.colonies)
        ),
        "misplaced_wonders": misplaced_wonders(state),
        "settled_wilds": sum(state.face_down[region] for region, _ in state.settled()),
    }


def misplaced_wonders(state: State) -> int:
    """Wonders whose owner is not that of the settlement they stand in."""
    wrong = 0
    for site, owner in zip(state.sites, state.wonders, strict=True):
        if site >= 0:
            settlement = state.settlements[site]
            wrong += settlement is None or (settlement.owner != owner and settlement.owner != GREY)
    return wrong


def shuffle_markers(state: State, rng: Random) -> None:
    """Mix the face-down markers, which nobody has seen, and those in the box."""
    hidden = [region for region, down in enumerate(state.face_down) if down]
    kinds = [state.markers[region] for region in hidden] + state.box
    rng.shuffle(kinds)
    for region in hidden:
        state.markers[region] = kinds.pop()
    state.box = kinds
