"""Why a plan is refused: which rule each part of it breaks (rulebook chapters 7 to 9).

There is one module for each action, as there is for carrying it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.refusals.construction import (
    why_not_found,
    why_not_grown,
    why_not_site,
    why_not_wonder,
)
from engine.rulesets.rhye.actions.refusals.reasons import Plan, Reason, key_of, keys_of
from engine.rulesets.rhye.actions.refusals.recruitment import (
    too_many_units,
    why_not_this_way,
    why_not_units,
)
from engine.rulesets.rhye.actions.refusals.research import (
    why_not_besides,
    why_not_bought,
    why_not_learnt,
)
from engine.rulesets.rhye.actions.refusals.revolution import why_not_believed, why_not_ruled
from engine.world.state import BOARD

WITH_A_KEY = ("not_an_option", "unexpected")
TOO_MANY = ("taken_too_often", "over_quota")


def why_not_act(figures: Figures, plan: Plan, unfit: Unfit) -> Reason:
    """The rule that a refused plan breaks, None where the grammar says it well enough."""
    name = unfit.path[0] if unfit.path else ""
    if name == "action":
        return why_not_at_all(figures, plan)
    if name not in REASONS:
        return None
    if unfit.code == "missing":
        # A later field is missed when an earlier one could not be asked for what it says.
        return wrong_part(figures, plan)
    if unfit.code == "over_budget":
        facts = {"price": unfit.data["price"], "gold": unfit.data["funds"]}
        return IllegalChoice("too_expensive", PRICES[name], **facts)
    if unfit.code in TOO_MANY and name == "units":
        return too_many_units(plan, unfit)
    if name == "wonder" and unfit.code == "not_a_key":
        return IllegalChoice("one_wonder", "wonders")
    if unfit.code == "too_many":
        # There is less to choose from than was named: the first that is not to be had says why.
        return next(
            reasons(figures, plan, name, keys_of(plan[name])[: unfit.data["most"] + 1]), None
        )
    if unfit.code not in WITH_A_KEY:
        return None
    named = [key_of(unfit.data["key"])] if "key" in unfit.data else keys_of(plan.get(name))
    return next(reasons(figures, plan, name, named), None)


def why_not_at_all(figures: Figures, plan: Plan) -> Reason:
    """Why an action cannot be chosen: something is wrong with its plan, or there is nothing."""
    action = key_of(plan.get("action"))
    if action not in NOTHING:
        return None
    return wrong_part(figures, plan) or IllegalChoice(NOTHING[action], action)


def wrong_part(figures: Figures, plan: Plan) -> Reason:
    """What is wrong with the first part of a plan that breaks a rule."""
    for name in (each for each in REASONS if each in plan):
        for reason in reasons(figures, plan, name, keys_of(plan[name])):
            return reason
    return None


def reasons(figures: Figures, plan: Plan, name: str, keys: list[str]) -> Iterator[IllegalChoice]:
    """What is wrong with the keys of one field, as far as the rules can say it."""
    for key in keys:
        reason = REASONS[name](figures, plan, key)
        if reason is not None:
            yield reason


def why_not_garrisoned(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why the infantry of a fascist state cannot be placed somewhere (rule: consolidation)."""
    if key not in BOARD.index:
        return IllegalChoice("no_such_place", "consolidation", place=key)
    if not figures.state.is_home(BOARD.index[key], figures.seat):
        return IllegalChoice("not_your_settlement", "consolidation", place=key)
    return None


REASONS: Mapping[str, Callable[[Figures, Plan, str], Reason]] = {
    "infantry": why_not_garrisoned,
    "found": why_not_found,
    "upgrade": why_not_grown,
    "wonder": why_not_wonder,
    "site": why_not_site,
    "way": why_not_this_way,
    "units": why_not_units,
    "technology": why_not_learnt,
    "how": why_not_bought,
    "besides": why_not_besides,
    "government": why_not_ruled,
    "religion": why_not_believed,
}
"""By the fields of the plans."""
PRICES = {"found": "terrain", "upgrade": "construction", "units": "recruitment"}
"""The rules that say what things cost, by the fields where they are paid together."""
NOTHING = {
    "construction": "nothing_to_build",
    "recruitment": "nothing_to_raise",
    "research": "nothing_to_learn",
    "revolution": "nothing_to_adopt",
    "taxation": "nothing_to_tax",
}
"""What is lacking when an action would do nothing."""
