"""Puts right words that nobody knows, when a known one is a slip of the finger away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from engine.rulebook.stems import stem

_SHORTEST = 4
_SHORTHAND = 3
"""Words of this length are put right only where a letter inside was left out: "hve", "shp"."""
_PART_LEAST = 3
_CORE_LEAST = 5
"""A known word within an unknown one has at least so many letters."""
_VOWELS = "aeiouy"
_LONG = 8
"""From this length on two slips are forgiven."""
_FORGIVEN_MOST = 2


class Spelling:
    """Knows words with how common they are, and what each may be mistyped as."""

    def __init__(self, known: Mapping[str, int], ordinary: Collection[str] = ()) -> None:
        """`ordinary` words mean nothing here, but are no slips for known ones either."""
        self._known = known
        self._ordinary = ordinary
        self._longest = max(map(len, known), default=0) + _FORGIVEN_MOST
        self._by_length: dict[int, list[tuple[int, str]]] = defaultdict(list)
        """The words that others may be slips for, each after the set of its letters."""
        for word in known:
            if len(word) >= _SHORTEST:
                self._by_length[len(word)].append((_letters(word), word))

    def corrected(self, word: str) -> tuple[str, ...]:
        """The word put right: the nearest known one, or two that were run together."""
        right = self.correct(word)
        return self._parted(word) if right == word else (right,)

    def correct(self, word: str) -> str:
        """The known word that is nearest, or the word itself when none is near."""
        if word in self._known or word in self._ordinary or word[0].isdigit():
            return word
        if len(word) < _SHORTEST:
            short = len(word) == _SHORTHAND and word[1] not in _VOWELS
            return self._written_out(word) if short else word
        if len(word) > self._longest:
            # No known word is near, and to look for one would take space by the cube of its length.
            return word
        ranked = [
            (slips, found[0] != word[0], not _left_out(word, found), -self._known[found], found)
            for found in self._near(word, _forgiven(word))
            if (slips := distance(word, found)) <= min(_forgiven(word), _forgiven(found))
        ]
        return min(ranked)[-1] if ranked else word

    def _near(self, word: str, slips: int) -> Iterator[str]:
        """The known words with about the same letters: all that are so many slips away, and more.

        A slip adds a letter, drops one, or puts one in the place of another.
        """
        letters = _letters(word)
        for length in range(len(word) - slips, len(word) + slips + 1):
            for own, found in self._by_length.get(length, ()):
                if (own ^ letters).bit_count() <= 2 * slips:
                    yield found

    def _parted(self, word: str) -> tuple[str, ...]:
        """The two known words that an unknown one consists of, the most common ones first."""
        if word in self._known or word in self._ordinary or len(word) > 2 * self._longest:
            return (word,)
        cuts = range(_PART_LEAST, len(word) - _PART_LEAST + 1)
        parts = [(stem(word[:cut]), stem(word[cut:])) for cut in cuts]
        known = [each for each in parts if self._known.get(each[0]) and self._known.get(each[1])]
        if not known:
            return (self._within(word),)
        return max(known, key=lambda each: min(self._known[part] for part in each))

    def _within(self, word: str) -> str:
        """The longest known word that an unknown one was made from: forest of deforestation."""
        if len(word) < _LONG:
            return word
        lengths = range(len(word) - 1, _CORE_LEAST - 1, -1)
        parts = (word[at : at + n] for n in lengths for at in range(len(word) - n + 1))
        return next((part for part in parts if self._known.get(part, 0) > 1), word)

    def _written_out(self, word: str) -> str:
        """The most common word with one letter more inside."""
        meant = [
            found
            for _, found in self._by_length.get(len(word) + 1, ())
            if found[0] == word[0] and found[-1] == word[-1] and _left_out(word, found)
        ]
        return max(meant, key=lambda found: (self._known[found], found), default=word)


def _left_out(word: str, found: str) -> bool:
    """Whether letters were only left out, which happens more often than that wrong ones are hit."""
    letters = iter(found)
    return all(letter in letters for letter in word)


def _forgiven(word: str) -> int:
    return 1 if len(word) < _LONG else _FORGIVEN_MOST


def _letters(word: str) -> int:
    """Which letters a word has, as a set of bits; rare signs share theirs with letters."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 31)
    return found


def distance(one: str, other: str) -> int:
    """How many letters are added, dropped, changed or swapped with the next between two words.

    >>> distance("plauge", "plague"), distance("retreet", "retreat"), distance("fleet", "flee")
    (1, 1, 1)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        last, before, row = before, row, [at]
        for to, wanted in enumerate(other, start=1):
            cost = min(row[to - 1] + 1, before[to] + 1, before[to - 1] + (letter != wanted))
            if at > 1 < to and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
    return row[-1]
