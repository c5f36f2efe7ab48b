"""Search over a rulebook's sections: by their text, and by the questions that lead to them.

A section's score is a weighted sum of four likenesses between what was typed and the section: to
its nearest questions (cosine of weighted terms), to its nearest question letter by letter (for
typos and odd endings), to its title, text and questions taken together (BM25), and to the words
that its askers use, those of the same section in other rulebooks among them. The weights were
chosen by leaving out each question of the files in turn and searching for it, see
`tests/rulebook/leave_one_out.py`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest

import msgspec

from engine.rulebook.absent import Absent, things_of_other_games
from engine.rulebook.answers import Answers
from engine.rulebook.excerpts import Sentence
from engine.rulebook.lexicon import CONCEPT, Emphasis, Lexicon, Phrase
from engine.rulebook.likelihood import QuestionLikelihood
from engine.rulebook.questions import Asked
from engine.rulebook.sections import Section
from engine.rulebook.spelling import Spelling
from engine.rulebook.term_weights import TermWeights
from engine.rulebook.vectors import Documents, Terms, Vectors, grams

QUERY_MOST = 600
"""So many letters of a question are read: what it costs to answer one is bounded."""
STORY_LEAST = 10
"""From so many words on a question is read as a story."""
_OPTIONS = f"{CONCEPT}option"
"""The concept of a question about options and house rules."""
_DEFINED = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)


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


class Index:
    """Answers queries over the sections it was built from."""

    def __init__(
        self,
        sections: Sequence[Section],
        asked: Asked = Asked(),  # noqa: B008 - frozen
        names: Mapping[str, Iterable[str]] | None = None,
        weights: Weights = Weights(),  # noqa: B008 - frozen
        emphasis: Emphasis = Emphasis(),  # noqa: B008 - frozen
    ) -> None:
        self._sections = tuple(sections)
        self._weights = weights
        self._lexicon = Lexicon(names or {}, emphasis)
        places = {section.anchor: at for at, section in enumerate(self._sections)}
        self.questions = [
            (places[anchor], text)
            for anchor, texts in asked.questions.items()
            if anchor in places
            for text in texts
        ]
        """Every question with the number of the section it leads to."""
        titles = [(at, section.title) for at, section in enumerate(self._sections)]
        lines = [*self.questions, *titles]
        stems = [self._lexicon.stems(text) for _, text in lines]
        bodies = [self._lexicon.stems(section.body) for section in self._sections]
        self._leads_to = [at for at, _ in lines]
        self._terms = [self._lexicon.terms(each) for each in stems]
        self._vectors = Vectors(self._terms)
        self._term_weights = TermWeights(self._terms, self._leads_to)
        self._letters = Vectors([grams(each, weights.grams) for each in stems])
        self._explains = {
            f"#{kind}": places[anchor] for kind, anchor in asked.names.items() if anchor in places
        }
        self._openings = {
            at for at, each in enumerate(self._sections) if each.anchor == each.chapter
        }
        self._titled: dict[Phrase, list[int]] = defaultdict(list)
        for at, title in titles:
            self._titled[self._lexicon.telling(self._lexicon.stems(title))].append(at)
        self._optional = {
            at for at, each in enumerate(self._sections) if each.chapter in asked.optional
        }
        self._says_what_is_not = places.get(asked.absent or "")
        self._absent = Absent(
            () if self._says_what_is_not is None else things_of_other_games(),
            self._explained(bodies, names or {}),
            zip((at == self._says_what_is_not for at in self._leads_to), stems, strict=True),
        )
        self._documents = Documents(self._counted(bodies), weights.saturation, weights.length)
        self._likelihood = QuestionLikelihood(
            self._said(bodies, asked.elsewhere), weights.smoothing
        )
        others = [self._lexicon.stems(each) for texts in asked.elsewhere.values() for each in texts]
        known = Counter(word for each in (*stems, *bodies, *others) for word in each)
        known.update(self._lexicon.vocabulary)
        foreign = {word for thing in things_of_other_games() for word in thing}
        self._spelling = Spelling(known, self._lexicon.ordinary | foreign)
        self._answers = Answers(self._terms_of, self._documents.rarity)
        self._asked_with = self._shares_of_askers()

    def _explained(
        self, bodies: Sequence[list[str]], names: Mapping[str, Iterable[str]]
    ) -> Iterator[list[str]]:
        """What the book has: texts and titles but that of what there is not, and names."""
        for at, (section, body) in enumerate(zip(self._sections, bodies, strict=True)):
            if at != self._says_what_is_not:
                yield body
                yield self._lexicon.stems(section.title)
        yield from (self._lexicon.stems(name) for called in names.values() for name in called)

    def _counted(self, bodies: Sequence[list[str]]) -> list[dict[str, float]]:
        """The terms of each section: of its title, its text, its questions and what it explains."""
        weights = self._weights
        found: list[dict[str, float]] = []
        for section, body in zip(self._sections, bodies, strict=True):
            counts: dict[str, float] = defaultdict(float)
            often = Counter(body)
            for term, weight in self._lexicon.terms(body).items():
                counts[term] += weights.body_field * weight * max(often[term], 1)
            for defined in _DEFINED.findall(section.body):
                for term, weight in self._lexicon.terms(self._lexicon.stems(defined)).items():
                    counts[term] += weights.defined_field * weight
            title = self._lexicon.stems(f"{section.title} {section.anchor}")
            for term, weight in self._lexicon.terms(title).items():
                counts[term] += weights.title_field * weight
            found.append(counts)
        for (at, _), terms in zip(self.questions, self._terms, strict=False):
            for term, weight in terms.items():
                found[at][term] += weights.question_field * weight
        for kind, at in self._explains.items():
            found[at][kind] += weights.title_field
        return found

    def _said(
        self, bodies: Sequence[list[str]], elsewhere: Mapping[str, Sequence[str]]
    ) -> list[dict[str, float]]:
        """The terms that askers of each section use."""
        weights, lexicon = self._weights, self._lexicon
        found: list[dict[str, float]] = []
        for section, body in zip(self._sections, bodies, strict=True):
            said: dict[str, float] = defaultdict(float)
            title = lexicon.stems(f"{section.title} {section.anchor}")
            others = map(lexicon.stems, elsewhere.get(section.anchor, ()))
            parts = [(title, weights.asker_title), (body, weights.asker_body)]
            for stems, share in (*parts, *((each, weights.elsewhere) for each in others)):
                for term, weight in lexicon.terms(stems).items():
                    said[term] += share * weight
            found.append(said)
        for at, terms in zip(self._leads_to, self._terms, strict=True):
            for term, weight in terms.items():
                found[at][term] += weight
        return found

    def _shares_of_askers(self) -> list[dict[str, float]]:
        """For each section, the share of its questions and title that hold each term."""
        lines = Counter(self._leads_to)
        held: list[Counter[str]] = [Counter() for _ in self._sections]
        for at, terms in zip(self._leads_to, self._terms, strict=True):
            held[at].update(terms.keys())
        return [
            {term: often / lines[at] for term, often in each.items()}
            for at, each in enumerate(held)
        ]

    def search(self, query: str, limit: int, near: Collection[str] = ()) -> list[Hit]:
        """The best sections first; none when no telling word of the query is known.

        Case, accents, endings and typos do not matter. `near` are anchors of what the player is
        asked now; what stands in their chapters comes a little sooner.
        """
        read = self.read(query)
        if not any(self._tells(term) for term in read.terms) and not self._absent.of(read.stems):
            return []
        scores = self.scores(read, near)
        best = nlargest(max(limit, 0), scores, key=lambda at: (scores[at], -at))
        return [
            Hit(
                self._sections[at],
                scores[at],
                self._answers.best(self._sections[at].body, read.terms, self._asked_with[at]),
            )
            for at in best
        ]

    def read(self, query: str) -> Query:
        """What was typed, as far as it is understood."""
        typed = self._lexicon.stems(query[:QUERY_MOST], self._spelling.corrected)
        stems = self._lexicon.without_places(typed)
        terms: Terms = self._lexicon.terms(stems)
        is_story = len(typed) >= STORY_LEAST
        return Query(stems, self._term_weights.stressed(terms) if is_story else terms, is_story)

    def _terms_of(self, text: str) -> Terms:
        return self._lexicon.terms(self._lexicon.stems(text))

    def _tells(self, term: str) -> bool:
        known = term in self._vectors.rarity or term in self._documents.rarity
        return (known or self._likelihood.knows(term)) and not self._lexicon.says_little(term)

    def scores(
        self, query: Query, near: Collection[str] = (), without: int | None = None
    ) -> dict[int, float]:
        """The sections that answer at all, by number, each with its score.

        `without` is the number of a question that is left out.
        """
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
        own = {} if without is None else {self._leads_to[without]: self._terms[without]}
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
        self, likenesses: Mapping[int, float], without: int | None
    ) -> Iterator[tuple[int, list[float]]]:
        found: dict[int, list[float]] = defaultdict(list)
        for line, likeness in likenesses.items():
            if line != without:
                found[self._leads_to[line]].append(likeness)
        yield from found.items()

    def _share_of(self, question: int) -> Mapping[int, Terms]:
        """What a question adds to the counts of its section."""
        share = self._weights.question_field
        terms = {term: share * weight for term, weight in self._terms[question].items()}
        return {self._leads_to[question]: terms}

    def _in_chapters_of(self, anchors: Collection[str]) -> set[int]:
        chapters = {each.chapter for each in self._sections if each.anchor in anchors}
        return {at for at, each in enumerate(self._sections) if each.chapter in chapters}
