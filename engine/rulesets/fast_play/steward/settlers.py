"""Settlers: where they go, explore and stay (rulebook chapters 5, 6 and 8)."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers
from engine.rulesets.fast_play.steward.forms import Moves, march, unit_of
from engine.rulesets.fast_play.steward.situation import BOARD, Situation

STAY = 0.005
"""A settler leaves a place only for one that is better by more than this."""
RISK = 0.5
"""What a site keeps of its worth when rivals' armies are near and none of its own."""
OUT_OF_THE_WAY = 0.01
"""What a step nearer to a distant site is worth, beside a site in reach."""


def settle_down(s: Situation, moves: Moves) -> Answers | None:
    """The next order for a settler, or None when all are where they should be."""
    explorable = keys(field(moves.grammar, "at", {"do": "explore"}))
    origins = set(moves.origins)
    taken: set[int] = set()
    for region in sorted(s.settlers):
        ways = [region]
        if region in origins:
            ways += [t for t in moves.targets(region) if "settler" in carried(moves, region, t)]
        for _ in range(s.settlers[region]):
            best = max(ways, key=lambda way: (appeal(s, way, taken), way == region))
            taken.add(best)
            better = appeal(s, best, taken - {best}) > appeal(s, region, taken - {region}) + STAY
            if best != region and better:
                return go(moves, region, best)
            if BOARD.id(region) in explorable and worth_exploring(s, region):
                return {"do": "explore", "at": BOARD.id(region)}
    return None


def carried(moves: Moves, origin: int, target: int) -> set[str]:
    """The types of pieces that can go from one region to another."""
    return {unit_of(key) for key in moves.movers(origin, target)[0]}


def go(moves: Moves, origin: int, target: int) -> Answers:
    """The order for one settler."""
    settlers = [k for k in moves.movers(origin, target)[0] if unit_of(k) == "settler"]
    return march(origin, target, settlers[:1])


def appeal(s: Situation, region: int, taken: set[int]) -> float:
    """How good it is for a settler to be in a region."""
    if region in s.frontier and region not in taken:
        risky = s.threats.get(region, 0) > 0 and not s.army(region, s.me)
        return s.frontier[region] * (RISK if risky else 1.0)
    # Taken or not, sites draw settlers near: a measure that does not change while they move.
    ways = [s.distance(region, goal) for goal in s.frontier]
    return -OUT_OF_THE_WAY * min(ways, default=0)


def worth_exploring(s: Situation, region: int) -> bool:
    """Whether to draw a marker: where a settlement could follow, or where nothing else is left."""
    return region in s.frontier or not s.frontier


def found(s: Situation, options: list[str]) -> str:
    """The best site to settle now."""
    sites = [key for key in options if key != "done"]
    return max(sites, key=lambda key: s.worth(BOARD.index[key]))


def wanted_settlers(s: Situation) -> int:
    """How many more settlers would find a site."""
    return len(s.frontier) - sum(s.settlers.values())
