"""Parses several things named in a row: "2 inf 1 cav" of all that stands in a space."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.core.grammar import Subset
from engine.notation.option_index import Named
from engine.notation.words import is_number

MOST_PICKS = 24
MOST_TRIED = 300
MOST_ALIKE = 3
"""How many things one typed word is taken for."""

Likeness = Callable[[int, str], int | None]
"""How far the typed word of a number is from a word; None when it is not like it at all."""


class Item(NamedTuple):
    """One thing that is named: its place among the options, how many, which words say so."""

    option: int
    wanted: int | None
    words: int
    cost: int


class Pick(NamedTuple):
    """Several things, which of the typed words name them, and at what cost."""

    value: list[Any]
    cost: int
    words: int


def picks(
    grammar: Subset, options: Sequence[Named], typed: Sequence[str], free: int, alike: Likeness
) -> list[Pick]:
    """Ways to take two or more sorts of things as they are named, the most complete first.

    `free` are the typed words that may be used, as bits.
    """
    named = [list(items_at(options, typed, free, at, alike)) for at in range(len(typed))]
    found: list[Pick] = []
    for items in islice(together(named, 0, (), 0), MOST_TRIED):
        if len(items) > 1:
            found += taken(grammar, options, items)
        if len(found) >= MOST_PICKS:
            break
    return found


def items_at(
    options: Sequence[Named], typed: Sequence[str], free: int, at: int, alike: Likeness
) -> Iterator[Item]:
    """The things that a typed word can name, with more words of it, and the number before it."""
    if not free >> at & 1 or is_number(typed[at]):
        return
    near: list[tuple[int, int]] = []
    for place, option in enumerate(options):
        words = (word for name in option.names for word in name)
        costs = [cost for word in words if (cost := alike(at, word)) is not None]
        if costs:
            near.append((min(costs), place))
    numbered = at > 0 and bool(free >> (at - 1) & 1) and is_number(typed[at - 1])
    for cost, place in sorted(near)[:MOST_ALIKE]:
        words_taken = 1 << at
        rest = [word for name in options[place].names for word in name[1:]]
        following = at + 1
        while following < len(typed) and free >> following & 1:
            if all(alike(following, word) is None for word in rest):
                break
            words_taken |= 1 << following
            following += 1
        if numbered:
            yield Item(place, int(typed[at - 1]), words_taken | 1 << (at - 1), cost)
        # The number may as well be the end of the name before it.
        yield Item(place, None, words_taken, cost)


def together(
    named: Sequence[Sequence[Item]], at: int, items: tuple[Item, ...], used: int
) -> Iterator[tuple[Item, ...]]:
    """Things that can be named side by side, each sort once and each word for one thing."""
    if at == len(named):
        yield items
        return
    for item in named[at]:
        if not used & item.words and all(item.option != other.option for other in items):
            yield from together(named, at + 1, (*items, item), used | item.words)
    yield from together(named, at + 1, items, used)


def taken(grammar: Subset, options: Sequence[Named], items: Sequence[Item]) -> Iterator[Pick]:
    """As many of each as was typed; where no number was, one of each, or all there are."""
    rooms = [grammar.room(options[item.option].key) for item in items]
    one = [1 if item.wanted is None else item.wanted for item in items]
    most = [
        room if item.wanted is None else item.wanted
        for item, room in zip(items, rooms, strict=True)
    ]
    words = 0
    for item in items:
        words |= item.words
    for counts in [one] if one == most else [one, most]:
        fit = all(0 < count <= room for count, room in zip(counts, rooms, strict=True))
        if fit and grammar.least <= sum(counts) <= grammar.cap():
            by_place = {item.option: count for item, count in zip(items, counts, strict=True)}
            value = [options[at].key for at in sorted(by_place) for _ in range(by_place[at])]
            yield Pick(value, sum(item.cost for item in items), words)
