"""Whole moves worth considering, each with its reason: what the steward weighs before it picks one.

The steward itself gives one order at a time; these are the best orders for every group at once, so
that a player can pick several. All of it is read off the seat's view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.advice import Suggestion
from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers, Value
from engine.core.text import Text
from engine.world.steward import ferrying
from engine.world.steward.bands import Band, Bands, Corps, corps
from engine.world.steward.campaign import (
    UNEASY,
    approach,
    attacks,
    free_guards,
    kinds,
    objective,
    opponent,
)
from engine.world.steward.exploring import Plans, resting, stride
from engine.world.steward.forms import kind_of, march
from engine.world.steward.strategy import Strategy
from engine.world.steward.survey import BOARD

SHORES = 2
"""So many landing places are named for each ship."""


def percent(chance: float) -> int:
    """A chance in full percent; only what is certain is 0 or 100.

    >>> percent(0.996), percent(1.0)
    (99, 100)
    """
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0.0 < chance < 1.0 else rounded


def moves(s: Strategy, decision: Decision) -> Iterator[Suggestion]:
    """Orders of the movement phase: settlers, ships and armies."""
    grammar = decision.grammar
    actions = keys(field(grammar, "do", {}))
    movable = Bands(s, grammar).all if "move" in actions else []
    looks = keys(field(grammar, "at", {"do": "look"})) if "look" in actions else []
    plans = Plans(s, movable)
    armies = corps(movable)
    found = [
        *battles(s, armies),
        *explorers(s, plans),
        *lookers(s, plans, looks),
        *ships(s, plans, movable),
        *guards(s, armies),
        *campaigners(s, armies),
    ]
    for order, reason in found:
        yield Suggestion(decision.id, order, reason)


Order = tuple[Answers, Text | None]


def land_reason(s: Strategy, region: int) -> Text:
    """What is known of free land."""
    marker = s.view.spaces[region].marker
    facts = {
        "coast": "coast" if BOARD.coasts[region] else "",
        "marker": (marker.kind or "") if marker is not None else "",
        "risk": "risk" if region in s.threats.menaced and not s.army(region, s.me) else "",
    }
    return Text("reason.land", facts)


def explorers(s: Strategy, plans: Plans) -> Iterator[Order]:
    """Each settler with a place to go to, as far as it gets this turn."""
    for walker, target in plans.journeys:
        to = stride(s, walker, target)
        if to == walker.place:
            continue
        reason = land_reason(s, target)
        if to != target:
            reason = Text("reason.toward", {"place": BOARD.id(target)})
        yield march(walker.origin, [walker.piece], BOARD.id(to)), reason


def lookers(s: Strategy, plans: Plans, looks: list[str]) -> Iterator[Order]:
    """Markers to look at where settlers have come to stay."""
    staying = {target for walker, target in plans.journeys if target == walker.place}
    staying |= resting(s, plans.movable)
    for place in looks:
        region = BOARD.index[place]
        order: Answers = {"do": "look", "at": place, "empty": "leave"}
        if region in staying and s.appeal(region) > 0:
            yield order, land_reason(s, region)


def ships(s: Strategy, plans: Plans, movable: list[Band]) -> Iterator[Order]:
    """Settlers go ashore and aboard, ships sail for them."""
    if not s.own_ships:
        return
    for band in movable:
        settlers = [piece for piece in band.pieces if kind_of(piece) == "settler"]
        if band.means == "cargo" and settlers:
            for region in ferrying.shores(s, band.place)[:SHORES]:
                yield march(band.key, settlers[:1], BOARD.id(region)), land_reason(s, region)
    for walker in plans.idle:
        for ship in s.own_ships:
            beside = ship.zone in BOARD.coasts[walker.place]
            if beside and ship.load < s.carried and ferrying.destination(s, ship) is not None:
                yield march(walker.origin, [walker.piece], ship.key), Text("reason.board")
    yield from sailing(s, plans, movable)


def sailing(s: Strategy, plans: Plans, movable: list[Band]) -> Iterator[Order]:
    """Where each ship should go: with settlers to new land, empty to those who wait."""
    afloat = {piece: band for band in movable if band.means == "sea" for piece in band.pieces}
    for ship in s.own_ships:
        if ship.key not in afloat:
            continue
        loaded = any(group.kind == "settler" for group in ship.cargo)
        goal = None
        if loaded:
            goal = ferrying.destination(s, ship)
        elif ship.load < s.carried:
            goal = ferrying.pick_up(ship, plans.idle)
        to = ferrying.course(s, ship, goal) if goal not in (None, ship.zone) else None
        if to is not None:
            reason = Text("reason.carry" if loaded else "reason.fetch")
            yield march(afloat[ship.key].key, [ship.key], BOARD.id(to)), reason


def battles(s: Strategy, groups: list[Corps]) -> Iterator[Order]:
    """The attacks that pay, from every side, each with its odds."""
    for attack in sorted(attacks(s, groups), key=lambda a: (-a.worth, a.target)):
        there = s.army(attack.target, s.me)
        defenders = s.army(attack.target, attack.owner)
        for source in sorted(attack.sources, key=lambda c: (-len(c.units), c.place)):
            chance = s.fight(there + kinds(source.units), defenders, attack.owner).win
            facts = {"seat": attack.owner, "win": percent(chance), "free": not defenders}
            order = march(source.origin, source.units, BOARD.id(attack.target))
            yield order, Text("reason.attack", facts)


def attack_odds(s: Strategy, decision: Decision, value: Value) -> Text | None:
    """The odds of a move to where someone else's army or settlement is."""
    target = BOARD.index.get(value["to"]) if value.get("do") == "move" else None
    if target is None or not (target in s.foreign or s.foes(target)):
        return None
    units = tuple(kind for kind in map(kind_of, value["units"]) if kind in s.fighters)
    owner = opponent(s, target)
    if not units or owner < 0:
        return None
    defenders = s.army(target, owner)
    chance = s.fight(s.army(target, s.me) + units, defenders, owner).win
    return Text("reason.attack", {"seat": owner, "win": percent(chance), "free": not defenders})


