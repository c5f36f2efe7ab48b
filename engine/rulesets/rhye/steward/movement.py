"""Movement: spread over free land, guard what is threatened, take what is weak (chapter 4)."""

from __future__ import annotations

from random import Random

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Subset, Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.sailing import Order, boarding, landing, steering
from engine.rulesets.rhye.steward.situation import ATTACK, DEFENCE, GREY, Situation
from engine.world.steward.survey import BOARD, FIRST_SEA, walk

END: Value = {"do": "end"}
LEAST = 1.0
"""Moves worth less than this are not made."""


def move(s: Situation, decision: Decision, rng: Random) -> Value:
    """The most worthwhile move, or the end of movement."""
    found = moves(s, decision)
    return found[0].value if found else END


def moves(s: Situation, decision: Decision) -> list[Order]:
    """The best move of each party, best first."""
    if "move" not in keys(field(decision.grammar, "do", {})):
        return []
    best = []
    for origin in keys(field(decision.grammar, "from", {"do": "move"})):
        order = best_of(s, decision, origin)
        if order is not None and order.worth >= LEAST:
            best.append(order)
    return sorted(best, key=lambda order: -order.worth)


def best_of(s: Situation, decision: Decision, origin: str) -> Order | None:
    """The best move of one party: a fleet, its cargo, or units on land."""
    if "#" in origin:
        return landing(s, decision, origin)
    here = BOARD.index.get(origin, -1)
    if here >= FIRST_SEA:
        return steering(s, decision, here)
    return on_land(s, decision, origin, here) if here >= 0 else None


def on_land(s: Situation, decision: Decision, origin: str, here: int) -> Order | None:
    """One unit to settle or to sail, or all that can be spared to attack."""
    said: dict[str, Value] = {"do": "move", "from": origin}
    party = field(decision.grammar, "units", said)
    groups = keys(party)
    if not groups:
        return None
    best: Order | None = None
    for unit in dict.fromkeys(spare_units(s, here, groups)):
        one = {**said, "units": [unit]}
        for place in keys(field(decision.grammar, "to", one)):
            worth, reason = step_worth(s, here, place)
            worth += whim(s, place)
            if best is None or worth > best.worth:
                best = Order(worth, {**one, "to": place}, reason)
    assert isinstance(party, Subset)
    everyone = [group for group in groups for _ in range(party.room(group))]
    assault = best_assault(s, decision, said, here, everyone)
    if assault is not None and (best is None or assault.worth > best.worth):
        best = assault
    return best


def whim(s: Situation, place: str) -> float:
    """A little that decides between equals: by the turn, so that the same view has one answer."""
    return (BOARD.index.get(place, 0) * 7 + s.view.turn * 3 + s.me) % 10 / 20


def bare(group: str) -> str:
    """The unit type in the name of a group."""
    return group.partition("+")[0]


def spare_units(s: Situation, here: int, groups: list[str]) -> list[str]:
    """The units of a place that need not guard it, the best attackers last."""
    army = s.army(here, s.me)
    if here not in s.homes and not s.is_free(here):
        return groups
    # Where a unit waits to found a village one stays; so it does at home, for it may be raided.
    needed = 1.0 if here not in s.homes else max(s.threat(here) * 0.6, 0.0)
    have = sum(DEFENCE[unit] for unit in army)
    if here in s.homes and len(army) == 1 and not needed:
        if here in s.exposed and s.w.garrison:
            return []
        return groups if s.view.turn < 3 or here != s.capital else []
    spare = []
    for group in sorted(groups, key=lambda g: DEFENCE[bare(g)]):
        if len(army) > 1 and have - DEFENCE[bare(group)] >= needed:
            spare.append(group)
    return spare


def step_worth(s: Situation, here: int, place: str) -> tuple[float, Text | None]:
    """What it is worth to a unit to go to a place or aboard a fleet, and why."""
    if "#" in place:
        found = boarding(s, place)
        return found if found is not None else (-9.0, None)
    target = BOARD.index.get(place, FIRST_SEA)
    if target >= FIRST_SEA:
        return -9.0, None
    if target in s.homes:
        short, mine = shortage(s, target), shortage(s, here) if here in s.homes else -1.0
        # Back and forth between two places in danger helps neither.
        if short > 0 and mine < 0:
            return min(short, 6.0), Text("reason.guard_home", {"place": place})
        return marching_worth(s, here, target)
    if target in s.foreign:
        owner = s.foreign[target].owner
        if s.army(target, owner):
            return -6.0, None
        return s.prize(target), Text("reason.undefended", {"seat": owner})
    if not s.is_free(target) or s.army(target, s.me):
        return marching_worth(s, here, target)
    return settling_worth(s, here, target), land_reason(s, target)


def land_reason(s: Situation, region: int) -> Text:
    """What is known of land where a village could be founded."""
    marker = s.view.spaces[region].marker
    kind = "unexplored" if s.is_unknown(region) else marker.kind if marker is not None else ""
    risk = "risk" if s.threat(region) else ""
    return Text("reason.settle", {"marker": kind or "", "risk": risk})


def settling_worth(s: Situation, here: int, target: int) -> float:
    """What going to free land is worth to a unit that could found a village there."""
    worth = 6.0 + s.plot_worth(target) / 4
    if s.is_unknown(target):
        worth -= 3.0
    if here not in s.homes and s.is_free(here) and not s.is_unknown(here):
        # It could found one where it stands.
        worth -= 7.0
    return worth - s.threat(target) * 0.4


def marching_worth(s: Situation, here: int, target: int) -> tuple[float, Text | None]:
    """What a step over held land is worth: towards a leader, or an easy prize."""
    goal = s.war_goal(here)
    if goal < 0 or walk(target, goal) >= walk(here, goal):
        return -3.0, None
    owner = s.foreign[goal].owner
    reason = "stop" if owner in s.leaders else "raid"
    return LEAST + 1.0, Text(f"reason.{reason}", {"place": BOARD.id(goal), "seat": owner})


def shortage(s: Situation, region: int) -> float:
    """How many dice a settlement lacks against what could come."""
    return s.threat(region) - s.defence(region, s.me)


def best_assault(
    s: Situation, decision: Decision, said: dict[str, Value], here: int, units: list[str]
) -> Order | None:
    """All units of a place against a weaker neighbour, if one is worth it."""
    if len(units) < 2:
        return None
    power = sum(ATTACK[bare(unit)] for unit in units)
    if here in s.homes and s.threat(here) > power * 0.5:
        return None
    best: Order | None = None
    full = {**said, "units": units}
    for place in keys(field(decision.grammar, "to", full)):
        target = BOARD.index.get(place, -1)
        settlement = s.foreign.get(target)
        if settlement is None:
            continue
        owner = settlement.owner
        present = s.attack(s.army(target, s.me))
        defence = s.defence(target, owner)
        leads = owner in s.leaders
        if owner == GREY and s.prize(target) < 0:
            continue
        if defence and power + present > defence * s.w.caution * (1.2 if leads else 2.0):
            worth = s.prize(target) * 0.8
            if best is None or worth > best.worth:
                reason = Text("reason.stronger", {"seat": owner})
                best = Order(worth, {**full, "to": place}, reason)
    return best
