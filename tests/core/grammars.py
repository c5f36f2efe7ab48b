"""Random grammars, and all their values by brute force."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from itertools import permutations, product
from random import Random
from typing import Any
from zlib import crc32

from hypothesis import assume
from hypothesis import strategies as st

from engine.core.grammar import (
    Amount,
    Budget,
    Escorted,
    Field,
    Form,
    Grammar,
    OneOf,
    Ordering,
    Quota,
    Setting,
    Settings,
    Subset,
    Unfit,
    form,
)

KEYS = ("a", "b", "c", "d")
NAMES = ("x", "y", "z")
MOST_VALUES = 3_000


# Random grammars.


@st.composite
def some_keys(draw: st.DrawFn, most: int = 4) -> list[str]:
    return draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=most, unique=True))


@st.composite
def subsets(draw: st.DrawFn) -> Subset:
    keys = draw(some_keys())
    named = draw(st.lists(st.sampled_from(keys), unique=True))
    copies = {key: draw(st.integers(0, 3)) for key in named}
    total = sum(copies.get(key, 1) for key in keys)
    least = draw(st.integers(0, total))
    most = draw(st.none() | st.integers(least, total + 2))
    return Subset(keys, least, most, copies)


@st.composite
def budgets(draw: st.DrawFn) -> Budget:
    some = draw(subsets())
    costs = {key: draw(st.integers(0, 4)) for key in some.keys}
    things = sorted(costs[key] for key in some.keys for _ in range(some.room(key)))
    funds = sum(things[: some.least]) + draw(st.integers(0, 9))
    return Budget(some.keys, some.least, some.most, some.copies, costs=costs, funds=funds)


@st.composite
def quotas(draw: st.DrawFn) -> Quota:
    some = draw(budgets())
    groups = {key: tuple(draw(st.lists(st.sampled_from(NAMES), unique=True))) for key in some.keys}
    return Quota(
        some.keys,
        0,
        some.most,
        some.copies,
        costs=some.costs,
        funds=some.funds,
        groups=groups,
        quotas={name: draw(st.integers(0, 3)) for name in NAMES},
    )


@st.composite
def escorted(draw: st.DrawFn) -> Escorted:
    """Something that is no follower can always be taken."""
    some = draw(subsets())
    least = max(1, some.least)
    leader = draw(st.sampled_from(some.keys))
    copies = {**some.copies, leader: max(1, some.room(leader))}
    followers = draw(st.lists(st.sampled_from(some.keys), unique=True))
    return Escorted(
        some.keys,
        least,
        None if some.most is None else max(some.most, least),
        copies,
        followers=tuple(key for key in followers if key != leader),
    )


@st.composite
def amounts(draw: st.DrawFn) -> Amount:
    least = draw(st.integers(-5, 5))
    return Amount(least, least + draw(st.integers(0, 9)), draw(st.integers(1, 4)))


leaves: st.SearchStrategy[Grammar] = st.one_of(
    some_keys().map(OneOf),
    some_keys().map(Ordering),
    subsets(),
    budgets(),
    quotas(),
    escorted(),
    amounts(),
)


def by_answers(choices: list[Grammar | None]) -> Callable[[dict[str, Any]], Grammar | None]:
    """A field that depends on everything said before it, in no obvious way."""

    def grammar(said: dict[str, Any]) -> Grammar | None:
        return choices[crc32(json.dumps(said, sort_keys=True).encode()) % len(choices)]

    return grammar


@st.composite
def forms(draw: st.DrawFn, inner: st.SearchStrategy[Grammar]) -> Form:
    fields = []
    for name in NAMES[: draw(st.integers(1, 3))]:
        if draw(st.booleans()):
            fields.append(Field(name, draw(inner)))
        else:
            choices = draw(st.lists(st.none() | inner, min_size=1, max_size=3))
            fields.append(Field(name, by_answers(choices)))
    return form(*fields)


def no_two_alike(values: dict[str, Any]) -> Unfit | None:
    """Values that may not stand beside each other, but for those that are not there yet."""
    there = [frozen(value) for value in values.values() if value is not None]
    return Unfit("alike") if len(set(there)) < len(there) else None


@st.composite
def many_settings(draw: st.DrawFn, inner: st.SearchStrategy[Grammar]) -> Settings:
    """Settings, some with a present value, some with one that cannot be chosen any more."""
    parts = []
    for name in NAMES[: draw(st.integers(1, 3))]:
        grammar = draw(inner)
        current = grammar.sample(Random(draw(st.integers(0, 99))))
        present = draw(st.sampled_from((current, current, None, "gone")))
        parts.append(Setting(name, grammar, present))
    free = Settings(tuple(parts))
    return Settings(free.parts, no_two_alike) if draw(st.booleans()) else free


grammars = st.recursive(leaves, lambda inner: forms(inner) | many_settings(inner), max_leaves=5)
small_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-6, 16)
    | st.integers()
    | st.floats()
    | st.sampled_from((*KEYS, *NAMES))
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=8,
)


# Brute force, by what the documentation promises and nothing of how it is done.


def all_values(grammar: Grammar) -> list[Any]:
    if isinstance(grammar, OneOf):
        return list(grammar.keys)
    if isinstance(grammar, Ordering):
        return [list(order) for order in permutations(grammar.keys)]
    if isinstance(grammar, Amount):
        whole = range(grammar.least, grammar.most + 1)
        return [n for n in whole if (n - grammar.least) % grammar.step == 0]
    if isinstance(grammar, Subset):
        times = product(*(range(grammar.copies.get(key, 1) + 1) for key in grammar.keys))
        most = 99 if grammar.most is None else grammar.most
        return [
            [key for key, n in zip(grammar.keys, taken, strict=True) for _ in range(n)]
            for taken in times
            if grammar.least <= sum(taken) <= most
            and is_affordable(grammar, taken)
            and is_within_quotas(grammar, taken)
            and is_escorted(grammar, taken)
        ]
    if isinstance(grammar, Settings):
        return all_changes(grammar)
    assert isinstance(grammar, Form)
    said: list[dict[str, Any]] = [{}]
    for field in grammar.fields:
        longer = []
        for answers in said:
            inner = field.grammar if isinstance(field.grammar, Grammar) else field.grammar(answers)
            parts = [{}] if inner is None else [{field.name: one} for one in all_values(inner)]
            longer += [{**answers, **part} for part in parts]
        said = longer
        assume(len(said) <= MOST_VALUES)
    return said


def is_within_quotas(grammar: Subset, taken: Sequence[int]) -> bool:
    if not isinstance(grammar, Quota):
        return True
    held = dict.fromkeys(grammar.quotas, 0)
    for key, often in zip(grammar.keys, taken, strict=True):
        for group in grammar.groups.get(key, ()):
            held[group] += often
    return all(held[group] <= most for group, most in grammar.quotas.items())


def is_escorted(grammar: Subset, taken: Sequence[int]) -> bool:
    if not isinstance(grammar, Escorted):
        return True
    named = [key for key, often in zip(grammar.keys, taken, strict=True) if often]
    return any(key not in grammar.followers for key in named)


def is_affordable(grammar: Subset, taken: tuple[int, ...]) -> bool:
    if not isinstance(grammar, Budget):
        return True
    prices = (grammar.costs[key] for key in grammar.keys)
    return sum(n * price for n, price in zip(taken, prices, strict=True)) <= grammar.funds


def all_changes(grammar: Settings) -> list[Any]:
    rows: list[list[Any]] = []
    for part in grammar.parts:
        values = all_values(part.grammar)
        kept = [] if frozen(part.current) in map(frozen, values) else [part.current]
        rows.append(kept + values)
    assume(math.prod(map(len, rows)) <= MOST_VALUES)
    found = []
    for row in product(*rows):
        pairs = list(zip(grammar.parts, row, strict=True))
        changes = {p.name: one for p, one in pairs if frozen(one) != frozen(p.current)}
        after = {p.name: one for p, one in pairs}
        if not changes or grammar.conflict is None or grammar.conflict(after) is None:
            found.append(changes)
    return found


def frozen(value: Any) -> str:
    """A value that can stand in a set; 1, 1.0 and True differ."""
    return json.dumps(value, sort_keys=True)


def sorted_subsets(grammar: Grammar, value: Any) -> Any:
    """The value with every subset in the order of its keys: what a normal form may change."""
    if isinstance(grammar, Subset):
        return sorted(value, key=list(grammar.keys).index)
    if isinstance(grammar, Settings):
        parts = {p.name: p for p in grammar.parts}
        new = {name: sorted_subsets(parts[name].grammar, one) for name, one in value.items()}
        return {n: one for n, one in new.items() if frozen(one) != frozen(parts[n].current)}
    if not isinstance(grammar, Form):
        return value
    said: dict[str, Any] = {}
    for field in grammar.fields:
        inner = field.given(dict(said))
        if inner is not None:
            said[field.name] = sorted_subsets(inner, value[field.name])
    return said
