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
        self._totals = [math.fsum(each.values()) for each in counts]
        self._smoothing = smoothing
        self._uses: dict[str, list[tuple[int, float]]] = defaultdict(list)
        common: dict[str, float] = defaultdict(float)
        for at, each in enumerate(counts):
            for term, count in each.items():
                common[term] += count
                self._uses[term].append((at, count))
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
        shared: dict[int, float] = defaultdict(float)
        for term, weight in known:
            usual = self._expected[term]
            for at, count in self._uses[term]:
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
