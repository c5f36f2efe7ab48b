"""Whole answers to a decision: the sensible ones listed, in groups that fit on a screen.

A form with a thousand answers is asked group by group (whose pieces, which good); within a group
each entry is an answer as it stands. What is unusual (two of five swordsmen) is left to the form
itself, asked step by step.

>>> list(sensible(Subset(("army", "scout"), 1, 3, {"army": 2}), 10))
[['army', 'army', 'scout'], ['army', 'army'], ['scout'], ['army']]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.core.answering import fits
from engine.core.grammar import (
    Amount,
    Answers,
    Budget,
    Form,
    Grammar,
    OneOf,
    Option,
    Ordering,
    Price,
    Settings,
    Subset,
    Unfit,
    Value,
)

FIRST_SPLIT = 25
"""More answers than this are divided by the first question of the form."""
PARTS_MOST = 50
"""Into no more groups than this."""
FREE_MOST = 1
"""Answers with more free numbers and selections than this are not listed: who would offer what?"""
ALL_AMOUNTS = 6
NONE = "none"
"""The key of an option that takes nothing."""
SMALL = 4


class Group(NamedTuple):
    """Answers that begin alike: what they have in common, and how that is shown.

    Those that are not `listed` have too much to say for a list, and are asked step by step.
    """

    said: Answers
    option: Option | None = None
    listed: bool = True


def sensible(grammar: Grammar, most: int, said: Answers | None = None) -> Iterator[Value]:
    """Up to `most` whole answers that people give, those that begin with `said`."""
    return islice(_values(grammar, said or {}), most)


def _values(grammar: Grammar, said: Answers) -> Iterator[Value]:
    if isinstance(grammar, Form):
        yield from (v for v in _form(grammar, 0, {}, said) if not _is_void(grammar, v))
    elif isinstance(grammar, Settings):
        for part in grammar.parts:
            if said and part.name not in said:
                continue
            for value in _values(part.grammar, {}):
                if value != part.current and fits(grammar, {part.name: value}):
                    yield {part.name: value}
    elif isinstance(grammar, OneOf):
        yield from grammar.keys
    elif isinstance(grammar, Amount):
        yield from _amounts(grammar)
    elif isinstance(grammar, Subset):
        yield from _some(grammar)
    elif isinstance(grammar, Ordering):
        yield list(grammar.keys)


def _form(form: Form, at: int, answers: Answers, said: Answers) -> Iterator[Value]:
    if at == len(form.fields):
        yield dict(answers)
        return
    field = form.fields[at]
    inner = field.given(answers, form.source)
    if inner is None:
        yield from _form(form, at + 1, answers, said)
        return
    values = iter([said[field.name]]) if field.name in said else _values(inner, {})
    for value in values:
        yield from _form(form, at + 1, {**answers, field.name: value}, said)


def _is_void(form: Form, value: Answers) -> bool:
    """Whether everything that could be taken was left out: a plan to build nothing."""
    said: Answers = {}
    left_out = False
    for field in form.fields:
        if field.name not in value:
            continue
        inner, chosen = field.given(said, form.source), value[field.name]
        said[field.name] = chosen
        if isinstance(inner, OneOf):
            optional, taken = NONE in inner.keys, chosen != NONE
        elif isinstance(inner, Subset):
            optional, taken = inner.least == 0 < inner.cap(), bool(chosen)
        elif isinstance(inner, Amount):
            optional, taken = inner.least == 0 < inner.most, chosen > 0
        else:
            continue
        if optional and taken:
            return False
        left_out |= optional and not isinstance(inner, OneOf)
    return left_out


def _amounts(grammar: Amount) -> Iterator[int]:
    """All of a few; of many the small ones, the middle and the most."""
    count = grammar.count()
    steps = range(count) if count <= ALL_AMOUNTS else (0, 1, 2, 3, (count - 1) // 2, count - 1)
    for step in dict.fromkeys(steps):
        yield grammar.least + step * grammar.step


def _some(grammar: Subset) -> Iterator[Value]:
    """Everything, all of each kind, one of each kind; every answer where there are few."""
    kinds = {key: [key] * grammar.room(key) for key in grammar.keys}
    tried: list[list[str]] = [[key for each in kinds.values() for key in each]]
    tried += kinds.values()
    tried += ([key] for key in grammar.keys)
    if len(grammar.keys) <= SMALL and grammar.total() <= SMALL:
        tried += grammar.enumerate()
    elif isinstance(grammar, Budget) or grammar.cap() < grammar.total():
        tried += islice(grammar.enumerate(), SMALL)
    seen: list[Value] = []
    for each in tried:
        try:
            value = grammar.validate(each)
        except Unfit:
            continue
        if value not in seen:
            seen.append(value)
            yield value


# Groups.


def groups(grammar: Grammar, *, once: bool = False) -> list[Group]:
    """How the answers are divided; one group without words where they are few.

    With `once`, a single answer is all that will be given: a player who picks one of many units
    from a list would go without the others, so selections that no short list names in full are
    not listed.
    """
    if isinstance(grammar, Settings):
        options = {option.key: option for option in grammar.options()}
        return [Group({part.name: None}, options[part.name]) for part in grammar.parts]
    if not isinstance(grammar, Form):
        return [Group({})]
    everything = Group({}, listed=_free(grammar, {}, once) <= FREE_MOST)
    if len(list(sensible(grammar, FIRST_SPLIT + 1))) <= FIRST_SPLIT:
        return [everything]
    first = _split(grammar, everything, once)
    found: list[Group] = []
    for each in first:
        few = not each.listed or len(list(sensible(grammar, FIRST_SPLIT + 1, each.said))) <= (
            FIRST_SPLIT
        )
        found += [each] if few else _split(grammar, each, once)
    return found if len(found) <= PARTS_MOST else first


def _split(form: Form, group: Group, once: bool) -> list[Group]:
    """A group divided by the next question, if that asks for one of some things."""
    branch = _branch(form, dict(group.said))
    if branch is None:
        return [group]
    said, name, options = branch
    return [
        Group(begun := {**said, name: option.key}, option, _free(form, begun, once) <= FREE_MOST)
        for option in options
    ]


def _free(form: Form, said: Answers, once: bool) -> int:
    """How many numbers and selections the first answer of a group still lacks.

    With `once`, a selection that a short list would not name in full is one too many.
    """
    free, answers = 0, dict(said)
    for field in form.fields:
        if field.name in answers:
            continue
        inner = field.given(answers, form.source)
        if inner is None:
            continue
        free += isinstance(inner, Amount | Subset | Ordering | Form) and inner.count() > 1
        if once and isinstance(inner, Subset) and inner.count() > len(list(_some(inner))):
            free += FREE_MOST
        answers[field.name] = next(_values(inner, {}))
    if once and free and len(list(sensible(form, FIRST_SPLIT + 1, said))) > FIRST_SPLIT:
        free += FREE_MOST
    return free


def _branch(form: Form, said: Answers) -> tuple[Answers, str, list[Option]] | None:
    """The next question with several answers, if it asks for one of some things."""
    for field in form.fields:
        if field.name in said:
            continue
        inner = field.given(said, form.source)
        if inner is None:
            continue
        if not isinstance(inner, OneOf):
            return None
        if len(inner.keys) > 1:
            return said, field.name, inner.options()
        said[field.name] = inner.keys[0]
    return None


# What an answer says.


def options_of(grammar: Grammar, value: Value) -> Iterator[Option]:
    """The options that a valid answer takes, in the order of the form."""
    if isinstance(grammar, Form):
        said: Answers = {}
        for field in grammar.fields:
            inner = field.given(said, grammar.source)
            if inner is not None and field.name in value:
                yield from options_of(inner, value[field.name])
                said[field.name] = value[field.name]
    elif isinstance(grammar, Settings):
        for name, new in value.items():
            part = grammar.part(name)
            if part is not None:
                yield from options_of(part.grammar, new)
    elif isinstance(grammar, OneOf):
        yield grammar.describe(value)
    elif isinstance(grammar, Amount):
        if grammar.describe is not None:
            yield grammar.describe(value)
    elif isinstance(grammar, Subset | Ordering):
        yield from map(grammar.describe, value)


def price_of(grammar: Grammar, value: Value) -> tuple[Price, ...]:
    """What a valid answer costs in all, as far as its options say it.

    A later part says it more exactly than an earlier one: so many of a thing cost so much. Several
    things taken at once cost their sum or, where only their kind has a price, that many times it.
    Selections with prices of their own, one after the other, are paid together.
    """
    if not isinstance(grammar, Form):
        return _one_price(grammar, value)
    said: Answers = {}
    selected: list[Price] = []
    latest: tuple[Price, ...] = ()
    for field in grammar.fields:
        inner = field.given(said, grammar.source)
        if inner is None or field.name not in value:
            continue
        said[field.name] = value[field.name]
        price = _one_price(inner, value[field.name])
        if isinstance(inner, Subset) and price:
            selected += price
            latest = ()
        elif isinstance(inner, Subset):
            latest = tuple(_times(each, len(value[field.name])) for each in latest)
        elif price:
            latest = price
    return total([*selected, *latest])


def _one_price(grammar: Grammar, value: Value) -> tuple[Price, ...]:
    priced = [option.price for option in options_of(grammar, value)]
    if isinstance(grammar, Subset):
        return total(each for price in priced for each in price)
    return next((price for price in priced if price), ())


def _times(price: Price, count: int) -> Price:
    return Price(price.amount * max(1, count), price.currency)


def total(prices: Iterator[Price] | list[Price]) -> tuple[Price, ...]:
    """Several prices as one, by currency."""
    sums: dict[str, int] = {}
    for price in prices:
        sums[price.currency] = sums.get(price.currency, 0) + price.amount
    return tuple(Price(amount, currency) for currency, amount in sums.items())


def target_of(grammar: Grammar, value: Value) -> str | None:
    """The place that an answer is about in the end: where to, where at."""
    places = [option.place for option in options_of(grammar, value) if option.place is not None]
    return places[-1] if places else None
