"""Who is close enough to trade with whom (rule: trade-range)."""

from __future__ import annotations

from functools import cache

from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES, Range
from engine.world.state import BOARD


def reach_of(state: State) -> Range:
    """How far trade reaches with the technologies in play."""
    found = [
        each
        for each in TABLES.trade_range
        if not each.technology or state.in_play(CARD[each.technology])
    ]
    return Range(
        "",
        max(each.land for each in found),
        max(each.sea for each in found),
        any(each.unlimited for each in found),
    )


@cache
def in_reach(region: int, land: int, sea: int) -> frozenset[int]:
    """The regions within reach of one, by land or by sea, never by both together."""
    found = set(BOARD.within(region, land, "land"))
    if sea:
        for zone in BOARD.coasts[region]:
            for other in BOARD.within(zone, sea - 1, "sea"):
                found.update(BOARD.coasts[other])
    return frozenset(found)


def partners(state: State, seat: int) -> list[int]:
    """The other players that a seat may trade with."""
    others = [s for s in range(state.seats) if s != seat and not state.fallen[s]]
    reach = reach_of(state)
    if reach.unlimited:
        return others
    near: set[int] = set()
    for region in state.homes(seat):
        near |= in_reach(region, reach.land, reach.sea)
    owners = {settlement.owner for region, settlement in state.settled() if region in near}
    return [other for other in others if other in owners]
