"""Words of a text without their endings, so that "moving", "moved" and "moves" are one."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.core.folding import fold

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ELIDED = re.compile(r"(?<=\b[cdjlmns])'(?=[a-z]{2})|(?<=\bqu)'")
"""What French leaves off before a vowel: d'armees are two words."""
_SIGNS = {
    re.compile(r"(?<![\d ] )(?<!\d)\+(?=\d|\W*$)"): "plus",
    re.compile(r"[$\N{EURO SIGN}\N{POUND SIGN}]"): "money",
}
"""Signs that stand for a word: "+1" is a bonus, and $ is what things cost."""
_SHORTEST = 3
_VOWELS = frozenset("aeiouy")
_KEPT = frozenset({"this", "its", "his", "yes", "is", "as", "us", "was", "plus", "minus", "does"})
_DOUBLES_KEPT = frozenset("lsz")
_WITH_E = frozenset({"wine", "plane", "mine", "base", "fire", "site"})
"""Without their last letter these would be other words."""


def words_of(text: str) -> list[str]:
    """The words of a text, folded, apostrophes dropped: "Can't I?" is `cant`, `i`."""
    plain = fold(text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    plain = _ELIDED.sub(" ", plain)
    for sign, word in _SIGNS.items():
        plain = sign.sub(f" {word} ", plain)
    return [word.replace("'", "") for word in _WORD.findall(plain)]


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without the endings of plural, tense and adverb.

    >>> stem("cities"), stem("moving"), stem("rolled"), stem("quickly")
    ('city', 'mov', 'roll', 'quick')
    """
    if word[0].isdigit():
        return word.removesuffix("s")
    if len(word) <= _SHORTEST or word in _KEPT:
        return word
    word = _singular(word)
    if word in _WITH_E:
        return word
    for ending in ("ing", "ed", "ly"):
        if word.endswith(ending):
            rest = word.removesuffix(ending)
            if len(rest) >= _SHORTEST and _VOWELS & set(rest):
                word = _undoubled(rest)
            break
    # "move" and "moving" meet without the e; short words such as "die" and "age" keep it.
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST else word


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _undoubled(word: str) -> str:
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in _DOUBLES_KEPT:
        return word[:-1]
    return word
