"""How far a line without a meaning could be understood, so that the rules can say what is wrong.

A line that means nothing legal is explained as far as possible; the first part that is wrong is
taken for what its words name, whether that can be chosen now or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.core.decision import Decision
from engine.core.grammar import Amount, Field, Form, Grammar, OneOf, Ordering, Settings, Subset
from engine.notation.explained import State
from engine.notation.parsing import MOST_WORDS, Line
from engine.notation.patterns import VALUE
from engine.notation.words import COMMA, TO, is_number, match

LEAST_LETTERS = 3
"""Fewer letters do not tell what a word that nobody knows may have begun."""

Guessed = tuple[Any, State, bool]
"""An answer, the line when it is read, and whether its words are a name of the rules."""


class Fault(NamedTuple):
    """How far a line could be understood: an answer that is illegal, or words left over.

    `said` are the parts of a form that are in order; `begun` says that anything was understood.
    `progress` says how well the line is explained: by how many words that are names of the rules,
    by how many parts, by how many words in all, and how exactly these are written.
    """

    progress: tuple[int, int, int, int]
    decision: Decision
    value: Any
    left_over: tuple[str, ...]
    said: dict[str, Any]

    @property
    def begun(self) -> bool:
        """Whether anything of the line was understood."""
        return self.progress[2] > 0


class Guess(Line):
    """A line that is not understood."""

    def faults(self) -> Iterator[Fault]:
        """Every way to explain as many words as possible, up to the first part that is wrong."""
        grammar = self.decision.grammar
        if isinstance(grammar, Form):
            yield from self._form_faults(grammar, 0, {}, self.start())
            return
        if isinstance(grammar, Settings):
            named = [part for part in grammar.parts if self._markers(part.name)]
            changed = Form(tuple(Field(part.name, part.grammar) for part in named))
            yield from self._form_faults(changed, 0, {}, self.start())
            return
        found = False
        for value, state in self.answers(grammar, VALUE, self.start()):
            found = True
            yield self._fault(1, value, state, {})
        if not found:
            start = self.start()
            for value, state, known in self._guesses(grammar, VALUE, start):
                yield self._fault(0, value, state, {}, understood=state if known else start)

    def _form_faults(
        self, form: Form, at: int, said: dict[str, Any], state: State
    ) -> Iterator[Fault]:
        self.lexicon.limit.spend()
        while at < len(form.fields):
            field = form.fields[at]
            grammar = field.given(said, form.source)
            if grammar is not None:
                break
            at += 1
        else:
            yield self._fault(len(said), said, state, said)
            return
        found = False
        for value, after in self.answers(grammar, field.name, state):
            found = True
            yield from self._form_faults(form, at + 1, {**said, field.name: value}, after)
        if not found:
            yield self._fault(len(said), said, state, said)
            # Words that nobody knows, where nothing was understood yet, are just not understood.
            for guess, after, known in self._guesses(grammar, field.name, state, sure=not said):
                value = {**said, field.name: guess}
                yield self._fault(
                    len(said), value, after, said, understood=after if known else state
                )

    def _fault(
        self,
        parts: int,
        value: Any,
        state: State,
        said: dict[str, Any],
        understood: State | None = None,
    ) -> Fault:
        left = self.left_over(state)
        significant = self.significant.bit_count()
        known = significant - len(self.left_over(understood or state))
        rank = (known, parts, significant - len(left), -state.cost - self.kind_cost())
        return Fault(rank, self.decision, value, left, said)

    def _guesses(
        self, grammar: Grammar, name: str, state: State, *, sure: bool = False
    ) -> Iterator[Guessed]:
        """What the words may have meant as one part; only what has a name, if it must be sure."""
        for start, begun in self._likely_starts(name, state):
            token = self.tokens[start]
            if isinstance(grammar, Amount):
                if is_number(token):
                    yield int(token), begun.takes(start, start + 1), True
                continue
            if isinstance(grammar, Subset | Ordering):
                yield from self._guessed_items(grammar, name, start, begun)
            elif isinstance(grammar, OneOf) and not is_number(token):
                key, end, known = self._guessed_key(start, begun)
                if known or not sure:
                    yield key, begun.takes(start, end), known

    def _likely_starts(self, name: str, state: State) -> list[tuple[int, State]]:
        """Where a part may begin if the parts that are written before it leave it room."""
        place, said = self.places.get(name, 0), {at for at, _ in state.spans}
        before = [other for other in self.places.values() if other < place and other not in said]
        starts = list(self.starts(name, state))
        free = self.significant & ~state.used
        roomy = [
            (start, begun)
            for start, begun in starts
            if (free & ((1 << start) - 1)).bit_count() >= len(before)
        ]
        return roomy or starts

    def _guessed_items(
        self, grammar: Subset | Ordering, name: str, start: int, state: State
    ) -> Iterator[Guessed]:
        wanted, at, begun = 1, start, state
        if is_number(self.tokens[start]):
            wanted, at = int(self.tokens[start]), start + 1
            begun = state.takes(start, at)
        if not self.is_free(begun, at) or wanted > MOST_WORDS:
            return
        named = sorted(self.named_at(grammar, name, at, begun), key=lambda one: (one[2], -one[1]))
        if named:
            key, length, _ = named[0]
            yield [key] * wanted, begun.takes(at, at + length), True
        else:
            key, end, known = self._guessed_key(at, begun)
            yield [key] * wanted, begun.takes(at, end), known

    def _guessed_key(self, start: int, state: State) -> tuple[str, int, bool]:
        """The key of what some words name, or the words themselves as a key, which is no name."""
        best: tuple[int, int, str] | None = None
        token = self.tokens[start]
        self.lexicon.limit.spend(len(self.lexicon.known))
        typed = self.lexicon.typed
        # "No" and "both" are the beginnings of names that nobody means by them.
        known = () if token in typed.refuse | typed.everything else self.lexicon.known
        for key, names in known:
            for name in names:
                costs = match(self.tokens, start, name, self.lexicon.typed.noise)
                if costs and len(token) < LEAST_LETTERS and token not in name:
                    continue
                for taken, cost in enumerate(costs, start=1):
                    if best is None or (taken, -cost) > best[:2]:
                        best = (taken, -cost, key)
        if best is not None:
            return best[2], start + best[0], True
        end = start
        while self.is_free(state, end) and self.tokens[end] not in (COMMA, TO):
            end += 1
        return "_".join(self.tokens[start:end]), end, False
