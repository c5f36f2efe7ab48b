"""Questions in German, Spanish, French and Italian, put into English word by word."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

_STEM_LEAST = 4
"""No ending is taken off a word that would leave fewer letters."""
_PART_LEAST = 4
_JOINTS = ("", "s", "n", "en", "er")
"""What stands between the parts of a compound: Siedlung-s-kosten."""
_UMLAUTS = {"ae": "a", "oe": "o", "ue": "u"}

Meaning = tuple[str, ...]


class Language:
    """The words of one language with what they mean.

    `shared` words are English as well: they say nothing about the language of a question.
    """

    def __init__(
        self, words: Mapping[str, Meaning], shared: Mapping[str, Meaning], endings: Sequence[str]
    ) -> None:
        self.words = words
        self._all = {**shared, **words}
        self._endings = endings
        self._by_stem: dict[str, Meaning] = {}
        for word, meaning in words.items():
            for stem in self._stems(word):
                self._by_stem.setdefault(stem, meaning)

    def has(self, word: str) -> bool:
        """Whether a word is of this language and not English."""
        return word in self.words or self._of_parts(word) is not None

    def knows(self, words: Sequence[str]) -> int:
        """How many of the words can be put into English, in any form."""
        return sum(self._meaning(word) is not None for word in words)

    def translated(self, words: Sequence[str]) -> list[str]:
        """The words in English; those that nobody knows stay as they are."""
        found: list[str] = []
        at = 0
        while at < len(words):
            pair = self._all.get("_".join(words[at : at + 2])) if at + 1 < len(words) else None
            if pair is not None:
                found += pair
                at += 2
                continue
            meaning = self._meaning(words[at])
            found += (words[at],) if meaning is None else meaning
            at += 1
        return found

    def _meaning(self, word: str) -> Meaning | None:
        if word in self._all:
            return self._all[word]
        plain = word
        for written, meant in _UMLAUTS.items():
            plain = plain.replace(written, meant)
        if plain in self._all:
            return self._all[plain]
        for stem in (word, plain, *self._stems(plain)):
            if stem in self._by_stem:
                return self._by_stem[stem]
        return self._of_parts(plain)

    def _stems(self, word: str) -> Iterator[str]:
        """The word without each of its possible endings, the longest first."""
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= _STEM_LEAST:
                yield word.removesuffix(ending)

    def _of_parts(self, word: str) -> Meaning | None:
        """What a word means that two others were joined to."""
        for cut in range(_PART_LEAST, len(word) - _PART_LEAST + 1):
            last = self.words.get(word[cut:])
            if last is None:
                continue
            for joint in _JOINTS:
                first = self.words.get(word[:cut].removesuffix(joint))
                if first is not None:
                    return first + last
        return None


def in_english(words: Sequence[str]) -> list[str]:
    """A question's words in English, if it is in a language that is known.

    A single word of another language within English is put into English too; an English one is
    left alone, whatever else it means elsewhere.

    >>> in_english("was kostet ein schiff".split())
    ['what', 'cost', 'a', 'ship']
    >>> in_english("what does a siedler cost".split()), in_english("was it the die".split())
    (['what', 'does', 'a', 'settler', 'cost'], ['was', 'it', 'the', 'die'])
    """
    languages = _languages()
    # How many words are of each language. Mostly none are, and nothing else need be looked up.
    own = [sum(has) for has in zip(*map(_languages_with, words), strict=True)]
    if any(own):
        likely = [each for each, count in zip(languages, own, strict=True) if count == max(own)]
        best = max(likely, key=lambda each: each.knows(words))
        if 2 * best.knows(words) > len(words):
            return best.translated(words)
    found: list[str] = []
    for word in words:
        meaning = next((each.words[word] for each in languages if word in each.words), (word,))
        found += meaning
    return found


@lru_cache(maxsize=20_000)
def _languages_with(word: str) -> tuple[bool, ...]:
    """For each language, whether it has the word. The same words come again and again."""
    return tuple(each.has(word) for each in _languages())


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    endings: dict[str, str]
    words: dict[str, dict[str, str]]
    shared: dict[str, dict[str, str]]


@cache
def _languages() -> tuple[Language, ...]:
    text = files(__package__).joinpath("languages.toml").read_text("utf-8")
    content = msgspec.convert(tomllib.loads(text), _File)
    return tuple(
        Language(
            _of_language(content.words, code), _of_language(content.shared, code), endings.split()
        )
        for code, endings in content.endings.items()
    )


def _of_language(meanings: Mapping[str, Mapping[str, str]], code: str) -> dict[str, Meaning]:
    return {
        word: tuple(english.split())
        for english, by_language in meanings.items()
        for word in by_language.get(code, "").split()
    }
