"""Several orders on one line: `;` between any, a comma between orders of one verb.

The text alone decides where a line is divided, never the position: what was carried out of a text
is counted in orders, so the same text must fall into the same orders again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.notation.patterns import meant_for, notations
from engine.notation.words import COMMA, TO, words_of

BETWEEN = ";"


def orders_on(ruleset: str, line: str) -> list[str]:
    """The orders on a line, each with its verb.

    >>> orders_on("standard", "move settler, galley nile > nubia, settler gobi > steppe; end")
    ['move settler, galley nile > nubia', 'move settler gobi > steppe', 'end']
    >>> orders_on("advanced", "buy wheel, 2 swordsman gobi")
    ['buy wheel', 'buy 2 swordsman gobi']
    """
    parts = (part.strip() for part in line.split(BETWEEN))
    return [order for part in parts if part for order in _divided(ruleset, part)]


def _divided(ruleset: str, line: str) -> Iterator[str]:
    verb, *_ = line.split()
    has_target = listing_verbs(ruleset).get(verb.casefold())
    if has_target is None:
        yield line
        return
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
