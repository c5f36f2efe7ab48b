"""Puts right words that nobody knows, when a known one is a slip of the finger away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_SHORTEST = 4
_LONG = 8
"""From this length on two slips are forgiven."""
_FORGIVEN_MOST = 2


class Spelling:
    """Knows words with how common they are, and what each may be mistyped as."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = known
        self._longest = max(map(len, known), default=0) + _FORGIVEN_MOST
        self._slips: dict[str, list[str]] = {}
        for word in known:
            if len(word) >= _SHORTEST:
                for short in shortened(word, _forgiven(word)):
                    self._slips.setdefault(short, []).append(word)

    def correct(self, word: str) -> str:
        """The known word that is nearest, or the word itself when none is near."""
        if word in self._known or len(word) < _SHORTEST or word[0].isdigit():
            return word
        if len(word) > self._longest:
            # No known word is near, and to look for one would take space by the cube of its length.
            return word
        near = {
            found
            for short in shortened(word, _forgiven(word))
            for found in self._slips.get(short, ())
        }
        ranked = [
            (slips, found[0] != word[0], -self._known[found], found)
            for found in near
            if (slips := distance(word, found)) <= min(_forgiven(word), _forgiven(found))
        ]
        return min(ranked)[3] if ranked else word


def _forgiven(word: str) -> int:
    return 1 if len(word) < _LONG else _FORGIVEN_MOST


def shortened(word: str, letters: int) -> set[str]:
    """The word, and what remains of it without up to so many letters."""
    found = {word}
    for _ in range(letters):
        found |= {short for each in found for short in _without_one(each)}
    return found


def _without_one(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


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
