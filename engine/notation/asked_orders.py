"""The order that a question is about: "why can't I move a settler to Gobi" asks about a move."""

from __future__ import annotations

import re
from functools import cache

from engine.core.messages import ENGLISH, catalog
from engine.notation.card_names import CardName, card_names
from engine.notation.patterns import notations
from engine.notation.words import COMMA, TO, is_number, name_words, words_of
from engine.rulebook.questions import names_of
from engine.rulebook.stems import stem

_ASKING = re.compile(
    r"^(?:why |how come )?(?:can|may|could|should|am|is|are)(?: ?not|'?n?'?t)? (?:i|we)(?: not)?"
    r"(?: be)?(?: allowed to| able to)? |^why not "
)
_WHY_NOT = re.compile(r"^(?:why|how come) (?:can|may|could|am|is|are|do|does)(?: ?not|n?'?t)?\b")
_LATER = frozenset({"here", "there", "now", "yet", "anymore", "any", "more", "again"})
"""Words at the end of a question that say nothing about what is wanted."""
_MEANT_ALIKE = (
    ("buy", "build", "purchase", "train", "recruit", "produce", "make", "get", "raise"),
    ("move", "go", "walk", "march", "send"),
    ("grow", "upgrade", "enlarge", "expand"),
    ("look", "explore"),
)
"""Everyday verbs for the same thing; a rule set has one or two of each."""
_USUAL = frozenset({"move", "act", "explode"})
"""Verbs that rule sets have without writing them into their notation."""
GOODS, ACTIONS = "option.buy.", "action."
"""The tables of goods that are no pieces or cards, and of what a turn is spent on."""
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
    words = [TO if word == "to" else word for word in _wanted(question)]
    if len(words) < 2 or _VAGUE & {*words}:
        return None
    words[0] = _verb(ruleset, words[0])
    if words[0] not in verbs(ruleset):
        return None
    known = known_words(ruleset)
    if all(w in (TO, COMMA) or is_number(w) or stem(w) in known for w in words[1:]):
        return " ".join(words)
    return None


def asked_card(ruleset: str, question: str, language: str = ENGLISH) -> CardName | None:
    """The card of what a question or an order wants to have.

    >>> asked_card("rhye", "why can't i research gunpowder yet?").title
    'Gunpowder'
    >>> asked_card("standard", "why can't i end my turn")
    """
    words = [word for word in _wanted(question) if not is_number(word)]
    while words and words[-1] in _LATER:
        words.pop()
    return card_names(ruleset, language).named(" ".join(words[1:])) if len(words) > 1 else None


def asks_why_not(question: str) -> bool:
    """Whether a question asks what stands in the way of something.

    >>> asks_why_not("Why can\u2019t my boat land?"), asks_why_not("why did i lose")
    (True, False)
    """
    return _WHY_NOT.match(_plain(question)) is not None


def _plain(question: str) -> str:
    return " ".join(question.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())


def _wanted(question: str) -> list[str]:
    """The words of a question about something to do: the verb first, and what it is for."""
    rest = _ASKING.sub("", _plain(question))
    return [word for word in words_of(rest) if word not in _FILLERS]


def _verb(ruleset: str, verb: str) -> str:
    """A verb of the notation that means the same as a verb of everyday; else the verb itself."""
    known = verbs(ruleset)
    if verb in known:
        return verb
    alike = next((several for several in _MEANT_ALIKE if verb in several), ())
    return next((each for each in alike if each in known), verb)


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
    return frozenset((*found, *_names(ruleset, ACTIONS)))


def _names(ruleset: str, table: str) -> list[str]:
    """The words that a table of the catalog has for things."""
    entries = catalog(ruleset).entries
    texts = (entry[0].text for key, entry in entries.items() if key.startswith(table))
    return [word for text in texts if "{" not in text for word in name_words(text)]


@cache
def known_words(ruleset: str) -> frozenset[str]:
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
    return frozenset(map(stem, (*named, *written, *_names(ruleset, GOODS))))
