"""The order that a question is about: "why can't I move a settler to Gobi" asks about a move."""

from __future__ import annotations

import re
from functools import cache

from engine.notation.patterns import notations
from engine.notation.words import COMMA, TO, is_number, name_words, words_of
from engine.rulebook.questions import names_of
from engine.rulebook.words import stem

_ASKING = re.compile(
    r"^(?:why |how come )?(?:can|may|could|should|am|is|are)(?: ?not|'?n?'?t)? (?:i|we)(?: not)?"
    r"(?: be)?(?: allowed to| able to)? |^why not "
)
_USUAL = frozenset({"move", "act", "explode"})
"""Verbs that rule sets have without writing them into their notation."""
_VAGUE = frozenset({"space", "spaces", "turn", "turns", "time", "times", "region", "regions"})
"""Words of questions that happen to be part of a name."""
_FILLERS = frozenset({"my", "the", "a", "an", "some", "from", "in", "into", "with", "at", "on"})


def asked_order(ruleset: str, question: str) -> str | None:
    """The order in a question or in its stead; None where it is no order.

    It begins with a verb of the notation, and everything else in it has a name.

    >>> asked_order("standard", "why can't i move my settler from gobi to steppe?")
    'move settler gobi > steppe'
    >>> asked_order("standard", "why did i lose")
    """
    rest = _ASKING.sub(
        "", " ".join(question.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    )
    words = [TO if word == "to" else word for word in words_of(rest) if word not in _FILLERS]
    if len(words) < 2 or words[0] not in verbs(ruleset) or _VAGUE & {*words}:
        return None
    known = _known(ruleset)
    if all(w in (TO, COMMA) or is_number(w) or stem(w) in known for w in words[1:]):
        return " ".join(words)
    return None


@cache
def verbs(ruleset: str) -> frozenset[str]:
    """The words that orders begin with."""
    found: set[str] = {*_USUAL}
    for several in notations(ruleset).values():
        for each in several:
            first = each.parts()[0]
            found.update(each.verbs)
            if isinstance(first, str):
                found.add(first)
            else:
                found.update(str(value) for value in each.when.get(first.path[0], ()))
    return frozenset(found)


@cache
def _known(ruleset: str) -> frozenset[str]:
    """The words that names are made of, and those of the notation, as stems."""
    named = (
        word
        for several in names_of(ruleset).values()
        for each in several
        for word in name_words(each)
    )
    written = (
        word
        for several in notations(ruleset).values()
        for each in several
        for word in (*each.literals(), *(str(v) for values in each.when.values() for v in values))
    )
    return frozenset(map(stem, (*named, *written)))
