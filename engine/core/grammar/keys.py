"""Choices among keys: one of them, some of them, all of them in an order."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, permutations
from random import Random

from engine.core.grammar.node import ECHO, Describe, Grammar, Option, Unfit, Value, plain_option

TAKEN = 0.5
"""How often a random choice of some things takes another one."""


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
    """Between `least` and `most` of `keys`, each up to `copies[key]` times (once where not given).

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

    def can_take(self, count: int) -> bool:
        """Whether so many can be taken together."""
        return count <= self.cap()

    def validate(self, value: Value) -> Value:
        if not isinstance(value, list):
            raise Unfit("not_a_list", expected="list")
        if value and not self.can_take(len(value)):
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
        if not self.least and (self.most == 0 or not self.total() or rng.random() >= TAKEN):
            return []
        return self.sample_some(rng)

    def sample_some(self, rng: Random) -> list[str]:
        """The same for one that takes something."""
        size, total = self.least or 1, self.total()
        cap = total if self.most is None else min(self.most, total)
        while size < cap and rng.random() < TAKEN:
            size += 1
        if size == 1:
            return [self._thing(int(rng.random() * total))]
        return self._things(sorted(rng.sample(range(total), size)))

    def _thing(self, place: int) -> str:
        """What lies at a place, if all things were laid out in a row."""
        if not self.copies:
            return self.keys[place]
        for key in self.keys:
            place -= self.copies.get(key, 1)
            if place < 0:
                return key
        raise IndexError(place)

    def _things(self, places: list[int]) -> list[str]:
        """The same for several places, ascending."""
        if not self.copies:
            return [self.keys[place] for place in places]
        if len(self.copies) == len(self.keys):
            ends = list(accumulate(map(self.copies.__getitem__, self.keys)))
        else:
            ends = list(accumulate(map(self.room, self.keys)))
        return [self.keys[bisect_right(ends, place)] for place in places]

    def options(self) -> list[Option]:
        """Every option with its words, for people (one per key, copies not repeated)."""
        return [self.describe(key) for key in self.keys]


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
