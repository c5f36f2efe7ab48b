"""How likely it is that a question with these words is about a section."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from engine.rulebook.postings import Posting, Postings
from engine.rulebook.vectors import Find, Terms


class QuestionLikelihood:
    """A model of the words that lead to each section, smoothed by those of the whole book.

    The likelihood of a question under a section's words (Dirichlet smoothing) is compared with its
    likelihood under everybody's: above zero the question sounds like that section's.
    """

    def __init__(self, find: Find, totals: Sequence[float], smoothing: float) -> None:
        """`find` looks up what `asker_postings` found; `totals` are those of the sections."""
        self._find = find
        self._totals = totals
        self._smoothing = smoothing

    def known(self, terms: Collection[str]) -> Collection[str]:
        """Those of the terms that anybody uses."""
        return self._find(terms).keys()

    def likenesses(self, terms: Terms, less: Mapping[int, Terms]) -> dict[int, float]:
        """How much the askers of each section that share a term sound like this, by its number.

        `less` are counts to take off a section first, by its number.
        """
        postings = self._find(terms)
        known = [(term, weight) for term, weight in terms.items() if term in postings]
        weights = math.fsum(weight for _, weight in known)
        if not weights:
            return {}
        shared: dict[int, float] = defaultdict(float)
        for term, weight in known:
            usual, sections, counts = postings[term]
            for at, count in zip(sections, counts, strict=True):
                own = count - less[at].get(term, 0.0) if at in less else count
                if own > 0:
                    shared[at] += weight * math.log(1 + own / usual)
        found = {}
        for at, likeness in shared.items():
            if likeness:
                total = self._totals[at] - math.fsum(less.get(at, {}).values())
                expected = weights * math.log((total + self._smoothing) / self._smoothing)
                found[at] = (likeness - expected) / math.sqrt(weights)
        return found


def asker_postings(counts: Sequence[Terms], smoothing: float) -> Postings:
    """Each term with how often it is expected, and how often each section's askers use it."""
    common: dict[str, float] = defaultdict(float)
    found: dict[str, Posting] = {}
    for at, each in enumerate(counts):
        for term, count in each.items():
            common[term] += count
            found.setdefault(term, Posting.alone(0.0)).add(at, count)
    whole = math.fsum(common.values()) or 1.0
    return {
        term: posting._replace(value=smoothing * common[term] / whole)
        for term, posting in found.items()
    }
