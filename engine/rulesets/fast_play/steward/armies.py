"""Armies: attacks that pay, guards that stay, and the way to the front (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from engine.core.answering import keys
from engine.core.decision import Decision
from engine.core.grammar import Answers, Subset
from engine.rulesets.fast_play.steward.moves import Moves, go
from engine.rulesets.fast_play.steward.odds import dice_of
from engine.rulesets.fast_play.steward.situation import Situation
from engine.rulesets.fast_play.tables import ARMIES, UNIT, UNITS
from engine.world.steward.forms import kind_of
from engine.world.steward.survey import Army, walk

ROUNDING = 1e-9
"""Chances that differ by less are taken as equal."""
ARMY_IDS = frozenset(UNITS[kind].id for kind in ARMIES)


@cache
def is_army(key: str) -> bool:
    """Whether a piece is infantry, cavalry or artillery."""
    return kind_of(key) in ARMY_IDS


@cache
def strength(key: str) -> int:
    """A unit's dice in attack on a settlement."""
    return dice_of((kind_of(key),), True, True, 0, 0)


def kinds(units: list[str]) -> Army:
    """The types of some units in orders."""
    return tuple(map(kind_of, units))


class Front(NamedTuple):
    """A region that an attack on could pay, at most how much, and where units could come from."""

    most: float
    target: int
    sources: list[int]


def strike(s: Situation, moves: Moves) -> Answers | None:
    """Units sent into the attack that pays most, one origin at a time."""
    best: Attack | None = None
    for most, target, origins in sorted(fronts(s, moves), reverse=True):
        if best is not None and most < best.gain:
            break
        sources = {}
        for origin in origins:
            pieces, room = moves.movers(origin, target)
            units = spared(s, origin, pieces)[:room]
            if units:
                sources[origin] = units
        attack = assault(s, moves, target, sources) if sources else None
        if attack is not None and (best is None or attack > best):
            best = attack
    return best.order if best else None


def fronts(s: Situation, moves: Moves) -> Iterator[Front]:
    """The regions of others in reach of own armies that could be worth an attack."""
    sources: dict[int, list[int]] = {}
    occupants, troops = s.occupants, s.own_troops
    for origin in moves.origins if occupants else ():
        if origin in troops and may_strike(s, origin):
            for target in moves.departure(origin).occupied:
                sources.setdefault(target, []).append(origin)
    for target, origins in sources.items():
        there, value = s.own_army(target), prize(s, target)
        if there:
            wanted = s.chances(target, there).win < s.w.sure
        else:
            all_in = sum([troops[origin] for origin in origins], ())
            wanted = value > 0 and s.chances(target, all_in).win >= s.w.bold - ROUNDING
        if wanted:
            theirs = s.army(target, s.occupants[target])
            yield Front(value + s.w.casualty * (s.era + 1) * len(theirs), target, origins)


def may_strike(s: Situation, origin: int) -> bool:
    """Whether to ask where the units of a region can go: where anyone is in reach of an army."""
    army = s.own_troops[origin]
    if ARMY_IDS.isdisjoint(army):
        return False
    if len(army) == 1 and origin in s.homes and origin in s.threats:
        return False
    return not s.reach(origin).isdisjoint(s.occupants)


def spared(s: Situation, origin: int, pieces: Mapping[str, int]) -> list[str]:
    """Armies that may leave a region: all, but for a guard where a settlement is in danger."""
    units = [key for key, count in pieces.items() if is_army(key) for _ in range(count)]
    units.sort(key=strength, reverse=True)
    exposed = origin in s.homes and origin in s.threats
    if units and exposed and len(units) == len(s.own_army(origin)):
        # Infantry defends best, and one of it is enough to make an attack costly.
        guards = [key for key in units if UNITS[UNIT[kind_of(key)]].role == "infantry"]
        units.remove((guards or units)[-1])
    return units


def prize(s: Situation, target: int) -> float:
    """What holding a region would bring, in points."""
    settlement = s.foreign.get(target)
    value = 2.0 * settlement.size if settlement is not None else 0.0
    value += s.w.prisoner * sum(s.foreign_settlers.get(target, {}).values())
    if not value and target in s.threats:
        # An army in the open is worth a fight where it stands next to own settlements.
        near = any(walk(home, target) <= 1 for home in s.homes)
        value = s.w.nuisance if near else 0.0
    return value


