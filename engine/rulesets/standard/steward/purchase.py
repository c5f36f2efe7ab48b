"""Spending gold: the best worth for its price first, and what is better saved (chapter 8)."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.endgame import last_points
from engine.rulesets.standard.steward.growing import growth, technology
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import settling
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.steward.wares import Ware
from engine.rulesets.standard.steward.worth import coming_era, next_income
from engine.rulesets.standard.tables import WONDERS

ENOUGH = 1.0
"""Nothing is bought for more than it is worth."""


def buy(s: Situation, grammar: Grammar) -> Answers:
    """The next purchase, or the end of purchases."""
    goods = keys(field(grammar, "buy", {}))
    if s.ending or s.may_end:
        order = last_points(s, grammar, goods)
        if s.ending or order is not None:
            return order or {"buy": "done"}
    wares = [
        *growth(s, grammar, goods),
        *technology(s, goods),
        *settling(s, grammar, goods),
        *military(s, grammar, goods),
    ]
    return choose(s, wares) or {"buy": "done"}


def choose(s: Situation, wares: list[Ware]) -> Answers | None:
    """The best ware that can be paid without touching what is better kept."""
    gold, income = s.sheet.gold, next_income(s, s.me)
    kept = savings(s)
    for ware in sorted(wares, key=lambda ware: -ware.ratio):
        if ware.ratio < ENOUGH:
            return None
        if ware.order is None or ware.price > gold:
            # Something better comes first if waiting one turn is enough to pay for it.
            if ware.price <= gold + income:
                kept = max(kept, ware.price - income)
        elif ware.urgent or gold - ware.price >= kept:
            return ware.order
    return None


def savings(s: Situation) -> float:
    """Gold to keep so that the next production brings the wonder for gold (rule: wonders)."""
    era = coming_era(s)
    for wonder in WONDERS:
        thing, goal = wonder.goal
        if wonder.era != era or thing != "gold":
            continue
        if era == s.era and s.free_wonder("gold") is None:
            return 0.0
        wanted = goal - s.sheet.income.total
        return float(wanted) if 0 < wanted <= s.sheet.gold else 0.0
    return 0.0
