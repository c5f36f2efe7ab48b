"""What may be chosen and why not, said once.

    class Field(Sort[int]):
        unknown, fact = "no_such_field", "field"

        def key(self, state: Farm, at: int) -> str: ...
        def option(self, state: Farm, at: int) -> Option: ...

    asked = Question(FIELD, state.fields, lambda at: sown_fault(state, at), strange="not_yours")
    asked.is_open, asked.open, asked.grammar(state), asked.why_not(state, "f3", "sowing")

`Sort`: a sort of things, such as squares; the one place that knows how one is written as a key.
`Fault`, `no`, `refusal`: why not, as a code or with facts; and what a player is refused with.
`Question`: which of some things, and the fault that keeps one of them out. Options, whether there
is any, and refusals all follow from these two, so that they never disagree.
`Searched`: one whose options are found in another way; the fault explains what was not found.
`Several`, `Number`: which of them, more than one; how many.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.grammar import Amount, Grammar, OneOf, Option, Subset, Unfit, Value
from engine.core.lazy import lazy
from engine.core.text import Text

T = TypeVar("T")
Fault = str | bool | IllegalChoice | None
"""Why not: a code of the catalog, a refusal with facts or a rule of its own, or just true.

What is met often, such as each square's, is a constant: to build an exception takes long.
"""


@lru_cache(maxsize=4096)
def no(code: str, rule: str = "", **facts: Hashable) -> IllegalChoice:
    """A fault with facts or a rule of its own, made once; a player is refused with a copy."""
    return IllegalChoice(code, rule, **facts)


def refusal(fault: Fault, rule: str, **facts: Any) -> IllegalChoice | None:
    """What a player is refused with, if there is more to say than that it is no option."""
    if not fault or fault is True:
        return None
    if isinstance(fault, str):
        return IllegalChoice(fault, rule, **facts)
    return IllegalChoice(fault.code, fault.rule or rule, **facts | fault.data)


class Sort(Generic[T]):
    """A sort of things: the keys that name them in answers, and their words.

    `none` stands for none of them, where that can be chosen. A key that names no such thing is
    refused as `unknown`, if there is such a code; `fact` is what refusals call the thing.
    """

    none = Option("nothing", Text("option.none"))
    unknown = ""
    fact = ""

    def key(self, state: Any, thing: T) -> str:
        """How a thing is written."""
        return str(thing)

    def find(self, state: Any, key: str, among: Collection[T]) -> T | None:
        """What a key names, which a player may have typed: one of some things.

        A sort that can read its keys knows other things as well, and why they are refused.
        """
        known = (each for each in among if each is not None)
        return next((each for each in known if self.key(state, each) == key), None)

    def option(self, state: Any, thing: T) -> Option:
        """A thing in words."""
        raise NotImplementedError


class Key(Sort[str]):
    """What is known by its key alone, such as options that are searched for."""

    def find(self, state: Any, key: str, among: Collection[str]) -> str:
        return key


KEY = Key()


class Question(Generic[T]):
    """Which of some things: any but those with a fault; looked at only as far as needed.

    `strange` is the fault of all that is not among them; without it `fault` knows about anything.
    `rule` is the section about it, where it is not that of the whole decision.
    What is `implied` is not asked if there is just one. `None` among them stands for none of them.
    """

    def __init__(
        self,
        sort: Sort[T],
        among: Collection[T],
        fault: Callable[[T], Fault] | None = None,
        *,
        strange: Fault = None,
        detail: Callable[[T], Text | None] | None = None,
        implied: bool = False,
        rule: str = "",
    ) -> None:
        self.sort, self.among, self.fault = sort, among, fault
        self.strange, self.detail, self.implied, self.rule = strange, detail, implied, rule

    @property
    def is_open(self) -> bool:
        """Whether anything can be chosen, found out without a look at the rest."""
        fault = self.fault
        if fault is None:
            return bool(self.among)
        for each in self.among:  # noqa: SIM110 - a plain loop is twice as fast here
            if each is None or not fault(each):
                return True
        return False

    @lazy
    def open(self) -> list[T]:
        """All that can be chosen."""
        fault = self.fault
        if fault is None:
            return list(self.among)
        return [each for each in self.among if each is None or not fault(each)]

    @property
    def is_needless(self) -> bool:
        """Whether there is but one answer, which goes without saying: the `only` one."""
        return self.implied and len(self.open) == 1

    @property
    def only(self) -> Any:
        """The answer where there is but one."""
        return self.open[0]

    def keys(self, state: Any) -> dict[str, T]:
        """All that can be chosen, by key."""
        sort = self.sort
        return {
            sort.none.key if each is None else sort.key(state, each): each for each in self.open
        }

    def grammar(self, state: Any) -> Grammar:
        """The question as everybody reads it."""
        keys = self.keys(state)
        return OneOf(list(keys), self.describing(state, keys))

    def describing(self, state: Any, keys: Mapping[str, T]) -> Callable[[str], Option]:
        """Puts keys into words, without keeping the question in memory."""
        sort, detail = self.sort, self.detail

        def describe(key: str) -> Option:
            thing = keys[key]
            if thing is None:
                return sort.none
            option = sort.option(state, thing)
            more = detail(thing) if detail else None
            return option if more is None else msgspec.structs.replace(option, detail=more)

        return describe

    def read(self, state: Any, value: Value) -> Any:
        """An answer that fits the grammar, as the rules speak of it.

        Raises `LookupError` where nothing is called so any more.
        """
        return None if value == self.sort.none.key else self.found(state, value)

    def found(self, state: Any, key: str) -> T:
        """What a key names; raises `LookupError` if it is nothing."""
        thing = self.sort.find(state, key, self.among)
        if thing is None:
            raise LookupError(key)
        return thing

    def why_not(self, state: Any, value: Value, rule: str) -> IllegalChoice | None:
        """Why something cannot be the answer, as far as the rules can say it."""
        if not isinstance(value, str):
            return None
        sort, thing = self.sort, self.sort.find(state, value, self.among)
        if thing is None:
            why: Fault = sort.unknown
        elif self.strange and thing not in self.among:
            why = self.strange
        else:
            why = self.fault(thing) if self.fault else None
        return refusal(why, self.rule or rule, **({sort.fact: value[:80]} if sort.fact else {}))

    def refused(self, state: Any, unfit: Unfit, rule: str) -> IllegalChoice | None:
        """Why what an answer named is no option, as far as the rules can say it."""
        if unfit.code != "not_an_option":
            return None
        return self.why_not(state, unfit.data["key"], rule)


class Searched(Question[T]):
    """A question whose options are searched for: `fault` knows why the search found no other."""

    def __init__(self, sort: Sort[T], fault: Callable[[T], Fault]) -> None:
        super().__init__(sort, (), fault)


class Several(Question[T]):
    """Which of some things, from the least to the most of them; some perhaps more than once."""

    def __init__(
        self,
        sort: Sort[T],
        among: Collection[T],
        least: int,
        most: int | None,
        copies: Callable[[T], int] | None,
        detail: Callable[[T], Text | None] | None = None,
    ) -> None:
        super().__init__(sort, among, detail=detail)
        self.least, self.most, self.copies = least, most, copies

    def grammar(self, state: Any) -> Grammar:
        keys, number = self.keys(state), self.copies
        copies = {key: number(each) for key, each in keys.items()} if number else {}
        return Subset(list(keys), self.least, self.most, copies, self.describing(state, keys))

    def read(self, state: Any, value: Value) -> Any:
        return [self.found(state, key) for key in value]


class Number(Question[int]):
    """How many."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(Sort(), range(least, most + 1))
        self.least, self.most = least, most

    def grammar(self, state: Any) -> Grammar:
        return Amount(self.least, self.most)

    def read(self, state: Any, value: Value) -> Any:
        return value
