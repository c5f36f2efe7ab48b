"""Finds legal choices by a few typed beginnings: "mo gobi ste" moves from Gobi to Steppe.

Each decision's form is walked part by part with the best beginnings only, so that a space of
millions costs as little as one of ten. Every typed word must fit somewhere in the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Any, NamedTuple

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import (
    Amount,
    Budget,
    Escorted,
    Form,
    Grammar,
    OneOf,
    Ordering,
    Settings,
    Subset,
)
from engine.notation.little_words import LittleWords
from engine.notation.option_index import Index
from engine.notation.option_names import fits
from engine.notation.patterns import VALUE, Notation
from engine.notation.picking import picks
from engine.notation.step_limit import StepLimit
from engine.notation.words import Words, is_number, name_words, shortens, similar

WIDTH = 32
"""How many beginnings of a choice are followed at a time."""
EXACT, BEGINNING, SLIP = 0, 1, 4
WITHIN = 4
"""A typed word that is not the first of a name."""
UNSAID = 1
"""A part of the choice that no typed word speaks of, unless it is as usual."""
MISSING = 3
"""A typed word that is still to be explained."""
OUT_OF_ORDER = 1
MOST_WORDS = 12


class Answer(NamedTuple):
    """An answer to one part: which typed words it explains, as bits, and at what cost."""

    value: Any
    cost: int
    explained: int


class Start(NamedTuple):
    """The beginning of a choice: its answers so far, which typed words they explain, its cost."""

    cost: int
    order: int
    said: dict[str, Any]
    explained: int
    spots: tuple[tuple[int, int], ...] = ()
    """Where the parts that were spoken of stand: in the notation, and in what was typed."""


class Step(NamedTuple):
    """A beginning and one answer more."""

    promise: int
    order: tuple[int, int]
    start: Start
    answer: Answer
    cost: int
    spots: tuple[tuple[int, int], ...]


class Search:
    """One search for what was typed."""

    def __init__(
        self,
        index: Index,
        notations: Mapping[str, Sequence[Notation]],
        vocabulary: LittleWords,
        text: str,
        limit: StepLimit,
    ) -> None:
        self.limit = limit
        self.index = index
        self.notations = notations
        self.vocabulary = vocabulary
        typed = name_words(text)[:MOST_WORDS]
        self.typed = tuple(word for word in typed if word not in vocabulary.noise) or typed
        self.numbers = [int(word) for word in self.typed if is_number(word)]
        self.whole = (1 << len(self.typed)) - 1
        self.places: dict[str, int] = {}
        self.usual: dict[str, Any] = {}
        self._alike: dict[tuple[int, str], int | None] = {}
        self._found: dict[Any, list[Answer]] = {}

    def best(self, limit: int) -> list[tuple[Decision, Any]]:
        """The choices that fit best; without anything typed, some of every decision in turn."""
        rows = [self._of_decision(each, rank) for rank, each in enumerate(self.index.decisions)]
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
        """The answer to a form, or to settings, that fits best of those that begin like this."""
        grammar = decision.grammar
        if isinstance(grammar, Settings):
            return grammar.validate(said) if fits(grammar, said) else {}
        assert isinstance(grammar, Form)
        self._look_up(decision)
        rest = Form(tuple(f for f in grammar.fields if f.name not in said), grammar.source)
        ends = self._walk(rest, [Start(0, 0, said, 0)])
        return min(ends, key=lambda end: (self._promise(end.cost, end.explained), end.order)).said[
            VALUE
        ]

    def _look_up(self, decision: Decision) -> None:
        """Note in which order the parts of a decision are written, and what is usual."""
        written = [each for each in self.notations.get(decision.kind, ()) if not each.also]
        self.places = {name: at for each in written for name, at in each.places().items()}
        self.usual = {name: value for each in written for name, value in each.usual.items()}
        self._found.clear()

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
        # So may the words between the parts of an order.
        between = {word for verb in verbs for word in name_words(verb)}
        written = sum(1 << at for at, word in enumerate(self.typed) if at and word in between)
        if written:
            starts += [each._replace(explained=each.explained | written) for each in starts]
        ends = self._walk(decision.grammar, starts)
        return [
            (end.cost, (rank, end.order), decision, end.said[VALUE])
            for end in ends
            if end.explained == self.whole
        ]

    def _walk(self, grammar: Grammar, starts: list[Start]) -> list[Start]:
        """The best answers to a grammar, each given as `value`."""
        if not isinstance(grammar, Form):
            return self._keep(VALUE, self._steps(VALUE, grammar, starts))
        for field in grammar.fields:
            same: list[Start] = []
            steps: list[Step] = []
            for start in starts:
                inner = self.index.given(grammar, field, start.said)
                if inner is None:
                    same.append(start)
                else:
                    steps += self._steps(field.name, inner, [start])
            starts = same + self._keep(field.name, steps) if steps else same
            if same and steps:
                starts = self._fewer(starts)
        return [Start(end.cost, end.order, {VALUE: end.said}, end.explained) for end in starts]

    def _fewer(self, starts: list[Start]) -> list[Start]:
        """The most promising of some beginnings."""
        kept = nsmallest(
            WIDTH, starts, key=lambda each: (self._promise(each.cost, each.explained), each.order)
        )
        return [each._replace(order=at) for at, each in enumerate(kept)]

    def _keep(self, part: str, steps: Iterable[Step]) -> list[Start]:
        """The most promising: those that explain most words at least cost."""
        return [
            Start(
                step.cost,
                at,
                {**step.start.said, part: step.answer.value},
                step.start.explained | step.answer.explained,
                step.spots,
            )
            for at, step in enumerate(nsmallest(WIDTH, steps, key=lambda step: step[:2]))
        ]

    def _promise(self, cost: int, explained: int) -> int:
        return cost + (len(self.typed) - explained.bit_count()) * MISSING

    def _steps(self, part: str, grammar: Grammar, starts: Iterable[Start]) -> Iterator[Step]:
        place = self.places.get(part)
        for start in starts:
            for at, answer in enumerate(self._answers(grammar, part, start.explained)):
                cost, spots = start.cost + answer.cost, start.spots
                if answer.explained and place is not None:
                    first = (answer.explained & -answer.explained).bit_length() - 1
                    cost += sum(
                        OUT_OF_ORDER for other, spot in spots if (other < place) != (spot < first)
                    )
                    spots = (*spots, (place, first))
                promise = self._promise(cost, start.explained | answer.explained)
                yield Step(promise, (start.order, at), start, answer, cost, spots)

    # Answers to one part.

    def _answers(self, grammar: Grammar, part: str, already: int) -> list[Answer]:
        """Answers that are worth a try, the most promising first: no more than are followed."""
        known = (part, already, *self._facts(grammar))
        if known not in self._found:
            found = list(self._all_answers(grammar, part, already))
            usual = self.usual.get(part)
            if usual is not None and fits(grammar, usual):
                # What is not spoken of is as usual.
                spoken = [each for each in found if each.explained and each.value != usual]
                found = [Answer(usual, 0, 0), *spoken]
            self._found[known] = nsmallest(
                WIDTH, found, key=lambda each: self._promise(each.cost, already | each.explained)
            )
        return self._found[known]

    @staticmethod
    def _facts(grammar: Grammar) -> tuple[Any, ...]:
        """What tells the grammars of one part apart."""
        if isinstance(grammar, Amount):
            return grammar.least, grammar.most, grammar.step
        if isinstance(grammar, Subset):
            return grammar.least, grammar.cap(), *grammar.keys, *grammar.copies.items()
        return tuple(grammar.keys) if isinstance(grammar, OneOf | Ordering) else (id(grammar),)

    def _all_answers(self, grammar: Grammar, part: str, already: int) -> Iterator[Answer]:
        if isinstance(grammar, OneOf):
            for option in self.index.options(grammar, part):
                yield self._answer(option.key, option.names, already)
        elif isinstance(grammar, Amount):
            yield from self._amounts(grammar, part, already)
        elif isinstance(grammar, Ordering):
            yield self._answer(list(grammar.keys), (), already)
            for option in self.index.options(grammar, part):
                order = [option.key, *(key for key in grammar.keys if key != option.key)]
                yield self._answer(order, option.names, already)
        elif isinstance(grammar, Settings):
            yield from self._changes(grammar, already)
        elif isinstance(grammar, Budget | Escorted):
            # Not everything that there is enough of goes together.
            for answer in self._subsets(grammar, part, already):
                if fits(grammar, answer.value):
                    yield answer
        elif isinstance(grammar, Subset):
            yield from self._subsets(grammar, part, already)
        else:
            for end in self._walk(grammar, [Start(0, 0, {}, already)]):
                yield Answer(end.said[VALUE], end.cost, end.explained & ~already)

    def _changes(self, grammar: Settings, already: int) -> Iterator[Answer]:
        """One setting changed: who wants more at once types an order."""
        for part in grammar.parts:
            named = name_words(self.index.voice.text(part.title)), name_words(part.name)
            _, cost, explained = self._answer(None, named, already)
            for answer in self._answers(part.grammar, part.name, already | explained):
                if answer.value != part.current and fits(grammar, {part.name: answer.value}):
                    value = {part.name: answer.value}
                    yield Answer(value, cost + answer.cost, explained | answer.explained)

    def _amounts(self, grammar: Amount, part: str, already: int) -> Iterator[Answer]:
        for value in sorted({*self.numbers, grammar.least, grammar.most}):
            if fits(grammar, value):
                yield self._answer(value, ((str(value), *name_words(part)),), already)

    def _subsets(self, grammar: Subset, part: str, already: int) -> Iterator[Answer]:
        """Everything, nothing, some of each (as many as are there, as typed, or one), and more."""
        options = self.index.options(grammar, part)
        self.limit.spend(len(options) * (1 + len(self.typed)))
        whole = [key for key in grammar.keys for _ in range(grammar.room(key))]
        if grammar.least <= len(whole) <= grammar.cap() and part not in self.usual:
            together = tuple(word for option in options for word in option.label)
            _, cost, explained = self._answer(whole, [together], already)
            # Some are named: that hardly means all.
            cost += BEGINNING if explained else 0
            by_word = self._answer(whole, [tuple(self.vocabulary.everything)], already)
            yield by_word if by_word.explained else Answer(whole, cost, explained)
        if grammar.least == 0:
            yield self._answer([], (tuple(self.vocabulary.nothing),), already)
        for key, label, own in options:
            room = min(grammar.room(key), grammar.cap())
            for count in sorted({room, 1, *self.numbers}, reverse=True):
                if max(grammar.least, 1) <= count <= room:
                    names = (*label, str(count)), (*own, str(count))
                    yield self._answer([key] * count, names, already)
        free = self.whole & ~already
        for pick in picks(grammar, options, self.typed, free, self._likeness):
            yield Answer(*pick)

    def _answer(self, value: Any, names: Sequence[Words], already: int) -> Answer:
        """An answer with what the likest of its names explains."""
        self.limit.spend()
        if not self.typed:
            return Answer(value, 0, 0)
        found = [self._explained_by(name, already) for name in names]
        cost, explained = min(
            found, key=lambda each: (-each[1].bit_count(), each[0]), default=(0, 0)
        )
        return Answer(value, cost if explained else UNSAID, explained)

    def _explained_by(self, name: Words, already: int) -> tuple[int, int]:
        cost = explained = 0
        free = list(name)
        for at in range(len(self.typed)):
            if already >> at & 1:
                continue
            fit = [
                (alike + (WITHIN if place and not explained else 0), place)
                for place, each in enumerate(free)
                if (alike := self._likeness(at, each)) is not None
            ]
            if fit:
                likest, place = min(fit)
                free[place] = ""
                cost += likest
                explained |= 1 << at
        return cost, explained

    def _likeness(self, at: int, word: str) -> int | None:
        known = (at, word)
        if known not in self._alike:
            self._alike[known] = likeness(self.typed[at], word)
        return self._alike[known]


def likeness(typed: str, word: str) -> int | None:
    """How far a typed word is from another; None when it is not like it at all."""
    if typed == word:
        return EXACT
    if shortens(typed, word):
        return BEGINNING
    return SLIP if similar(typed, word) else None
