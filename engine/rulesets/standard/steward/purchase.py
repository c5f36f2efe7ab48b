"""Spending gold: the best worth for its price first, and what is better saved (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.endgame import ends_the_game, last_points, wins_by_ending
from engine.rulesets.standard.steward.forms import field, keys, top
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import settling
from engine.rulesets.standard.steward.situation import BOARD, NEEDED, Situation
from engine.rulesets.standard.steward.wares import Ware
from engine.rulesets.standard.steward.worth import PRICES, coming_era, next_income, risk, size_worth
from engine.rulesets.standard.tables import LAST_ERA, TABLES, WONDERS

DONE: Answers = {"buy": "done"}


def buy(s: Situation, grammar: Grammar) -> Answers:
    """The next purchase, or the end of purchases."""
    goods = keys(field(grammar, "buy", {}))
    if s.ending or s.may_end:
        order = last_points(s, grammar, goods)
        if order is not None or s.ending:
            return order or DONE
    ...
    return DONE
