"""What is different between two dumps of facts, as a person reads it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from tests.proof.facts import NAMES, Fact

Place = tuple[Any, ...]
PARTS = 6
"""How many differences inside one fact are shown."""
LONG = 160
NOTHING = "nothing"

_decode = msgspec.json.Decoder(Fact).decode


class Difference(NamedTuple):
    """A fact that one side alone has, or that has changed."""

    before: Fact | None
    after: Fact | None

    @property
    def fact(self) -> Fact:
        fact = self.after or self.before
        assert fact is not None
        return fact

    def lines(self) -> Iterator[str]:
        """Where it is, and what has changed."""
        fact = self.fact
        who = "everybody" if fact.seat is None else f"{NAMES[fact.seat]} (seat {fact.seat})"
        yield f"  {fact.game}, entry {fact.entry}, {who}, {fact.about}"
        if self.before is None or self.after is None:
            yield f"    {'new' if self.before is None else 'gone'}: {_short(fact.is_)}"
            return
        found = list(inside(self.before.is_, self.after.is_))
        for path, old, new in found[:PARTS]:
            yield f"    {path or 'it'}: {_short(old)} -> {_short(new)}"
        if len(found) > PARTS:
            yield f"    and {len(found) - PARTS} more in it"


def inside(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places where two plain values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old | new:
            yield from inside(old.get(key, NOTHING), new.get(key, NOTHING), f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from inside(one, other, f"{path}[{at}]")
    elif old != new:
        yield path.removeprefix("."), old, new


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def between(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[Difference]:
    """What differs, game by game; both sides have their games in the same order.

    A game that one side alone has is left out: there is nothing to compare it with.
    """
    games = (groupby(map(_decode, side), key=lambda fact: fact.game) for side in (before, after))
    for (name, old), (other, new) in zip(*games, strict=False):
        assert name == other, f"the sides play different games: {name} and {other}"
        yield from _of_a_game(list(old), list(new))


def _of_a_game(old: list[Fact], new: list[Fact]) -> Iterator[Difference]:
    known = dict(_placed(old))
    for place, fact in _placed(new):
        before = known.pop(place, None)
        if before != fact:
            yield Difference(before, fact)
    for fact in known.values():
        yield Difference(fact, None)


def _placed(facts: list[Fact]) -> Iterator[tuple[Place, Fact]]:
    """Each fact with its place; a number tells those of one place apart."""
    seen: Counter[Place] = Counter()
    for fact in facts:
        seen[fact.place] += 1
        yield (*fact.place, seen[fact.place]), fact


def report(found: Iterable[Difference], most: int) -> Iterator[str]:
    """The differences of a rule set by their kind, the first of each in full."""
    counts: Counter[str] = Counter()
    shown: defaultdict[str, list[str]] = defaultdict(list)
    for each in found:
        kind = each.fact.kind
        counts[kind] += 1
        if counts[kind] <= most:
            shown[kind] += each.lines()
    for name, count in counts.items():
        yield f"{name}: {count} {'fact differs' if count == 1 else 'facts differ'}"
        yield from shown[name]
