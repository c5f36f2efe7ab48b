"""Standing orders on the world board: each seat's are in the state, until it falls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from engine.core import standing_orders
from engine.core.decision import Decision
from engine.core.standing_orders import question
from engine.world import events

S = TypeVar("S", bound=Any)


class StandingOrders(standing_orders.StandingOrders[S]):
    """The orders that a rule set's `choices` name, in `state.orders`."""

    def open(self, state: S) -> Iterable[Decision]:
        return [
            question(self, seat, orders)
            for seat, orders in enumerate(state.orders)
            if not state.fallen[seat]
        ]

    def orders_of(self, state: S, seat: int) -> Any:
        return state.orders[seat]

    def give(self, state: S, seat: int, orders: Any) -> None:
        state.orders[seat] = orders

    def changed(self, seat: int) -> events.OrdersChanged:
        return events.OrdersChanged(seat)
