"""Standing orders of Rhye's and Fall (rule: standing-orders)."""

from __future__ import annotations

from engine.rulesets.rhye.state import State
from engine.world import orders
from engine.world.duels import shown_in_battle


class StandingOrders(orders.StandingOrders[State]):
    """What to do about battles, the wars of others, and trade."""

    choices = {  # noqa: RUF012 - a constant of the rules
        "battle": ("ask", "strongest", "weakest"),
        "join": ("ask", "stay_out"),
        "trade": ("ask", "closed"),
    }

    def shown(self, state: State, seat: int) -> tuple[str, ...]:
        return shown_in_battle(state)
