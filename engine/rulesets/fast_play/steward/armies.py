"""Armies: attacks that pay, guards that stay, and the way to the front (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.grammar import Answers
from engine.rulesets.fast_play.steward.forms import Moves, march, unit_of
from engine.rulesets.fast_play.steward.odds import dice_of
from engine.rulesets.fast_play.steward.situation import FIRST_SEA, Situation
from engine.rulesets.fast_play.tables import ARMIES, UNIT, UNITS

BOLD = 0.68
"""The least chance to hold a region at which the steward attacks."""
SURE = 0.92
"""The chance from which no more units are sent."""
PRISONER = 0.8
"""What a captured settler is worth, in points."""
CASUALTY = 0.2
"""What a unit is worth, in points, for each era up to its own."""


def strike(s: Situation, moves: Moves) -> Answers | None:
    """Units sent into the attack that pays most, one origin at a time."""
    best: tuple[float, Answers] | None = None
    for target, sources in reachable(s, moves).items():
        order = assault(s, target, sources)
        if order is not None and (best is None or order[0] > best[0]):
            best = order
    return best[1] if best else None


def reachable(s: Situation, moves: Moves) -> dict[int, dict[int, list[str]]]:
    """Occupied regions that own armies can enter: by origin, the pieces that can be spared."""
    found: dict[int, dict[int, list[str]]] = {}
    for origin in moves.origins:
        for target in moves.targets(origin):
            if s.occupant(target) is None:
                continue
            pieces, most = moves.movers(origin, target)
            units = spared(s, origin, pieces)[:most]
            if units:
                found.setdefault(target, {})[origin] = units
    return found


def spared(s: Situation, origin: int, pieces: Mapping[str, int]) -> list[str]:
    """Armies that may leave a region: all, but for a guard where a settlement is in danger."""
    units = [key for key, count in pieces.items() for _ in range(count) if is_army(key)]
    units.sort(key=strength, reverse=True)
    exposed = origin in s.homes and s.threats.get(origin, 0) > 0
    if units and exposed and len(units) == len(s.army(origin, s.me)):
        # Infantry defends best, and one of it is enough to make an attack costly.
        guards = [key for key in units if UNITS[UNIT[unit_of(key)]].role == "infantry"]
        units.remove((guards or units)[-1])
    return units


def is_army(key: str) -> bool:
    """Whether a piece is infantry, cavalry or artillery."""
    return UNIT[unit_of(key)] in ARMIES


def strength(key: str) -> int:
    """A unit's dice in attack on a settlement."""
    return dice_of([unit_of(key)], True, True, 0, 0)


def prize(s: Situation, target: int) -> float:
    """What holding a region would bring, in points."""
    value = 2.0 * s.foreign.get(target, 0)
    for units in s.view.spaces[target].units:
        if units.owner != s.me and units.kind == "settler":
            value += PRISONER * units.count
    if not value and target in s.threats:
        # An army in the open is worth a fight where it stands next to own settlements.
        near = any(s.distance(home, target) <= 1 for home in s.homes)
        value = 0.5 if near else 0.0
    return value


def assault(
    s: Situation, target: int, sources: dict[int, list[str]]
) -> tuple[float, Answers] | None:
    """The first part of an attack on a region, with what it promises; None when it does not pay."""
    there = s.army(target, s.me)
    if there and s.chances(target, there).hold >= SURE:
        return None
    all_in = there + [unit_of(key) for units in sources.values() for key in units]
    chances = s.chances(target, all_in)
    cost = CASUALTY * (s.era + 1) * (chances.own_losses - chances.their_losses)
    gain = chances.hold * prize(s, target) - cost
    if not there and (chances.hold < BOLD or gain <= 0 or not prize(s, target)):
        return None
    origin = max(sources, key=lambda o: sum(map(strength, sources[o])))
    sent: list[str] = []
    for key in sources[origin]:
        sent.append(key)
        if s.chances(target, there + [unit_of(k) for k in sent]).hold >= SURE:
            break
    return gain, march(origin, target, sent)


def deploy(s: Situation, moves: Moves) -> Answers | None:
    """Idle units go where they are needed: to settlements in danger, then to the front.

    Each such move leaves less danger, or as much and a shorter way to the front, so that units on
    rails do not run to and fro.
    """
    for origin in moves.origins:
        if origin in s.strangers or origin in s.foreign:
            continue
        for target in moves.targets(origin):
            if target in s.strangers or target in s.foreign:
                continue
            relief = danger(s, target, s.army(target, s.me)) > 0
            if not relief and front(s, target) >= front(s, origin):
                continue
            pieces, most = moves.movers(origin, target)
            units = idle(s, origin, pieces)[:most]
            if units:
                return march(origin, target, units[:1] if relief else units)
    return None


def danger(s: Situation, region: int, guard: list[str]) -> int:
    """How many dice an attack on an own settlement would have more than its guard."""
    if region not in s.homes:
        return 0
    return max(0, s.threats.get(region, 0) - dice_of(guard, True, False, 0, s.era))


def idle(s: Situation, origin: int, pieces: Mapping[str, int]) -> list[str]:
    """Armies that can leave a region without danger to it."""
    guard = list(s.army(origin, s.me))
    units: list[str] = []
    for key, count in pieces.items():
        for _ in range(count if is_army(key) else 0):
            guard.remove(unit_of(key))
            if danger(s, origin, guard):
                return units
            units.append(key)
    return units


def front(s: Situation, region: int) -> int:
    """How far the nearest foreign settlement is by land."""
    ways = [s.distance(region, goal) for goal in s.foreign if goal < FIRST_SEA]
    return min(ways, default=99)


def losses(options: list[str], copies: dict[str, int], hits: int) -> list[str]:
    """The weakest units, but never all armies while an aircraft would be left alone."""
    units = [unit for unit in options for _ in range(copies.get(unit, 1))]
    armies = [unit for unit in units if is_army(unit)]
    order = sorted(units, key=lambda unit: (strength(unit), options.index(unit)))
    lost = order[:hits]
    if armies and len(units) > hits and not any(is_army(u) for u in order[hits:]):
        planes = [unit for unit in units if not is_army(unit)]
        lost = [planes[0], *lost[: hits - 1]]
    return sorted(lost, key=options.index)
