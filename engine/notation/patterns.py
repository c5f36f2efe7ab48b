"""The order of words in a rule set's orders, from `notation.toml`, and writing orders by it.

A rule set without one, or a decision that the file does not name, is written generically: each part
of the form after its name. Rule sets that extend another's words have its notation too.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, Grammar, OneOf, Ordering, Settings, Subset
from engine.core.messages import Catalog, Voice
from engine.core.messages.catalogs import layers
from engine.core.messages.template import Slot, parse
from engine.notation.words import (
    TO,
    Words,
    is_number,
    key_words,
    name_words,
    shortens,
    typed_name,
)

LONGEST_NAME = 4
"""What has no name but a number is called by its label, if that has no more words."""
VALUE = "value"
"""The name of the only part of a decision that is no form."""


class Notation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to write a decision down, for answers in which the parts are as in `when`.

    `usual` is what is meant where a part is not written. A decision that is asked `once` cannot be
    prepared for later.
    """

    order: str
    when: dict[str, list[Any]] = {}
    usual: dict[str, Any] = {}
    once: bool = False
    also: bool = False
    """Another way to type it, which suggestions do not follow."""
    verbs: list[str] = []
    """Words that such a line begins with, beside those in `order` and `when`: by them it is known
    which decision a line is meant for while that is not open."""
    listed: bool = False
    """Whether several may stand on a line, with commas between them."""
    begun: bool = False
    """Whether it counts for a line only that begins with one of its words."""
    arrow: list[str] = []
    """Words that part what stands before the arrow from what stands behind it: 5 gold for wine."""

    def parts(self) -> tuple[str | Slot, ...]:
        """Words and slots in their order."""
        return _parts(self.order)

    def places(self) -> dict[str, int]:
        """Where each part of the form stands in the line."""
        return {part.path[0]: at for at, part in enumerate(self.parts()) if isinstance(part, Slot)}

    def literals(self) -> list[str]:
        """The words that belong to the line and to no part of the form."""
        return [part for part in self.parts() if isinstance(part, str)]

    def begins(self) -> set[str]:
        """The words that such a line can begin with."""
        said = {str(key) for wanted in self.when.values() for key in wanted}
        return {*self.verbs, *self.literals()[:1], *said} - {TO}

    def is_begun(self, tokens: Words) -> bool:
        """Whether a line begins with one of the words of this way to write it."""
        return any(shortens(tokens[0], word) for word in self.literals()) if tokens else False

    def with_arrow(self, tokens: Words) -> Words:
        """A line with an arrow in the place of the word that stands for it."""
        if TO in tokens or not self.arrow:
            return tokens
        found = next((at for at, each in enumerate(tokens) if at and each in self.arrow), None)
        return tokens if found is None else (*tokens[:found], TO, *tokens[found + 1 :])

    def named(self) -> frozenset[str]:
        """The parts of the form that stand behind their own names."""
        return frozenset(
            part.path[0]
            for before, part in pairwise(self.parts())
            if isinstance(part, Slot) and part.path[0] == before
        )

    def suits(self, value: Any) -> bool:
        """Whether an answer is written like this."""
        said = value if isinstance(value, dict) else {VALUE: value}
        return all(said.get(name) in wanted for name, wanted in self.when.items())


@cache
def _parts(order: str) -> tuple[str | Slot, ...]:
    found: list[str | Slot] = []
    for part in parse(order):
        if isinstance(part, str):
            found += part.split()
        else:
            found.append(part)
    return tuple(found)


@cache
def notations(ruleset: str) -> Mapping[str, Sequence[Notation]]:
    """The notations of a rule set by the kind of decision."""
    found: dict[str, Sequence[Notation]] = {}
    for package in layers(ruleset):
        file = files(package).joinpath("notation.toml")
        if file.is_file():
            found |= msgspec.convert(
                tomllib.loads(file.read_text("utf-8")), dict[str, tuple[Notation, ...]]
            )
    return found


def meant_for(ruleset: str, line: str) -> str | None:
    """The kind of decision that a line is meant for by its first word, whatever is open now."""
    first, *_ = (*line.casefold().split(), "")
    for kind, ways in notations(ruleset).items():
        for way in ways:
            begins = first == kind or first in way.begins()
            if begins and not (first == "done" and not line.casefold().endswith(kind)):
                return kind
    return None


