"""Everyone chooses an action in secret; then all are shown (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions import (
    consolidation,
    construction,
    recruitment,
    research,
    revolution,
    taxation,
)
from engine.rulesets.rhye.actions.figures import Figures, first_of
from engine.rulesets.rhye.actions.frames import Actions, CarryingOut
from engine.rulesets.rhye.actions.refusals import why_not_act
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import TABLES
from engine.rulesets.rhye.trade import close_offers

ACTIONS = ("consolidation", "construction", "recruitment", "research", "revolution", "taxation")
POSSIBLE: Mapping[str, Callable[[Figures], bool]] = {
    "construction": construction.is_possible,
    "recruitment": recruitment.is_possible,
    "research": research.is_possible,
    "revolution": revolution.is_possible,
    "taxation": taxation.is_possible,
}
"""When an action can be chosen; consolidation always can."""
ABLE = tuple((each, POSSIBLE.get(each)) for each in ACTIONS)


def can_do(figures: Figures, action: str) -> bool:
    """Whether an action would do something."""
    return action not in POSSIBLE or POSSIBLE[action](figures)


def possible(figures: Figures) -> list[str]:
    """The actions that would do something."""
    return [each for each, able in ABLE if able is None or able(figures)]


def action(figures: Figures, said: Answers) -> Grammar:
    """The field for the action itself."""
    return OneOf(possible(figures), lambda key: describe(figures, key))


def describe(figures: Figures, key: str) -> Option:
    """An action in words, with what it would bring now."""
    facts: dict[str, Value] = {}
    if key == "taxation":
        facts = {"gold": taxation.revenue(figures).total, "change": -taxation.unrest(figures)}
    elif key == "construction":
        facts = {"founding": construction.founding_change(figures)}
    elif key == "revolution":
        facts = {"change": -revolution.unrest(figures)}
    elif key == "consolidation":
        own = first_of(figures.civilization.consolidation, TABLES.changes.consolidation)
        facts = {"change": own, "infantry": consolidation.called_up(figures)}
    return Option(key, Text(f"action.{key}"), detail=Text(f"detail.action.{key}", facts))


FIELDS = (
    Field("action", action),
    *consolidation.FIELDS,
    *construction.FIELDS,
    *recruitment.FIELDS,
    *research.FIELDS,
    *revolution.FIELDS,
)


PLANS = {name: tuple(f for f in FIELDS if name in f.only) for name in ACTIONS}
"""The fields of each action's plan."""


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
            Form(FIELDS, figures),
            default=default_plan(figures),
            secret=True,
            rule="actions",
        )

    def foregone(self, state: State, frame: Actions) -> Mapping[int, Value]:
        """Who has sold the last piece since this phase began has no action (rule: turn)."""
        if True not in state.fallen:
            return {}
        return {seat: NO_ACTION for seat in frame.asked or () if state.fallen[seat]}

    def why_not(
        self, state: State, frame: Actions, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        return why_not_act(Figures(state, decision.seat), value, unfit)

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
    asked = consolidation.infantry(figures, {})
    if asked is None:
        return {"action": "consolidation"}
    first = next(asked.enumerate())
    return {"action": "consolidation", "infantry": first}
