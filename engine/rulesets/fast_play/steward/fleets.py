"""Fleets: bridges to land that settlers cannot walk to (rules: fleets, settling-where)."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar
from engine.rulesets.fast_play.steward.forms import Moves
from engine.rulesets.fast_play.steward.situation import BOARD, FIRST_SEA, Situation

ENOUGH_LAND = 2
"""With fewer sites than this in reach a bridge over the sea is worth its price."""
MOST_FLEETS = 2


def opens(s: Situation, zone: int) -> float:
    """The worth of the land that a fleet in a zone would make neighbours of own settlements."""
    if zone in s.strangers or not any(coast in s.homes for coast in BOARD.coasts[zone]):
        return 0.0
    return sum(s.worth(coast) for coast in BOARD.coasts[zone] if coast not in s.frontier)


def sail(s: Situation, moves: Moves) -> Answers | None:
    """The next fleet order: to where most new land is opened; never away from a better bridge."""
    if "sail" not in moves.actions:
        return None
    for origin in moves.spaces(field(moves.grammar, "from", {"do": "sail"})):
        said = {"do": "sail", "from": BOARD.id(origin)}
        here = bridge(s, origin)
        zones = [z for z in moves.spaces(field(moves.grammar, "to", said)) if z not in s.strangers]
        best = max(zones, key=lambda zone: opens(s, zone), default=None)
        if best is not None and opens(s, best) > here:
            return order(moves.grammar, {**said, "to": BOARD.id(best)})
    return None


def bridge(s: Situation, origin: int) -> float:
    """What a fleet is worth where it is: the land that only it connects."""
    if origin < FIRST_SEA:
        return 0.0
    return sum(s.worth(coast) for coast in BOARD.coasts[origin]) / max(1, s.fleets.get(origin, 1))


def order(grammar: Grammar, said: Answers) -> Answers:
    """One fleet sails."""
    return {**said, "units": keys(field(grammar, "units", said))[:1]}


def wanted_harbour(s: Situation, places: list[str]) -> str | None:
    """Where to build a fleet, if one would open land that the steward lacks."""
    if len(s.frontier) >= ENOUGH_LAND or len(s.fleets) + len(s.harboured) >= MOST_FLEETS:
        return None
    worths = {
        place: max((opens(s, zone) for zone in BOARD.coasts[BOARD.index[place]]), default=0.0)
        for place in places
    }
    best = max(worths, key=lambda place: worths[place], default=None)
    return best if best is not None and worths[best] else None
