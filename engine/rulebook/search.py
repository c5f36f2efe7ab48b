"""Full-text search over a rulebook's sections, held in memory and ranked by BM25."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from engine.core.folding import fold
from engine.rulebook.sections import Section

_SATURATION = 1.2
_LENGTH_WEIGHT = 0.75
_TITLE_WEIGHT = 5
_SHORTEST_PREFIX = 3
_LIKENESS = 0.8
_EXCERPT = 200

_WORD = re.compile(r"[a-z0-9]+")
_MARKUP = re.compile(r"\*\*|`|^> ?|^- |(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", re.MULTILINE)
_REASON = re.compile(r" \*Reason:\*.*")
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[^a-z])")
_TABLE_RULE = re.compile(r"[|\- ]+")
_IRREGULAR = {"dice": "die", "men": "man"}
_STOP_WORDS = frozenset(
    _WORD.findall(
        "a am an and are as at be by can could do does for from get had happen has have how i if "
        "in is it its may me my of on or our shall should so that the their them then there they "
        "this to was we were what when where which who whom why will with would you your"
    )
)


class Hit(msgspec.Struct, frozen=True):
    """A section that answers a query; the excerpt is its best passage as plain text."""

    section: Section
    score: float
    excerpt: str


class Index:
    """Answers queries over the sections it was built from."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = tuple(sections)
        self._counts = [_weighted_terms(section) for section in self._sections]
        self._lengths = [counts.total() for counts in self._counts]
        self._mean_length = sum(self._lengths) / max(len(self._lengths), 1)
        self._holders = Counter(term for counts in self._counts for term in counts)

    def search(self, query: str, limit: int) -> list[Hit]:
        """The best sections first, none that shares no word with the query.

        Case, accents and plurals do not matter. A word that no section holds stands for those
        that begin with it, or else for the one it looks like.
        """
        wanted = {known for term in _terms(query) for known in self._known(term)}
        scores = [(self._score(at, wanted), at) for at in range(len(self._sections))]
        found = sorted((-score, at) for score, at in scores if score > 0)
        return [
            Hit(self._sections[at], -negative, _excerpt(self._sections[at].body, wanted))
            for negative, at in found[: max(limit, 0)]
        ]

    def _known(self, term: str) -> list[str]:
        if term in self._holders:
            return [term]
        if len(term) >= _SHORTEST_PREFIX:
            begun = [known for known in self._holders if known.startswith(term)]
            if begun:
                return begun
        return get_close_matches(term, self._holders, n=1, cutoff=_LIKENESS)

    def _score(self, at: int, wanted: Iterable[str]) -> float:
        counts = self._counts[at]
        length = self._lengths[at] / self._mean_length
        damping = _SATURATION * (1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * length)
        return math.fsum(
            self._rarity(term) * counts[term] * (_SATURATION + 1) / (counts[term] + damping)
            for term in wanted
            if counts[term]
        )

    def _rarity(self, term: str) -> float:
        holders = self._holders[term]
        return math.log(1 + (len(self._sections) - holders + 0.5) / (holders + 0.5))


def _terms(text: str) -> list[str]:
    """The words that matter, without case, accents and plural endings."""
    singulars = (_singular(word) for word in _WORD.findall(fold(text)) if word not in _STOP_WORDS)
    return [word for word in singulars if word not in _STOP_WORDS]


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


def _weighted_terms(section: Section) -> Counter[str]:
    """How often each term counts; one in the title or anchor counts several times."""
    counts = Counter(_terms(section.body))
    for term in set(_terms(f"{section.title} {section.anchor}")):
        counts[term] += _TITLE_WEIGHT
    return counts


def _excerpt(body: str, wanted: set[str]) -> str:
    """The passage of the body that holds most of the wanted terms, from a sentence's beginning."""
    passages = _passages(body)
    if not passages:
        return ""
    # max keeps the first of equals, so a section found by its title alone shows its opening.
    best = max(passages, key=lambda passage: _matches(passage, wanted))
    sentences = _SENTENCE_END.split(best)
    start = max(range(len(sentences)), key=lambda at: _matches(sentences[at], wanted))
    return _shortened(" ".join(sentences[start:]))


def _passages(body: str) -> list[str]:
    """The lines of a body as plain text: prose before tables, rulings without their reasons."""
    prose: list[str] = []
    rows: list[str] = []
    for line in body.splitlines():
        if line.startswith("|"):
            if not _TABLE_RULE.fullmatch(line):
                rows.append(" · ".join(cell.strip() for cell in line.strip("|").split("|")))
        elif line and not line.startswith("```"):
            prose.append(_MARKUP.sub("", _REASON.sub("", line)))
    return prose + rows


def _matches(text: str, wanted: set[str]) -> int:
    return len(wanted.intersection(_terms(text)))


def _shortened(text: str) -> str:
    if len(text) <= _EXCERPT:
        return text
    return text[:_EXCERPT].rpartition(" ")[0] + " …"
