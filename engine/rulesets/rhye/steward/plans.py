"""A plan: an action with its details, what it is worth, and why."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.grammar import Option, Value
from engine.core.text import Text


class Plan(NamedTuple):
    """An action with its details, what it is worth, and the reason for it."""

    worth: float
    value: Value
    reason: Text | None = None


NEVER = -1000.0
"""What a plan is worth that would change nothing."""


def gold_price(option: Option) -> int:
    """What an option costs."""
    return sum(price.amount for price in option.price if price.currency == "gold")
