"""Standing orders: what a player wants done without being asked (rule: standing-orders)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import Field, Form, OneOf, Option, Value, form
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.state import Orders, State

TOWARD = ("ask", "challenge", "pass")
WONDERS = ("ask", "announce")
TRADE = ("ask", "skip")
BATTLE = ("ask", "strongest", "weakest")
EXPLAINED = ("challenge", "pass", "skip")
"""The settings that need a word beside their name."""


def describe(key: str) -> Option:
    """A setting in words."""
    detail = Text(f"detail.orders.{key}") if key in EXPLAINED else None
    return Option(key, Text(f"orders.{key}"), detail=detail)


@cache
def ask_all(seats: int) -> tuple[Decision, ...]:
    """The question to each seat of a table; it never changes."""
    return tuple(
        Decision(
            seat,
            "standing_orders",
            settings(seat, seats),
            blocking=False,
            secret=True,
            rule="standing-orders",
        )
        for seat in range(seats)
    )


def settings(seat: int, seats: int) -> Form:
    """The settings of a seat: towards each other seat, and three of its own."""
    others = [other for other in range(seats) if other != seat]
    return form(
        *(Field(f"toward_{other}", OneOf(TOWARD, describe)) for other in others),
        Field("wonders", OneOf(WONDERS, describe)),
        Field("trade", OneOf(TRADE, describe)),
        Field("battle", OneOf(BATTLE, describe)),
    )


class StandingOrders(Opportunity[State]):
    """Each seat may change its orders at any time."""

    kind = "standing_orders"

    def open(self, state: State) -> Iterable[Decision]:
        questions = ask_all(state.seats)
        if True not in state.fallen:
            return questions
        return [asked for asked in questions if not state.fallen[asked.seat]]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        toward = tuple(value.get(f"toward_{other}", "ask") for other in range(state.seats))
        state.orders[seat] = Orders(toward, value["wonders"], value["trade"], value["battle"])
        play.tell(events.OrdersChanged(seat), to=(seat,))