def guards(s: Strategy, groups: list[Corps]) -> Iterator[Order]:
    """Guards for settlements in danger, from where they are not needed."""
    wanted = [home for home in s.in_danger if s.present_risk(home) >= UNEASY]
    for home in sorted(wanted, key=lambda h: -s.present_risk(h) * s.loss_worth(h, s.homes[h])):
        before = s.present_risk(home)
        for group in groups:
            units = free_guards(s, group) if home in BOARD.beside[group.place] else ()
            if units and s.risk(home, s.army(home, s.me) + kinds(units)) < before - UNEASY:
                facts = {"place": BOARD.id(home), "risk": percent(before)}
                yield march(group.origin, units, BOARD.id(home)), Text("reason.guard", facts)


def campaigners(s: Strategy, groups: list[Corps]) -> Iterator[Order]:
    """Armies that nobody needs where they are, a step towards something they could take."""
    for group in groups if s.foreign else ():
        units = free_guards(s, group)
        goal = objective(s, group, units) if units else None
        to = approach(s, group.place, goal, units) if goal is not None else None
        if goal is not None and to is not None:
            facts = {"place": BOARD.id(goal), "seat": s.foreign[goal].owner}
            yield march(group.origin, units, BOARD.id(to)), Text("reason.march", facts)


def wares_in_order(
    decision: Decision, wares: list[tuple[float, Answers, Text | None]]
) -> Iterator[Suggestion]:
    """Purchases that can be paid, the best worth for its price first."""
    for _, order, reason in sorted(wares, key=lambda ware: -ware[0]):
        yield Suggestion(decision.id, order, reason)


def starts(
    decision: Decision, rooms: dict[str, float], why: Callable[[str], Text]
) -> Iterator[Suggestion]:
    """Where to begin, the most room first."""
    for key in sorted(rooms, key=lambda key: -rooms[key]):
        yield Suggestion(decision.id, key, why(key))
