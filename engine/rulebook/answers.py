"""The sentence of a section that answers a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from engine.rulebook.excerpts import Kind, Sentence, sentences
from engine.rulebook.lexicon import CONCEPT, PAIR
from engine.rulebook.vectors import Terms

_FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|half|once|twice|no|any|all)\b"
)
_LEAVE = re.compile(r"\b(?:may|can|cannot|must|never|not|no|nobody|only|any|free)\b")
_MOMENT = re.compile(r"\b(?:when|while|after|before|until|once|as soon as|at the|during|from)\b")
_POINTS_BACK = re.compile(r"(?:They|It|This|That|These|Those|He|She|Then|So|Such|Its|Their)\b")
_SIGNS = {
    "?price": _FIGURE,
    "?count": _FIGURE,
    "=speed": _FIGURE,
    "?can": _LEAVE,
    "?when": _MOMENT,
}
"""By the kind of answer that is wanted: what a sentence that gives it looks like."""
_KEPT_MOST = 24
"""So many sections are kept as they were read: a few are asked about most."""
_NOBODY: Mapping[str, float] = MappingProxyType({})


class Leanings(msgspec.Struct, frozen=True):
    """What speaks for and against a sentence, beside the share of the question that it holds."""

    length: float = 0.1
    """How much a long sentence has to hold more than a short one ..."""
    words: int = 10
    """... from about so many words on."""
    scarce: float = 0.5
    """How much more it counts to hold what other sentences of the section do not hold."""
    askers: float = 3.0
    """How much less it counts to hold what most askers of the section say: it led to the section
    and tells nothing about where in it the answer is ..."""
    floor: float = 0.5
    """... but what is left over counts at most this many times over again: without a telling word
    the section's opening answers."""
    pair: float = 0.5
    """Two words side by side count so much beside each of them."""
    columns: float = 0.5
    """What the headings of its table hold counts so much."""
    opening: float = 0.2
    """The first sentence of a section says what it is about ..."""
    leading: float = 0.06
    """... and that of a paragraph what follows in it."""
    example: float = -0.2
    ruling: float = -0.1
    row: float = -0.05
    points_back: float = -0.06
    """A sentence that begins with a word for something before it says little alone."""
    introduces: float = -0.15
    """A sentence that only leads to a list or a table says little alone, too."""
    named: float = 0.25
    """The entry of a list or table for a thing that the question names."""
    sign: float = 0.06
    """A figure where a number is asked for, a moment where a time is, and so on."""


class _Read(NamedTuple):
    """A section's sentences with their terms, and how many of them hold each term."""

    sentences: list[tuple[Sentence, Terms]]
    holders: Counter[str]


class Answers:
    """Finds the sentence of a section that answers a question."""

    def __init__(
        self,
        terms_of: Callable[[str], Terms],
        leanings: Leanings = Leanings(),  # noqa: B008 - frozen
    ) -> None:
        """`terms_of` reads a text of the book."""
        self._terms_of = terms_of
        self._leanings = leanings
        self._read = lru_cache(_KEPT_MOST)(self._read_body)

    def best(
        self,
        body: str,
        question: Terms,
        rarity: Mapping[str, float],
        askers: Mapping[str, float] = _NOBODY,
    ) -> Sentence | None:
        """The sentence of a body that answers best; None for a body without words.

        `rarity` says how much the question's terms tell, `askers` which share of the questions that
        lead to the section hold each.
        """
        read = self._read(body)
        weights = self._weights(question, read, rarity, askers)
        scored = [
            (self._share(each, held, weights) + self._for_itself(each, question), each)
            for each, held in read.sentences
            if each.kind != "header"
        ]
        # max keeps the first of equals.
        return max(scored, key=lambda each: each[0], default=(0.0, None))[1]

    def _read_body(self, body: str) -> _Read:
        held = [(each, self._held(each)) for each in sentences(body)]
        return _Read(held, Counter(term for _, terms in held for term in terms))

    def _held(self, sentence: Sentence) -> Terms:
        """The terms of a sentence, with those of its table's headings."""
        held = dict(self._terms_of(sentence.plain))
        for term, weight in self._terms_of(sentence.columns).items():
            held.setdefault(term, weight * self._leanings.columns)
        return held

    def _weights(
        self,
        question: Terms,
        read: _Read,
        rarity: Mapping[str, float],
        askers: Mapping[str, float],
    ) -> dict[str, float]:
        """How much each term of a question tells about where in the section its answer is."""
        leanings, holders, size = self._leanings, read.holders, len(read.sentences)
        most = math.log(1 + size) or 1.0
        found = {
            term: weight
            * rarity.get(term, 0.0)
            * (math.log(1 + size / holders[term]) / most) ** leanings.scarce
            * (leanings.pair if PAIR in term else 1.0)
            for term, weight in question.items()
            if holders[term]
        }
        telling = {
            term: weight * (1 - askers.get(term, 0.0)) ** leanings.askers
            for term, weight in found.items()
        }
        least = leanings.floor * math.fsum(found.values())
        whole = max(math.fsum(telling.values()), least) or 1.0
        return {term: weight / whole for term, weight in telling.items()}

    def _share(self, sentence: Sentence, held: Terms, weights: Mapping[str, float]) -> float:
        shared = math.fsum(weight * held[term] for term, weight in weights.items() if term in held)
        words = len(sentence.plain.split())
        return float(shared / max(words / self._leanings.words, 1.0) ** self._leanings.length)

    def _for_itself(self, sentence: Sentence, question: Terms) -> float:
        """What speaks for a sentence whatever it shares with the question."""
        leanings = self._leanings
        kinds: dict[Kind, float] = {
            "example": leanings.example,
            "ruling": leanings.ruling,
            "row": leanings.row,
        }
        found = kinds.get(sentence.kind, 0.0)
        if sentence.kind == "plain":
            found += leanings.opening if sentence.number == 0 else 0.0
            found += leanings.leading if sentence.after else 0.0
        if _POINTS_BACK.match(sentence.plain):
            found += leanings.points_back
        if sentence.plain.endswith(":"):
            found += leanings.introduces
        if sentence.head and self._names(sentence.head, question):
            found += leanings.named
        if any(term in question and sign.search(sentence.plain) for term, sign in _SIGNS.items()):
            found += leanings.sign
        return found

    def _names(self, head: str, question: Terms) -> bool:
        """Whether a question names what heads an entry, or says what stands for it."""
        words = [term for term in self._terms_of(head) if term.isalpha()]
        return bool(words) and all(
            word in question or f"{CONCEPT}{word}" in question for word in words
        )
