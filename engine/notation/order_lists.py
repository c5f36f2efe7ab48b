"""Several orders on one line: `;` between any, a comma between orders of one verb.

The text alone decides where a line is divided, never the position: what was carried out of a text
is counted in orders, so the same text must fall into the same orders again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.core.messages import catalog
from engine.notation.everyday import everyday_names
from engine.notation.patterns import meant_for, notations
from engine.notation.words import COMMA, TO, name_words, words_of

BETWEEN = ";"
_SENTENCES = re.compile(r"(?<=[^\W\d_])\.\s+(?=[^\W\d_])")
_BUYS = ("buy", "build")
_LEAST_LETTERS = 3
_SETTLEMENTS = ("settler", "village", "technology")
_LOOKS = ("look", "explore")
_LOOK_THERE = re.compile(
    r"(?P<order>.+(?:\bto\b|->|=>|>)(?P<where>[^>,;]+?)),?\s+(?:and|then|and then)"
    r"\s+(?:look|explore|peek)\.?",
    re.IGNORECASE,
)
"""A move and a look at the place it leads to."""
_FROM = re.compile(r"\bfrom\b", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|plus)\s+(?=(?:an?|the|\d+|one|two)\s)|\s*[&+]\s*", re.IGNORECASE)
"""Between things that are bought: a number or an article begins another one."""
_JOINTS = re.compile(r"\s*[,&+]\s*|\s+(?:and|plus)\s+", re.IGNORECASE)
_GOES = re.compile(r"\b(?:to|into|from|for|gold)\b|>", re.IGNORECASE)
_TWO_WORDS = re.compile(r"[^\W\d_]{2,}\W+(?:(?:in|at|on|the)\W+)*[^\W_]{2,}")


def orders_on(ruleset: str, line: str) -> list[str]:
    """The orders on a line, each with its verb.

    >>> orders_on("standard", "move settler, galley nile > nubia, settler gobi > steppe; end")
    ['move settler, galley nile > nubia', 'move settler gobi > steppe', 'end']
    >>> orders_on("advanced", "buy wheel, 2 swordsman gobi")
    ['buy wheel', 'buy 2 swordsman gobi']
    """
    parts = (part.strip() for part in _SENTENCES.sub(BETWEEN, line).split(BETWEEN))
    return [
        order
        for part in parts
        if part
        for each in _and_then(ruleset, part)
        for order in _divided(ruleset, each)
    ]


def _and_then(ruleset: str, line: str) -> Iterator[str]:
    """An order, and the look around that shall follow it where it leads.

    >>> list(_and_then("standard", "settler nile to arabia and look"))
    ['settler nile to arabia', 'look arabia']
    """
    match = _LOOK_THERE.fullmatch(line)
    verb = next((each for each in _LOOKS if each in _verbs(ruleset)), None)
    if match is None or verb is None:
        yield line
        return
    yield match["order"].strip()
    yield f"{verb} {_FROM.split(match['where'])[0].strip()}"


def _divided(ruleset: str, line: str) -> Iterator[str]:
    verb, *_ = line.split()
    has_target = listing_verbs(ruleset).get(verb.casefold())
    if has_target is None:
        if verb.casefold() in _BUYS and _is_bought(ruleset):
            first, *others = _AND.split(line)
            yield from (first, *(f"{verb} {other}" for other in others))
        else:
            yield from _without_verbs(ruleset, line)
        return
    if not has_target:
        line = _AND.sub(COMMA, line)
    order, *others = line.split(COMMA)
    for other in others:
        begins = meant_for(ruleset, other) is not None
        if has_target and TO not in words_of(order) and not begins:
            # Before the arrow a comma stands between the pieces of one order.
            order += COMMA + other
        elif other.strip():
            yield order.strip()
            order = other if begins else f"{verb} {other.strip()}"
    yield order.strip()


def _without_verbs(ruleset: str, line: str) -> Iterator[str]:
    """Orders of which each names a thing and a place: "settler nile, village arabia"."""
    parts = [part.strip() for part in _JOINTS.split(line) if part.strip()]
    buys = _is_bought(ruleset)
    plain = TO not in words_of(line) and not _GOES.search(line) and not meant_for(ruleset, line)
    named = all(_TWO_WORDS.search(part) and _names_goods(ruleset, part) for part in parts)
    if buys and plain and len(parts) > 1 and named:
        yield from parts
    else:
        yield line


def _is_bought(ruleset: str) -> bool:
    """Whether there is a phase in which several things are bought."""
    return "purchase" in notations(ruleset)


def _names_goods(ruleset: str, part: str) -> bool:
    """Whether the first word that tells something begins the name of a thing that is bought."""
    telling = [word for word in words_of(part) if len(word) >= _LEAST_LETTERS and word != "new"]
    return bool(telling) and any(goods.startswith(telling[0]) for goods in _goods(ruleset))


@cache
def _goods(ruleset: str) -> frozenset[str]:
    """The first words of the names of units and settlements, as people call them too."""
    entries = catalog(ruleset).entries
    units = (each[0].text for key, each in entries.items() if key.startswith("unit."))
    names = [name_words(text) for text in (*units, *_SETTLEMENTS)]
    called = [*names, *(other for name in names for other in everyday_names(name))]
    return frozenset(name[0] for name in called if name)


@cache
def _verbs(ruleset: str) -> frozenset[str]:
    """The words that orders begin with."""
    ways = (way for ways in notations(ruleset).values() for way in ways)
    return frozenset(verb for way in ways for verb in way.begins())


@cache
def listing_verbs(ruleset: str) -> dict[str, bool]:
    """The verbs whose orders can be listed, and whether those name a target after an arrow."""
    return {
        verb: TO in way.literals()
        for ways in notations(ruleset).values()
        for way in ways
        if way.listed
        for verb in way.begins()
    }
