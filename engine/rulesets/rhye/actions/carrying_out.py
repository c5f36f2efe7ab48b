"""The actions are carried out in turn order; what no longer holds is asked again (chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Subset, Unfit, Value
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions import (
    consolidation,
    construction,
    recruitment,
    research,
    revolution,
    taxation,
)
from engine.rulesets.rhye.actions.choosing import FIELDS, PLANS, can_do
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.frames import CarryingOut
from engine.rulesets.rhye.actions.refusals import why_not_act
from engine.rulesets.rhye.state import State
from engine.world.flow import InTurnPhase

CARRY_OUT: Mapping[str, Callable[[Play[State], Figures, dict[str, Value]], None]] = {
    "consolidation": consolidation.carry_out,
    "construction": construction.carry_out,
    "recruitment": recruitment.carry_out,
    "research": research.carry_out,
    "revolution": revolution.carry_out,
    "taxation": taxation.carry_out,
}

CHANGES_NOTHING = (construction.NO_WONDER, research.FREE, research.NOTHING, revolution.KEEP)


def check(figures: Figures, plan: dict[str, Value]) -> tuple[dict[str, Value], tuple[str, ...]]:
    """What of a plan still holds, and the fields that have to be asked again (rule: actions).

    A list keeps what is still possible of it, asked again or not; asking is worth while where
    something else could take the place of what is lost.
    """
    kept: dict[str, Value] = {"action": plan["action"]}
    broken = []
    for field in PLANS[plan["action"]]:
        grammar = field.given(kept, figures)
        if grammar is None:
            continue
        value = plan.get(field.name)
        if value is None and (nothing := without(grammar)) is not None:
            # There was nothing to choose when the plan was made; then the plan does without.
            kept[field.name] = nothing
            continue
        try:
            kept[field.name] = grammar.validate(value)
        except Unfit:
            kept[field.name], instead = repaired(grammar, value)
            if instead:
                broken.append(field.name)
    if broken:
        kept = {n: v for n, v in kept.items() if n not in broken or isinstance(v, list)}
    if "wonder" in broken and "site" in plan:
        # Another wonder can stand where the first one was to stand, if that still has room.
        sites = construction.yard_of(figures).sites(kept.get("upgrade", ()))
        kept |= {"site": plan["site"]} if plan["site"] in sites else {}
    return kept, tuple(broken)


def without(grammar: Grammar) -> Value:
    """The answer that changes nothing of a plan; None where there is no such answer."""
    if isinstance(grammar, Subset) and not grammar.least:
        return []
    if isinstance(grammar, OneOf) and grammar.keys[0] in CHANGES_NOTHING:
        return grammar.keys[0]
    return None


def repaired(grammar: Grammar, value: Value) -> tuple[Value, bool]:
    """As much of a value as still fits, and whether there is something to choose instead."""
    if isinstance(grammar, Subset):
        fitting: list[str] = []
        for key in value if isinstance(value, list) else ():
            try:
                fitting = grammar.validate([*fitting, key])
            except Unfit as unfit:
                if unfit.code == "too_few":
                    fitting = [*fitting, key]
        return fitting, grammar.total() > len(fitting)
    if isinstance(grammar, OneOf):
        return grammar.keys[0], len(grammar.keys) > 1
    raise TypeError(grammar)


def remaining(figures: Figures, kept: dict[str, Value], broken: tuple[str, ...]) -> Form:
    """The form of the broken fields alone: what holds is given."""

    def asking(field: Field) -> Field:
        def ask(said: Answers) -> Grammar | None:
            return field.given({**kept, **said}, figures)

        return Field(field.name, ask)

    names = {*broken, *dependent(kept, broken)}
    return Form(tuple(asking(field) for field in FIELDS if field.name in names))


def dependent(kept: dict[str, Value], broken: tuple[str, ...]) -> tuple[str, ...]:
    """Fields that follow from broken ones and have no answer yet: a wonder's site."""
    return ("site",) if "wonder" in broken and "site" not in kept else ()


class CarryingOutPhase(InTurnPhase[State, CarryingOut]):
    """One seat after the other does what it planned."""

    title = "actions"

    def advance(self, play: Play[State], frame: CarryingOut) -> bool:
        if frame.is_over:
            play.pop()
            return True
        state, seat = play.state, frame.seat
        plan = frame.plans[frame.at]
        if state.fallen[seat]:
            play.update(at=frame.at + 1)
            return True
        figures = Figures(state, seat)
        able = can_do(figures, plan["action"])
        kept, broken = check(figures, plan) if able else (plan, ())
        if broken:
            plans = (*frame.plans[: frame.at], kept, *frame.plans[frame.at + 1 :])
            play.update(plans=plans, broken=broken)
            return False
        state.frames[-1] = CarryingOut(frame.order, frame.at + 1, plans=frame.plans)
        play.tell(events.ActionBegan(seat, plan["action"]))
        if able:
            CARRY_OUT[plan["action"]](play, figures, kept)
        return True

    def open(self, state: State, frame: CarryingOut) -> list[Decision]:
        plan: dict[str, Any] = frame.plans[frame.at]
        form = remaining(Figures(state, frame.seat), plan, frame.broken)
        return [
            Decision(
                frame.seat,
                "replan",
                form,
                default=least_changed(form, plan),
                rule="actions",
                about={"action": plan["action"]},
            )
        ]

    def answer(
        self, play: Play[State], frame: CarryingOut, decision: Decision, value: Value
    ) -> None:
        plan = {**frame.plans[frame.at], **value}
        plans = (*frame.plans[: frame.at], plan, *frame.plans[frame.at + 1 :])
        play.update(plans=plans, broken=())

    def why_not(
        self, state: State, frame: CarryingOut, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        plan = {**frame.plans[frame.at], **value}
        return why_not_act(Figures(state, decision.seat), plan, unfit)


def least_changed(form: Form, plan: dict[str, Value]) -> Answers:
    """What the clock answers: what still holds of the plan, else nothing, or the first there is."""
    said: Answers = {}
    for field in form.fields:
        grammar = field.given(said)
        if grammar is None:
            continue
        try:
            said[field.name] = grammar.validate(plan.get(field.name))
        except Unfit:
            said[field.name] = next(grammar.enumerate())
    return said
