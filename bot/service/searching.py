"""Finding legal choices by a few typed beginnings: "mo gobi ste" moves from Gobi to Steppe.

Each decision's form is walked part by part with the best beginnings only, so that a space of
millions costs as little as one of ten. Every typed word must fit somewhere in the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import Any, NamedTuple

import msgspec

from bot.service.line import TypedWords, fits
from bot.service.notation import VALUE, notations
from bot.service.tokens import Words, is_number, name_words, shortens, similar
from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, Grammar, OneOf, Ordering, Subset
from engine.core.messages import Catalog

WIDTH = 48
"""How many beginnings of a choice are followed at a time."""
EXACT, BEGINNING, SLIP = 0, 1, 4
WITHIN = 4
"""A typed word that is not the first of a name."""
UNSAID = 1
"""A part of the choice that no typed word speaks of."""
MISSING = 3
"""A typed word that is still to be explained."""
OUT_OF_ORDER = 1
MOST_WORDS = 12


Names = tuple[Words, ...]
"""What an answer can be called: any of these."""


class Start(NamedTuple):
    """The beginning of a choice: what is said so far, which typed words it explains, its cost."""

    cost: int
    order: int
    said: dict[str, Any]
    explained: int
    spots: tuple[tuple[int, int], ...] = ()
    """Where the parts that were spoken of stand: in the notation, and in what was typed."""


class Search:
    """One search for what was typed."""

    def __init__(
        self,
        ruleset: str,
        words: Catalog,
        names: Sequence[str],
        vocabulary: TypedWords,
        text: str,
    ) -> None:
        self.notations = notations(ruleset)
        self.words = words
        self.names = names
        self.vocabulary = vocabulary
        typed = name_words(text)[:MOST_WORDS]
        self.typed = tuple(word for word in typed if word not in vocabulary.noise) or typed
        self.places: dict[str, int] = {}
        self._count = 0
        self._named: dict[tuple[str, ...], list[tuple[str, Words, Words]]] = {}
        self._fits: dict[tuple[Names, int], tuple[int, int]] = {}

    def best(self, decisions: Sequence[Decision], limit: int) -> list[tuple[Decision, Any]]:
        """The choices that fit best; without anything typed, some of every decision in turn."""
        rows = [self._of_decision(decision, rank) for rank, decision in enumerate(decisions)]
        everything = sorted(
            (row for found in rows for row in found), key=lambda row: (row[0], row[1])
        )
        seen: set[bytes] = set()
        found: list[tuple[Decision, Any]] = []
        for _, _, decision, value in everything:
            key = msgspec.json.encode((decision.id, value), order="deterministic")
            if key not in seen and len(found) < limit:
                seen.add(key)
                found.append((decision, value))
        return found

    def completed(self, decision: Decision, said: dict[str, Any]) -> Any:
        """The answer to a form that fits best of those that begin like this."""
        grammar = decision.grammar
        assert isinstance(grammar, Form)
        self._look_up(decision)
        rest = Form(tuple(f for f in grammar.fields if f.name not in said), grammar.source)
        ends = self._walk(rest, [Start(0, 0, said, 0)])
        return min(ends, key=lambda end: (self._promise(end), end.order)).said[VALUE]

    def _look_up(self, decision: Decision) -> None:
        """Note in which order the parts of a decision are written."""
        written = self.notations.get(decision.kind, ())
        self.places = {name: at for each in written for name, at in each.places().items()}

    def _of_decision(
        self, decision: Decision, rank: int
    ) -> list[tuple[int, tuple[int, int], Decision, Any]]:
        """The choices of one decision that explain every typed word."""
        starts = [Start(0, 0, {}, 0)]
        self._look_up(decision)
        # The verb of an order, or the kind of a decision, may be typed, too, but need not be.
        verbs = [verb for each in self.notations.get(decision.kind, ()) for verb in each.literals()]
        for verb in {decision.kind, *verbs}:
            first = self.typed[:1]
            if first and any(shortens(first[0], word) for word in name_words(verb)[:1]):
                starts.append(Start(BEGINNING, 0, {}, 1))
                break
        whole = (1 << len(self.typed)) - 1
        ends = self._walk(decision.grammar, starts)
        return [
            (end.cost, (rank, end.order), decision, end.said[VALUE])
            for end in ends
            if end.explained == whole
        ]

    def _walk(self, grammar: Grammar, starts: list[Start]) -> list[Start]:
        """The best answers to a grammar, each as what is said for `value`."""
        if not isinstance(grammar, Form):
            return self._keep(
                self._next(start, VALUE, value, names)
                for start in starts
                for value, names in self._answers(grammar, VALUE, start)
            )
        for field in grammar.fields:
            following: list[Start] = []
            for start in starts:
                inner = field.given(start.said, grammar.source)
                if inner is None:
                    following.append(start)
                    continue
                following += (
                    self._next(start, field.name, value, names)
                    for value, names in self._answers(inner, field.name, start)
                )
            starts = self._keep(following)
        return [Start(end.cost, end.order, {VALUE: end.said}, end.explained) for end in starts]

    def _keep(self, starts: Iterable[Start]) -> list[Start]:
        """The most promising: those that explain most words at least cost."""
        return nsmallest(WIDTH, starts, key=lambda start: (self._promise(start), start.order))

    def _promise(self, start: Start) -> int:
        missing = len(self.typed) - start.explained.bit_count()
        return start.cost + missing * MISSING

    def _next(self, start: Start, name: str, value: Any, names: Names) -> Start:
        cost, explained = self._explained(names, start.explained)
        self._count += 1
        spots, place = start.spots, self.places.get(name)
        if not explained:
            cost = UNSAID if self.typed else 0
        elif place is not None:
            first = (explained & -explained).bit_length() - 1
            cost += sum(OUT_OF_ORDER for other, at in spots if (other < place) != (at < first))
            spots = (*spots, (place, first))
        said = {**start.said, name: value}
        return Start(start.cost + cost, self._count, said, start.explained | explained, spots)

    def _explained(self, names: Names, already: int) -> tuple[int, int]:
        """Which typed words one of some names explains, and at what cost."""
        if not self.typed:
            return 0, 0
        if (names, already) not in self._fits:
            found = [self._explained_by(name, already) for name in names]
            self._fits[names, already] = min(
                found, key=lambda each: (-each[1].bit_count(), each[0]), default=(0, 0)
            )
        return self._fits[names, already]

    def _explained_by(self, name: Words, already: int) -> tuple[int, int]:
        cost = explained = 0
        free = list(name)
        for at, word in enumerate(self.typed):
            if already >> at & 1:
                continue
            fit = [
                (alike + (WITHIN if place and not explained else 0), place)
                for place, each in enumerate(free)
                if (alike := likeness(word, each)) is not None
            ]
            if fit:
                likest, place = min(fit)
                free[place] = ""
                cost += likest
                explained |= 1 << at
        return cost, explained

    def _answers(self, grammar: Grammar, part: str, start: Start) -> Iterator[tuple[Any, Names]]:
        """Answers to one part that are worth a try, with the names that they go by."""
        if isinstance(grammar, OneOf):
            for key, label, own in self._options(grammar, part):
                yield key, (label, own)
        elif isinstance(grammar, Amount):
            yield from self._amounts(grammar, part)
        elif isinstance(grammar, Ordering):
            yield list(grammar.keys), ()
            for key, label, own in self._options(grammar, part):
                yield [key, *(other for other in grammar.keys if other != key)], (label, own)
        elif isinstance(grammar, Subset):
            yield from self._subsets(grammar, part)
        else:
            for end in self._walk(grammar, [Start(0, 0, {}, start.explained)]):
                yield end.said[VALUE], ()

    def _amounts(self, grammar: Amount, part: str) -> Iterator[tuple[int, Names]]:
        typed = {int(word) for word in self.typed if is_number(word)}
        for value in sorted(typed | {grammar.least, grammar.most}):
            if fits(grammar, value):
                yield value, ((str(value), *name_words(part)),)

    def _subsets(self, grammar: Subset, part: str) -> Iterator[tuple[list[str], Names]]:
        """Everything, nothing, and some of each: as many as are there, as typed, or one."""
        numbers = [int(word) for word in self.typed if is_number(word)]
        options = self._options(grammar, part)
        whole = [key for key in grammar.keys for _ in range(grammar.room(key))]
        if grammar.least <= len(whole) <= grammar.cap():
            together = tuple(word for _, label, _ in options for word in label)
            yield whole, (together, tuple(self.vocabulary.everything))
        if grammar.least == 0:
            yield [], (tuple(self.vocabulary.nothing),)
        for key, label, own in options:
            room = min(grammar.room(key), grammar.cap())
            for count in sorted({room, 1, *numbers}, reverse=True):
                if max(grammar.least, 1) <= count <= room:
                    number = str(count)
                    yield [key] * count, ((*label, number), (*own, number))

    def _options(
        self, grammar: OneOf | Subset | Ordering, part: str
    ) -> list[tuple[str, Words, Words]]:
        """The options of a part with the words of their labels and of their keys."""
        # A form makes the grammar of a part anew each time; what it offers tells it apart.
        known = (part, *grammar.keys)
        if known not in self._named:
            self._named[known] = [
                (
                    option.key,
                    name_words(self.words.text(option.label, self.names)),
                    name_words(option.key),
                )
                for option in grammar.options()
            ]
        return self._named[known]


def likeness(typed: str, word: str) -> int | None:
    """How far a typed word is from another; None when it is not like it at all."""
    if typed == word:
        return EXACT
    if shortens(typed, word):
        return BEGINNING
    return SLIP if similar(typed, word) else None
