"""How likely it is that a question with these words is about a section."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.rulebook.vectors import Terms


class QuestionLikelihood:
    """A model of the words that lead to each section, smoothed by those of the whole book.

    The likelihood of a question under a section's words (Dirichlet smoothing) is compared with its
    likelihood under everybody's: above zero the question sounds like that section's.
    """

    def __init__(self, counts: Sequence[Terms], smoothing: float) -> None:
        self._counts = counts
        self._totals = [math.fsum(each.values()) for each in counts]
        self._smoothing = smoothing
        common: dict[str, float] = defaultdict(float)
        for each in counts:
            for term, count in each.items():
                common[term] += count
        whole = math.fsum(common.values()) or 1.0
        self._expected = {term: smoothing * count / whole for term, count in common.items()}

    def knows(self, term: str) -> bool:
        """Whether anybody uses a term."""
        return term in self._expected

    def likenesses(self, terms: Terms, less: Mapping[int, Terms]) -> dict[int, float]:
        """How much the askers of each section that share a term sound like this, by its number.

        `less` are counts to take off a section first, by its number.
        """
        known = [(term, weight) for term, weight in terms.items() if term in self._expected]
        weights = math.fsum(weight for _, weight in known)
        if not weights:
            return {}
        found = {}
        for at, counts in enumerate(self._counts):
            taken = less.get(at, {})
            shared = 0.0
            for term, weight in known:
                count = counts.get(term, 0.0) - taken.get(term, 0.0)
                if count > 0:
                    shared += weight * math.log(1 + count / self._expected[term])
            if shared:
                total = self._totals[at] - math.fsum(taken.values())
                expected = weights * math.log((total + self._smoothing) / self._smoothing)
                found[at] = (shared - expected) / math.sqrt(weights)
        return found
