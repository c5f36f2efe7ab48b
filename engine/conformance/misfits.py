"""Values that no rule allows, made from a legal one by breaking one thing at a time.

Each is wrong by construction, whatever the game: the grammar's own bounds are stepped over, a field
is left out or added, a type is exchanged. None of this asks `validate`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.grammar import Amount, Budget, Form, Grammar, OneOf, Ordering, Settings, Subset

NOWHERE = "no such key anywhere"
HUGE = 10**400
NEVER: tuple[Any, ...] = (None, True, False, 0.5, float("nan"), float("inf"), {"": None}, [[]])
"""Fits no grammar: there are no values of these types, and no list of lists."""


def _nest(levels: int) -> Any:
    nest: Any = []
    for _ in range(levels):
        nest = [nest]
    return nest


DEEP = _nest(20_000)
"""A list in a list in a list, deeper than any recursion goes."""


def misfits(
    grammar: Grammar, value: Any, elsewhere: Sequence[str] = ()
) -> Iterator[tuple[str, Any]]:
    """Wrong values near a legal one, each with what is wrong about it.

    `elsewhere` are keys that are legal in other places of the game.
    """
    for junk in NEVER:
        yield f"{junk!r} for a value", junk
    yield "a nest for a value", DEEP
    if isinstance(grammar, Form):
        yield from broken_forms(grammar, value, elsewhere)
    elif isinstance(grammar, Settings):
        yield from broken_settings(grammar, value, elsewhere)
    elif isinstance(grammar, OneOf):
        yield from broken_keys(grammar, value, elsewhere)
    elif isinstance(grammar, Subset):
        yield from broken_subsets(grammar, value, elsewhere)
    elif isinstance(grammar, Ordering):
        yield from broken_orderings(value)
    else:
        assert isinstance(grammar, Amount), f"a node that the suite does not know: {grammar!r}"
        yield from broken_amounts(grammar, value)


def broken_forms(
    form: Form, value: dict[str, Any], elsewhere: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    """Wrong forms: fields left out, too many, misspelt, or wrong themselves."""
    yield "a list for a form", [value]
    yield "a text for a form", NOWHERE
    yield "a number for a form", HUGE
    yield "a field too many", {**value, NOWHERE: 0}
    yield "a field that is no text", {**value, 7: 0}
    yield "a form in a form", {NOWHERE: value}
    said: dict[str, Any] = {}
    for field in form.fields:
        grammar = field.given(dict(said), form.source)
        if grammar is None:
            yield f"{field.name}, which does not apply", {**value, field.name: NOWHERE}
            continue
        rest = {name: one for name, one in value.items() if name != field.name}
        yield f"{field.name} left out", rest
        yield f"{field.name} misspelt", {**rest, f"{field.name} ": value[field.name]}
        for wrong, one in misfits(grammar, value[field.name], elsewhere):
            yield f"{field.name}: {wrong}", {**value, field.name: one}
        said[field.name] = value[field.name]


def broken_settings(
    settings: Settings, value: dict[str, Any], elsewhere: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    """Wrong settings: unknown names and wrong values."""
    yield "a list for settings", [value]
    yield "a text for settings", NOWHERE
    yield "a number for settings", HUGE
    yield "a setting too many", {**value, NOWHERE: 0}
    yield "a setting that is no text", {**value, 7: 0}
    for part in settings.parts:
        yield f"{part.name} misspelt", {**value, f"{part.name} ": part.current}
        legal = next(part.grammar.enumerate())
        for wrong, one in misfits(part.grammar, legal, elsewhere):
            yield f"{part.name}: {wrong}", {**value, part.name: one}


def broken_keys(one_of: OneOf, value: str, elsewhere: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Wrong keys of one choice."""
    for key in elsewhere:
        if key not in one_of.keys:
            yield f"{key}, which is something else", key
    yield "an unknown key", NOWHERE
    yield "no key", ""
    yield "a key with a blank", f" {value}"
    yield "a key in a list", [value]
    yield "a key in a form", {value: value}
    yield "a number for a key", 0
    yield "a very long key", NOWHERE * 500


def broken_subsets(
    subset: Subset, value: list[str], elsewhere: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    """Wrong lists of keys: too long, too short, too dear, of something else."""
    for key in elsewhere:
        if key not in subset.keys:
            yield f"{key}, which is something else", [*value[1:], key]
    everything = [key for key in subset.keys for _ in range(subset.room(key))]
    yield "a key for a list", subset.keys[0]
    yield "a form for a list", dict.fromkeys(value, 1)
    yield "a number for a list", 1
    yield "more than there is", [*everything, subset.keys[0]]
    yield "the same again and again", [subset.keys[0]] * (subset.room(subset.keys[0]) + 1)
    yield "very many", [subset.keys[0]] * 5_000
    yield "an unknown key among them", [*value, NOWHERE]
    yield "an unknown key alone", [NOWHERE]
    yield "a number among them", [*value[1:], 0]
    yield "nothing among them", [*value[1:], None]
    yield "a list among them", [*value[1:], [subset.keys[0]]]
    if subset.least > 0:
        yield "too few", everything[: subset.least - 1]
    if subset.cap() < len(everything):
        yield "one too many", everything[: subset.cap() + 1]
    if isinstance(subset, Budget) and subset.spent(everything) > subset.funds:
        yield "more than there is money for", everything


def broken_orderings(value: list[str]) -> Iterator[tuple[str, Any]]:
    """Wrong orders of a list."""
    yield "a key for a list", NOWHERE
    yield "a number for a list", 1
    yield "one left out", value[1:]
    yield "one twice", [*value, value[0]]
    yield "one in another's place", [*value[1:], NOWHERE]
    yield "a number in another's place", [*value[1:], 0]


def broken_amounts(amount: Amount, value: int) -> Iterator[tuple[str, Any]]:
    """Wrong numbers: out of bounds, between the steps, not whole."""
    yield "too low", amount.least - amount.step
    yield "too high", amount.most + amount.step
    yield "far too low", -HUGE
    yield "far too high", HUGE
    yield "a fraction", value + 0.5
    yield "a whole number with a point", float(value)
    yield "a number in a text", str(value)
    yield "a number in a list", [value]
    if amount.step > 1:
        yield "between two steps", amount.least + 1
