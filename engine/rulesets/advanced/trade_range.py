"""Who is close enough to trade with whom (rule: trade-range)."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.core.lazy import depends_on
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES, Range
from engine.world.state import BOARD, SPACES
from engine.world.trade import partners_of_all


def reach_of(state: State) -> Range:
    """How far trade reaches with the technologies in play: each row reaches beyond those above."""
    for row in reversed(TABLES.trade_range[1:]):
        if state.in_play(CARD[row.technology]):
            return row
    return TABLES.trade_range[0]


@cache
def in_reach(region: int, land: int, sea: int) -> int:
    """The regions within reach of one, by land or by sea, never by both together: a bit each."""
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


def all_partners(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat the other players that it may trade with."""
    reach = reach_of(state)
    if reach.unlimited:
        return partners_of_all(tuple(state.fallen))
    return partners_within(state, (reach.land, reach.sea))


@depends_on("settlements")
def partners_within(state: State, reach: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """For each seat those whose settlements are so far away by land, or by sea, at most."""
    held = [0] * state.seats
    for region, settlement in state.settled():
        held[settlement.owner] |= 1 << region
    return close(tuple(held), *reach)
