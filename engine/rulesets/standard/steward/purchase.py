"""Spending gold: the best worth for its price first, and what is better saved (chapter 8)."""

from __future__ import annotations

from random import Random

from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.endgame import last_points
from engine.rulesets.standard.steward.growing import best_growth, growth, technology
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import settling
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import WONDERS
from engine.world.steward.forms import goods
from engine.world.steward.wares import Ware, choose

GOLD_GOALS = {w.era: w.milestone["gold"] for w in WONDERS if "gold" in w.milestone}
"""How much gold earns the wonder for it, in the eras that have one."""


def buy(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next purchase, or the end of purchases."""
    grammar = decision.grammar
    if s.ending or s.may_end:
        order = last_points(s, grammar, goods(grammar))
        if s.ending or order is not None:
            return order or {"buy": "done"}
    if s.overtime:
        return {"buy": "technology" if "technology" in goods(grammar) else "done"}
    found = wares(s, grammar, best_only=True)
    return choose(found, s.sheet.gold, s.next_income, savings(s)) or {"buy": "done"}


def wares(s: Situation, grammar: Grammar, best_only: bool = False) -> list[Ware]:
    """Everything on sale that could be worth buying.

    With `best_only`, what `choose` would never take is left out: growth that costs the same and
    brings less, and guards that are worth less for their price than others.
    """
    on_sale = goods(grammar)
    grow = best_growth if best_only else growth
    return [
        *grow(s, grammar, on_sale),
        *technology(s, on_sale),
        *settling(s, grammar, on_sale),
        *military(s, grammar, on_sale, best_only),
    ]


def savings(s: Situation) -> float:
    """Gold to keep so that the next production brings the wonder for gold (rule: wonders)."""
    era = s.coming_era
    if era not in GOLD_GOALS or (era == s.era and s.free_wonder("gold") is None):
        return 0.0
    wanted = GOLD_GOALS[era] - s.sheet.income.total
    return float(wanted) if 0 < wanted <= s.sheet.gold else 0.0
