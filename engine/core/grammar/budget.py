"""A subset with a budget: what is taken costs something, and may not cost more than there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from engine.core.grammar.keys import Subset
from engine.core.grammar.node import Unfit, Value


class Budget(Subset, frozen=True, kw_only=True):
    """A subset whose keys cost `costs[key]` each (nothing if not given), at most `funds` together.

    Costs are never below zero, and the cheapest `least` things have to be affordable.

    >>> shop = Budget(("army", "scout"), costs={"army": 4, "scout": 6}, funds=9, currency="trade")
    >>> list(shop.enumerate())
    [['scout'], ['army']]
    """

    costs: Mapping[str, int]
    funds: int
    currency: str = "gold"

    def price(self, key: str) -> int:
        """What one of `key` costs."""
        return self.costs.get(key, 0)

    def spent(self, taken: Value) -> int:
        """What a list of keys costs together."""
        return sum(map(self.price, taken))

    def cap(self) -> int:
        """The most that can be taken: the cheapest first."""
        left, count, most = self.funds, 0, super().cap()
        costs, copies = self.costs, self.copies
        for price, room in sorted([(costs.get(key, 0), copies.get(key, 1)) for key in self.keys]):
            paid = min(room, left // price) if price else room
            count += paid
            left -= paid * price
            if paid < room or count >= most:
                break
        return min(count, most)

    def can_take(self, count: int) -> bool:
        # Nearly always so many of the dearest could be paid, which is found out sooner.
        if count * max(self.costs.values(), default=0) <= self.funds:
            return count <= super().cap()
        return count <= self.cap()

    def validate(self, value: Value) -> Value:
        if isinstance(value, list) and all(type(key) is str for key in value):
            spent = self.spent(value)
            if spent > self.funds:
                raise Unfit("over_budget", price=spent, funds=self.funds, currency=self.currency)
        return super().validate(value)

    def count(self) -> int:
        cap = self.cap()
        ways = Counter({(0, 0): 1})
        for key in self.keys:
            price, longer = self.price(key), Counter[tuple[int, int]]()
            for (size, spent), number in ways.items():
                for often in range(min(self.room(key), cap - size) + 1):
                    if spent + often * price > self.funds:
                        break
                    longer[size + often, spent + often * price] += number
            ways = longer
        return sum(number for (size, _), number in ways.items() if size >= self.least)

    def enumerate(self) -> Iterator[Value]:
        # Walked with a stack of its own, since there may be more keys than Python allows calls.
        cheapest, cap = self._cheapest(), self.cap()
        stack: list[tuple[int, int, int, tuple[str, ...]]] = [(0, 0, 0, ())]
        while stack:
            at, size, spent, taken = stack.pop()
            if at == len(self.keys):
                yield list(taken)
                continue
            key = self.keys[at]
            price = self.price(key)
            for often in range(min(self.room(key), cap - size), -1, -1):
                needed = max(self.least - size - often, 0)
                rest = cheapest[at + 1]
                total = spent + often * price
                if needed < len(rest) and total + rest[needed] <= self.funds:
                    stack.append((at + 1, size + often, total, (*taken, *[key] * often)))

    def _cheapest(self) -> list[list[int]]:
        """For the keys from each position on, what the cheapest 0, 1, 2, ... of them cost."""
        rows, things = [[0]], list[int]()
        for key in reversed(self.keys):
            things = sorted([*things, *[self.price(key)] * self.room(key)])[: self.least]
            row = [0]
            for price in things:
                row.append(row[-1] + price)
            rows.append(row)
        return rows[::-1]

    def sample(self, rng: Random) -> Value:
        """Small choices are likelier than large ones; every one can come up."""
        left, taken = self.funds, list[str]()
        things = [key for key in self.keys for _ in range(self.room(key))]
        most = super().cap()
        while len(taken) < most and (len(taken) < self.least or rng.random() < 0.5):
            within = self._affordable(things, left, self.least - len(taken) - 1)
            if not within:
                break
            taken.append(things.pop(within[int(rng.random() * len(within))]))
            left -= self.price(taken[-1])
        often = Counter(taken)
        return [key for key in self.keys for _ in range(often[key])]

    def _affordable(self, things: list[str], left: int, needed: int) -> list[int]:
        """The things that leave enough for the cheapest `needed` of the others."""
        if needed <= 0:
            return [at for at, key in enumerate(things) if self.price(key) <= left]
        prices = sorted(map(self.price, things))
        most = left - sum(prices[:needed])
        dear = left - sum(prices[: needed + 1])
        # Taking one of the cheapest lets the next one in, so that its own price does not matter.
        return [
            at
            for at, key in enumerate(things)
            if (self.price(key) <= most if self.price(key) > prices[needed] else dear >= 0)
        ]
