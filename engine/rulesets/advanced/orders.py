"""Standing orders: Standard's, but for wonders, which nobody announces here."""

from __future__ import annotations

from engine.rulesets.standard import orders as standard


class StandingOrders(standard.StandingOrders):
    """Whom to challenge or let pass, and what to do about trade and battles."""

    choices = {  # noqa: RUF012 - a constant of the rules
        "trade": standard.StandingOrders.choices["trade"],
        "battle": standard.StandingOrders.choices["battle"],
    }