class Attack(NamedTuple):
    """What an attack promises, which of two equal ones was found first, and its first order."""

    gain: float
    first: tuple[int, int]
    order: Answers


def assault(
    s: Situation, moves: Moves, target: int, sources: dict[int, list[str]]
) -> Attack | None:
    """The first part of an attack on a region, or None when it does not pay."""
    there = s.own_army(target)
    all_in = there + tuple(kind_of(key) for units in sources.values() for key in units)
    chances = s.chances(target, all_in)
    cost = s.w.casualty * (s.era + 1) * (chances.own_losses - chances.their_losses)
    gain = chances.win * prize(s, target) - cost
    if not there and (chances.win < s.w.bold or gain <= 0):
        return None
    found = next(iter(sources))
    first = (-moves.origins.index(found), -moves.targets(found).index(target))
    origin = max(sources, key=lambda o: sum(map(strength, sources[o])))
    sent: list[str] = []
    for key in sources[origin]:
        sent.append(key)
        if s.chances(target, there + kinds(sent)).win >= s.w.sure:
            break
    return Attack(gain, first, go(origin, target, sent))


def deploy(s: Situation, moves: Moves) -> Answers | None:
    """Idle units go where they are needed: to settlements in danger, then to the front.

    Each such move leaves less danger, or as much and a shorter way to the front, so that units on
    rails do not run to and fro.
    """
    for origin in moves.origins:
        if origin in s.own_troops and may_deploy(s, origin):
            order = deploy_from(s, moves, origin)
            if order is not None:
                return order
    return None


def may_deploy(s: Situation, origin: int) -> bool:
    """Whether units of a region are free to go elsewhere."""
    return origin not in s.strangers and origin not in s.foreign and has_idle(s, origin)


def deploy_from(s: Situation, moves: Moves, origin: int) -> Answers | None:
    """Where the idle units of one region go."""
    strangers, foreign, threats, ways = s.strangers, s.foreign, s.threats, s.ways_abroad
    for target in moves.targets(origin):
        if target in strangers or target in foreign:
            continue
        relief = target in threats and s.danger(target, s.own_army(target)) > 0
        if not relief and ways[target] >= ways[origin]:
            continue
        pieces, most = moves.movers(origin, target)
        units = idle(s, origin, pieces)[:most]
        if units:
            return go(origin, target, units[:1] if relief else units)
    return None


def has_idle(s: Situation, origin: int) -> bool:
    """Whether any army can leave a region without danger to it, wherever it may go."""
    army = s.own_army(origin)
    if origin not in s.threats:
        return not ARMY_IDS.isdisjoint(army)
    for kind in ARMY_IDS.intersection(army):
        guard = list(army)
        guard.remove(kind)
        if not s.danger(origin, tuple(guard)):
            return True
    return False


def idle(s: Situation, origin: int, pieces: Mapping[str, int]) -> list[str]:
    """Armies that can leave a region without danger to it."""
    guard = list(s.own_army(origin))
    units: list[str] = []
    for key, count in pieces.items():
        for _ in range(count if is_army(key) else 0):
            guard.remove(kind_of(key))
            if s.danger(origin, tuple(guard)):
                return units
            units.append(key)
    return units


def losses(s: Situation, decision: Decision, rng: Random) -> list[str]:
    """The weakest units, as many as must be lost."""
    grammar = decision.grammar
    assert isinstance(grammar, Subset)
    return weakest(keys(grammar), dict(grammar.copies), grammar.least)


def weakest(options: list[str], copies: dict[str, int], hits: int) -> list[str]:
    """The weakest units, but never all armies while an aircraft would be left alone."""
    units = [unit for unit in options for _ in range(copies.get(unit, 1))]
    armies = [unit for unit in units if is_army(unit)]
    order = sorted(units, key=lambda unit: (strength(unit), options.index(unit)))
    lost = order[:hits]
    if armies and len(units) > hits and not any(is_army(u) for u in order[hits:]):
        planes = [unit for unit in units if not is_army(unit)]
        lost = [planes[0], *lost[: hits - 1]]
    return sorted(lost, key=options.index)
