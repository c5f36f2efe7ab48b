"""What the words of a question stand for: stems, concepts, names, and the kind of answer wanted."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

import msgspec

from engine.rulebook.languages import in_english
from engine.rulebook.stems import stem, words_of

Phrase = tuple[str, ...]
Correct = Callable[[str], Iterable[str]]
"""Puts a stem right; more than one where words were run together."""

CONCEPT = "="
"""How the term of a concept begins."""
PAIR = "+"
"""What stands between the two words of a pair."""
LONGEST_PHRASE = 5
_ARTICLES = ("a", "an", "the")
_PLACE = "space"
"""The kind of name that the spaces of a map have."""


class Emphasis(msgspec.Struct, frozen=True):
    """How much each kind of term counts beside a plain word."""

    stop: float = 0.15
    concept: float = 1.1
    intent: float = 0.35
    kind: float = 1.0
    name: float = 1.5
    within: float = 0.4
    """A word that is only part of a name, such as "working" of Bronze Working."""
    inside: float = 0.4
    """What a word stands for by itself that is part of a phrase, such as "away" of run away."""
    pair: float = 0.4


class Lexicon:
    """Turns a text into weighted terms, with the names of one rule set among the words."""

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        emphasis: Emphasis = Emphasis(),  # noqa: B008 - frozen
    ) -> None:
        """`names` are the names of things by their kind, such as wonders."""
        shared = _shared()
        self._spelled = shared.spelled
        self._stop = shared.stop
        self._fillers = shared.fillers
        self.ordinary = shared.ordinary
        """Everyday words and first names as stems: right as they stand, if nobody knows them."""
        self._emphasis = emphasis
        self._phrases: dict[Phrase, list[tuple[str, float]]] = {}
        self._names: set[Phrase] = set()
        self._places = set(map(self._name_phrase, names.get(_PLACE, ())))
        for concept, phrases in shared.concepts.items():
            self._add(f"{CONCEPT}{concept}", phrases, emphasis.concept)
        for intent, phrases in shared.intents.items():
            self._add(f"?{intent}", phrases, emphasis.intent)
        for kind, called in names.items():
            for phrase in filter(None, map(self._name_phrase, called)):
                self._phrases.setdefault(phrase, []).append((f"#{kind}", emphasis.kind))
                if len(phrase) > 1:
                    own = "&" + " ".join(phrase)
                    self._phrases[phrase].append((own, emphasis.name))
                    self._names.add(phrase)
        self._lengths: dict[str, set[int]] = defaultdict(set)
        """How long the phrases are that begin with a word."""
        for phrase in self._phrases:
            if len(phrase) <= LONGEST_PHRASE:
                self._lengths[phrase[0]].add(len(phrase))

    def _name_phrase(self, name: str) -> Phrase:
        """A name as stems, without a leading article."""
        return _without_article(self.stems(name))

    def _add(self, term: str, phrases: Iterable[Phrase], weight: float) -> None:
        for phrase in phrases:
            self._phrases.setdefault(phrase, []).append((term, weight))

    @property
    def vocabulary(self) -> set[str]:
        """Every word that a phrase of the lexicon is made of, as a stem."""
        return {word for phrase in self._phrases for word in phrase} | self._stop

    @property
    def spelled(self) -> Mapping[str, Iterable[str]]:
        """What words of the chat, and odd forms, stand for."""
        return self._spelled

    def says_little(self, term: str) -> bool:
        """Whether a term by itself does not show what is asked about."""
        return term in self._stop or term.startswith("?")

    def stems(self, text: str, correct: Correct | None = None) -> list[str]:
        """The stems of a text in order; `correct` puts right a stem that is misspelled."""
        stems = _stems(text)
        if correct is None:
            return list(stems)
        return [right for each in stems for right in correct(each)]

    def telling(self, stems: list[str]) -> Phrase:
        """The stems that say something."""
        return tuple(each for each in stems if each not in self._stop and each not in _ARTICLES)

    def without_places(self, stems: list[str]) -> list[str]:
        """A question without the names of spaces: where it happened is scenery.

        Who asks for nothing but a space keeps its name.
        """
        found: list[str] = []
        at = 0
        while at < len(stems):
            lengths = range(min(LONGEST_PHRASE, len(stems) - at), 0, -1)
            place = next((n for n in lengths if tuple(stems[at : at + n]) in self._places), 0)
            if not place:
                found.append(stems[at])
            at += place or 1
        return found if self.telling(found) else stems

    def kinds_named(self, stems: list[str]) -> set[str]:
        """The kinds of things that are called exactly this, as terms."""
        telling = self._phrases.get(_without_article(stems), ())
        return {term for term, _ in telling if term.startswith("#")}

    def terms(self, stems: list[str]) -> dict[str, float]:
        """The terms of a text by its stems, each with how much it counts."""
        found: dict[str, float] = {}
        for term, weight in self._found(stems):
            found[term] = max(weight, found.get(term, 0.0))
        return found

    def _found(self, stems: list[str]) -> Iterator[tuple[str, float]]:
        emphasis = self._emphasis
        parts = [1.0] * len(stems)
        meant = [1.0] * len(stems)
        for at, end in self._spans(stems):
            phrase = tuple(stems[at:end])
            part = min(parts[at], meant[at]) if end == at + 1 else 1.0
            for term, weight in self._phrases[phrase]:
                yield term, weight * part
            if phrase in self._names:
                parts[at:end] = [emphasis.within] * len(phrase)
            elif end > at + 1:
                meant[at:end] = [emphasis.inside] * len(phrase)
        for word, part in zip(stems, parts, strict=True):
            yield word, part * (emphasis.stop if word in self._stop else 1.0)
        # "how do i get" is "how get" to those who are in a hurry.
        brief = [word for word in stems if word not in self._fillers]
        for at, end in self._spans(brief):
            if end > at + 1:
                yield from self._phrases[tuple(brief[at:end])]
        telling = [word for word in stems if word not in self._stop]
        for first, second in pairwise(telling):
            yield f"{first}{PAIR}{second}", emphasis.pair

    def _spans(self, stems: list[str]) -> Iterator[tuple[int, int]]:
        """Where the phrases of the lexicon stand in a text, the longest first."""
        found = [
            (-length, at)
            for at, word in enumerate(stems)
            if word in self._lengths
            for length in self._lengths[word]
            if at + length <= len(stems) and tuple(stems[at : at + length]) in self._phrases
        ]
        for less, at in sorted(found):
            yield at, at - less


def _without_article(stems: list[str]) -> Phrase:
    return tuple(stems[1:] if stems and stems[0] in _ARTICLES else stems)


class _Shared(msgspec.Struct, frozen=True):
    """The lexicon file with its words as stems."""

    spelled: dict[str, tuple[str, ...]]
    concepts: dict[str, list[Phrase]]
    intents: dict[str, list[Phrase]]
    stop: frozenset[str]
    fillers: frozenset[str]
    ordinary: frozenset[str]


@lru_cache(maxsize=1_000)
def _stems(text: str) -> tuple[str, ...]:
    """The stems of a text. Rulebooks share most of their questions."""
    spelled = _shared().spelled
    plain = (spelled.get(word, (word,)) for word in in_english(words_of(text)))
    return tuple(stem(word) for several in plain for word in several)


@cache
def _shared() -> _Shared:
    content = tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text("utf-8"))
    spelled = {word: tuple(meant.split()) for word, meant in content["spelled"].items()}
    return _Shared(
        spelled=spelled,
        concepts={name: _stemmed(words, spelled) for name, words in content["concepts"].items()},
        intents={name: _stemmed(words, spelled) for name, words in content["intents"].items()},
        stop=frozenset(map(stem, content["stop"]["words"].split())),
        fillers=frozenset(map(stem, content["stop"]["fillers"].split())),
        ordinary=frozenset(
            stem(word) for words in content["ordinary"].values() for word in words.split()
        ),
    )


def stemmed_phrases(words: str) -> list[Phrase]:
    """Phrases separated by spaces, the words of each joined by `_`, as stems."""
    return _stemmed(words, _shared().spelled)


def _stemmed(words: str, spelled: Mapping[str, tuple[str, ...]]) -> list[Phrase]:
    return [
        tuple(stem(meant) for word in phrase.split("_") for meant in spelled.get(word, (word,)))
        for phrase in words.split()
    ]
