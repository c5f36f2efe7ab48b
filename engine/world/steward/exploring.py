"""Settlers: which region each makes for, and where they look at markers."""

from __future__ import annotations

from functools import cache
from heapq import heapify, heappop, heapreplace
from typing import NamedTuple

from engine.core.grammar import Answers
from engine.core.lazy import lazy
from engine.world.steward.bands import Band, Walker, walkers
from engine.world.steward.forms import march
from engine.world.steward.strategy import Outing, Strategy, turns
from engine.world.steward.survey import BOARD, WALKS, walk

SIGHT = 7
"""Settlers do not set out for land further away than this."""


class Journey(NamedTuple):
    """A settler and the region it is meant for."""

    walker: Walker
    target: int


def journeys(s: Strategy, movable: list[Walker]) -> list[Journey]:
    """One region for each settler that can still move, the best pairs first."""
    taken, found = resting(s, movable), []
    walkers = sorted(movable, reverse=True)
    ways = [iter(outings(s, walker.place, walker.points)) for walker in walkers]
    left = [walker.number for walker in walkers]
    # Of each group, the best region that it has not come to yet.
    best = [(*outing, n) for n, way in enumerate(ways) if (outing := next(way, None))]
    heapify(best)
    while best:
        _, region, n = best[0]
        if region not in taken:
            taken.add(region)
            left[n] -= 1
            found.append(Journey(walkers[n], region))
        outing = next(ways[n], None) if left[n] else None
        if outing is None:
            heappop(best)
        else:
            heapreplace(best, (*outing, n))
    return found


def outings(s: Strategy, place: int, points: int) -> list[Outing]:
    """The free land that a settler could set out for, best first."""
    known, start = s.outings, (place, points)
    if start not in known:
        vacant, appeals, haste, found = s.vacant, s.appeals, s.w.haste, []
        sight = in_sight(place, points)
        for region in vacant.intersection(sight):
            value = appeals[region] if region in appeals else s.appeal(region)
            if value > 0:
                away, needed = sight[region]
                found.append((0.01 * away - value * haste**needed, region))
        known[start] = sorted(found)
    return known[start]


@cache
def in_sight(place: int, points: int) -> dict[int, tuple[int, int]]:
    """The regions a settler could set out for: how far each is, and in how many turns."""
    ways, needed = WALKS[place], [turns(away, points) for away in range(SIGHT + 1)]
    near = [(region, ways[region]) for region in BOARD.within(place, SIGHT, "land")]
    return {region: (away, needed[away]) for region, away in near}


def resting(s: Strategy, movable: list[Walker]) -> set[int]:
    """Regions where a settler stands that moves no more this turn: they are spoken for."""
    moving: dict[int, int] = {}
    for walker in movable:
        moving[walker.place] = moving.get(walker.place, 0) + walker.number
    return {place for place, count in s.settlers.items() if count > moving.get(place, 0)}


class Plans:
    """Where the settlers that can still move are bound for."""

    def __init__(self, s: Strategy, bands: list[Band]) -> None:
        self.movable = walkers(bands)
        self.journeys = journeys(s, self.movable) if self.movable else []

    @lazy
    def idle(self) -> list[Walker]:
        """Settlers without any land to go to on foot."""
        busy = {journey.walker for journey in self.journeys}
        return [walker for walker in self.movable if walker not in busy]


def explore(s: Strategy, plans: Plans, looks: list[str]) -> Answers | None:
    """The next order to a settler: go on, or look; None when all are where they should be."""
    for walker, target in plans.journeys:
        if target != walker.place:
            to = stride(s, walker, target)
            if to != walker.place:
                return march(walker.origin, [walker.piece], BOARD.id(to))
    staying = {target for walker, target in plans.journeys if target == walker.place}
    staying |= resting(s, plans.movable)
    for place in looks:
        region = BOARD.index[place]
        if region in staying and s.appeal(region) > 0:
            return {"do": "look", "at": place, "empty": "leave"}
    return None


def stride(s: Strategy, walker: Walker, target: int) -> int:
    """As far towards the target as the settler gets this turn, past foreign armies if it can."""

    def order(region: int) -> tuple[int, bool, int]:
        return walk(region, target), s.foes(region), region

    return min(BOARD.within(walker.place, walker.points, "land"), key=order)
