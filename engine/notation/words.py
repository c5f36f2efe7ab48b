"""Typed text as words to compare: capitals, accents and punctuation do not count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from engine.core.folding import fold

_ARROWS = re.compile("-+>|=+>|[\N{RIGHTWARDS ARROW}\N{RIGHTWARDS DOUBLE ARROW}]")
_APOSTROPHES = re.compile("['`\N{RIGHT SINGLE QUOTATION MARK}]")
_RUN = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[>,]")

TO, COMMA = ">", ","

Words = tuple[str, ...]


@lru_cache(maxsize=8192)
def words_of(text: str) -> Words:
    """The words, numbers, arrows and commas of a text.

    >>> words_of("Move 2 Swordsmen, Gobi -> Côte d'Or")
    ('move', '2', 'swordsmen', ',', 'gobi', '>', 'cote', 'dor')
    """
    return tuple(_TOKEN.findall(_APOSTROPHES.sub("", _ARROWS.sub(" > ", fold(text)))))


@lru_cache(maxsize=8192)
def name_words(text: str) -> Words:
    """The words of a name, without punctuation."""
    return tuple(word for word in words_of(text) if word not in (TO, COMMA))


def typed_name(text: str) -> str:
    """A name as it is typed: its words, with letters and numbers as close as they are.

    >>> typed_name("Learn in F14"), typed_name("Côte d'Or")
    ('learn in f14', 'cote dor')
    """
    return " ".join(_RUN.findall(_APOSTROPHES.sub("", fold(text))))


def key_words(key: str) -> Words:
    """The words that a key can be typed by: none where it ends in a mark.

    Without the mark it would sound like another key, so that only its label says what is meant.

    >>> key_words("south_china_sea"), key_words("F14?")
    (('south', 'china', 'sea'), ())
    """
    return name_words(key) if key[-1:].isalnum() else ()


def is_number(word: str) -> bool:
    """Whether a word is a whole number that a game could mean."""
    return word.isdecimal() and len(word) < 10


def shortens(typed: str, word: str) -> bool:
    """Whether a typed word is another, or its beginning. Numbers are not shortened."""
    return typed == word if typed[0].isdecimal() else word.startswith(typed)


def match(typed: Sequence[str], at: int, name: Words, skippable: frozenset[str]) -> list[int]:
    """What it costs to take the words from `at` on for a name: by how many words are taken.

    Item `n - 1` is the cost of taking `n` words; the list ends where they no longer fit. Typed
    words shorten the words of the name in their order; words left out cost, little ones excepted
    that do not end the name: "play" is rather "play" than "play on".
    """
    costs: list[int] = []
    cost, next_word, length = 0, 0, len(name)
    for word in islice(typed, at, None):
        skipped = 0
        found = next_word
        # What `shortens` says, without a call for each word of each name.
        if word[0].isdecimal():
            while found < length and name[found] != word:
                skipped += 0 if name[found] in skippable else LEFT_OUT
                found += 1
        else:
            while found < length and not name[found].startswith(word):
                skipped += 0 if name[found] in skippable else LEFT_OUT
                found += 1
        if found == length:
            break
        cost += skipped + (0 if word == name[found] else SHORTENED)
        next_word = found + 1
        rest = sum(LEFT_OUT for each in name[next_word:] if each not in skippable)
        ended = next_word == length or name[-1] not in skippable
        costs.append(cost + rest + (0 if ended else SHORTENED))
    return costs


SHORTENED = 1
LEFT_OUT = 2


def similar(typed: str, word: str) -> bool:
    """Whether a typed word is another but for one slip: a letter wrong, missing, extra, swapped."""
    if len(typed) < 4 or typed.isdecimal():
        return False
    beginning = word[: len(typed) + 1]
    return any(
        _one_slip(typed, beginning[:length]) for length in range(len(typed) - 1, len(typed) + 2)
    )


def _one_slip(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    return (
        a[1:] == b[1:]
        or a[1:] == b
        or a == b[1:]
        or (len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1] and a[2:] == b[2:])
    )
