"""Spending gold: the best worth for its price first, and what is better saved (chapter 8)."""

from __future__ import annotations

from random import Random

from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.endgame import last_points
from engine.rulesets.standard.steward.growing import (
    best_growth,
    growth,
    most_for_technology,
    technology,
)
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import emigration, settling, villages
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import WONDERS
from engine.world.steward.forms import goods
from engine.world.steward.wares import Ware, best_ware

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
    best = best_purchase(s, grammar)
    return {"buy": "done"} if best is None or best.order is None else best.order


def wares(s: Situation, grammar: Grammar) -> list[Ware]:
    """Everything on sale that could be worth buying."""
    on_sale = goods(grammar)
    return [
        *growth(s, grammar, on_sale),
        *technology(s, on_sale),
        *settling(s, grammar, on_sale),
        *military(s, grammar, on_sale),
    ]


def best_purchase(s: Situation, grammar: Grammar) -> Ware | None:
    """The best of all wares, found without those that cannot be the best.

    These are growth that costs the same and brings less, guards that are worth less for their
    price than something else, and mostly the next technology.
    """
    on_sale, purse = goods(grammar), (s.sheet.gold, s.next_income, savings(s))
    grown = list(best_growth(s, grammar, on_sale))
    founded = list(villages(s, grammar, on_sale))
    # All but technologies can be paid now: they are bought, or make no difference to the rest.
    best = best_ware([*grown, *founded], *purse)
    troops = list(military(s, grammar, on_sale, rival=0.0 if best is None else best.ratio))
    best = best_ware([*grown, *founded, *troops], *purse)
    sent = list(emigration(s, grammar, on_sale, rival=0.0 if best is None else best.ratio))
    if sent:
        best = best_ware([*grown, *founded, *sent, *troops], *purse)
    if best is not None and best.ratio > most_for_technology(s):
        return best
    learned = list(technology(s, on_sale))
    chosen = best_ware([*grown, *learned, *founded, *sent, *troops], *purse)
    if best is None or chosen is best or chosen in learned:
        # Nothing that was left out comes before these.
        return chosen
    sent = list(emigration(s, grammar, on_sale))
    troops = list(military(s, grammar, on_sale, rival=0.0))
    return best_ware([*grown, *learned, *founded, *sent, *troops], *purse)


def savings(s: Situation) -> float:
    """Gold to keep so that the next production brings the wonder for gold (rule: wonders)."""
    era = s.coming_era
    if era not in GOLD_GOALS or (era == s.era and s.free_wonder("gold") is None):
        return 0.0
    wanted = GOLD_GOALS[era] - s.sheet.income.total
    return float(wanted) if 0 < wanted <= s.sheet.gold else 0.0
