"""How people put an order when they do not write it as the notation has it."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from engine.notation.words import COMMA, TO, Words, name_words

FROM = "from"
FIGURES = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
        map(str, range(1, 11)),
        strict=True,
    )
)
LONGEST_PLACE = 4


def everyday_names(name: Words) -> tuple[Words, ...]:
    """What people also call a thing of that name.

    >>> everyday_names(("scandia",))
    (('scandinavia',), ('sweden',), ('norway',))
    """
    return _everyday("things").get(name, ())


def everyday_beginnings(name: Words) -> Iterator[Words]:
    """The same for a name that begins with that of a thing, in the singular and the plural.

    >>> list(everyday_beginnings(("cannon", "in", "gaul")))
    [('artillery', 'in', 'gaul'), ('artillerys', 'in', 'gaul')]
    """
    for length in range(1, min(len(name), LONGEST_PLACE)):
        for other in everyday_names(name[:length]):
            yield (*other, *name[length:])
            yield (*other[:-1], f"{other[-1]}s", *name[length:])


def kind_names(kind: Words) -> tuple[Words, ...]:
    """What people call the thing that a decision of that kind is about."""
    return _everyday("kinds").get(kind, ())


def in_figures(tokens: Words) -> Words:
    """A line with its numbers in figures.

    >>> in_figures(("two", "knights"))
    ('2', 'knights')
    """
    return tuple(FIGURES.get(token, token) for token in tokens)


def turned_round(tokens: Words) -> Iterator[Words]:
    """Lines in which "X from Y" is put as "Y > X": "attack persia from gobi"."""
    if TO in tokens or COMMA in tokens or FROM not in tokens[1:]:
        return
    at = tokens.index(FROM, 1)
    origin = tokens[at + 1 :]
    for start in range(at - 1, max(at - 1 - LONGEST_PLACE, -1), -1):
        yield (*tokens[:start], *origin, TO, *tokens[start:at])


@cache
def _everyday(table: str) -> Mapping[Words, tuple[Words, ...]]:
    folder = files(__package__)
    names = tomllib.loads(folder.joinpath("everyday_names.toml").read_text("utf-8"))[table]
    found: dict[Words, dict[Words, None]] = defaultdict(dict)
    for called, others in names.items():
        found[name_words(called)] |= dict.fromkeys(map(name_words, others))
    if table == "things":
        cards = tomllib.loads(folder.joinpath("nicknames.toml").read_text("utf-8"))
        for card, others in cards.items():
            called = card.partition(".")[2].replace("_", " ")
            found[name_words(called)] |= dict.fromkeys(map(name_words, others))
    return {name: tuple(others) for name, others in found.items()}
