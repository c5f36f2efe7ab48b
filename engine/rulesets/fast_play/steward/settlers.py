"""Settlers: where they go, explore and stay (rulebook chapters 5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers
from engine.rulesets.fast_play.steward.moves import Moves, go
from engine.rulesets.fast_play.steward.situation import Situation
from engine.world.steward.survey import BOARD


def settle_down(s: Situation, moves: Moves) -> Answers | None:
    """The next order for a settler, or None when all are where they should be."""
    explorable = keys(field(moves.grammar, "at", {"do": "explore"}))
    taken: set[int] = set()
    for region in sorted(s.settlers):
        ways = [region, *(moves.targets(region) if region in moves.origins else ())]
        for _ in range(s.settlers[region]):
            best = best_way(s, moves, ways, taken)
            taken.add(best)
            staying = appeal(s, region, taken - {region}) + s.w.better
            if best != region and appeal(s, best, taken - {best}) > staying:
                return go(region, best, moves.settlers(region, best)[:1])
            if BOARD.id(region) in explorable and worth_exploring(s, region):
                return {"do": "explore", "at": BOARD.id(region)}
    return None


def best_way(s: Situation, moves: Moves, ways: list[int], taken: set[int]) -> int:
    """The most appealing of the regions that a settler can go to; the first is where it is."""
    here, found = ways[0], appeals(s, ways, taken)
    most = max(found)
    best = here if found[0] == most else ways[found.index(most)]
    if best == here or moves.settlers(here, best):
        return best

    def order(way: int) -> tuple[float, bool]:
        return found[ways.index(way)], way == here

    ranked = sorted(ways, key=order, reverse=True)
    return next(way for way in ranked if way == here or moves.settlers(here, way))


def appeals(s: Situation, regions: Sequence[int], taken: set[int]) -> list[float]:
    """How good it is for a settler to be in each of some regions."""
    sites, nearer, outside = s.sites, s.w.nearer, s.outside
    # Taken or not, sites draw settlers near: a measure that does not change while they move.
    return [
        sites[region] if region in sites and region not in taken else -nearer * outside[region]
        for region in regions
    ]


def appeal(s: Situation, region: int, taken: set[int]) -> float:
    """How good it is for a settler to be in a region."""
    return appeals(s, (region,), taken)[0]


def worth_exploring(s: Situation, region: int) -> bool:
    """Whether to draw a marker: where a settlement could follow, or where nothing else is left."""
    return region in s.frontier or not s.frontier


def found(s: Situation, decision: Decision, rng: Random) -> str:
    """The best site to settle now."""
    sites = [key for key in keys(decision.grammar) if key != "done"]
    return max(sites, key=lambda key: s.worth(BOARD.index[key]))


def wanted_settlers(s: Situation) -> int:
    """How many more settlers would find a site."""
    return len(s.frontier) - sum(s.settlers.values())
