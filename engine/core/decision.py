"""Decisions, which the engine asks, and choices, which seats answer."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.grammar import Grammar, Value
from engine.core.text import Text


class Decision(msgspec.Struct, frozen=True):
    """Something a seat may decide now.

    `id` is unique among a seat's open decisions and is what a `Choice` names; `kind` is the same
    for all decisions of a sort and names the prompt (`ask.<kind>` in the catalog). A `blocking`
    decision is awaited, under a clock; the clock plays `default`. One that is not blocking is a
    standing opportunity, or an answer already given that may still be changed. A `secret` one is
    asked and answered in private until the reveal. One that `confirms` is awaited though it leaves
    no choice: what came before can be taken back until it is answered. One that is asked `again`
    after each answer, until its default ends it, may be given several answers in a row. `rule` is
    an anchor of the rulebook.
    """

    seat: int
    kind: str
    grammar: Grammar
    name: str = ""
    default: Value = None
    blocking: bool = True
    secret: bool = False
    confirms: bool = False
    again: bool = False
    rule: str = ""
    about: dict[str, Any] = {}
    once: dict[str, str] = {}
    """Actions of the form that can be done once for each value of a part of it, with that part:
    each city takes one action."""
    until: str = ""
    """The option that ends a question which is asked after each answer for the options that are
    left: several of the others may be picked at once."""
    chart: str = ""
    """The chart of the seat's view that shows what this is about; `{field}` in it stands for an
    answer of the form."""

    @property
    def id(self) -> str:
        """The decision's `name` where a seat can have several of a kind open, else its kind."""
        return self.name or self.kind

    @property
    def prompt(self) -> Text:
        """The question, for the catalog."""
        return Text(f"ask.{self.kind}", self.about)


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's answer to one open decision.

    >>> Choice(0, "placement", "gobi")
    Choice(seat=0, decision='placement', value='gobi')
    """

    seat: int
    decision: str
    value: Value = None
