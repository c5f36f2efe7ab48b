"""Search over a rulebook's sections: by their text, and by the questions that lead to them.

A section's score is a weighted sum of four likenesses between what was typed and the section: to
its nearest questions (cosine of weighted terms), to its nearest question letter by letter (for
typos and odd endings), to its title, text and questions taken together (BM25), and to the words
that its askers use, those of the same section in other rulebooks among them. The weights were
chosen by leaving out each question of the files in turn and searching for it, see
`tests/rulebook/leave_one_out.py`. What is known about each term is read from a file that
`building.py` writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from heapq import nlargest
from typing import NamedTuple

import msgspec

from engine.rulebook.absent import Absent, things_of_other_games
from engine.rulebook.answers import Answers
from engine.rulebook.excerpts import Sentence
from engine.rulebook.lexicon import CONCEPT, Lexicon, Phrase
from engine.rulebook.likelihood import QuestionLikelihood
from engine.rulebook.postings import IndexFile
from engine.rulebook.questions import About
from engine.rulebook.sections import Section
from engine.rulebook.spelling import Spelling
from engine.rulebook.vectors import Documents, Terms, Vectors, grams

QUERY_MOST = 600
"""So many letters of a question are read: what it costs to answer one is bounded."""
STORY_LEAST = 10
"""From so many words on a question is read as a story."""
_OPTIONS = f"{CONCEPT}option"
"""The concept of a question about options and house rules."""


class Weights(msgspec.Struct, frozen=True):
    """How the parts of a score are put together."""

    questions: float = 1.0
    """The likeness to a section's nearest questions ..."""
    runners_up: tuple[float, ...] = (1.0, 1.0, 1.0)
    """... and how much the first, second and third nearest count in it."""
    letters: float = 0.2
    """The likeness to the nearest question letter by letter."""
    grams: int = 3
    """How many letters are compared at a time."""
    text: float = 8.0
    """The likeness to title, text and questions together."""
    title_field: float = 5.0
    body_field: float = 1.0
    defined_field: float = 2.0
    """What heads an entry of a list in bold letters: the thing that is explained there."""
    question_field: float = 0.4
    saturation: float = 1.2
    length: float = 0.5
    askers: float = 0.8
    """The likeness to what askers of a section say: in their questions ..."""
    asker_title: float = 2.0
    """... to which its title, ..."""
    asker_body: float = 0.4
    """... its text ..."""
    elsewhere: float = 0.4
    """... and each question for the same section of another rulebook add so much."""
    smoothing: float = 30.0
    opening: float = -0.5
    """What is added to the opening of a chapter: the sections in it say more."""
    optional: float = -0.6
    """What is added to rules that are off as a rule, unless the question is about options."""
    near: float = 0.3
    """What is added in the chapters that a player is asked about now."""
    named: float = 6.0
    """What is added where a thing is explained that was asked for by nothing but its name."""
    titled: float = 7.0
    """What is added to a section that was asked for by nothing but its title."""
    absent: float = 6.0
    """What is added where it says what there is not, when a thing of other games is asked for."""
    absent_in_story: float = 3.0
    """The same for a story, in which the thing may be scenery."""


class Hit(msgspec.Struct, frozen=True):
    """A section that answers a query, and the sentence of it that does."""

    section: Section
    score: float
    sentence: Sentence | None

    @property
    def excerpt(self) -> str:
        """The passage that answers, as plain text."""
        return "" if self.sentence is None else self.sentence.shortened()


class Query(msgspec.Struct, frozen=True):
    """What was typed: its words, put right where they were misspelled, and its terms."""

    stems: list[str]
    terms: Terms
    is_story: bool
    """Whether so much was typed, places included, that most of it is not the question itself."""


class LeftOut(NamedTuple):
    """A question of the index that is to be searched for as if it were not in it."""

    number: int
    leads_to: int
    """The number of its section."""
    terms: Terms


class Facts(msgspec.Struct, frozen=True):
    """What is known of an index as a whole."""

    leads_to: list[int]
    """The number of the section of each question, then of each title."""
    damping: list[float]
    totals: list[float]
    """For each section, how much its askers say."""
    absent: list[Phrase]
    words: dict[str, int]
    """Every word that is known, with how common it is."""


