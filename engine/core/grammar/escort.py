"""A subset with an escort: some things cannot be taken on their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from engine.core.grammar.keys import Subset
from engine.core.grammar.node import Unfit, Value


class Escorted(Subset, frozen=True, kw_only=True):
    """A subset whose `followers` are taken only together with something else.

    At least one thing must be taken, and there must be something that is no follower.

    >>> party = Escorted(("army", "settler"), followers={"settler"})
    >>> list(party.enumerate())
    [['army'], ['army', 'settler']]
    """

    followers: Collection[str]

    def validate(self, value: Value) -> Value:
        taken = super().validate(value)
        if self.is_alone(taken):
            raise Unfit("alone", key=taken[0])
        return taken

    def is_alone(self, taken: list[str]) -> bool:
        """Whether nothing is taken that the others could follow."""
        return all(key in self.followers for key in taken)

    def count(self) -> int:
        keys = [key for key in self.keys if key in self.followers]
        copies = {key: self.copies[key] for key in keys if key in self.copies}
        return super().count() - Subset(keys, self.least, self.most, copies).count()

    def enumerate(self) -> Iterator[Value]:
        return (taken for taken in super().enumerate() if not self.is_alone(taken))

    def sample(self, rng: Random) -> Value:
        """Small choices are likelier than large ones; every one can come up."""
        taken: list[str] = super().sample(rng)
        if not self.is_alone(taken):
            return taken
        leaders = [key for key in self.keys if key not in self.followers and self.room(key)]
        taken[int(rng.random() * len(taken))] = leaders[int(rng.random() * len(leaders))]
        return [key for key in self.keys for _ in range(taken.count(key))]
