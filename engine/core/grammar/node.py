"""What all nodes of the grammar share: values, complaints, options with their prices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from engine.core.text import Text

Value = Any
"""JSON: str, int, list or dict of these. Typed loosely because it comes from outside."""


ECHO = 80
"""How much of a refused key is repeated: enough to recognise it, not enough to do harm."""


DEEPEST = 6
"""How many lists and forms inside one another an answer can have at the most."""


def is_shallow(value: Value, most: int = DEEPEST) -> bool:
    """Whether a value is nested no deeper than answers are."""
    if isinstance(value, dict):
        return most > 0 and all(is_shallow(each, most - 1) for each in value.values())
    if isinstance(value, list):
        return most > 0 and all(is_shallow(each, most - 1) for each in value)
    return True


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


class Price(msgspec.Struct, frozen=True):
    """So much of a currency. The catalog has its words under `price.<currency>`."""

    amount: int
    currency: str


def cost(**amounts: int | None) -> tuple[Price, ...]:
    """What something costs, in one currency or several; `None` is no price at all.

    >>> cost(culture=5, trade=1)
    (Price(amount=5, currency='culture'), Price(amount=1, currency='trade'))
    """
    return tuple(
        Price(amount, currency) for currency, amount in amounts.items() if amount is not None
    )


class Option(msgspec.Struct, frozen=True):
    """How one key of a grammar is shown: its words, its price, the place it points at.

    `price` is empty where nothing is paid. What is free for once costs `cost(gold=0)`.
    """

    key: str
    label: Text
    price: tuple[Price, ...] = ()
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
