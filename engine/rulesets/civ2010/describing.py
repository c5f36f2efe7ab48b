"""Options in words: squares, cities, cards, players, and what choosing them would mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.grammar import Describe, OneOf, Option, Price
from engine.core.text import Text

NONE = "nothing"
"""The key that leaves a free choice unused."""


def option(
    table: str,
    key: str,
    *,
    place: str | None = None,
    price: tuple[Price, ...] = (),
    detail: Text | None = None,
) -> Option:
    """Something that a table of the catalog names; `table` is also the sort of thing it is."""
    return Option(key, Text(f"label.{table}", {"key": plain(key)}), price, place, detail)


def named(table: str) -> Describe:
    """Describes keys that a table of the catalog names."""
    return lambda key: free(key) or option(table, key)


def free(key: str) -> Option | None:
    """The option of choosing nothing."""
    return Option(key, Text("option.none")) if key == NONE else None


def square(key: str, detail: Text | None = None) -> Option:
    """A square of the map."""
    return free(key) or option("square", key, place=key, detail=detail)


def seat_option(key: str) -> Option:
    """A player."""
    return Option(key, Text("label.seat", {"seat": int(key)}))


def effect(kind: str, name: str) -> Text:
    """What a card does, in a sentence."""
    return Text(f"effect.{kind}.{name}")


def policy_effect(policy: str, tradition: int) -> Text:
    """What a social policy does; `tradition` is the price of a house rule, or 0."""
    if tradition and policy == "military_tradition":
        return Text("detail.tradition", {"n": tradition})
    return effect("policy", policy)


def indexed(keys: Iterable[str]) -> list[str]:
    """The keys with a number where one stands again, so that each can be chosen.

    >>> indexed(["lost", "drought", "lost"])
    ['lost', 'drought', 'lost~2']
    """
    seen: dict[str, int] = {}
    found = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        found.append(key if seen[key] == 1 else f"{key}~{seen[key]}")
    return found


def plain(key: str) -> str:
    """A key without the number that `indexed` gave it."""
    return key.partition("~")[0]


def one_of(keys: Sequence[str], table: str) -> OneOf:
    """A choice of things that a table of the catalog names."""
    return OneOf(keys, named(table))
