"""The grammar of choices: what a seat may answer, small enough to be shared by everything.

Panels, autocomplete, typed orders, random and AI players and the tests read the same five nodes:

* `OneOf`: one key of a list;
* `Subset`: some keys, with a least and a most, keys may have several copies;
* `Amount`: a whole number within bounds;
* `Ordering`: all keys, in an order of the player's choosing;
* `Form`: named fields, each a grammar; a later field may depend on the answers before it.

Values are plain JSON: strings, whole numbers, lists and objects. Every node can `validate` a value
(giving back its normal form), `count` its values, `enumerate` them lazily and `sample` one. Nodes
are never empty: a rule set that has nothing to ask asks nothing.

>>> party = form(
...     Field("stack", OneOf(("gobi", "steppe"))),
...     Field("units", lambda said: Subset(("swordsman",), copies={"swordsman": 2})),
... )
>>> party.validate({"stack": "gobi", "units": ["swordsman"]})
{'stack': 'gobi', 'units': ['swordsman']}
>>> party.count()
4
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any

import msgspec

from engine.core.text import Text

Value = Any
"""JSON: str, int, list or dict of these. Typed loosely because it comes from outside."""


ECHO = 80
"""How much of a refused key is repeated: enough to recognise it, not enough to do harm."""


class Unfit(Exception):
    """A value that the grammar does not produce.

    `path` leads to the field that is wrong, `code` is stable, `data` says what would have fitted.
    """

    def __init__(self, code: str, path: tuple[str, ...] = (), **data: Any) -> None:
        super().__init__(code, path, data)
        self.code = code
        self.path = path
        self.data = data

    def inside(self, name: str) -> Unfit:
        """The same complaint, seen from the form around the field."""
        return Unfit(self.code, (name, *self.path), **self.data)


class Option(msgspec.Struct, frozen=True):
    """How one key of a grammar is shown: its words, its price, the place it points at."""

    key: str
    label: Text
    price: int | None = None
    place: str | None = None
    detail: Text | None = None


Describe = Callable[[str], Option]


def plain_option(key: str) -> Option:
    """An option that is its own word, for keys that need no more."""
    return Option(key, Text("option.plain", {"key": key}))


class Grammar(msgspec.Struct, frozen=True):
    """What every node can do."""

    def validate(self, value: Value) -> Value:
        """The value in its normal form; raises `Unfit` when the grammar does not produce it."""
        raise NotImplementedError

    def count(self) -> int:
        """How many values there are."""
        raise NotImplementedError

    def enumerate(self) -> Iterator[Value]:
        """Every value in normal form, one by one, in a fixed order."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Value:
        """One value in normal form. Every value can come up."""
        raise NotImplementedError


class OneOf(Grammar, frozen=True):
    """Exactly one of `keys`."""

    keys: Sequence[str]
    describe: Describe = plain_option

    def validate(self, value: Value) -> Value:
        if not isinstance(value, str):
            raise Unfit("not_a_key", expected="text")
        if value not in self.keys:
            raise Unfit("not_an_option", key=value[:ECHO])
        return value

    def count(self) -> int:
        return len(self.keys)

    def enumerate(self) -> Iterator[Value]:
        return iter(self.keys)

    def sample(self, rng: Random) -> Value:
        return self.keys[int(rng.random() * len(self.keys))]

    def options(self) -> list[Option]:
        """Every option with its words, for people."""
        return [self.describe(key) for key in self.keys]


class Subset(Grammar, frozen=True):
    """Between `least` and `most` of `keys`, each up to `copies[key]` times (once unless said).

    The value is a list of keys; its order does not matter and the normal form follows `keys`.
    `copies` may name only keys of `keys`.
    """

    keys: Sequence[str]
    least: int = 1
    most: int | None = None
    copies: Mapping[str, int] = {}
    describe: Describe = plain_option

    def room(self, key: str) -> int:
        """How often `key` may be taken."""
        return self.copies.get(key, 1)

    def total(self) -> int:
        """How many things there are to take, copies counted."""
        if not self.copies:
            return len(self.keys)
        if len(self.copies) == len(self.keys):
            return sum(self.copies.values())
        return sum(self.room(key) for key in self.keys)

    def cap(self) -> int:
        """The most that can be taken."""
        return self.total() if self.most is None else min(self.most, self.total())

    def validate(self, value: Value) -> Value:
        if not isinstance(value, list):
            raise Unfit("not_a_list", expected="list")
        if len(value) > self.cap():
            raise Unfit("too_many", most=self.cap())
        if len(value) < self.least:
            raise Unfit("too_few", least=self.least)
        taken: dict[str, int] = {}
        for key in value:
            if not isinstance(key, str):
                raise Unfit("not_a_key", expected="text")
            if key not in self.copies and key not in self.keys:
                raise Unfit("not_an_option", key=key[:ECHO])
            taken[key] = taken.get(key, 0) + 1
            if taken[key] > self.room(key):
                raise Unfit("taken_too_often", key=key, most=self.room(key))
        if len(taken) == 1:
            return list(value)
        return [key for key in self.keys if key in taken for _ in range(taken[key])]

    def count(self) -> int:
        cap = self.cap()
        if not self.copies:
            return sum(math.comb(len(self.keys), size) for size in range(self.least, cap + 1))
        ways = [1] + [0] * cap
        for key in self.keys:
            room = self.room(key)
            ways = [sum(ways[max(0, n - room) : n + 1]) for n in range(cap + 1)]
        return sum(ways[self.least :])

    def enumerate(self) -> Iterator[Value]:
        # Counted up like a number whose digits are how often each key is taken: no recursion, since
        # there may be more keys than Python allows calls.
        keys, cap = self.keys, self.cap()
        rooms = [self.room(key) for key in keys]
        times = [0] * len(keys)

        def reset(after: int, needed: int) -> None:
            for at in range(len(keys) - 1, after, -1):
                times[at] = min(rooms[at], max(needed, 0))
                needed -= times[at]

        reset(-1, self.least)
        while True:
            yield [key for key, often in zip(keys, times, strict=True) for _ in range(often)]
            before = sum(times)
            for at in range(len(keys) - 1, -1, -1):
                if times[at] < rooms[at] and before < cap:
                    times[at] += 1
                    reset(at, self.least - before - 1)
                    break
                before -= times[at]
            else:
                return

    def sample(self, rng: Random) -> Value:
        """Small choices are likelier than large ones; every one can come up."""
        size, cap = self.least, self.cap()
        while size < cap and rng.random() < 0.5:
            size += 1
        if size == 0:
            return []
        if self.copies:
            things = [key for key in self.keys for _ in range(self.room(key))]
        else:
            things = list(self.keys)
        if size == 1:
            return [things[int(rng.random() * len(things))]]
        picked = sorted(rng.sample(range(len(things)), size))
        return [things[i] for i in picked]

    def options(self) -> list[Option]:
        """Every option with its words, for people (one per key, copies not repeated)."""
        return [self.describe(key) for key in self.keys]


