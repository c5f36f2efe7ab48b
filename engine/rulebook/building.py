"""Builds the index of a rulebook: what is known about each term, written into its file."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.rulebook.absent import absent_things, things_of_other_games
from engine.rulebook.lexicon import Lexicon, Phrase
from engine.rulebook.likelihood import asker_postings
from engine.rulebook.postings import IndexFile, Posting, Postings
from engine.rulebook.questions import Asked
from engine.rulebook.search import Facts, Weights, explained_by_kind
from engine.rulebook.sections import Section
from engine.rulebook.term_weights import term_weights
from engine.rulebook.vectors import Terms, dampings, document_postings, grams, vector_postings

_DEFINED = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)


def write_index(
    file: IndexFile,
    sections: Sequence[Section],
    asked: Asked,
    names: Mapping[str, Iterable[str]],
    lexicon: Lexicon,
    weights: Weights = Weights(),  # noqa: B008 - frozen
) -> None:
    """Fill an empty file with the index of some sections, of which a lexicon knows the names."""
    texts = _Texts(sections, asked, lexicon, weights)
    said, counted = texts.said(), texts.counted()
    file.write("questions", vector_postings(texts.terms))
    file.write("letters", vector_postings([grams(each, weights.grams) for each in texts.stems]))
    file.write("text", document_postings(counted))
    file.write("askers", asker_postings(said, weights.smoothing))
    file.write("shares", texts.shares_of_askers())
    stress = term_weights(texts.terms, texts.leads_to)
    file.write("stress", {term: Posting.alone(value) for term, value in stress.items()})
    facts = Facts(
        leads_to=texts.leads_to,
        damping=dampings(counted, weights.saturation, weights.length),
        totals=[math.fsum(each.values()) for each in said],
        absent=sorted(texts.absent(names)),
        words=texts.words(),
    )
    file.note("index", facts)
    file.commit()


class _Texts:
    """The texts of a book, read: its questions and titles, and the bodies of its sections."""

    def __init__(
        self, sections: Sequence[Section], asked: Asked, lexicon: Lexicon, weights: Weights
    ) -> None:
        self._sections, self._asked = sections, asked
        self._lexicon, self._weights = lexicon, weights
        self._places = {section.anchor: at for at, section in enumerate(sections)}
        self._says_what_is_not = self._places.get(asked.about.absent or "")
        self._questions = questions_of(sections, asked)
        titles = [(at, section.title) for at, section in enumerate(sections)]
        lines = [*self._questions, *titles]
        self.leads_to = [at for at, _ in lines]
        self.stems = [lexicon.stems(text) for _, text in lines]
        self.terms = [lexicon.terms(each) for each in self.stems]
        self._bodies = [lexicon.stems(section.body) for section in sections]

    def counted(self) -> list[Terms]:
        """The terms of each section: of its title, its text, its questions and what it explains."""
        weights, lexicon = self._weights, self._lexicon
        found: list[dict[str, float]] = []
        for section, body in zip(self._sections, self._bodies, strict=True):
            counts: dict[str, float] = defaultdict(float)
            often = Counter(body)
            for term, weight in lexicon.terms(body).items():
                counts[term] += weights.body_field * weight * max(often[term], 1)
            for defined in _DEFINED.findall(section.body):
                for term, weight in lexicon.terms(lexicon.stems(defined)).items():
                    counts[term] += weights.defined_field * weight
            title = lexicon.stems(f"{section.title} {section.anchor}")
            for term, weight in lexicon.terms(title).items():
                counts[term] += weights.title_field * weight
            found.append(counts)
        for (at, _), terms in zip(self._questions, self.terms, strict=False):
            for term, weight in terms.items():
                found[at][term] += weights.question_field * weight
        for kind, at in explained_by_kind(self._asked.about, self._places).items():
            found[at][kind] += weights.title_field
        return list(found)

    def said(self) -> list[Terms]:
        """The terms that askers of each section use."""
        weights, lexicon = self._weights, self._lexicon
        found: list[dict[str, float]] = []
        for section, body in zip(self._sections, self._bodies, strict=True):
            said: dict[str, float] = defaultdict(float)
            title = lexicon.stems(f"{section.title} {section.anchor}")
            others = map(lexicon.stems, self._asked.elsewhere.get(section.anchor, ()))
            parts = [(title, weights.asker_title), (body, weights.asker_body)]
            for stems, share in (*parts, *((each, weights.elsewhere) for each in others)):
                for term, weight in lexicon.terms(stems).items():
                    said[term] += share * weight
            found.append(said)
        for at, terms in zip(self.leads_to, self.terms, strict=True):
            for term, weight in terms.items():
                found[at][term] += weight
        return list(found)

    def shares_of_askers(self) -> Postings:
        """For each term, which share of the questions and title of each section hold it."""
        lines = Counter(self.leads_to)
        held: dict[str, Counter[int]] = defaultdict(Counter)
        for at, terms in zip(self.leads_to, self.terms, strict=True):
            for term in terms:
                held[term][at] += 1
        found: dict[str, Posting] = {}
        for term, sections in held.items():
            found[term] = Posting.alone(0.0)
            for at, often in sections.items():
                found[term].add(at, often / lines[at])
        return found

    def absent(self, names: Mapping[str, Iterable[str]]) -> set[Phrase]:
        """The things of other games that there are not."""
        if self._says_what_is_not is None:
            return set()
        here = (at == self._says_what_is_not for at in self.leads_to)
        asked = zip(here, self.stems, strict=True)
        return absent_things(things_of_other_games(), self._explained(names), asked)

    def _explained(self, names: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
        """What the book has: texts and titles but that of what there is not, and names."""
        for at, (section, body) in enumerate(zip(self._sections, self._bodies, strict=True)):
            if at != self._says_what_is_not:
                yield body
                yield self._lexicon.stems(section.title)
        yield from (self._lexicon.stems(name) for called in names.values() for name in called)

    def words(self) -> dict[str, int]:
        """Every word of the book, its questions and its lexicon, with how common it is."""
        elsewhere = self._asked.elsewhere.values()
        others = (self._lexicon.stems(each) for texts in elsewhere for each in texts)
        known = Counter(word for each in (*self.stems, *self._bodies, *others) for word in each)
        known.update(sorted(self._lexicon.vocabulary))
        return dict(known)


def questions_of(sections: Sequence[Section], asked: Asked) -> list[tuple[int, str]]:
    """Every question of a book with the number of the section it leads to, as the index counts."""
    places = {section.anchor: at for at, section in enumerate(sections)}
    return [
        (places[anchor], text)
        for anchor, texts in asked.questions.items()
        if anchor in places
        for text in texts
    ]
