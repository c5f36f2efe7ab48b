"""The options of a seat's open decisions by the words for them, kept until the next choice.

A player who types is looked at with every letter. What a part of a form offers, and what that is
called, stays the same until the next choice, so it is kept for as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import Field, Form, Grammar, OneOf, Ordering, Subset
from engine.core.messages import Voice
from engine.notation.words import Words, key_words, name_words


class Named(NamedTuple):
    """An option with the words of its label and of its key."""

    key: str
    label: Words
    own: Words

    @property
    def names(self) -> tuple[Words, ...]:
        """What it can be called."""
        return self.label, self.own


class Index:
    """The open decisions of one seat, and what their options are called."""

    def __init__(self, decisions: Sequence[Decision], voice: Voice) -> None:
        self.decisions = tuple(decisions)
        self.voice = voice
        self._named: dict[tuple[str, ...], list[Named]] = {}
        self._given: dict[tuple[int, str, bytes], Grammar | None] = {}

    def options(self, grammar: OneOf | Subset | Ordering, part: str) -> list[Named]:
        """The options of a part, always the same list for the same options."""
        # A form makes a new grammar of a part each time; what it offers tells it apart.
        known = (part, *grammar.keys)
        if known not in self._named:
            self._named[known] = [
                Named(
                    option.key,
                    name_words(self.voice.text(option.label)),
                    key_words(option.key),
                )
                for option in grammar.options()
            ]
        return self._named[known]

    def given(self, form: Form, field: Field, said: dict[str, Any]) -> Grammar | None:
        """What a form asks next after some answers."""
        known = (id(form), field.name, msgspec.json.encode(said))
        if known not in self._given:
            self._given[known] = field.given(said, form.source)
        return self._given[known]
