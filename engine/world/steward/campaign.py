"""Armies: attack what is weak, guard what is threatened, gather at the border."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.core.grammar import Answers
from engine.world.steward.bands import Corps
from engine.world.steward.forms import kind_of, march
from engine.world.steward.strategy import CERTAIN, Strategy
from engine.world.steward.survey import BOARD, Army

CAMPAIGN = 6
"""Armies do not set out for settlements further away than this."""
UNEASY = 0.08
"""A settlement at more risk than this wants guards."""


class Attack(msgspec.Struct, frozen=True):
    """A region, what winning it is worth, against whom, and who goes there from where."""

    worth: float
    target: int
    owner: int
    sources: list[Corps]


def kinds(units: Army) -> Army:
    """The types of some units in orders."""
    return tuple(map(kind_of, units))


def spare(s: Strategy, group: Corps, target: int) -> Army:
    """Those of a corps that may leave for a target: a settlement in danger keeps a guard."""
    units, place = group.units, group.place
    if place not in s.homes or len(s.own_army(place)) > len(units):
        return units
    if place in s.threats.watched:
        foes = s.foreign_troops
        for near in BOARD.within(place, 2, "land"):
            if near in foes and near != target:
                return units[1:]
    return units


def attacks(s: Strategy, groups: list[Corps]) -> Iterator[Attack]:
    """The attacks on settlements and armies beside own corps that are worth it."""
    beside: dict[int, list[Corps]] = {}
    foreign, troops = s.foreign, s.foreign_troops
    for group in groups:
        for region in BOARD.beside[group.place]:
            if region in foreign or region in troops:
                beside.setdefault(region, []).append(group)
    for target, near in beside.items():
        owner = opponent(s, target)
        there, defenders = s.own_army(target), s.army(target, owner)
        sources = [Corps(g.origin, g.place, spare(s, g, target)) for g in near]
        sources = [source for source in sources if source.units]
        if not sources or (there and s.fight(there, defenders, owner).win > 0.9):
            continue
        ours = there + tuple(kind_of(unit) for source in sources for unit in source.units)
        result = s.fight(ours, defenders, owner)
        if result.win < s.w.odds:
            continue
        prize = s.relief_worth(target, owner)
        if target in s.foreign:
            prize += s.capture_worth(target, s.foreign[target])
        worth = result.win * prize
        worth -= result.own_losses * s.army_price * s.w.standing * 2
        if worth > 0:
            yield Attack(worth, target, owner, sources)


def opponent(s: Strategy, region: int) -> int:
    """Whom an attack on a region is meant for: the settlement's owner, else the largest army's."""
    settlement = s.foreign.get(region)
    if settlement is not None:
        return settlement.owner
    owners = [(len(units), owner) for owner, units in s.foreign_troops[region].items()]
    return max(owners)[1]


def attack(s: Strategy, groups: list[Corps]) -> Answers | None:
    """The next order of the best attack."""
    best = max(attacks(s, groups), default=None, key=lambda a: (a.worth, -a.target))
    if best is None:
        return None
    source = max(best.sources, key=lambda c: (len(c.units), -c.place))
    units = source.units
    if not s.army(best.target, best.owner):
        # Nobody to fight: send as many as it takes to stay there, not everyone.
        foes = sum(map(len, s.menace(best.target).values()))
        units = units[: 1 + foes]
    return march(source.origin, units, BOARD.id(best.target))


def relieve(s: Strategy, groups: list[Corps]) -> Answers | None:
    """Send guards from where they are not needed to a neighbouring settlement in danger."""
    places = {group.place for group in groups}
    wanted = [
        (risk * s.loss_worth(home, s.homes[home]), home)
        for home in s.in_danger
        if not places.isdisjoint(BOARD.beside[home]) and (risk := s.present_risk(home)) >= UNEASY
    ]
    for _, home in sorted(wanted, reverse=True):
        guards, before, beside = s.own_army(home), s.present_risk(home), BOARD.beside[home]
        for group in groups:
            if group.place not in beside:
                continue
            units = free_guards(s, group)
            for count in range(1, len(units) + 1):
                if s.risk(home, guards + kinds(units[:count])) < before - UNEASY:
                    return march(group.origin, units[:count], BOARD.id(home))
    return None


def free_guards(s: Strategy, group: Corps) -> Army:
    """The armies of a corps that its own region does not need."""
    known, asked = s.free_guards, (group.place, group.units)
    if asked not in known:
        known[asked] = find_free_guards(s, group)
    return known[asked]


def find_free_guards(s: Strategy, group: Corps) -> Army:
    """The same, found out."""
    if group.place not in s.homes or group.place not in s.threats.exposed:
        return group.units
    rest = list(s.own_army(group.place))
    before = s.present_risk(group.place)
    for free, unit in enumerate(group.units):
        rest.remove(kind_of(unit))
        if s.risk(group.place, tuple(rest)) > before + UNEASY / 2:
            return group.units[:free]
    return group.units


def advance(s: Strategy, groups: list[Corps]) -> Answers | None:
    """Bring unneeded armies a step closer to a settlement they could take."""
    if not s.foreign:
        return None
    for group in groups:
        units = free_guards(s, group)
        if not units:
            continue
        goal = objective(s, group, units)
        if goal is None:
            continue
        to = approach(s, group.place, goal, units)
        if to is not None:
            return march(group.origin, units, BOARD.id(to))
    return None


def objective(s: Strategy, group: Corps, units: Army) -> int | None:
    """The settlement an army should make for, or None when it had better wait."""
    near: Army = ()
    for space in BOARD.beside[group.place]:
        near += s.own_army(space)
    host = group.place, kinds(units) + near[: len(near) // 2]
    known = s.objectives
    if host not in known:
        known[host] = find_objective(s, *host)
    return known[host]


def find_objective(s: Strategy, place: int, ours: Army) -> int | None:
    """The settlement that some armies should make for from a place."""
    ways, odds, haste = BOARD.distances(place, "land"), s.w.odds, s.w.haste
    prizes = []
    for region, settlement in s.foreign.items():
        away = ways[region]
        if away is not None and 2 <= away <= CAMPAIGN:
            prizes.append((-s.capture_worth(region, settlement) * haste**away, region))
    best, goal = 0.0, None
    for prize, region in sorted(prizes):
        # Even a certain victory over those that follow would be worth less.
        if -prize * CERTAIN < best:
            break
        owner = s.foreign[region].owner
        win = s.chance(ours, s.army(region, owner), owner)
        if win >= odds:
            worth = win * s.capture_worth(region, s.foreign[region]) * haste ** (ways[region] or 0)
            if worth > best or (worth == best and goal is not None and region < goal):
                best, goal = worth, region
    return goal


def approach(s: Strategy, place: int, goal: int, units: Army) -> int | None:
    """The neighbouring region on the way to a goal, if the army can stand there."""
    now = BOARD.distance(place, goal, "land") or 0
    best: tuple[bool, bool, int] | None = None
    for region in BOARD.beside[place]:
        if (BOARD.distance(region, goal, "land") or 0) >= now:
            continue
        if region == goal or not holds(s, region, units):
            continue
        order = (s.foes(region), region not in s.homes, region)
        if best is None or order < best:
            best = order
    return None if best is None else best[2]


def holds(s: Strategy, region: int, units: Army) -> bool:
    """Whether an army would not be crushed by the foreign armies near a region."""
    ours = kinds(units) + s.own_army(region)
    return all(s.assault(theirs, ours, owner) < 0.5 for owner, theirs in s.menace(region).items())
