"""What a rule set leaves to players, by kinds of decisions and the first answer of a form."""

from __future__ import annotations

from engine.core.absence import Care
from engine.core.decision import Decision
from engine.core.grammar import Field, OneOf, form

CARE = Care(
    answered={"move": ("go", "stay"), "buy": (), "place": ()},
    left={"trade": (), "buy": ("sell",), "move": ("explode",)},
)


def asked(kind: str, *actions: str) -> Decision:
    """A question with a form that begins with an action."""
    return Decision(0, kind, form(Field("do", OneOf(actions))))


def test_only_what_is_named_is_answered() -> None:
    assert not CARE.leaves(asked("move", "go"), {"do": "go"})
    assert CARE.leaves(asked("move", "explode"), {"do": "explode"})
    assert CARE.leaves(asked("move", "dance"), {"do": "dance"})
    assert CARE.leaves(asked("trade", "offer"), {"do": "offer"})
    assert CARE.leaves(asked("marry", "yes"), {"do": "yes"})


def test_of_a_kind_that_is_answered_some_actions_are_left() -> None:
    assert not CARE.leaves(asked("buy", "settler"), {"do": "settler"})
    assert CARE.leaves(asked("buy", "sell"), {"do": "sell"})
    assert not CARE.leaves(Decision(0, "place", OneOf(("gobi",))), "gobi")


def test_what_was_forgotten_is_found() -> None:
    assert CARE.knows("trade") and CARE.knows("move", "explode") and CARE.knows("buy", "village")
    assert not CARE.knows("move", "dance")
    assert not CARE.knows("marry")
