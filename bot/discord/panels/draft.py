"""An answer in the making: how far a player has come in a decision's grammar.

A form is answered leaf by leaf, a leaf being anything but a form. Settings are a list to pick from,
again and again until the changes are saved: which one, and its new value. What was said is kept as
small whole numbers (the place of an option among its options), so that it fits into the ids of a
panel.
A check over the options that were offered on the way tells when they are no longer the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from engine.core.grammar import (
    Amount,
    Budget,
    Escorted,
    Form,
    Grammar,
    OneOf,
    Option,
    Ordering,
    Settings,
    Subset,
    Unfit,
    Value,
)
from engine.core.text import Text

LeafGrammar: TypeAlias = "OneOf | Subset | Amount | Ordering"
CHECK_BITS = 15


class OutdatedDraft(Exception):
    """The answers given before do not fit the question as it is now."""


class Leaf(NamedTuple):
    """A question with one answer: the names of the fields that lead to it, and its grammar."""

    path: tuple[str, ...]
    grammar: LeafGrammar
    label: Text | None = None
    """What it is called, where the catalog does not say it by the path."""


class Said(NamedTuple):
    """A leaf that has its answer. `asked` is false where there was but one."""

    leaf: Leaf
    value: Value
    codes: tuple[int, ...]
    asked: bool


class Walk(NamedTuple):
    """A grammar with the answers so far: what is open next or, when nothing is, the whole value."""

    said: tuple[Said, ...]
    open: Leaf | None
    value: Value
    check: int

    @property
    def asked(self) -> tuple[Said, ...]:
        """What the player was asked, and answered."""
        return tuple(each for each in self.said if each.asked)

    @property
    def codes(self) -> tuple[int, ...]:
        """All answers, as numbers."""
        return tuple(code for each in self.asked for code in each.codes)


class _Open(Exception):
    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf


def walk(grammar: Grammar, codes: Sequence[int] = ()) -> Walk:
    """Follow a grammar with the answers so far; raises `OutdatedDraft` when they do not fit."""
    said: list[Said] = []
    rest: Iterator[int] = iter(codes)
    check = 0
    opened: Leaf | None = None
    value: Value = None

    def change(settings: Settings, path: tuple[str, ...]) -> Value:
        nonlocal rest, check
        changes: dict[str, Value] = {}
        first = next(rest, None)
        if first == UNCHANGED:
            leaf = Leaf(path, menu(settings, changes))
            check = zlib.crc32(_mark(leaf.grammar), check)
            said.append(Said(leaf, SAVE, (UNCHANGED,), asked=True))
            return checked(settings, changes)
        if first is not None:
            rest = chain((first,), rest)
        while True:
            name = fill(menu(settings, changes), path)
            part = settings.part(name)
            if part is None:
                return checked(settings, changes)
            changes[name] = fill(part.grammar, (*path, name), part.title)

    def fill(grammar: Grammar, path: tuple[str, ...], label: Text | None = None) -> Value:
        nonlocal check
        if isinstance(grammar, Settings):
            return change(grammar, path)
        if isinstance(grammar, Form):
            answers: dict[str, Value] = {}
            for field in grammar.fields:
                inner = field.given(answers, grammar.source)
                if inner is not None:
                    answers[field.name] = fill(inner, (*path, field.name))
            return answers
        assert isinstance(grammar, OneOf | Subset | Amount | Ordering)
        leaf = Leaf(path, grammar, label)
        check = zlib.crc32(_mark(grammar), check)
        if is_forced(grammar):
            only = next(grammar.enumerate())
            said.append(Said(leaf, only, (), asked=False))
            return only
        first = next(rest, None)
        if first is None:
            raise _Open(leaf)
        taken = [first]
        answer = decoded(grammar, first, rest, taken)
        said.append(Said(leaf, answer, tuple(taken), asked=True))
        return answer

    try:
        value = fill(grammar, ())
    except _Open as stop:
        opened = stop.leaf
    if next(rest, None) is not None:
        raise OutdatedDraft
    return Walk(tuple(said), opened, value, check & ((1 << CHECK_BITS) - 1))


SAVE = "save"
"""What is picked from a list of settings to change no more of them."""
UNCHANGED = 1 << 20
"""The number of an answer that leaves all settings as they are; no option has so high a place."""


def menu(settings: Settings, changes: Mapping[str, Value]) -> OneOf:
    """The settings that were not changed yet, each with its present value, and an end."""
    options = {option.key: option for option in settings.options() if option.key not in changes}
    if changes:
        options = {SAVE: Option(SAVE, Text("panel.save")), **options}
    return OneOf(tuple(options), options.__getitem__)


def checked(settings: Settings, changes: Mapping[str, Value]) -> Value:
    """The changes in their normal form; raises `OutdatedDraft` where they do not go together."""
    try:
        return settings.validate(dict(changes))
    except Unfit:
        raise OutdatedDraft from None


def is_forced(grammar: LeafGrammar) -> bool:
    """Whether there is but one answer."""
    if isinstance(grammar, Amount):
        return grammar.count() == 1
    if isinstance(grammar, Subset):
        return grammar.least == grammar.total() or grammar.cap() == 0
    return len(grammar.keys) == 1 and grammar.keys[0] != SAVE


def _mark(grammar: LeafGrammar) -> bytes:
    """What tells two grammars apart, as far as numbers of one could mean another thing."""
    if isinstance(grammar, Amount):
        return f"{grammar.least},{grammar.most},{grammar.step}".encode()
    copies = ""
    if isinstance(grammar, Subset):
        copies = f"{grammar.least},{grammar.cap()},{sorted(grammar.copies.items())}"
    if isinstance(grammar, Budget):
        copies += f",{grammar.funds},{sorted(grammar.costs.items())}"
    if isinstance(grammar, Escorted):
        copies += f",{sorted(grammar.followers)}"
    return "\x1f".join((*grammar.keys, copies)).encode()


def codes_of_value(grammar: Grammar, value: Value, *, begun: bool = False) -> tuple[int, ...]:
    """A whole valid answer as numbers; raises `OutdatedDraft` when it is none.

    A form may be `begun`: its first fields, as far as they are answered.
    """
    try:
        return tuple(_begun(grammar, value) if begun else _codes(grammar, value))
    except (KeyError, TypeError, Unfit):
        raise OutdatedDraft from None


def _codes(grammar: Grammar, value: Value) -> Iterator[int]:
    if isinstance(grammar, Settings):
        changes: dict[str, Value] = {}
        for name, new in grammar.validate(value).items():
            part = grammar.part(name)
            assert part is not None
            yield from _codes(menu(grammar, changes), name)
            yield from _codes(part.grammar, new)
            changes[name] = new
        if changes:
            yield from _codes(menu(grammar, changes), SAVE)
        else:
            yield UNCHANGED
        return
    if isinstance(grammar, Form):
        said: dict[str, Value] = {}
        for field in grammar.fields:
            inner = field.given(said, grammar.source)
            if inner is not None:
                yield from _codes(inner, value[field.name])
                said[field.name] = value[field.name]
        return
    assert isinstance(grammar, OneOf | Subset | Amount | Ordering)
    answer = grammar.validate(value)
    if not is_forced(grammar):
        yield from encoded(grammar, answer)


def _begun(grammar: Grammar, value: Value) -> Iterator[int]:
    assert isinstance(grammar, Form)
    said: dict[str, Value] = {}
    for field in grammar.fields:
        inner = field.given(said, grammar.source)
        if inner is None:
            continue
        if field.name not in value:
            return
        yield from _codes(inner, value[field.name])
        said[field.name] = value[field.name]


def encoded(grammar: LeafGrammar, value: Value) -> list[int]:
    """A valid answer as numbers."""
    if isinstance(grammar, Amount):
        return [(value - grammar.least) // grammar.step]
    place = {key: at for at, key in enumerate(grammar.keys)}
    if isinstance(grammar, OneOf):
        return [place[value]]
    if isinstance(grammar, Ordering):
        return [place[key] for key in value]
    counts: dict[str, int] = {}
    for key in value:
        counts[key] = counts.get(key, 0) + 1
    return counted({place[key]: count for key, count in counts.items()})


def counted(counts: dict[int, int]) -> list[int]:
    """How often each option is taken, as numbers."""
    codes = [len(counts)]
    for at in sorted(counts):
        codes += (at, counts[at])
    return codes


def recounted(codes: Sequence[int]) -> dict[int, int]:
    """The counts of `counted`; no answer is nothing taken. Raises `OutdatedDraft`."""
    if not codes:
        return {}
    if len(codes) != 1 + 2 * codes[0]:
        raise OutdatedDraft
    return {codes[at]: codes[at + 1] for at in range(1, len(codes), 2)}


def decoded(grammar: LeafGrammar, first: int, rest: Iterator[int], taken: list[int]) -> Value:
    """The answer that numbers stand for; what is read of `rest` is noted in `taken`."""

    def more(count: int) -> list[int]:
        found = [code for _, code in zip(range(count), rest, strict=False)]
        if len(found) < count:
            raise OutdatedDraft
        taken.extend(found)
        return found

    try:
        if isinstance(grammar, Amount):
            return grammar.validate(grammar.least + first * grammar.step)
        if isinstance(grammar, OneOf):
            return grammar.keys[first]
        if isinstance(grammar, Ordering):
            order = [first, *more(len(grammar.keys) - 1)]
            return grammar.validate([grammar.keys[at] for at in order])
        if first > len(grammar.keys):
            raise OutdatedDraft
        counts = recounted([first, *more(2 * first)])
        if any(count > grammar.room(grammar.keys[at]) for at, count in counts.items()):
            raise OutdatedDraft
        return grammar.validate([grammar.keys[at] for at in counts for _ in range(counts[at])])
    except (IndexError, Unfit):
        raise OutdatedDraft from None
