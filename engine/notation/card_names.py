"""Finds the cards of a rule set by what players type: names, parts of them, nicknames, slips.

>>> names = card_names("standard")
>>> [found.title for found in names.find("galey")][:1]
['Galley']
"""

from __future__ import annotations

import tomllib
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.core.messages import ENGLISH, Voice, catalog
from engine.core.registry import ruleset
from engine.core.text import Text
from engine.notation.words import Words, name_words
from engine.rulebook.stems import stem

LIKE = 0.72
"""How alike two words must be for one to be taken for the other, mistyped."""
TYPED_MOST = 100
"""So many letters of what was typed are looked up: no name is longer."""
SHORTEST_SLIP = 4
"""Words shorter than this are not taken for mistyped ones: too many would fit."""


LITTLE = frozenset({"the", "a", "an", "of"})
"""Words that do not count, unless there is no other."""


class CardName(NamedTuple):
    """A card and what it is called."""

    id: str
    title: str
    kind: str


class CardNames:
    """The names of all cards of a rule set, for looking them up."""

    def __init__(self, name: str, language: str) -> None:
        rules, voice = ruleset(name), Voice(catalog(name, language), [])
        nicknames = _nicknames()
        self._entries: list[tuple[CardName, tuple[Words, ...]]] = []
        for card_id in rules.cards():
            title = voice.label(Text(card_id))
            entry = CardName(card_id, title, voice.label(rules.card(card_id).kind))
            called = (title, card_id.partition(".")[2], *nicknames.get(card_id, ()))
            self._entries.append((entry, tuple(dict.fromkeys(map(_words, called)))))

    def all(self) -> list[CardName]:
        """Every card, in the rule set's order."""
        return [entry for entry, _ in self._entries]

    def find(self, typed: str, most: int = 25) -> list[CardName]:
        """The cards that a text may mean, the likeliest first."""
        wanted = _words(typed[:TYPED_MOST])
        if not wanted:
            return self.all()[:most]
        scored = [
            (score, at)
            for at, (_, names) in enumerate(self._entries)
            if (score := max(_likeness(wanted, name, first=n == 0) for n, name in enumerate(names)))
        ]
        scored.sort(key=lambda found: (-found[0], found[1]))
        return [self._entries[at][0] for _, at in scored[:most]]

    def named(self, typed: str) -> CardName | None:
        """The card that is called just this, by its title or a nickname, in one or several."""
        wanted = tuple(map(stem, _words(typed[:TYPED_MOST])))
        for entry, names in self._entries:
            if any(tuple(map(stem, name)) == wanted for name in names):
                return entry
        return None

    def exactly(self, typed: str) -> CardName | None:
        """The card that a text names, by id or by what it finds first."""
        for entry, _ in self._entries:
            if entry.id == typed:
                return entry
        return next(iter(self.find(typed, 1)), None)


def _words(text: str) -> Words:
    words = name_words(text)
    return tuple(word for word in words if word not in LITTLE) or words


def _likeness(wanted: Words, name: Words, *, first: bool) -> float:
    """How well typed words fit a name, 0 for not at all; a title counts more than a nickname."""
    total = 0.0
    for word in wanted:
        best = max((_word(word, part) for part in name), default=0.0)
        if not best:
            return 0.0
        total += best
    # Names with words that were not typed come after those without.
    whole = total / len(wanted) - 0.05 * abs(len(name) - len(wanted))
    return whole + (0.1 if first else 0.0)


def _word(typed: str, part: str) -> float:
    if typed == part:
        return 1.0
    if part.startswith(typed):
        return 0.9
    if len(typed) < SHORTEST_SLIP:
        return 0.0
    if part in (typed.removesuffix("s"), typed.removesuffix("es")):
        return 0.95
    if 2 * min(len(typed), len(part)) < LIKE * (len(typed) + len(part)):
        # Of such different lengths they cannot be alike, whatever their letters.
        return 0.0
    shared = sum(min(typed.count(letter), part.count(letter)) for letter in set(typed))
    if 2 * shared < LIKE * (len(typed) + len(part)):
        # Nor with so few letters in common, whatever their order.
        return 0.0
    like = SequenceMatcher(None, typed, part).ratio()
    return like * 0.8 if like >= LIKE else 0.0


@cache
def _nicknames() -> dict[str, list[str]]:
    text = files(__package__).joinpath("nicknames.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def card_names(name: str, language: str = ENGLISH) -> CardNames:
    """The names of a rule set's cards, made once."""
    return CardNames(name, language)
