"""Names of pieces in the plural, as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.core.messages import Catalog, Voice
from engine.notation.words import Words, is_number, name_words


def in_plural(name: Words, voice: Voice) -> Words:
    """A name that begins with a kind of piece, with that in the plural; empty for other names."""
    return _in_plural(name, voice.catalog)


@lru_cache(maxsize=8192)
def _in_plural(name: Words, catalog: Catalog) -> Words:
    for one, many in plurals(catalog):
        if name[: len(one)] == one:
            return (*many, *name[len(one) :])
    return ()


@cache
def plurals(catalog: Catalog) -> Sequence[tuple[Words, Words]]:
    """The kinds of pieces of a rule set, one and several of each, the longest names first."""
    voice, found = Voice(catalog, ()), []
    for key in catalog.entries:
        table, _, name = key.rpartition(".")
        if table == "units" and catalog.has(f"unit.{name}"):
            one = name_words(voice.say(f"unit.{name}"))
            many = tuple(w for w in name_words(voice.say(key, n=2)) if not is_number(w))
            if one and many != one:
                found.append((one, many))
    return sorted(found, key=lambda pair: -len(pair[0]))
