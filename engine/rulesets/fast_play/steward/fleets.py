"""Fleets: bridges to land that settlers cannot walk to (rules: fleets, settling-where)."""

from __future__ import annotations

from math import fsum

from engine.core.answering import field, keys
from engine.core.grammar import Answers
from engine.rulesets.fast_play.steward.moves import Moves
from engine.rulesets.fast_play.steward.situation import Situation
from engine.world.steward.forms import spaces
from engine.world.steward.survey import BOARD, FIRST_SEA


def opens(s: Situation, zone: int) -> float:
    """The worth of the land that a fleet in a zone would make neighbours of own settlements."""
    if zone in s.strangers or not any(coast in s.homes for coast in BOARD.coasts[zone]):
        return 0.0
    return fsum(s.worth(coast) for coast in BOARD.coasts[zone] if coast not in s.frontier)


def sail(s: Situation, moves: Moves) -> Answers | None:
    """The next fleet order: to where most new land is opened; never away from a better bridge."""
    if "sail" not in moves.actions:
        return None
    for origin in spaces(field(moves.grammar, "from", {"do": "sail"})):
        said: Answers = {"do": "sail", "from": BOARD.id(origin)}
        zones = [z for z in spaces(field(moves.grammar, "to", said)) if z not in s.strangers]
        best = max(zones, key=lambda zone: opens(s, zone), default=None)
        if best is not None and opens(s, best) > bridge(s, origin):
            said["to"] = BOARD.id(best)
            return {**said, "units": keys(field(moves.grammar, "units", said))[:1]}
    return None


def bridge(s: Situation, origin: int) -> float:
    """What a fleet is worth where it is: the land that only it connects."""
    if origin < FIRST_SEA:
        return 0.0
    return fsum(s.worth(coast) for coast in BOARD.coasts[origin]) / max(1, s.bridges.get(origin, 1))


def wanted_harbour(s: Situation, places: list[str]) -> str | None:
    """Where to build a fleet, if one would open land that the steward lacks."""
    manned = {ship.zone for ship in s.own_ships}
    if len(s.frontier) >= s.w.enough_land or len(manned) >= s.w.most_fleets:
        return None
    worths = {
        place: max((opens(s, zone) for zone in BOARD.coasts[BOARD.index[place]]), default=0.0)
        for place in places
    }
    best = max(worths, key=lambda place: worths[place], default=None)
    return best if best is not None and worths[best] else None
