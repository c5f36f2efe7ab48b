"""The movement phase: seats order moves in turn until they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Value
from engine.core.question import KEY, Fault, Question, Searched
from engine.core.text import Text
from engine.world import events
from engine.world.flow import InTurn, InTurnPhase, source_of
from engine.world.state import WorldState

S = TypeVar("S", bound=WorldState)
F = TypeVar("F", bound=InTurn)


class MovementOrders:
    """What a seat can order now, found once and only as far as it is asked."""

    fields: tuple[Field, ...]

    def __init__(self, state: Any, seat: int) -> None:
        self.state = state
        self.seat = seat

    @property
    def is_open(self) -> bool:
        """Whether there is anything to order but the end."""
        return bool(self.actions)

    @property
    def actions(self) -> Sequence[str]:
        """What can be done beside ending."""
        raise NotImplementedError

    def form(self) -> Form:
        """The order form."""
        return Form(self.fields, self)

    def ask_action(self, said: Answers) -> Grammar:
        """What to do."""
        return OneOf([*self.actions, "end"], self.describe_action)

    def describe_action(self, key: str) -> Option:
        """An action in words."""
        return Option(key, Text(f"option.{key}"))

    def faults(self, value: Answers) -> Mapping[str, Callable[[str], Fault]]:
        """By field of the form, what keeps an order from naming a key there.

        Orders are searched for; the faults are asked only about what was not found.
        """
        return {}


class MovementPhase(InTurnPhase[S, F]):
    """Seats move one after the other; what follows each one's movement is the rule set's."""

    title = "movement"

    def orders(self, state: S, frame: F) -> MovementOrders:
        """What the seat that moves now can order."""
        raise NotImplementedError

    def about(self, frame: F, confirms: bool) -> dict[str, Any]:
        """What the question speaks of."""
        return {}

    def confirms(self, frame: F, orders: MovementOrders) -> bool:
        """Whether nothing is left to order but the end, which is awaited all the same."""
        return False

    def advance(self, play: Play[S], frame: F) -> bool:
        order, at = frame.order, frame.at
        if at == len(order):
            play.pop()
            return True
        seat = order[at]
        if not play.state.fallen[seat]:
            orders = self.orders(play.state, frame)
            if orders.is_open:
                play.asked = self.ask(frame, orders)
                return False
        self.end(play, frame, seat)
        return True

    def open(self, state: S, frame: F) -> list[Decision]:
        return self.ask(frame, self.orders(state, frame))

    def ask(self, frame: F, orders: MovementOrders) -> list[Decision]:
        """The question to the seat that moves now."""
        confirms = self.confirms(frame, orders)
        return [
            Decision(
                orders.seat,
                "movement",
                orders.form(),
                default={"do": "end"},
                confirms=confirms,
                again=True,
                rule="movement",
                about=self.about(frame, confirms),
            )
        ]

    def answer(self, play: Play[S], frame: F, decision: Decision, value: Value) -> None:
        if value["do"] == "end":
            play.tell(events.MovementEnded(decision.seat))
            self.end(play, frame, decision.seat)
        else:
            self.carry_out(play, frame, decision, value)

    def asks(
        self, state: S, frame: F, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[str] | None:
        if not isinstance(value, dict) or len(path) != 1:
            return None
        orders = source_of(decision, MovementOrders)
        fault = orders.faults(value).get(path[0])
        return None if fault is None else Searched(KEY, fault)

    def carry_out(self, play: Play[S], frame: F, decision: Decision, value: Value) -> None:
        """Carry out an order."""
        raise NotImplementedError

    def end(self, play: Play[S], frame: F, seat: int) -> None:
        """A seat has moved: go on to what follows, and to the next seat."""
        raise NotImplementedError
