"""Spending gold: the best worth for its price first, and what is better saved (chapter 8)."""

from __future__ import annotations

from random import Random

from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.endgame import last_points
from engine.rulesets.standard.steward.growing import growth, technology
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import settling
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import WONDERS
from engine.world.steward.forms import goods
from engine.world.steward.wares import Ware, choose


def buy(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next purchase, or the end of purchases."""
    grammar = decision.grammar
    if s.ending or s.may_end:
        order = last_points(s, grammar, goods(grammar))
        if s.ending or order is not None:
            return order or {"buy": "done"}
    if s.overtime:
        return {"buy": "technology" if "technology" in goods(grammar) else "done"}
    return choose(wares(s, grammar), s.sheet.gold, s.next_income, savings(s)) or {"buy": "done"}


def wares(s: Situation, grammar: Grammar) -> list[Ware]:
    """Everything on sale that could be worth buying."""
    on_sale = goods(grammar)
    return [
        *growth(s, grammar, on_sale),
        *technology(s, on_sale),
        *settling(s, grammar, on_sale),
        *military(s, grammar, on_sale),
    ]


def savings(s: Situation) -> float:
    """Gold to keep so that the next production brings the wonder for gold (rule: wonders)."""
    era = s.coming_era
    for wonder in WONDERS:
        thing, goal = wonder.goal
        if wonder.era != era or thing != "gold":
            continue
        if era == s.era and s.free_wonder("gold") is None:
            return 0.0
        wanted = goal - s.sheet.income.total
        return float(wanted) if 0 < wanted <= s.sheet.gold else 0.0
    return 0.0
