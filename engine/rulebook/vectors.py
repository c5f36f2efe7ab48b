"""Texts as vectors of weighted terms, and how like one another they are."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from engine.rulebook.postings import Posting, Postings

Find = Callable[[Collection[str]], Postings]
"""Looks up the postings of terms."""
Terms = Mapping[str, float]
"""The terms of a text, each with how much it counts."""


class Vectors:
    """Texts that can be compared with another one by the cosine of their angle."""

    def __init__(self, find: Find, size: int) -> None:
        """`find` looks up what `vector_postings` found in so many texts."""
        self._find = find
        self._size = size

    def likenesses(self, terms: Terms) -> dict[int, float]:
        """The texts that share a term, by number, each with its likeness from 0 to 1."""
        postings = self._find(terms)
        # A list is quicker to add to than a dict: most texts share some letters with a question.
        sums = [0.0] * self._size
        for term, weight in _unit(terms, _values(postings)).items():
            posting = postings[term]
            for at, own in zip(posting.at, posting.weights, strict=True):
                sums[at] += weight * own
        return {at: likeness for at, likeness in enumerate(sums) if likeness}


def vector_postings(texts: Sequence[Terms]) -> Postings:
    """Each term with its rarity and the texts that hold it, weighted."""
    holders = Counter(term for terms in texts for term in terms)
    rarity = {term: math.log(1 + len(texts) / held) for term, held in holders.items()}
    found = {term: Posting.alone(value) for term, value in rarity.items()}
    for at, terms in enumerate(texts):
        for term, weight in _unit(terms, rarity).items():
            found[term].add(at, weight)
    return found


def _unit(terms: Terms, rarity: Mapping[str, float]) -> dict[str, float]:
    """The known terms weighted by rarity, scaled to length 1."""
    weighted = {term: weight * rarity[term] for term, weight in terms.items() if term in rarity}
    length = math.sqrt(math.fsum(weight * weight for weight in weighted.values())) or 1.0
    return {term: weight / length for term, weight in weighted.items()}


def _values(postings: Postings) -> dict[str, float]:
    return {term: posting.value for term, posting in postings.items()}


class Documents:
    """Longer texts, ranked for a query by BM25: rare terms count more, repeats ever less."""

    def __init__(self, find: Find, damping: Sequence[float]) -> None:
        """`find` looks up what `document_postings` found; `damping` is that of each text."""
        self._find = find
        self._damping = damping

    def rarity(self, terms: Collection[str]) -> dict[str, float]:
        """How much each of the terms that are known tells."""
        return _values(self._find(terms))

    def likenesses(self, terms: Terms, less: Mapping[int, Terms]) -> dict[int, float]:
        """Each document's share of the most that the terms could reach.

        `less` are counts to take off a document first, by its number.
        """
        postings = self._find(terms)
        wanted = {
            term: weight * postings[term].value
            for term, weight in terms.items()
            if term in postings
        }
        most = math.fsum(wanted.values()) or 1.0
        scores: dict[int, float] = defaultdict(float)
        for term, weight in wanted.items():
            posting = postings[term]
            for at, count in zip(posting.at, posting.weights, strict=True):
                if at in less:
                    count -= less[at].get(term, 0.0)
                if count > 0:
                    scores[at] += weight * count / (count + self._damping[at])
        return {at: score / most for at, score in scores.items() if score}


def document_postings(counts: Sequence[Terms]) -> Postings:
    """Each term with its rarity and how often each text holds it."""
    found: dict[str, Posting] = {}
    for at, each in enumerate(counts):
        for term, count in each.items():
            found.setdefault(term, Posting.alone(0.0)).add(at, count)
    return {
        term: posting._replace(
            value=math.log(1 + (len(counts) - len(posting.at) + 0.5) / (len(posting.at) + 0.5))
        )
        for term, posting in found.items()
    }


def dampings(counts: Sequence[Terms], saturation: float, length: float) -> list[float]:
    """How soon repeats stop counting in each text: sooner in a short one."""
    totals = [math.fsum(each.values()) for each in counts]
    mean = math.fsum(totals) / max(len(totals), 1) or 1.0
    return [saturation * (1 - length + length * total / mean) for total in totals]


def grams(words: Iterable[str], size: int) -> dict[str, float]:
    """The runs of letters that words are made of, with their beginnings and ends marked.

    >>> sorted(grams(["flee"], 3))
    ['^fl', 'ee$', 'fle', 'lee']
    """
    found: dict[str, float] = {}
    for word in words:
        marked = f"^{word}$"
        for at in range(max(len(marked) - size + 1, 1)):
            found[marked[at : at + size]] = 1.0
    return found