class Index:
    """Answers queries over the sections that its file was built from."""

    def __init__(
        self,
        file: IndexFile,
        sections: Sequence[Section],
        about: About = About(),  # noqa: B008 - frozen
        lexicon: Lexicon | None = None,
        weights: Weights = Weights(),  # noqa: B008 - frozen
    ) -> None:
        """Sections, lexicon and weights must be those that the file was built with."""
        self._file = file
        facts = file.fact("index", Facts)
        self._sections = tuple(sections)
        self._weights = weights
        self._lexicon = lexicon or Lexicon({})
        places = {section.anchor: at for at, section in enumerate(self._sections)}
        self._leads_to = facts.leads_to
        self._vectors = Vectors(partial(file.find, "questions"), len(facts.leads_to))
        self._letters = Vectors(partial(file.find, "letters"), len(facts.leads_to))
        self._documents = Documents(partial(file.find, "text"), facts.damping)
        self._likelihood = QuestionLikelihood(
            partial(file.find, "askers"), facts.totals, weights.smoothing
        )
        self._explains = explained_by_kind(about, places)
        self._openings = {
            at for at, each in enumerate(self._sections) if each.anchor == each.chapter
        }
        self._titled: dict[Phrase, list[int]] = defaultdict(list)
        for at, section in enumerate(self._sections):
            self._titled[self._lexicon.telling(self._lexicon.stems(section.title))].append(at)
        self._optional = {
            at for at, each in enumerate(self._sections) if each.chapter in about.optional
        }
        self._says_what_is_not = places.get(about.absent or "")
        self._absent = Absent(facts.absent)
        foreign = {word for thing in things_of_other_games() for word in thing}
        self._spelling = Spelling(facts.words, self._lexicon.ordinary | foreign)
        self._answers = Answers(self._terms_of)

    def close(self) -> None:
        """Close its file."""
        self._file.close()

    def search(self, query: str, limit: int, near: Collection[str] = ()) -> list[Hit]:
        """The best sections first; none when no telling word of the query is known.

        Case, accents, endings and typos do not matter. `near` are anchors of what the player is
        asked now; what stands in their chapters comes a little sooner.
        """
        read = self.read(query)
        if not self._tells(read.terms) and not self._absent.of(read.stems):
            return []
        scores = self.scores(read, near)
        best = nlargest(max(limit, 0), scores, key=lambda at: (scores[at], -at))
        rarity, shares = self._documents.rarity(read.terms), self._shares_of_askers(read.terms)
        return [
            Hit(
                self._sections[at],
                scores[at],
                self._answers.best(self._sections[at].body, read.terms, rarity, shares[at]),
            )
            for at in best
        ]

    def read(self, query: str) -> Query:
        """What was typed, as far as it is understood."""
        typed = self._lexicon.stems(query[:QUERY_MOST], self._spelling.corrected)
        stems = self._lexicon.without_places(typed)
        terms: Terms = self._lexicon.terms(stems)
        is_story = len(typed) >= STORY_LEAST
        return Query(stems, self._stressed(terms) if is_story else terms, is_story)

    def _stressed(self, terms: Terms) -> Terms:
        """The terms with those that tell much counting more, and scenery less."""
        known = self._file.find("stress", terms)
        return {
            term: weight * known[term].value if term in known else weight
            for term, weight in terms.items()
        }

    def _shares_of_askers(self, terms: Terms) -> Mapping[int, Mapping[str, float]]:
        """For each section, the share of its questions and title that hold each of the terms."""
        found: dict[int, dict[str, float]] = defaultdict(dict)
        for term, (_, sections, shares) in self._file.find("shares", terms).items():
            for at, share in zip(sections, shares, strict=True):
                found[at][term] = share
        return found

    def _terms_of(self, text: str) -> Terms:
        return self._lexicon.terms(self._lexicon.stems(text))

    def _tells(self, terms: Terms) -> bool:
        """Whether any of the terms says something to this book."""
        telling = [term for term in terms if not self._lexicon.says_little(term)]
        return bool(self._documents.rarity(telling) or self._likelihood.known(telling))

    def scores(
        self, query: Query, near: Collection[str] = (), without: LeftOut | None = None
    ) -> dict[int, float]:
        """The sections that answer at all, by number, each with its score."""
        weights = self._weights
        scores: dict[int, float] = defaultdict(float)
        nearest = self._vectors.likenesses(query.terms)
        for at, likenesses in self._by_section(nearest, without):
            best = nlargest(len(weights.runners_up), likenesses)
            parts = zip(weights.runners_up, best, strict=False)
            scores[at] += weights.questions * sum(part * each for part, each in parts)
        spelled = self._letters.likenesses(grams(query.stems, weights.grams))
        for at, likenesses in self._by_section(spelled, without):
            scores[at] += weights.letters * max(likenesses)
        less = {} if without is None else self._share_of(without)
        for at, likeness in self._documents.likenesses(query.terms, less).items():
            scores[at] += weights.text * likeness
        own = {} if without is None else {without.leads_to: without.terms}
        for at, likeness in self._likelihood.likenesses(query.terms, own).items():
            scores[at] += weights.askers * likeness
        for kind in self._lexicon.kinds_named(query.stems) & self._explains.keys():
            scores[self._explains[kind]] += weights.named
        for at in self._titled.get(self._lexicon.telling(query.stems), ()):
            scores[at] += weights.titled
        if self._says_what_is_not is not None and self._absent.of(query.stems):
            scores[self._says_what_is_not] += (
                weights.absent_in_story if query.is_story else weights.absent
            )
        for at in self._openings & scores.keys():
            scores[at] += weights.opening
        if _OPTIONS not in query.terms:
            for at in self._optional & scores.keys():
                scores[at] += weights.optional
        for at in self._in_chapters_of(near):
            if at in scores:
                scores[at] += weights.near
        return scores

    def _by_section(
        self, likenesses: Mapping[int, float], without: LeftOut | None
    ) -> Iterator[tuple[int, list[float]]]:
        found: dict[int, list[float]] = defaultdict(list)
        for line, likeness in likenesses.items():
            if without is None or line != without.number:
                found[self._leads_to[line]].append(likeness)
        yield from found.items()

    def _share_of(self, question: LeftOut) -> Mapping[int, Terms]:
        """What a question adds to the counts of its section."""
        share = self._weights.question_field
        terms = {term: share * weight for term, weight in question.terms.items()}
        return {question.leads_to: terms}

    def _in_chapters_of(self, anchors: Collection[str]) -> set[int]:
        chapters = {each.chapter for each in self._sections if each.anchor in anchors}
        return {at for at, each in enumerate(self._sections) if each.chapter in chapters}


def explained_by_kind(about: About, places: Mapping[str, int]) -> dict[str, int]:
    """The number of the section that explains each kind of thing, by the kind's term."""
    return {f"#{kind}": places[anchor] for kind, anchor in about.names.items() if anchor in places}
