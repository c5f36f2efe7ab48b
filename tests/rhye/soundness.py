"""What must hold at every moment of a game of Rhye's and Fall."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulesets.rhye.state import GREY, NOWHERE, State
from engine.rulesets.rhye.tables import CITY, VILLAGE
from engine.world.state import BOARD, NOBODY


def faults(state: State) -> Iterator[str]:
    """What stands where nothing may, and what has lost the ground that it stands on."""
    within = state.ground.within
    for region in BOARD.land:
        there = state.spaces[region] or state.settlements[region] or state.markers[region] >= 0
        if there and not within[region]:
            yield f"something out of play in {BOARD.spaces[region].id}"
    for region, held in state.settled():
        if held.size not in (VILLAGE, CITY):
            yield f"a settlement of size {held.size} in {BOARD.spaces[region].id}"
        if state.face_down[region]:
            yield f"a settlement in the wilds of {BOARD.spaces[region].id}"
    for seat, capital in enumerate(state.capitals):
        if capital != NOWHERE and not state.is_home(capital, seat):
            yield f"the capital of seat {seat} is not its own"
    for region, owner in enumerate(state.colonies):
        if owner != NOBODY and state.resource_at(region) is None:
            yield f"a colony without a resource in {BOARD.spaces[region].id}"
    for site, owner in zip(state.sites, state.wonders, strict=True):
        if site >= 0:
            settlement = state.settlements[site]
            if settlement is None or settlement.owner not in (owner, GREY):
                yield f"a wonder of seat {owner} with others in {BOARD.spaces[site].id}"
