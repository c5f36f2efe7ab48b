"""The actions are carried out in turn order; what no longer holds is asked again (chapter 7)."""

from __future__ import annotations

from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Unfit, Value
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import ACTIONS, why_refused
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.frames import CarryingOut
from engine.rulesets.rhye.actions.plans import WhatHolds
from engine.rulesets.rhye.state import State
from engine.world.flow import InTurnPhase


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
        figures, action = Figures(state, seat), ACTIONS[plan["action"]]
        able = action.is_possible(figures)
        kept = plan
        if able:
            left = WhatHolds(figures, plan)
            if left.broken:
                play.update(broken=left.broken)
                return False
            kept = left.kept
        state.frames[-1] = CarryingOut(frame.order, frame.at + 1, plans=frame.plans)
        play.tell(events.ActionBegan(seat, plan["action"]))
        if able:
            action.carry_out(play, figures, kept)
        return True

    def open(self, state: State, frame: CarryingOut) -> list[Decision]:
        plan: dict[str, Any] = frame.plans[frame.at]
        figures = Figures(state, frame.seat)
        left = WhatHolds(figures, plan)
        return [
            Decision(
                frame.seat,
                "replan",
                left.form,
                default=left.default,
                rule="actions",
                about={"action": plan["action"]},
            )
        ]

    def answer(
        self, play: Play[State], frame: CarryingOut, decision: Decision, value: Value
    ) -> None:
        left = WhatHolds(Figures(play.state, frame.seat), frame.plans[frame.at])
        plan = left.with_answer(value)
        play.update(plans=with_plan(frame, plan), broken=())

    def why_not(
        self, state: State, frame: CarryingOut, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        figures, plan = Figures(state, decision.seat), frame.plans[frame.at]
        plan = WhatHolds(figures, plan).kept
        if len(unfit.path) == 1 and unfit.data.get("key") in plan.get(unfit.path[0], ()):
            return IllegalChoice("planned_already", "actions")
        return why_refused(figures, {**plan, **value}, unfit)


def with_plan(frame: CarryingOut, plan: dict[str, Value]) -> tuple[Any, ...]:
    """All plans, with another one for the seat whose turn it is."""
    return (*frame.plans[: frame.at], plan, *frame.plans[frame.at + 1 :])
