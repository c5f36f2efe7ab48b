"""Fleets carry settlers without land to land without settlers."""

from __future__ import annotations

from functools import cache

from engine.core.grammar import Answers
from engine.world.steward.bands import Band, Walker
from engine.world.steward.exploring import Plans
from engine.world.steward.forms import kind_of, march
from engine.world.steward.strategy import Strategy
from engine.world.steward.survey import BOARD, Ship

VOYAGE = 5
"""Fleets do not set out for coasts further away than this."""


def sail(s: Strategy, plans: Plans, bands: list[Band]) -> Answers | None:
    """The next order to a fleet, its cargo, or a settler who should board one."""
    if not s.own_ships:
        return None
    return land(s, bands) or board(s, plans) or steer(s, plans, bands)


def shores(s: Strategy, zone: int) -> list[int]:
    """The regions at a zone where a settler should land, best first."""
    known = s.known_shores.get(zone)
    if known is None:
        found = [
            (s.appeal(region), -region)
            for region in BOARD.coasts[zone]
            if region in s.vacant and region not in s.settlers
        ]
        known = [-negative for value, negative in sorted(found, reverse=True) if value > 0]
        s.known_shores[zone] = known
    return known


def land(s: Strategy, bands: list[Band]) -> Answers | None:
    """Settlers go ashore where there is something for them."""
    for band in bands:
        if band.means != "cargo":
            continue
        settlers = [piece for piece in band.pieces if kind_of(piece) == "settler"]
        if settlers:
            for region in shores(s, band.place):
                return march(band.key, settlers[:1], BOARD.id(region))
    return None


def board(s: Strategy, plans: Plans) -> Answers | None:
    """Settlers without land board a ship that lies off their coast and has somewhere to go."""
    for walker in plans.idle:
        for zone in BOARD.coasts[walker.place]:
            for ship in s.own_ships:
                if ship.zone == zone and ship.load < s.carried and destination(s, ship) is not None:
                    return march(walker.origin, [walker.piece], ship.key)
        to = towards_a_ship(s, walker)
        if to is not None:
            return march(walker.origin, [walker.piece], BOARD.id(to))
    return None


def towards_a_ship(s: Strategy, walker: Walker) -> int | None:
    """Where a settler waits to be fetched: the nearest coast of a zone with an own ship."""
    free = [ship.zone for ship in s.own_ships if ship.load < s.carried]
    piers = {region for zone in free for region in BOARD.coasts[zone]}
    ways = [
        (way, region)
        for region in sorted(piers)
        if (way := BOARD.distance(walker.place, region, "land")) is not None
    ]
    if not ways or min(ways)[0] == 0:
        return None
    pier = min(ways)[1]

    def order(region: int) -> tuple[int, int]:
        return BOARD.distance(region, pier, "land") or 0, region

    to = min(BOARD.within(walker.place, walker.points, "land"), key=order)
    return to if to != walker.place else None


@cache
def zones_around(zone: int) -> tuple[int, ...]:
    """The zones in reach of a voyage, the nearest first."""

    def order(other: int) -> tuple[int, int]:
        return BOARD.distance(zone, other, "sea") or 0, other

    return tuple(sorted(BOARD.within(zone, VOYAGE, "sea"), key=order))


def destination(s: Strategy, ship: Ship) -> int | None:
    """The zone a ship with settlers should make for: the nearest with land for them."""
    return next((zone for zone in zones_around(ship.zone) if shores(s, zone)), None)


def steer(s: Strategy, plans: Plans, bands: list[Band]) -> Answers | None:
    """Ships with settlers sail for new land, empty ones for settlers who wait."""
    movable = {piece: band for band in bands if band.means == "sea" for piece in band.pieces}
    for ship in s.own_ships:
        if ship.key not in movable:
            continue
        goal = None
        if any(group.kind == "settler" for group in ship.cargo):
            goal = destination(s, ship)
        elif ship.load < s.carried:
            goal = pick_up(ship, plans.idle)
        if goal is None or goal == ship.zone:
            continue
        to = course(s, ship, goal)
        if to is not None:
            return march(movable[ship.key].key, [ship.key], BOARD.id(to))
    return None


def pick_up(ship: Ship, waiting: list[Walker]) -> int | None:
    """The nearest zone off the coast where a settler waits."""
    ways = [
        (way, zone)
        for walker in waiting
        for zone in BOARD.coasts[walker.place]
        if (way := BOARD.distance(ship.zone, zone, "sea")) is not None and way <= VOYAGE
    ]
    return min(ways)[1] if ways else None


def course(s: Strategy, ship: Ship, goal: int) -> int | None:
    """The next zone on the way, keeping clear of foreign fleets where possible."""
    now = BOARD.distance(ship.zone, goal, "sea") or 0
    foreign = {other.zone for other in s.ships if other.owner != s.me}
    closer = [
        (zone in foreign, zone)
        for zone in BOARD.beside[ship.zone]
        if (BOARD.distance(zone, goal, "sea") or 0) < now
    ]
    return min(closer)[1] if closer else None