def generic(grammar: Grammar) -> Notation:
    """How a decision is written that no notation is known for: every part after its name."""
    if isinstance(grammar, Settings):
        return Notation(" ".join(f"{part.name} {{{part.name}}}" for part in grammar.parts))
    if not isinstance(grammar, Form):
        return Notation("{value}")
    first, *rest = [field.name for field in grammar.fields]
    return Notation(" ".join([f"{{{first}}}", *(f"{name} {{{name}}}" for name in rest)]))


class Writer:
    """Writes answers in a notation, in the words of a catalog."""

    def __init__(self, voice: Voice, none: str, names: Sequence[str] = ()) -> None:
        """`names` are those of the players, for parts that are about one of them."""
        self.voice = voice
        self.none = none
        self.names = names

    def line(self, decision: Decision, value: Any, notation: Notation) -> str:
        """An answer as a line: each part that was answered, with the words that belong to it."""
        written = self._parts(decision.grammar, value, notation)
        line: list[str] = []
        parts = notation.parts()
        for at, part in enumerate(parts):
            name = part if isinstance(part, str) else part.path[0]
            if isinstance(part, Slot):
                line += [written[name]] if name in written else []
            elif self._is_wanted(parts, at, written):
                line.append(name if name == TO else " ".join(part_words(name, self.names)))
        return " ".join(line) or self.none

    @staticmethod
    def _is_wanted(parts: Sequence[str | Slot], at: int, written: Mapping[str, str]) -> bool:
        """Whether a word of a notation is to be written.

        An arrow is if anything follows it, a part's own name with the part, a verb at the start
        always, and any other word with the part before it.
        """
        after = [part.path[0] for part in parts[at:] if isinstance(part, Slot)]
        before = [part.path[0] for part in parts[:at] if isinstance(part, Slot)]
        if parts[at] == TO:
            return any(name in written for name in after)
        if after and parts[at] == after[0]:
            return after[0] in written
        return not before or before[-1] in written

    def _parts(self, grammar: Grammar, value: Any, notation: Notation) -> dict[str, str]:
        if isinstance(grammar, Settings):
            return {
                part.name: self.text(part.grammar, value[part.name])
                for part in grammar.parts
                if part.name in value
            }
        if not isinstance(grammar, Form):
            return {VALUE: self.text(grammar, value)}
        written: dict[str, str] = {}
        said: dict[str, Any] = {}
        for field in grammar.fields:
            inner = field.given(said, grammar.source)
            if inner is None:
                continue
            said[field.name] = value[field.name]
            usual = notation.usual.get(field.name)
            if usual is None or usual != value[field.name]:
                written[field.name] = self.text(inner, value[field.name])
        return written

    def text(self, grammar: Grammar, value: Any) -> str:
        """A part of an answer."""
        if isinstance(grammar, OneOf):
            return self.name(grammar, value)
        if isinstance(grammar, Ordering):
            return ", ".join(self.name(grammar, key) for key in value)
        if isinstance(grammar, Subset):
            counts = Counter(value).items()
            return ", ".join(self._some(grammar, key, n) for key, n in counts) or self.none
        if isinstance(grammar, Form):
            parts = self._parts(grammar, value, generic(grammar))
            named = {" ".join(part_words(name, self.names)): text for name, text in parts.items()}
            return " ".join(f"{name} {text}" for name, text in named.items())
        assert isinstance(grammar, Amount)
        return str(value)

    def _some(self, grammar: Subset, key: str, count: int) -> str:
        name = self.name(grammar, key)
        return name if count == 1 else f"{count} {name}"

    def name(self, grammar: OneOf | Subset | Ordering, key: str) -> str:
        """An option as it is typed: its key in plain words, or its label if that says nothing."""
        own = key_words(key)
        if own and not all(word.isdecimal() for word in own):
            return typed_name(key)
        text = self.voice.text(grammar.describe(key).label)
        label = name_words(text)
        if not label or len(label) > LONGEST_NAME:
            return " ".join(own) or key
        return typed_name(text)


def part_words(name: str, players: Sequence[str] = ()) -> Words:
    """What a part of a form is called in a line; one about a seat is called after its player.

    >>> part_words("toward_1", ["Ada", "Brad"]), part_words("toward_1")
    (('toward', 'brad'), ('toward', '1'))
    """
    about, _, seat = name.rpartition("_")
    if about and is_number(seat) and int(seat) < len(players):
        player = name_words(typed_name(players[int(seat)]))
        if player:
            return (*name_words(about), *player)
    return name_words(name)


@cache
def known_words(catalog: Catalog) -> Sequence[tuple[str, tuple[Words, ...]]]:
    """What a catalog has a name for, by key, with the words of its names."""
    named = catalog.things.items()
    return [(key, (name_words(key), name_words(text))) for key, text in named]
