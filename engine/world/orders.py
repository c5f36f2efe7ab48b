"""Standing orders on the world board: each seat's are in the state, until it falls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from engine.core import standing_orders
from engine.core.decision import Decision
from engine.core.grammar import Answers, Setting
from engine.core.standing_orders import question
from engine.core.text import Text
from engine.world import events

S = TypeVar("S", bound=Any)
TOWARD = "toward_"


class StandingOrders(standing_orders.StandingOrders[S]):
    """The orders of a seat in `state.orders`.

    Where there are choices `toward` the other seats, their field `toward` has one for each seat.
    """

    toward: ClassVar[tuple[str, ...]] = ()

    def open(self, state: S) -> Iterable[Decision]:
        return [
            question(self, seat, orders)
            for seat, orders in enumerate(state.orders)
            if not state.fallen[seat]
        ]

    def open_to(self, state: S, seat: int) -> Iterable[Decision]:
        return () if state.fallen[seat] else (question(self, seat, state.orders[seat]),)

    def settings(self, seat: int, orders: Any) -> Iterable[Setting]:
        """The settings of a seat with these orders: towards each other seat, and its own."""
        if self.toward:
            for other, now in enumerate(orders.toward):
                if other != seat:
                    label = Text("field.standing_orders.toward", {"seat": other})
                    yield Setting(f"{TOWARD}{other}", self.one_of(self.toward), now, label)
        yield from super().settings(seat, orders)

    def changes(self, now: Any, value: Answers) -> dict[str, Any]:
        changes = {name: chosen for name, chosen in value.items() if name in self.choices}
        if self.toward:
            changes["toward"] = tuple(
                value.get(f"{TOWARD}{other}", old) for other, old in enumerate(now.toward)
            )
        return changes

    def orders_of(self, state: S, seat: int) -> Any:
        return state.orders[seat]

    def give(self, state: S, seat: int, orders: Any) -> None:
        state.orders[seat] = orders

    def changed(self, seat: int) -> events.OrdersChanged:
        return events.OrdersChanged(seat)
