"""What the reasons of all actions have in common."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import IllegalChoice
from engine.core.grammar import Value

Plan = Mapping[str, Value]
Reason = IllegalChoice | None


LONGEST = 80


def key_of(value: Value) -> str:
    """The key that an answer is, or nothing: it may be made of anything, at any depth."""
    return value[:LONGEST] if isinstance(value, str) else ""


def keys_of(value: Value) -> list[str]:
    """The keys that an answer names."""
    return [key_of(key) for key in (value if isinstance(value, list) else [value])]


def too_expensive(rule: str, price: int, gold: int) -> IllegalChoice:
    """Something costs more than there is left for it."""
    return IllegalChoice("too_expensive", rule, price=price, gold=gold)


def lacking(rule: str, table: str, wanted: str, technology: str) -> IllegalChoice:
    """Something needs a technology."""
    return IllegalChoice("lacking", rule, table=table, wanted=wanted, technology=technology)
