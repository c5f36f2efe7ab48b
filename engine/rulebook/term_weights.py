"""How much each word of a long question weighs: those that lead to one section count most."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from engine.rulebook.vectors import Terms

_PRIOR = 3.0
"""A term that few questions have is taken to be spread like any other, to this extent."""
_SHARE = 0.7
_LEAST, _MOST = 0.05, 2.5


def term_weights(texts: Sequence[Terms], leads_to: Sequence[int]) -> dict[str, float]:
    """How unevenly each term is spread over the sections that questions lead to.

    "Two", "now" and "friend" come in questions about everything; "plague" and "lend" lead to one
    section. In a short question every word is meant; in a story most words only set the scene.
    `leads_to` is the number of the section of each text.
    """
    held: dict[str, Counter[int]] = defaultdict(Counter)
    common: Counter[int] = Counter()
    for terms, at in zip(texts, leads_to, strict=True):
        common[at] += len(terms)
        for term in terms:
            held[term][at] += 1
    whole = sum(common.values()) or 1
    expected = {at: count / whole for at, count in common.items()}
    spread = {term: _divergence(counts, expected) for term, counts in held.items()}
    mean = math.fsum(spread.values()) / max(len(spread), 1) or 1.0
    return {term: min(max(each / mean, _LEAST), _MOST) ** _SHARE for term, each in spread.items()}


def _divergence(counts: Counter[int], expected: dict[int, float]) -> float:
    """How far the sections of a term are from those of all terms (Kullback-Leibler)."""
    total = counts.total() + _PRIOR
    divergence, elsewhere = 0.0, 1.0
    for at, count in counts.items():
        share = (count + _PRIOR * expected[at]) / total
        divergence += share * math.log(share / expected[at])
        elsewhere -= expected[at]
    return divergence + elsewhere * _PRIOR / total * math.log(_PRIOR / total)
