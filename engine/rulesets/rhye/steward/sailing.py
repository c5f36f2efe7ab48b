"""Fleets: units without land to settle go to shores where there is some (rulebook 4.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.situation import Situation
from engine.rulesets.rhye.tables import TABLES, UNIT, UNITS
from engine.world.steward.survey import BOARD, FAR, FIRST_SEA, Ship

UNDER_WAY = 2.0
"""What it is worth to sail on: less than to board or to land first."""


class Order(NamedTuple):
    """A move, what it is worth, and why."""

    worth: float
    value: Value
    reason: Text | None = None


def speed_of(kind: str) -> int:
    """How far a type of fleet sails in a turn."""
    return UNITS[UNIT[kind]].moves


def boarding(s: Situation, key: str) -> tuple[float, Text] | None:
    """What boarding a fleet is worth, and for which shore."""
    ship = next((each for each in s.own_ships if each.key == key), None)
    if ship is None or ship.load >= TABLES.fleet_capacity:
        return None
    goal = s.best_voyage(ship.zone, speed_of(ship.kind))
    if goal is None:
        return None
    return goal.worth - 1.0, Text("reason.board", {"place": BOARD.id(goal.shore)})


def landing(s: Situation, decision: Decision, origin: str) -> Order | None:
    """One unit goes ashore where that is worth most."""
    said: dict[str, Value] = {"do": "move", "from": origin}
    best: Order | None = None
    for unit in keys(field(decision.grammar, "units", said))[:1]:
        one = {**said, "units": [unit]}
        for place in keys(field(decision.grammar, "to", one)):
            target = BOARD.index.get(place, FIRST_SEA)
            worth = s.shore_worth(target) if target < FIRST_SEA else 0.0
            if worth > 0 and (best is None or worth > best.worth):
                best = Order(worth, {**one, "to": place}, Text("reason.ashore", {"place": place}))
    return best


def steering(s: Situation, decision: Decision, zone: int) -> Order | None:
    """A loaded fleet makes for its shore, an empty one for units that wait."""
    said: dict[str, Value] = {"do": "move", "from": BOARD.id(zone)}
    movable = keys(field(decision.grammar, "units", said))
    for ship in s.own_ships:
        if ship.zone != zone or ship.key not in movable:
            continue
        to, shore = destination(s, ship)
        if to == zone:
            continue
        one = {**said, "units": [ship.key]}
        ahead = [BOARD.index[place] for place in keys(field(decision.grammar, "to", one))]
        nearest = min(ahead, key=lambda other: (sea_way(other, to), other))
        reason = Text("reason.carry" if ship.load else "reason.fetch", {"place": BOARD.id(shore)})
        return Order(UNDER_WAY, {**one, "to": BOARD.id(nearest)}, reason)
    return None


def destination(s: Situation, ship: Ship) -> tuple[int, int]:
    """The zone a fleet should go to, and the land it goes there for."""
    speed = speed_of(ship.kind)
    if ship.load:
        goal = s.best_voyage(ship.zone, speed)
        return (ship.zone, -1) if goal is None else (goal.zone, goal.shore)
    waiting = [
        (sea_way(ship.zone, zone), zone, home)
        for home in s.homes
        if len(s.army(home, s.me)) > 1
        for zone in s.ground.coasts[home]
        if s.best_voyage(zone, speed) is not None
    ]
    return min(waiting)[1:] if waiting else (ship.zone, -1)


def sea_way(zone: int, other: int) -> int:
    """How far two zones are apart."""
    way = BOARD.distance(zone, other, "sea")
    return FAR if way is None else way
