"""Everyone chooses an action in secret; then all are shown (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Form, Unfit, Value
from engine.core.question import Question
from engine.core.simultaneous import SimultaneousPhase
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import FIELDS, add, asks, why_refused
from engine.rulesets.rhye.actions.consolidation import INFANTRY, Consolidation
from engine.rulesets.rhye.actions.construction import Construction
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.frames import Actions, CarryingOut
from engine.rulesets.rhye.actions.recruitment import Recruitment
from engine.rulesets.rhye.actions.research import Research
from engine.rulesets.rhye.actions.revolution import Revolution
from engine.rulesets.rhye.actions.taxation import Taxation
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.trade import close_offers

for each in (
    *(Consolidation(), Construction(), Recruitment()),
    *(Research(), Revolution(), Taxation()),
):
    add(each)


class ActionsPhase(SimultaneousPhase[State, Actions]):
    """All seats choose at the same time (rule: actions)."""

    title = "actions"

    def prepare(self, play: Play[State], frame: Actions) -> list[int]:
        state = play.state
        return [seat for seat in state.turn_order() if not state.fallen[seat]]

    def question(self, state: State, frame: Actions, seat: int) -> Decision:
        figures = Figures(state, seat)
        return Decision(
            seat,
            "action",
            Form(tuple(FIELDS), figures),
            default=default_plan(figures),
            secret=True,
            rule="actions",
        )

    def foregone(self, state: State, frame: Actions) -> Mapping[int, Value]:
        """Who has sold the last piece since this phase began has no action (rule: turn)."""
        if True not in state.fallen:
            return {}
        return {seat: NO_ACTION for seat in frame.asked or () if state.fallen[seat]}

    def asks(
        self, state: State, frame: Actions, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[Any] | None:
        return asks(Figures(state, decision.seat), value, path)

    def why_not(
        self, state: State, frame: Actions, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        return why_refused(Figures(state, decision.seat), value, unfit)

    def reveal(self, play: Play[State], frame: Actions, answers: dict[int, Value]) -> None:
        close_offers(play)
        fallen = play.state.fallen
        if True in fallen:
            answers = {seat: plan for seat, plan in answers.items() if not fallen[seat]}
        order = tuple(answers)
        chosen = tuple((seat, plan["action"]) for seat, plan in answers.items())
        play.tell(events.ActionsRevealed(chosen))
        play.push(CarryingOut(order, plans=tuple(answers.values())))


NO_ACTION = {"action": "consolidation"}
"""What stands in the place of an answer that is not awaited any more."""


def default_plan(figures: Figures) -> Value:
    """What the clock plays: consolidation, its infantry in the first settlement."""
    asked = INFANTRY.grammar(figures, {}) if figures.government.consolidation_infantry else None
    if asked is None:
        return {"action": "consolidation"}
    first = next(asked.enumerate())
    return {"action": "consolidation", "infantry": first}
