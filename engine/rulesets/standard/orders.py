"""Standing orders of the Standard rules (rule: standing-orders)."""

from __future__ import annotations

from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.standard.state import State
from engine.rulesets.standard.wonders import claims
from engine.world import orders
from engine.world.duels import shown_in_battle


class StandingOrders(orders.StandingOrders[State]):
    """Whom to challenge or let pass, and what to do about trade and battles."""

    toward = ("ask", "challenge", "pass")
    choices = {  # noqa: RUF012 - a constant of the rules
        "trade": ("ask", "offers", "skip"),
        "battle": ("ask", "strongest", "weakest"),
    }
    explained = ("challenge", "pass", "offers", "skip")
    """The values that need a word beside their name."""

    def shown(self, state: State, seat: int) -> tuple[str, ...]:
        return shown_in_battle(state)

    def describe(self, key: str) -> Option:
        detail = Text(f"detail.orders.{key}") if key in self.explained else None
        return Option(key, Text(f"orders.{key}"), detail=detail)


class OrdersWithWonders(StandingOrders):
    """The same, and what to do about wonders that can be announced."""

    choices = {"wonders": ("ask", "announce"), **StandingOrders.choices}  # noqa: RUF012

    def shown(self, state: State, seat: int) -> tuple[str, ...]:
        shown = super().shown(state, seat)
        # A seat that could announce a wonder and has not done so has no order to.
        able = any(seat in seats for seats in claims(state).values())
        return (*shown, "wonders") if able else shown
