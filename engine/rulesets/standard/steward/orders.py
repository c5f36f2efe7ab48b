"""The steward's standing orders (rule: standing-orders)."""

from __future__ import annotations

from functools import cache

from engine.core.grammar import Answers, Settings
from engine.rulesets.standard.steward.odds import power
from engine.rulesets.standard.steward.situation import Situation
from engine.world.orders import TOWARD

ALWAYS = {"wonders": "announce", "trade": "ask", "battle": "ask"}


def wanted(s: Situation, orders: Settings) -> Answers:
    """What the steward would change about its standing orders now."""
    known = s.known_orders
    if orders not in known:
        known[orders] = find_changes(s, orders)
    return known[orders]


def find_changes(s: Situation, orders: Settings) -> Answers:
    """The same, found out."""
    now = orders.current()
    mine, theirs = s.power, s.threats.strengths(power)
    found: Answers = {}
    for seat in range(s.view.seats):
        if seat != s.me:
            order = toward(seat)
            found[order] = stance(s, now[order], mine, theirs.get(seat, 0))
    found.update(ALWAYS)
    return {name: value for name, value in found.items() if now.get(name, value) != value}


@cache
def toward(seat: int) -> str:
    """The name of the order about a seat."""
    return f"{TOWARD}{seat}"


def stance(s: Situation, now: str, mine: int, theirs: int) -> str:
    """Challenge the weak on sight, weigh it with the others; in between all stays as it is."""
    if mine and mine >= s.w.bold * theirs:
        return "challenge"
    if now == "challenge" and mine >= s.w.wary * theirs:
        return "challenge"
    return "ask"
