"""Who is close enough to whom to trade: so many moves by land, or by sea, never by both."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.core.lazy import depends_on
from engine.world.state import BOARD, SPACES, WorldState


@cache
def in_reach(region: int, land: int, sea: int) -> int:
    """The regions within reach of one, by land or by sea: a bit each."""
    found = set(BOARD.within(region, land, "land"))
    if sea:
        for zone in BOARD.coasts[region]:
            for other in BOARD.within(zone, sea - 1, "sea"):
                found.update(BOARD.coasts[other])
    return sum(1 << region for region in found)


@lru_cache(1024)
def close(held: tuple[int, ...], land: int, sea: int) -> tuple[tuple[int, ...], ...]:
    """For each seat the others in its range, by the regions each holds, a bit for each region."""
    near = [0] * len(held)
    for seat, regions in enumerate(held):
        for region in SPACES:
            if regions >> region & 1:
                near[seat] |= in_reach(region, land, sea)
    return tuple(
        tuple(other for other, regions in enumerate(held) if other != seat and regions & reach)
        for seat, reach in enumerate(near)
    )


@depends_on("settlements")
def partners_within(state: WorldState, reach: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """For each seat those whose settlements are so far away by land, or by sea, at most."""
    held = [0] * state.seats
    for region, settlement in state.settled():
        held[settlement.owner] |= 1 << region
    return close(tuple(held), *reach)