class Amount(Grammar, frozen=True):
    """A whole number from `least` to `most` in steps of `step`.

    A number speaks for itself; where it does not, `describe` says what it would mean.
    """

    least: int
    most: int
    step: int = 1
    describe: Callable[[int], Option] | None = None

    def validate(self, value: Value) -> Value:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unfit("not_a_number", expected="whole number")
        if value < self.least:
            raise Unfit("too_low", least=self.least)
        if value > self.most:
            raise Unfit("too_high", most=self.most)
        if (value - self.least) % self.step:
            raise Unfit("not_a_step", step=self.step)
        return value

    def count(self) -> int:
        return (self.most - self.least) // self.step + 1

    def enumerate(self) -> Iterator[Value]:
        return iter(range(self.least, self.most + 1, self.step))

    def sample(self, rng: Random) -> Value:
        return self.least + self.step * int(rng.random() * self.count())


class Ordering(Grammar, frozen=True):
    """All of `keys`, in an order to choose."""

    keys: Sequence[str]
    describe: Describe = plain_option

    def validate(self, value: Value) -> Value:
        if not isinstance(value, list):
            raise Unfit("not_a_list", expected="list")
        if len(value) != len(self.keys):
            raise Unfit("not_all", expected=len(self.keys))
        if not all(isinstance(key, str) for key in value):
            raise Unfit("not_a_key", expected="text")
        if sorted(value) != sorted(self.keys):
            raise Unfit("not_all", expected=len(self.keys))
        return list(value)

    def count(self) -> int:
        return math.factorial(len(self.keys))

    def enumerate(self) -> Iterator[Value]:
        return map(list, permutations(self.keys))

    def sample(self, rng: Random) -> Value:
        keys = list(self.keys)
        rng.shuffle(keys)
        return keys

    def options(self) -> list[Option]:
        """Every option with its words, for people."""
        return [self.describe(key) for key in self.keys]


Answers = dict[str, Value]
Depends = Callable[..., Grammar | None]


class Field(msgspec.Struct, frozen=True):
    """A named part of a form.

    A grammar that is a function is asked with the answers before it, preceded by the form's source
    if it has one; `None` means that the field does not apply and is left out of the value.
    """

    name: str
    grammar: Grammar | Depends

    def given(self, said: Answers, source: Any = None) -> Grammar | None:
        """The field's grammar after the answers before it."""
        grammar = self.grammar
        if callable(grammar):
            return grammar(said) if source is None else grammar(source, said)
        return grammar


class Form(Grammar, frozen=True):
    """Named fields, answered in order.

    `source` is for the rule set that made the form: an object that finds things out once, for the
    fields' functions and again for carrying out the answer. With it, the fields can be a constant:

        Form((Field("do", Desk.what), Field("to", Desk.to)), Desk(state, seat))
    """

    fields: tuple[Field, ...]
    source: Any = None

    def validate(self, value: Value) -> Value:
        if not isinstance(value, dict):
            raise Unfit("not_a_form", expected="form")
        said: Answers = {}
        for field in self.fields:
            grammar = field.given(said, self.source)
            if grammar is None:
                continue
            if field.name not in value:
                raise Unfit("missing", (field.name,))
            try:
                said[field.name] = grammar.validate(value[field.name])
            except Unfit as unfit:
                raise unfit.inside(field.name) from None
        if len(value) > len(said):
            extra = next(name for name in value if name not in said)
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
        source = self.source
        for field in self.fields:
            # As `Field.given`, without the call: random players do hardly anything else.
            grammar: Grammar | None
            if not callable(field.grammar):
                grammar = field.grammar
            elif source is None:
                grammar = field.grammar(said)
            else:
                grammar = field.grammar(source, said)
            if grammar is not None:
                said[field.name] = grammar.sample(rng)
        return said


def form(*fields: Field, source: Any = None) -> Form:
    """A form of these fields, asked in this order."""
    return Form(fields, source)
