"""The steward's standing orders (rule: standing-orders)."""

from __future__ import annotations

from functools import lru_cache

from engine.core.grammar import Answers, Settings
from engine.rulesets.standard.steward.odds import DICE
from engine.rulesets.standard.steward.situation import Situation
from engine.world.steward.survey import Army


def wanted(s: Situation, orders: Settings) -> Answers:
    """What the steward would change about its standing orders now."""
    now = orders.current()
    strength = powers(s)
    found: Answers = {}
    for seat in range(s.view.seats):
        if seat != s.me:
            toward = f"toward_{seat}"
            found[toward] = stance(s, now[toward], strength[s.me], strength[seat])
    found["wonders"] = "announce"
    found["trade"] = "ask"
    found["battle"] = "ask"
    return {name: value for name, value in found.items() if name in now and now[name] != value}


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


def powers(s: Situation) -> list[int]:
    """The armies of every seat, counted in dice."""
    found = [0] * s.view.seats
    for owners in s.troops.values():
        for owner, units in owners.items():
            found[owner] += power(units)
    return found
