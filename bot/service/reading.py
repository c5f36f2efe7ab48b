"""Reading a typed line as an answer to one of some open decisions.

The parts of a form are looked for in their order, each among the words that are still unexplained;
every word must be explained in the end, but for little ones. Of several readings the one that takes
the words most literally counts. Nothing is listed: each part asks its grammar what fits the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.service.notation import VALUE, Notation, generic, known_words, notations
from bot.service.tokens import COMMA, TO, Words, is_number, match, name_words, shortens, words_of
from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, Grammar, OneOf, Ordering, Subset, Unfit
from engine.core.messages import Catalog

OMITTED = 1
UNMARKED = 1
NOT_AWAITED = 1
ANOTHER_KIND = 50
MOST_WORDS = 80
MOST_STEPS = 20_000
NEAR = 2
"""Names that take the words this much less literally are still considered."""


class TypedWords(NamedTuple):
    """Words of a language that have a meaning of their own in a line."""

    noise: frozenset[str]
    everything: frozenset[str]
    nothing: frozenset[str]


class Reading(NamedTuple):
    """A line understood. The lower the cost, the more literally."""

    cost: int
    decision: Decision
    value: Any


class Fault(NamedTuple):
    """How far a line could be understood: an answer that is illegal, or words left over."""

    progress: tuple[int, int, int]
    decision: Decision
    value: Any
    left_over: tuple[str, ...]


class _State(NamedTuple):
    """What is explained so far: words as bits, and where the parts of the line stand."""

    used: int = 0
    spans: tuple[tuple[int, int], ...] = ()
    cost: int = 0

    def takes(self, start: int, end: int, cost: int, place: int | None) -> _State:
        mask = (1 << end) - (1 << start)
        spans = self.spans if place is None else (*self.spans, (place, start))
        return _State(self.used | mask, spans, self.cost + cost)

    def costs(self, more: int) -> _State:
        return _State(self.used, self.spans, self.cost + more)


class _Options(NamedTuple):
    """A grammar's options by name, and which of them the words of a line can name.

    The grammar is kept because it is remembered by its identity.
    """

    grammar: Grammar
    names: list[tuple[str, tuple[Words, ...]]]
    found: dict[int, list[tuple[str, int, int]]]


Answer = tuple[Any, _State]


class Reader:
    """Reads lines in the words of a rule set and in the company of certain players."""

    def __init__(
        self, ruleset: str, words: Catalog, names: Sequence[str], typed: TypedWords
    ) -> None:
        self.words = words
        self.names = names
        self.typed = typed
        self.notations = notations(ruleset)
        self._known: list[tuple[str, tuple[Words, ...]]] | None = None

    @property
    def known(self) -> list[tuple[str, tuple[Words, ...]]]:
        """Everything that the rule set has a name for, whether it can be chosen now or not."""
        if self._known is None:
            self._known = [
                (key, (name_words(key), name_words(text)))
                for key, text in known_words(self.words).items()
            ]
        return self._known

    def ways_to_write(self, decision: Decision) -> list[Notation]:
        """The notations of a decision, the generic one last."""
        own = self.notations.get(decision.kind, ())
        return [*own, generic(decision.grammar)]

    def read(self, decisions: Sequence[Decision], line: str) -> list[Reading]:
        """What a line can mean, the likeliest first; readings of equal cost are equally likely."""
        exact = exactly(decisions, line)
        if exact is not None:
            return [exact]
        tokens = words_of(line)[:MOST_WORDS]
        found: dict[bytes, Reading] = {}
        for decision in decisions if tokens else ():
            for notation in self.ways_to_write(decision):
                for reading in _Line(self, decision, notation, tokens).readings():
                    key = msgspec.json.encode((decision.id, reading.value), order="deterministic")
                    if key not in found or reading.cost < found[key].cost:
                        found[key] = reading
        return sorted(found.values(), key=lambda reading: reading.cost)

    def fault(self, decisions: Sequence[Decision], line: str) -> Fault | None:
        """How far a line that means nothing could be understood."""
        tokens = words_of(line)[:MOST_WORDS]
        faults = [
            fault
            for decision in decisions
            for notation in self.ways_to_write(decision)
            for fault in _Line(self, decision, notation, tokens).faults()
        ]
        return max(faults, key=lambda fault: fault.progress, default=None)


def exactly(decisions: Sequence[Decision], line: str) -> Reading | None:
    """A line that names a decision and gives the answer as JSON: `movement: {"do": "end"}`."""
    name, colon, rest = line.partition(":")
    for decision in decisions if colon else ():
        if decision.id == name.strip():
            try:
                return Reading(0, decision, decision.grammar.validate(msgspec.json.decode(rest)))
            except (msgspec.DecodeError, Unfit):
                return None
    return None


class _Line:
    """One line, read as an answer to one decision in one notation."""

    def __init__(
        self, reader: Reader, decision: Decision, notation: Notation, tokens: Words
    ) -> None:
        self.reader = reader
        self.decision = decision
        self.notation = notation
        self.tokens = tokens
        self.places = notation.places()
        self.literals = frozenset(notation.literals())
        self.kind = name_words(decision.kind)
        self.steps = 0
        self._options: dict[int, _Options] = {}
        self._marked: dict[str, list[int]] = {}

    # Whole lines.

    def readings(self) -> Iterator[Reading]:
        """Every way to explain all words."""
        for value, state in self._answers(self.decision.grammar, VALUE, self._start()):
            if not self._left_over(state) and self.notation.suits(value):
                yield Reading(state.cost + self._kind_cost(), self.decision, value)

    def faults(self) -> Iterator[Fault]:
        """Every way to explain as many words as possible, up to the first part that is wrong."""
        grammar = self.decision.grammar
        if isinstance(grammar, Form):
            yield from self._form_faults(grammar, 0, {}, self._start())
            return
        found = False
        for value, state in self._answers(grammar, VALUE, self._start()):
            found = True
            yield self._fault(1, value, state)
        if not found:
            for value, state in self._guesses(grammar, VALUE, self._start()):
                yield self._fault(0, value, state)

    def _form_faults(
        self, form: Form, at: int, said: dict[str, Any], state: _State
    ) -> Iterator[Fault]:
        while at < len(form.fields):
            field = form.fields[at]
            grammar = field.given(said, form.source)
            if grammar is not None:
                break
            at += 1
        else:
            yield self._fault(at, said, state)
            return
        found = False
        for value, after in self._answers(grammar, field.name, state):
            found = True
            yield from self._form_faults(form, at + 1, {**said, field.name: value}, after)
        if not found:
            yield self._fault(at, said, state)
            for guess, after in self._guesses(grammar, field.name, state):
                yield self._fault(at, {**said, field.name: guess}, after)

    def _fault(self, progress: int, value: Any, state: _State) -> Fault:
        left = self._left_over(state)
        explained = len(self.tokens) - len(left)
        rank = (progress, explained, -state.cost - self._kind_cost())
        return Fault(rank, self.decision, value, left)

    def _start(self) -> _State:
        """The arrow of a line parts what stands before it from what stands behind it."""
        arrows = [at for at, token in enumerate(self.tokens) if token == TO]
        parts = self.notation.parts()
        if len(arrows) == 1 and TO in parts:
            return _State(1 << arrows[0], ((parts.index(TO), arrows[0]),))
        return _State()

    def _kind_cost(self) -> int:
        cost = 0 if self.decision.blocking else NOT_AWAITED
        first = self.tokens[: len(self.kind)]
        named = [
            kind
            for kind in map(name_words, self.reader.notations)
            if kind == self.tokens[: len(kind)] and kind != self.kind
        ]
        return cost + (ANOTHER_KIND if named and first != self.kind else 0)

    def _left_over(self, state: _State) -> tuple[str, ...]:
        """The words that nothing explains."""
        at = len(self.kind) if self.tokens[: len(self.kind)] == self.kind else 0
        return tuple(
            token
            for index, token in enumerate(self.tokens)
            if index >= at and not state.used >> index & 1 and not self._is_little(token)
        )

    def _is_little(self, token: str) -> bool:
        if token in (COMMA, TO) or token in self.reader.typed.noise:
            return True
        return any(shortens(token, word) for word in self.literals)

    # Parts of a line.

    def _answers(self, grammar: Grammar, name: str, state: _State) -> Iterator[Answer]:
        """What the words can mean as one part of the line."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
        if isinstance(grammar, Form):
            yield from self._form(grammar, 0, {}, state)
            return
        usual = self.notation.usual.get(name)
        if usual is not None and fits(grammar, usual):
            yield usual, state.costs(OMITTED)
        if isinstance(grammar, OneOf):
            yield from self._one(grammar, name, state)
        elif isinstance(grammar, Amount):
            yield from self._amount(grammar, name, state)
        elif isinstance(grammar, Subset):
            yield from self._some(grammar, name, state)
        else:
            assert isinstance(grammar, Ordering)
            yield from self._order(grammar, name, state)

    def _form(self, form: Form, at: int, said: dict[str, Any], state: _State) -> Iterator[Answer]:
        if at == len(form.fields):
            yield dict(said), state
            return
        field = form.fields[at]
        grammar = field.given(said, form.source)
        if grammar is None:
            yield from self._form(form, at + 1, said, state)
            return
        for value, after in self._answers(grammar, field.name, state):
            yield from self._form(form, at + 1, {**said, field.name: value}, after)

    def _one(self, grammar: OneOf, name: str, state: _State) -> Iterator[Answer]:
        for start, begun in self._starts(name, state):
            for key, length, cost in self._named(grammar, start, begun):
                yield key, begun.takes(start, start + length, cost, None)
        if len(grammar.keys) == 1:
            yield grammar.keys[0], state.costs(OMITTED)

    def _amount(self, grammar: Amount, name: str, state: _State) -> Iterator[Answer]:
        for start, begun in self._starts(name, state):
            if is_number(self.tokens[start]) and fits(grammar, int(self.tokens[start])):
                yield int(self.tokens[start]), begun.takes(start, start + 1, 0, None)
        if grammar.least == grammar.most:
            yield grammar.least, state.costs(OMITTED)

    def _some(self, grammar: Subset, name: str, state: _State) -> Iterator[Answer]:
        typed = self.reader.typed
        for start, begun in self._starts(name, state):
            token = self.tokens[start]
            if token in typed.everything:
                whole = [key for key in grammar.keys for _ in range(grammar.room(key))]
                if fits(grammar, whole):
                    yield whole, begun.takes(start, start + 1, 0, None)
            if token in typed.nothing and grammar.least == 0:
                yield [], begun.takes(start, start + 1, 0, None)
            for counts, after in self._items(grammar, {}, start, begun):
                value = [key for key in grammar.keys for _ in range(counts.get(key, 0))]
                if grammar.least <= len(value) <= grammar.cap():
                    yield value, after

    def _items(
        self, grammar: Subset, counts: dict[str, int], at: int, state: _State
    ) -> Iterator[tuple[dict[str, int], _State]]:
        """Some things in a row, each with a number before it or not."""
        self.steps += 1
        if at >= len(self.tokens) or self.steps > MOST_STEPS:
            return
        begun, start, wanted = state, at, 1
        if is_number(self.tokens[at]) and self._is_free(state, at):
            wanted = int(self.tokens[at])
            begun, start = state.takes(at, at + 1, 0, None), at + 1
        for taken, after, end in self._item(grammar, counts, wanted, start, begun):
            yield taken, after
            following = end
            while following < len(self.tokens) and self._joins(following):
                following += 1
            yield from self._items(grammar, taken, following, after)

    def _item(
        self, grammar: Subset, counts: dict[str, int], wanted: int, start: int, state: _State
    ) -> Iterator[tuple[dict[str, int], _State, int]]:
        """So many of one thing; of things with the same name, whichever there are."""
        by_length: dict[int, list[tuple[int, str]]] = {}
        for key, length, cost in self._named(grammar, start, state) if wanted else ():
            by_length.setdefault(length, []).append((cost, key))
        for length, named in by_length.items():
            end = start + length
            room = {key: grammar.room(key) - counts.get(key, 0) for _, key in named}
            enough = [(cost, key) for cost, key in named if room[key] >= wanted]
            for cost, key in enough:
                taken = {**counts, key: counts.get(key, 0) + wanted}
                yield taken, state.takes(start, end, cost, None), end
            if not enough and sum(room.values()) >= wanted:
                taken, left, cost = dict(counts), wanted, 0
                for each, key in sorted(named, key=lambda pair: pair[0]):
                    share = min(left, room[key])
                    taken[key] = taken.get(key, 0) + share
                    left, cost = left - share, cost + (each if share else 0)
                yield taken, state.takes(start, end, cost, None), end

    def _order(self, grammar: Ordering, name: str, state: _State) -> Iterator[Answer]:
        def following(
            said: list[str], at: int, state: _State
        ) -> Iterator[tuple[list[str], _State]]:
            if len(said) == len(grammar.keys):
                yield said, state
                return
            while at < len(self.tokens) and self._joins(at):
                at += 1
            for key, length, cost in self._named(grammar, at, state):
                if key not in said:
                    after = state.takes(at, at + length, cost, None)
                    yield from following([*said, key], at + length, after)

        for start, begun in self._starts(name, state):
            yield from following([], start, begun)

    # Words of a line.

    def _joins(self, at: int) -> bool:
        return self.tokens[at] == COMMA or self.tokens[at] in self.reader.typed.noise

    def _is_free(self, state: _State, at: int) -> bool:
        return at < len(self.tokens) and not state.used >> at & 1

    def _starts(self, name: str, state: _State) -> Iterator[tuple[int, _State]]:
        """Where a part of the line may begin: behind its own name, or where its place is."""
        marker, place = self._markers(name), self.places.get(name)
        for start in marker:
            before = start - len(name_words(name))
            if all(self._is_free(state, at) for at in range(before, start + 1)):
                yield start, state.takes(before, start, 0, None)
        if marker and name in self.literals:
            # A notation that names its parts means what it says.
            return
        cost = UNMARKED if name in self.literals else 0
        for start, token in enumerate(self.tokens):
            if not self._is_free(state, start) or token in (COMMA, TO) or start in marker:
                continue
            if place is None:
                yield start, state.costs(cost)
            elif all((other < place) == (at < start) for other, at in state.spans):
                spans = (*state.spans, (place, start))
                yield start, _State(state.used, spans, state.cost + cost)

    def _markers(self, name: str) -> list[int]:
        """Where the words stand that come right behind a part's own name."""
        if name not in self._marked:
            marker = name_words(name) if name != VALUE else ()
            self._marked[name] = [
                at
                for at in range(len(marker), len(self.tokens))
                if marker and self.tokens[at - len(marker) : at] == marker
            ]
        return self._marked[name]

    def _named(
        self, grammar: OneOf | Subset | Ordering, start: int, state: _State
    ) -> list[tuple[str, int, int]]:
        """The options that the words from `start` on can name: key, how many words, cost."""
        free = 0
        while self._is_free(state, start + free):
            free += 1
        return [one for one in self._all_named(grammar, start) if one[1] <= free]

    def _all_named(
        self, grammar: OneOf | Subset | Ordering, start: int
    ) -> list[tuple[str, int, int]]:
        """The same if all words were free: found once for each place in the line."""
        options = self._names(grammar)
        if start in options.found:
            return options.found[start]
        best: dict[int, int] = {}
        found: list[tuple[str, int, int]] = []
        noise = self.reader.typed.noise
        for key, names in options.names:
            costs: dict[int, int] = {}
            for name in names:
                for taken, cost in enumerate(match(self.tokens, start, name, noise), start=1):
                    costs[taken] = min(cost, costs.get(taken, cost))
            for taken, cost in costs.items():
                found.append((key, taken, cost))
                best[taken] = min(cost, best.get(taken, cost))
        options.found[start] = [one for one in found if one[2] <= best[one[1]] + NEAR]
        return options.found[start]

    def _names(self, grammar: OneOf | Subset | Ordering) -> _Options:
        if id(grammar) not in self._options:
            reader = self.reader
            named = [
                (
                    option.key,
                    (
                        name_words(option.key),
                        name_words(reader.words.text(option.label, reader.names)),
                    ),
                )
                for option in grammar.options()
            ]
            self._options[id(grammar)] = _Options(grammar, named, {})
        return self._options[id(grammar)]

    # Guesses at what was meant, for the rules to say why it cannot be.

    def _guesses(self, grammar: Grammar, name: str, state: _State) -> Iterator[Answer]:
        for start, begun in self._starts(name, state):
            token = self.tokens[start]
            if isinstance(grammar, Amount):
                if is_number(token):
                    yield int(token), begun.takes(start, start + 1, 0, None)
                continue
            if isinstance(grammar, Subset | Ordering):
                yield from self._guessed_items(grammar, start, begun)
            elif isinstance(grammar, OneOf) and not is_number(token):
                key, end = self._guessed_key(start, begun)
                yield key, begun.takes(start, end, 0, None)

    def _guessed_items(
        self, grammar: Subset | Ordering, start: int, state: _State
    ) -> Iterator[Answer]:
        wanted, at, begun = 1, start, state
        if is_number(self.tokens[start]):
            wanted, at = int(self.tokens[start]), start + 1
            begun = state.takes(start, at, 0, None)
        if not self._is_free(begun, at) or wanted > MOST_WORDS:
            return
        named = sorted(self._named(grammar, at, begun), key=lambda one: (one[2], -one[1]))
        if named:
            key, length, _ = named[0]
            yield [key] * wanted, begun.takes(at, at + length, 0, None)
        else:
            key, end = self._guessed_key(at, begun)
            yield [key] * wanted, begun.takes(at, end, 0, None)

    def _guessed_key(self, start: int, state: _State) -> tuple[str, int]:
        """The key of what some words name, or the words themselves as a key."""
        best: tuple[int, int, str] | None = None
        for key, names in self.reader.known:
            for name in names:
                costs = match(self.tokens, start, name, self.reader.typed.noise)
                for taken, cost in enumerate(costs, start=1):
                    if best is None or (taken, -cost) > best[:2]:
                        best = (taken, -cost, key)
        if best is not None:
            return best[2], start + best[0]
        end = start
        while self._is_free(state, end) and self.tokens[end] not in (COMMA, TO):
            end += 1
        return "_".join(self.tokens[start:end]), end


def fits(grammar: Grammar, value: Any) -> bool:
    """Whether a grammar produces a value."""
    try:
        grammar.validate(value)
    except Unfit:
        return False
    return True
