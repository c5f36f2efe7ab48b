"""A budget with quotas: what is taken belongs to groups, and of each only so many can be taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from engine.core.grammar.budget import Budget
from engine.core.grammar.node import Unfit, Value


class Quota(Budget, frozen=True, kw_only=True):
    """A budget whose keys belong to `groups[key]`, of which `quotas[group]` may be taken in all.

    A key without groups is bound by its copies and the funds alone. Nothing has to be taken.

    >>> raised = Quota(
    ...     ("guard@rome", "rider@rome"),
    ...     least=0,
    ...     costs={"guard@rome": 5, "rider@rome": 10},
    ...     funds=20,
    ...     groups={"guard@rome": ("rome",), "rider@rome": ("rome",)},
    ...     quotas={"rome": 1},
    ... )
    >>> list(raised.enumerate())
    [[], ['rider@rome'], ['guard@rome']]
    """

    groups: Mapping[str, tuple[str, ...]]
    quotas: Mapping[str, int]

    def validate(self, value: Value) -> Value:
        taken = super().validate(value)
        counts: dict[str, int] = {}
        for key in taken:
            for group in self.groups.get(key, ()):
                counts[group] = counts.get(group, 0) + 1
                if counts[group] > self.quotas[group]:
                    raise Unfit("over_quota", group=group, key=key, most=self.quotas[group])
        return taken

    def fits(self, key: str, counts: Mapping[str, int]) -> bool:
        """Whether the groups of a key have room, when so many of each are taken."""
        return all(counts.get(g, 0) < self.quotas[g] for g in self.groups.get(key, ()))

    def count(self) -> int:
        # Groups matter only until their last key; after it they are dropped from the table.
        last = {group: at for at, key in enumerate(self.keys) for group in self.groups.get(key, ())}
        cap = self.cap()
        start: tuple[int, int, tuple[tuple[str, int], ...]] = (0, 0, ())
        ways = Counter({start: 1})
        for at, key in enumerate(self.keys):
            longer: Counter[tuple[int, int, tuple[tuple[str, int], ...]]] = Counter()
            for (size, spent, held), number in ways.items():
                counts, often = dict(held), 0
                while True:
                    left = tuple(sorted((g, n) for g, n in counts.items() if last[g] > at))
                    longer[size + often, spent, left] += number
                    spent += self.price(key)
                    if often == self.room(key) or size + often == cap or spent > self.funds:
                        break
                    if not self.fits(key, counts):
                        break
                    often += 1
                    for group in self.groups.get(key, ()):
                        counts[group] = counts.get(group, 0) + 1
            ways = longer
        return sum(number for (size, _, _), number in ways.items() if size >= self.least)

    def enumerate(self) -> Iterator[Value]:
        cap = self.cap()
        stack: list[tuple[int, int, dict[str, int], tuple[str, ...]]] = [(0, 0, {}, ())]
        while stack:
            at, spent, counts, taken = stack.pop()
            if at == len(self.keys):
                if len(taken) >= self.least:
                    yield list(taken)
                continue
            key, price = self.keys[at], self.price(self.keys[at])
            branches = [(at + 1, spent, counts, taken)]
            for _ in range(self.room(key)):
                if len(taken) == cap or spent + price > self.funds or not self.fits(key, counts):
                    break
                counts = dict(counts)
                for group in self.groups.get(key, ()):
                    counts[group] = counts.get(group, 0) + 1
                spent, taken = spent + price, (*taken, key)
                branches.append((at + 1, spent, counts, taken))
            stack += reversed(branches)

    def sample(self, rng: Random) -> Value:
        """Small choices are likelier than large ones; every one can come up."""
        left, size, taken = self.funds, 0, dict[str, int]()
        rooms = dict(self.quotas)
        copies, costs, groups = self.copies, self.costs, self.groups
        within = self.keys
        while self.can_take(size + 1) and (size < self.least or rng.random() < 0.5):
            full = {group for group, room in rooms.items() if room <= 0}
            within = [
                key
                for key in within
                if costs.get(key, 0) <= left
                and taken.get(key, 0) < copies.get(key, 1)
                and full.isdisjoint(groups.get(key, ()))
            ]
            if not within:
                break
            key = within[int(rng.random() * len(within))]
            taken[key] = taken.get(key, 0) + 1
            size += 1
            left -= self.price(key)
            for group in groups.get(key, ()):
                rooms[group] -= 1
        return [key for key in self.keys if key in taken for _ in range(taken[key])]
