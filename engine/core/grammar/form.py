"""Named fields, answered in order; a later one may depend on the answers before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from engine.core.grammar.keys import TAKEN, Subset
from engine.core.grammar.node import Grammar, Unfit, Value

Answers = dict[str, Value]
Depends = Callable[..., Grammar | None]


class Field(msgspec.Struct, frozen=True):
    """A named part of a form.

    A grammar that is a function is asked with the answers before it, preceded by the form's source
    if it has one; `None` means that the field does not apply and is left out of the value. A field
    with `only` applies to these answers of the form's first field and is not even asked otherwise.
    A field that is asked only where there is a choice can say in `implied` what is meant otherwise:
    an answer that names just that is understood, because it was made while there was a choice.
    `may_be_empty`, for forms with a source, is about a `Subset` that is costly to make: True where
    it is known without making it that there is something to take and that nothing needs to be.
    """

    name: str
    grammar: Grammar | Depends
    only: tuple[str, ...] = ()
    implied: Callable[..., Value] | None = None
    may_be_empty: Callable[..., bool] | None = None

    def given(self, said: Answers, source: Any = None) -> Grammar | None:
        """The field's grammar after the answers before it."""
        grammar = self.grammar
        if self.only and next(iter(said.values()), None) not in self.only:
            return None
        if callable(grammar):
            return grammar(said) if source is None else grammar(source, said)
        return grammar

    def meant(self, said: Answers, source: Any = None) -> Value:
        """What the field would be, now that it is not asked; `None` where that is not known."""
        if self.implied is None or (self.only and next(iter(said.values()), None) not in self.only):
            return None
        return self.implied(said) if source is None else self.implied(source, said)


class Form(Grammar, frozen=True):
    """Named fields, answered in order.

    `source` is for the rule set that made the form: an object that finds things out once, for the
    fields' functions and again for carrying out the answer. With it, the fields can be a constant:

        Form((Field("do", Orders.what), Field("to", Orders.to)), Orders(state, seat))
    """

    fields: tuple[Field, ...]
    source: Any = None

    def validate(self, value: Value) -> Value:
        if not isinstance(value, dict):
            raise Unfit("not_a_form", expected="form")
        said: Answers = {}
        needless: tuple[str, ...] = ()
        source, first = self.source, None
        for field in self.fields:
            # As `Field.given`, without the call: every choice is validated.
            grammar, name = field.grammar, field.name
            if field.only and first not in field.only:
                asked = None
            elif callable(grammar):
                asked = grammar(said) if source is None else grammar(source, said)
            else:
                asked = grammar
            if asked is None:
                if field.implied is not None and (named := value.get(name)) is not None:
                    needless += (name,) if named == field.meant(said, source) else ()
                continue
            if name not in value:
                raise Unfit("missing", (name,))
            try:
                answer = said[name] = asked.validate(value[name])
            except Unfit as unfit:
                raise unfit.inside(name) from None
            if first is None:
                first = answer
        if len(value) > len(said) + len(needless):
            extra = next(name for name in value if name not in said and name not in needless)
            raise Unfit("unexpected", (str(extra)[:40],))
        return said

    def count(self) -> int:
        return self._count(0, {})

    def _count(self, at: int, said: Answers) -> int:
        if at == len(self.fields):
            return 1
        field = self.fields[at]
        grammar = field.given(said, self.source)
        if grammar is None:
            return self._count(at + 1, said)
        if not any(callable(later.grammar) for later in self.fields[at + 1 :]):
            return grammar.count() * self._count(at + 1, said)
        return sum(self._count(at + 1, {**said, field.name: one}) for one in grammar.enumerate())

    def enumerate(self) -> Iterator[Value]:
        return self._enumerate(0, {})

    def _enumerate(self, at: int, said: Answers) -> Iterator[Value]:
        if at == len(self.fields):
            yield dict(said)
            return
        field = self.fields[at]
        grammar = field.given(said, self.source)
        if grammar is None:
            yield from self._enumerate(at + 1, said)
            return
        for one in grammar.enumerate():
            yield from self._enumerate(at + 1, {**said, field.name: one})

    def sample(self, rng: Random) -> Value:
        said: Answers = {}
        source, first = self.source, None
        for field in self.fields:
            # As `Field.given`, without the call: random players do hardly anything else.
            only = field.only
            if only and first not in only:
                continue
            grammar = field.grammar
            if callable(grammar):
                if field.may_be_empty is not None and field.may_be_empty(source, said):
                    taken: list[str] = []
                    if rng.random() < TAKEN:
                        some = grammar(source, said)
                        assert isinstance(some, Subset)
                        taken = some.sample_some(rng)
                    said[field.name] = taken
                    continue
                asked = grammar(said) if source is None else grammar(source, said)
                if asked is None:
                    continue
                value = said[field.name] = asked.sample(rng)
            else:
                value = said[field.name] = grammar.sample(rng)
            if first is None:
                first = value
        return said


def form(*fields: Field, source: Any = None) -> Form:
    """A form of these fields, asked in this order."""
    return Form(fields, source)
