"""Why a technology can be neither learnt nor bought (rulebook 7.4 and 11.1)."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.refusals.reasons import Plan, Reason, key_of, too_expensive
from engine.rulesets.rhye.actions.research import BUY, others_with
from engine.rulesets.rhye.refusals import why_not_known
from engine.rulesets.rhye.tables import TECHNOLOGY


def why_not_learnt(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a technology cannot be learnt (rule: research)."""
    return why_not_known(figures.state.technologies[figures.seat], key, "research")


def why_not_bought(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a technology cannot be bought, in the field that says how (rule: research)."""
    technology = key_of(plan.get("technology"))
    if key != BUY or technology not in TECHNOLOGY:
        return None
    return not_for_sale(figures, technology)


def not_for_sale(figures: Figures, key: str) -> Reason:
    """Who is lacking, owners or gold (rule: research)."""
    owners = others_with(figures.state, figures.seat, TECHNOLOGY[key])
    if owners < figures.owners_to_buy:
        facts = {"technology": key, "owners": owners, "needed": figures.owners_to_buy}
        return IllegalChoice("too_few_owners", "research", **facts)
    if figures.technology_price > figures.gold:
        return too_expensive("research", figures.technology_price, figures.gold)
    return None


def why_not_besides(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why no second technology can be bought (rule: research)."""
    if not figures.buys_besides:
        return IllegalChoice("one_technology", "research")
    if key not in TECHNOLOGY:
        return None
    owned = figures.state.technologies[figures.seat]
    free = key_of(plan.get("technology"))
    if free in TECHNOLOGY:
        owned |= 1 << TECHNOLOGY[free]
    return why_not_known(owned, key, "research") or not_for_sale(figures, key)
