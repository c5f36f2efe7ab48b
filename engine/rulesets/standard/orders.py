"""Standing orders: what a player wants done without being asked (rule: standing-orders)."""

from __future__ import annotations

from collections.abc import Iterable

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


def describe(key: str) -> Option:
    """A setting in words."""
    return Option(key, Text(f"orders.{key}"))


class StandingOrders(Opportunity[State]):
    """Each seat may change its orders at any time."""

    kind = "standing_orders"

    def __init__(self) -> None:
        self._forms: dict[tuple[int, int], Form] = {}

    def open(self, state: State) -> Iterable[Decision]:
        return [
            Decision(
                seat,
                "standing_orders",
                self.form(seat, state.seats),
                blocking=False,
                secret=True,
                rule="standing-orders",
            )
            for seat in range(state.seats)
            if not state.fallen[seat]
        ]

    def form(self, seat: int, seats: int) -> Form:
        """The settings of a seat: towards each other seat, and three of its own."""
        if (seat, seats) not in self._forms:
            self._forms[seat, seats] = form(
                *(
                    Field(f"toward_{other}", OneOf(TOWARD, describe))
                    for other in range(seats)
                    if other != seat
                ),
                Field("wonders", OneOf(WONDERS, describe)),
                Field("trade", OneOf(TRADE, describe)),
                Field("battle", OneOf(BATTLE, describe)),
            )
        return self._forms[seat, seats]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        toward = tuple(value.get(f"toward_{other}", "ask") for other in range(state.seats))
        state.orders[seat] = Orders(toward, value["wonders"], value["trade"], value["battle"])
        play.tell(events.OrdersChanged(seat), to=(seat,))
