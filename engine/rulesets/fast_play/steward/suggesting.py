"""Answers worth considering, with reasons: what a player is offered to pick from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.advice import Suggestion
from engine.core.answering import field, fits, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers, Value
from engine.core.text import Text
from engine.rulesets.fast_play.steward import armies, fleets, settlers
from engine.rulesets.fast_play.steward.moves import Moves, go
from engine.rulesets.fast_play.steward.placement import room
from engine.rulesets.fast_play.steward.purchase import POINTS, PURPOSES, Shop, finish
from engine.rulesets.fast_play.steward.settlers import wanted_settlers
from engine.rulesets.fast_play.steward.situation import Situation
from engine.world.steward import suggesting
from engine.world.steward.forms import kind_of, spaces
from engine.world.steward.suggesting import percent
from engine.world.steward.survey import BOARD, walk

Order = tuple[Answers, Text | None]
NEAR_ENOUGH = 8
"""Rivals further away than this are no concern at the start."""


def place(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """Starts by the land around them."""
    rooms = {key: room(s, BOARD.index[key]) for key in keys(decision.grammar)}
    return suggesting.starts(decision, rooms, lambda key: begin(s, BOARD.index[key]))


def begin(s: Situation, region: int) -> Text:
    """The free land around a start, and how far the next rival is."""
    around = BOARD.within(region, len(s.w.room) - 1, "land")
    free = [
        other
        for other in around
        if other not in s.homes and walk(region, other) < s.to_foreign(other)
    ]
    near = [walk(region, other) for other in s.foreign]
    rival = min((steps for steps in near if steps <= NEAR_ENOUGH), default=0)
    coast = "coast" if BOARD.coasts[region] else ""
    return Text("reason.start", {"n": len(free), "rival": rival, "coast": coast})


def move(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """Attacks, settlers, idle units and fleets, each with its best order."""
    moves = Moves(s, decision.grammar)
    found = [
        *strikes(s, moves),
        *pioneers(s, moves),
        *deployments(s, moves),
        *sailings(s, moves),
    ]
    for order, reason in found:
        yield Suggestion(decision.id, order, reason)


def strikes(s: Situation, moves: Moves) -> Iterator[Order]:
    """The attacks that could pay, from each region that can take part, with their odds."""
    for _, target, origins in sorted(armies.fronts(s, moves), reverse=True):
        there, owner = s.army(target, s.me), s.occupants[target]
        free = not s.army(target, owner)
        for origin in origins:
            pieces, most = moves.movers(origin, target)
            units = armies.spared(s, origin, pieces)[:most]
            if not units:
                continue
            chance = s.chances(target, there + armies.kinds(units)).win
            facts = {"seat": owner, "win": percent(chance), "free": free}
            yield go(origin, target, units), Text("reason.attack", facts)


def attack_odds(s: Situation, decision: Decision, value: Value) -> Text | None:
    """The odds of a move to where someone else is."""
    target = BOARD.index.get(value["to"]) if value.get("do") == "move" else None
    owner = s.occupants.get(target) if target is not None else None
    if target is None or owner is None:
        return None
    units = tuple(kind for kind in map(kind_of, value["units"]) if kind in s.fighters)
    if not units:
        return None
    chance = s.chances(target, s.army(target, s.me) + units).win
    facts = {"seat": owner, "win": percent(chance), "free": not s.army(target, owner)}
    return Text("reason.attack", facts)


def site(s: Situation, region: int) -> Text:
    """What is known of a region to settle in."""
    facts = {
        "coast": "coast" if BOARD.coasts[region] else "",
        "marker": s.known(region) or "",
        "risk": "risk" if s.threats.get(region, 0) and not s.army(region, s.me) else "",
    }
    return Text("reason.land", facts)


def pioneers(s: Situation, moves: Moves) -> Iterator[Order]:
    """For each settler the best region it can go to, or a look at where it is."""
    explorable = keys(field(moves.grammar, "at", {"do": "explore"}))
    taken: set[int] = set()
    for region in sorted(s.settlers):
        ways = [region, *(moves.targets(region) if region in moves.origins else ())]
        for _ in range(s.settlers[region]):
            best = settlers.best_way(s, moves, ways, taken)
            taken.add(best)
            staying = settlers.appeal(s, region, taken - {region}) + s.w.better
            if best != region and settlers.appeal(s, best, taken - {best}) > staying:
                yield go(region, best, moves.settlers(region, best)[:1]), site(s, best)
            elif BOARD.id(region) in explorable and settlers.worth_exploring(s, region):
                yield {"do": "explore", "at": BOARD.id(region)}, site(s, region)


def deployments(s: Situation, moves: Moves) -> Iterator[Order]:
    """For each region with idle units, the first settlement in danger or a way to the front."""
    for origin in moves.origins:
        order = armies.deploy_from(s, moves, origin) if armies.may_deploy(s, origin) else None
        if order is not None:
            to = BOARD.index[order["to"]]
            relief = s.danger(to, s.army(to, s.me)) > 0
            yield order, Text("reason.relief" if relief else "reason.front")


def sailings(s: Situation, moves: Moves) -> Iterator[Order]:
    """For each fleet the zone that opens most new land."""
    if "sail" not in moves.actions:
        return
    for origin in spaces(field(moves.grammar, "from", {"do": "sail"})):
        said: Answers = {"do": "sail", "from": BOARD.id(origin)}
        zones = [z for z in spaces(field(moves.grammar, "to", said)) if z not in s.strangers]
        best = max(zones, key=lambda zone: fleets.opens(s, zone), default=None)
        if best is not None and fleets.opens(s, best) > fleets.bridge(s, origin):
            said["to"] = BOARD.id(best)
            units = keys(field(moves.grammar, "units", said))[:1]
            yield {**said, "units": units}, Text("reason.bridge")


def buy(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """One purchase for each purpose, in the order of the weights.

    They are for picking together: a settlement builds or grows once, so each purchase is for those
    that no earlier one names. Where that leaves none, it is an alternative.
    """
    shop = Shop(decision.grammar, int(decision.about["gold"]))
    last = finish(s, shop)
    if last is not None:
        yield Suggestion(decision.id, last, Text("reason.purpose.finish"))
    named: set[str] = set()
    for purpose in s.w.purchases:
        order = PURPOSES[purpose](s, shop)
        if order is not None:
            order = without(order, named, shop)
            named.update(order.get("where", ()))
            yield Suggestion(decision.id, order, Text(f"reason.purpose.{purpose}", facts(s, order)))
    yield Suggestion(decision.id, decision.default, Text("reason.enough", {}))


def without(order: Answers, named: set[str], shop: Shop) -> Answers:
    """A purchase in those of its settlements that are not named yet; in all where none is left."""
    if named.isdisjoint(order.get("where", ())):
        return order
    rest = [place for place in order["where"] if place not in named]
    places = shop.places(order["buy"])
    return {**order, "where": rest} if rest and places and fits(places, rest) else order


def facts(s: Situation, order: Answers) -> dict[str, Any]:
    """What is worth knowing about a purchase: how many, where, and who is near."""
    where = order.get("where", ())
    regions = [BOARD.index[place] for place in where]
    rivals = [(s.to_foreign(region), region) for region in regions if region < len(BOARD.land)]
    return {
        "n": len(where),
        "sites": max(0, wanted_settlers(s)),
        "steps": min(rivals)[0] if rivals and s.foreign else 0,
        "points": POINTS.technology,
        "kinds": len(s.sheet.resources),
    }
