"""Texts as vectors of weighted terms, and how like one another they are."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

Terms = Mapping[str, float]
"""The terms of a text, each with how much it counts."""


class Vectors:
    """Texts that can be compared with another one by the cosine of their angle."""

    def __init__(self, texts: Sequence[Terms]) -> None:
        holders = Counter(term for terms in texts for term in terms)
        self.rarity = {term: math.log(1 + len(texts) / held) for term, held in holders.items()}
        self._size = len(texts)
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, terms in enumerate(texts):
            for term, weight in self._unit(terms).items():
                self._postings[term].append((at, weight))

    def likenesses(self, terms: Terms) -> dict[int, float]:
        """The texts that share a term, by number, each with its likeness from 0 to 1."""
        # A list is quicker to add to than a dict: most texts share some letters with a question.
        sums = [0.0] * self._size
        for term, weight in self._unit(terms).items():
            for at, own in self._postings[term]:
                sums[at] += weight * own
        return {at: likeness for at, likeness in enumerate(sums) if likeness}

    def _unit(self, terms: Terms) -> dict[str, float]:
        """The known terms weighted by rarity, scaled to length 1."""
        weighted = {
            term: weight * self.rarity[term]
            for term, weight in terms.items()
            if term in self.rarity
        }
        length = math.sqrt(math.fsum(weight * weight for weight in weighted.values())) or 1.0
        return {term: weight / length for term, weight in weighted.items()}


class Documents:
    """Longer texts, ranked for a query by BM25: rare terms count more, repeats ever less."""

    def __init__(self, counts: Sequence[Terms], saturation: float, length: float) -> None:
        self._counts = counts
        self._postings: dict[str, list[int]] = defaultdict(list)
        for at, each in enumerate(counts):
            for term in each:
                self._postings[term].append(at)
        totals = [math.fsum(each.values()) for each in counts]
        mean = math.fsum(totals) / max(len(totals), 1) or 1.0
        self._damping = [saturation * (1 - length + length * total / mean) for total in totals]
        self.rarity = {
            term: math.log(1 + (len(counts) - len(held) + 0.5) / (len(held) + 0.5))
            for term, held in self._postings.items()
        }

    def likenesses(self, terms: Terms, less: Mapping[int, Terms]) -> dict[int, float]:
        """Each document's share of the most that the terms could reach.

        `less` are counts to take off a document first, by its number.
        """
        wanted = {
            term: weight * self.rarity[term]
            for term, weight in terms.items()
            if term in self.rarity
        }
        most = math.fsum(wanted.values()) or 1.0
        scores: dict[int, float] = defaultdict(float)
        for term, weight in wanted.items():
            for at in self._postings[term]:
                count = self._counts[at][term]
                if at in less:
                    count -= less[at].get(term, 0.0)
                if count > 0:
                    scores[at] += weight * count / (count + self._damping[at])
        return {at: score / most for at, score in scores.items() if score}


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
