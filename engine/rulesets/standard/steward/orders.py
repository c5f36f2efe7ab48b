"""The steward's standing orders (rule: standing-orders)."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.core.grammar import Answers, Settings
from engine.rulesets.standard.steward.odds import DICE
from engine.rulesets.standard.steward.situation import Situation
from engine.world.orders import TOWARD
from engine.world.steward.survey import Army

ALWAYS = {"wonders": "announce", "trade": "ask", "battle": "ask"}


def wanted(s: Situation, orders: Settings) -> Answers:
    """What the steward would change about its standing orders now."""
    now = orders.current()
    mine, theirs = sum(map(power, s.own_troops.values())), s.threats.strengths(power)
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


@lru_cache(maxsize=8192)
def power(units: Army) -> int:
    """Some armies, counted in dice."""
    return sum(DICE[unit] for unit in units)
