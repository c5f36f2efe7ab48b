"""A whole number within bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine.core.grammar.node import Grammar, Option, Unfit, Value


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
