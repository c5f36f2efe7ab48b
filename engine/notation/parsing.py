"""Parses one typed line, word by word, as an answer to one decision.

The parts of a form are looked for in their order, each among the words that are still unexplained.
Nothing is listed: each part asks its grammar what fits the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.decision import Decision
from engine.core.grammar import (
    Amount,
    Field,
    Form,
    Grammar,
    OneOf,
    Ordering,
    Settings,
    Subset,
)
from engine.core.messages import Voice
from engine.core.wholes import options_of
from engine.notation.explained import State
from engine.notation.little_words import LittleWords
from engine.notation.option_names import NEAR, Named, Options, fits, likely, option_names, whole
from engine.notation.patterns import VALUE, Notation, part_words
from engine.notation.step_limit import StepLimit
from engine.notation.words import (
    COMMA,
    TO,
    Words,
    is_number,
    key_words,
    match,
    name_words,
    shortens,
)

OMITTED = 1
UNSAID = 20
VERB, ORIGIN, PIECES = "do", "from", "units"
"""The parts of a form that say what is done, from where and with what; a loose line may lack
them."""
UNMARKED = 1
NOT_AWAITED = 1
ANOTHER_KIND = 50
MOST_WORDS = 80
MOST_STEPS = 2_000
APART = 2
MOST_APART = 99


class Lexicon(NamedTuple):
    """The words that lines are made of: a rule set's, the players' names, and some little ones."""

    voice: Voice
    typed: LittleWords
    notations: Mapping[str, Sequence[Notation]]
    known: Sequence[tuple[str, tuple[Words, ...]]]
    """Everything that the rule set has a name for, whether it can be chosen now or not."""
    limit: StepLimit


class Reading(NamedTuple):
    """A line understood. The lower the cost, the more literally."""

    cost: int
    decision: Decision
    value: Any


Answer = tuple[Any, State]
OptionNames = dict[tuple[str, ...], list[tuple[str, tuple[Words, ...]]]]
"""The names of the options of a decision's parts, by part and keys."""


class Line:
    """One line, read as an answer to one decision in one notation."""

    def __init__(
        self,
        lexicon: Lexicon,
        decision: Decision,
        notation: Notation,
        tokens: Words,
        *,
        loose: bool = False,
        names: OptionNames | None = None,
    ) -> None:
        """A `loose` line may lack its verb, and name what its answer says without being asked:
        "scout h3 > i4" where nothing but a scout stands on H3.

        `names` is what is known of the decision's options from other notations of the line.
        """
        self.lexicon = lexicon
        self.decision = decision
        self.notation = notation
        self.tokens = tokens
        self.loose = loose
        self.places = notation.places()
        self.literals = frozenset(notation.literals())
        self.named = notation.named()
        self.kind = name_words(decision.kind)
        self.significant = self._significant()
        self.steps = 0
        self.greedy = True
        self.limit = MOST_WORDS * NEAR
        """What costs more than a reading that was found need not be followed."""
        self._names_known = {} if names is None else names
        self._options: dict[tuple[str, ...], Options] = {}
        self._last: tuple[Grammar, str, Options] | None = None
        """The options that were looked at last: most parts are looked for in several places."""
        self._telling = [at for at, token in enumerate(tokens) if token != COMMA and token != TO]
        self._marked: dict[str, list[tuple[int, int, int]]] = {}

    # Whole lines.

    def readings(self) -> Iterator[Reading]:
        """Every way to explain all words; lists are as long as can be, if that explains them."""
        for self.greedy in (True, False):
            self.steps, found = 0, False
            for value, state in self.answers(self.decision.grammar, VALUE, self.start()):
                if state.cost > self.limit or not self._is_explained(value, state):
                    continue
                if self.notation.suits(value):
                    self.limit, found = state.cost, True
                    yield Reading(state.cost + self.kind_cost(), self.decision, value)
            if found:
                return

    def _is_explained(self, value: Any, state: State) -> bool:
        """Whether an answer takes every word of the line, or says it of what it takes."""
        left = self.left_over(state)
        if not left or not self.loose:
            return not left
        details = (option.detail for option in options_of(self.decision.grammar, value))
        said = [w for text in details if text for w in name_words(self.lexicon.voice.text(text))]
        return all(any(shortens(token, word) for word in said) for token in left)

    def start(self) -> State:
        """The arrow of a line parts what stands before it from what stands behind it."""
        arrows = [at for at, token in enumerate(self.tokens) if token == TO]
        parts = self.notation.parts()
        if len(arrows) == 1 and TO in parts:
            return State(1 << arrows[0], ((parts.index(TO), arrows[0]),))
        return State()

    def kind_cost(self) -> int:
        cost = 0 if self.decision.blocking else NOT_AWAITED
        first = self.tokens[: len(self.kind)]
        named = [
            kind
            for kind in map(name_words, self.lexicon.notations)
            if kind == self.tokens[: len(kind)] and kind != self.kind
        ]
        return cost + (ANOTHER_KIND if named and first != self.kind else 0)

    def left_over(self, state: State) -> tuple[str, ...]:
        """The words that nothing explains."""
        left = self.significant & ~state.used
        return tuple(token for at, token in enumerate(self.tokens) if left >> at & 1)

    def _significant(self) -> int:
        """The words that need an explanation: all but little ones and those of the notation."""
        skipped = len(self.kind) if self.tokens[: len(self.kind)] == self.kind else 0
        found = 0
        for at, token in enumerate(self.tokens):
            if at < skipped or token in (COMMA, TO) or token in self.lexicon.typed.noise:
                continue
            if not any(shortens(token, word) for word in self.literals):
                found |= 1 << at
        return found

    # Parts of a line.

    def answers(self, grammar: Grammar, name: str, state: State) -> Iterator[Answer]:
        """What the words can mean as one part of the line."""
        self.steps += 1
        self.lexicon.limit.spend()
        if self.steps > MOST_STEPS or state.cost > self.limit:
            return
        if isinstance(grammar, Form):
            yield from self._form(grammar, 0, {}, state)
            return
        if isinstance(grammar, Settings):
            yield from self._settings(grammar, 0, {}, state)
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

    def _form(self, form: Form, at: int, said: dict[str, Any], state: State) -> Iterator[Answer]:
        if at == len(form.fields):
            yield dict(said), state
            return
        field = form.fields[at]
        grammar = field.given(said, form.source)
        if grammar is None:
            for after in self._unasked(field, said, form.source, state):
                yield from self._form(form, at + 1, said, after)
            return
        for value, after in self.answers(grammar, field.name, state):
            yield from self._form(form, at + 1, {**said, field.name: value}, after)

    def _unasked(
        self, field: Field, said: dict[str, Any], source: Any, state: State
    ) -> Iterator[State]:
        """A part that is not asked may be named by a loose line: "infantry in N14" where no other
        city can act."""
        yield state
        meant = field.meant(said, source) if self.loose else None
        name = key_words(meant) if isinstance(meant, str) else ()
        for start in range(len(self.tokens) - len(name) + 1) if name else ():
            end = start + len(name)
            free = all(self.is_free(state, at) for at in range(start, end))
            if free and self.tokens[start:end] == name:
                yield state.takes(start, end)

    def _settings(
        self, settings: Settings, at: int, changes: dict[str, Any], state: State
    ) -> Iterator[Answer]:
        """Each setting that the line names, with its new value behind the name."""
        if at == len(settings.parts):
            if changes and fits(settings, changes):
                yield settings.validate(changes), state
            nothing = [at for at, token in enumerate(self.tokens) if self._is_nothing(token)]
            if not changes and nothing:
                yield {}, state.takes(nothing[0], nothing[0] + 1)
            return
        part = settings.parts[at]
        if not self._markers(part.name):
            yield from self._settings(settings, at + 1, changes, state)
            return
        for value, after in self.answers(part.grammar, part.name, state):
            yield from self._settings(settings, at + 1, {**changes, part.name: value}, after)

    def _one(self, grammar: OneOf, name: str, state: State) -> Iterator[Answer]:
        for start, begun in self.starts(name, state):
            for key, length, cost in self.named_at(grammar, name, start, begun):
                yield key, begun.takes(start, start + length, cost)
        if len(grammar.keys) == 1:
            yield grammar.keys[0], state.costs(OMITTED)
        elif self.loose and name in (VERB, ORIGIN):
            yield from ((key, state.costs(UNSAID)) for key in grammar.keys)

    def _all_unsaid(self, grammar: Subset, name: str, state: State) -> Iterator[Answer]:
        """A loose line that names none of the pieces means all that can go."""
        free = (at for at in range(len(self.tokens)) if self.is_free(state, at))
        if name == PIECES and not any(self.named_at(grammar, name, at, state) for at in free):
            yield from ((every, state.costs(UNSAID)) for every in whole(grammar, grammar.keys))

    def _amount(self, grammar: Amount, name: str, state: State) -> Iterator[Answer]:
        for start, begun in self.starts(name, state):
            if is_number(self.tokens[start]) and fits(grammar, int(self.tokens[start])):
                yield int(self.tokens[start]), begun.takes(start, start + 1)
        if grammar.least == grammar.most:
            yield grammar.least, state.costs(OMITTED)

    def _some(self, grammar: Subset, name: str, state: State) -> Iterator[Answer]:
        typed = self.lexicon.typed
        for start, begun in self.starts(name, state):
            token = self.tokens[start]
            if token in typed.everything:
                yield from self._all(grammar, name, start, begun)
            if token in typed.nothing and grammar.least == 0:
                yield [], begun.takes(start, start + 1)
            if self.greedy and self._is_within(grammar, name, start, begun):
                continue
            for counts, after in self._items(grammar, name, {}, start, begun):
                value = [key for key in grammar.keys for _ in range(counts.get(key, 0))]
                if grammar.least <= len(value) <= grammar.cap():
                    yield value, after
                yield from self._counted(grammar, value, after)
        if self.loose:
            yield from self._all_unsaid(grammar, name, state)

    def _all(self, grammar: Subset, name: str, start: int, state: State) -> Iterator[Answer]:
        """Everything there is, or all of what is named behind it: "all swordsmen"."""
        named = self.named_at(grammar, name, start + 1, state)
        most = max((length for _, length, _ in named), default=0)
        keys = [key for key, length, _ in named if length == most] or grammar.keys
        taken = state.takes(start, start + 1 + most)
        yield from ((every, taken) for every in whole(grammar, keys))

    def _counted(self, grammar: Subset, value: list[str], state: State) -> Iterator[Answer]:
        """Things whose number stands apart from them: "buy 2 swordsman indus"."""
        for at, token in enumerate(self.tokens):
            if not is_number(token) or not self.is_free(state, at):
                continue
            wanted = int(token)
            many = value if wanted == len(value) else value * wanted if len(value) == 1 else []
            if many and wanted <= MOST_APART and fits(grammar, many):
                yield many, state.takes(at, at + 1, APART)

    def _is_within(self, grammar: Subset, name: str, start: int, state: State) -> bool:
        """Whether a list would begin in the middle of a longer one."""
        before = start - 1
        while before > 0 and self._joins(before):
            before -= 1
        if before < 0 or not self.is_free(state, before):
            return False
        return is_number(self.tokens[before]) or bool(self.named_at(grammar, name, before, state))

    def _items(
        self, grammar: Subset, name: str, counts: dict[str, int], at: int, state: State
    ) -> Iterator[tuple[dict[str, int], State]]:
        """Some things in a row, each with a number before it or not."""
        self.steps += 1
        self.lexicon.limit.spend()
        if at >= len(self.tokens) or self.steps > MOST_STEPS:
            return
        begun, start, wanted = state, at, 1
        if is_number(self.tokens[at]) and self.is_free(state, at):
            wanted = int(self.tokens[at])
            begun, start = state.takes(at, at + 1), at + 1
        for taken, after, end in self._item(grammar, name, counts, wanted, start, begun):
            following = end
            while following < len(self.tokens) and self._joins(following):
                following += 1
            longer = False
            for more in self._items(grammar, name, taken, following, after):
                longer = True
                yield more
            if not (longer and self.greedy):
                yield taken, after

    def _item(
        self,
        grammar: Subset,
        name: str,
        counts: dict[str, int],
        wanted: int,
        start: int,
        state: State,
    ) -> Iterator[tuple[dict[str, int], State, int]]:
        """So many of one thing; of things with the same name, whichever there are."""
        by_length: dict[int, list[tuple[int, str]]] = {}
        for key, length, cost in self.named_at(grammar, name, start, state) if wanted else ():
            by_length.setdefault(length, []).append((cost, key))
        for length, named in by_length.items():
            end = start + length
            room = {key: grammar.room(key) - counts.get(key, 0) for _, key in named}
            enough = [(cost, key) for cost, key in named if room[key] >= wanted]
            least = min(enough, default=(0, ""))[0]
            for cost, key in enough:
                if cost > least:
                    continue
                taken = {**counts, key: counts.get(key, 0) + wanted}
                yield taken, state.takes(start, end, cost), end
            if not enough and sum(room.values()) >= wanted:
                taken, left, cost = dict(counts), wanted, 0
                for each, key in sorted(named, key=lambda pair: pair[0]):
                    share = min(left, room[key])
                    taken[key] = taken.get(key, 0) + share
                    left, cost = left - share, cost + (each if share else 0)
                yield taken, state.takes(start, end, cost), end

    def _order(self, grammar: Ordering, name: str, state: State) -> Iterator[Answer]:
        def following(said: list[str], at: int, state: State) -> Iterator[tuple[list[str], State]]:
            if len(said) == len(grammar.keys):
                yield said, state
                return
            self.lexicon.limit.spend()
            while at < len(self.tokens) and self._joins(at):
                at += 1
            for key, length, cost in self.named_at(grammar, name, at, state):
                if key not in said:
                    after = state.takes(at, at + length, cost)
                    yield from following([*said, key], at + length, after)

        for start, begun in self.starts(name, state):
            yield from following([], start, begun)

    # Words of a line.

    def _is_nothing(self, token: str) -> bool:
        return token in self.lexicon.typed.nothing

    def _joins(self, at: int) -> bool:
        return self.tokens[at] == COMMA or self.tokens[at] in self.lexicon.typed.noise

    def is_free(self, state: State, at: int) -> bool:
        return at < len(self.tokens) and not state.used >> at & 1

    def starts(self, name: str, state: State) -> Iterator[tuple[int, State]]:
        """Where a part of the line may begin: behind its own name, or where its place is."""
        self.lexicon.limit.spend()
        place = self.places.get(name)
        # A word that another part has taken is no name: "drop" of "drop exchange of ideas" is what
        # to do, and what is dropped follows it.
        behind = [
            (begin, end, start)
            for begin, end, start in self._markers(name)
            if not state.used & ((1 << end) - (1 << begin) | 1 << start)
        ]
        marked = [start for _, _, start in behind]
        for begin, end, start in behind:
            yield start, state.takes(begin, end)
        if marked and name in self.named:
            # A notation that names its parts means what it says.
            return
        cost = UNMARKED if name in self.named else 0
        used = state.used
        for start in self._telling:
            if used >> start & 1 or start in marked:
                continue
            if place is None:
                yield start, state.costs(cost)
            elif all((other < place) == (at < start) for other, at in state.spans):
                spans = (*state.spans, (place, start))
                yield start, State(state.used, spans, state.cost + cost)

    def _markers(self, name: str) -> list[tuple[int, int, int]]:
        """Where a part's own name begins and ends, and the first telling word behind it.

        "buy a settler" names the settler behind "buy".
        """
        if name not in self._marked:
            players = self.lexicon.voice.names
            called = {name_words(name), part_words(name, players)} if name != VALUE else ()
            self._marked[name] = [
                (at - len(marker), at, self._behind_noise(at))
                for marker in called
                for at in range(len(marker), len(self.tokens))
                if self.tokens[at - len(marker) : at] == marker
            ]
        return self._marked[name]

    def _behind_noise(self, at: int) -> int:
        noise = self.lexicon.typed.noise
        while self.tokens[at] in noise and at + 1 < len(self.tokens):
            at += 1
        return at

    def named_at(
        self, grammar: OneOf | Subset | Ordering, part: str, start: int, state: State
    ) -> list[Named]:
        """The options that the words from `start` on can name: key, how many words, cost."""
        named = self._all_named(grammar, part, start)
        # No more words than up to the first that is taken.
        used = state.used >> start
        free = (used & -used).bit_length() - 1 if used else len(self.tokens) - start
        return [one for one in named if one[1] <= free]

    def _all_named(self, grammar: OneOf | Subset | Ordering, part: str, start: int) -> list[Named]:
        """The same if all words were free: found once for each place in the line."""
        options = self._names(grammar, part)
        if start in options.found:
            return options.found[start]
        self.lexicon.limit.spend(len(options.names))
        best: dict[int, int] = {}
        found: list[Named] = []
        noise = self.lexicon.typed.noise
        if self.loose and start < len(self.tokens) and self.tokens[start] in noise:
            options.found[start] = []
            return []
        for key, names in options.names:
            costs: dict[int, int] = {}
            for name in names:
                for taken, cost in enumerate(match(self.tokens, start, name, noise), start=1):
                    costs[taken] = min(cost, costs.get(taken, cost))
            for taken, cost in costs.items():
                found.append((key, taken, cost))
                best[taken] = min(cost, best.get(taken, cost))
        options.found[start] = likely(found, best)
        return options.found[start]

    def named_anywhere(self, grammar: OneOf | Subset) -> list[str]:
        """The options that some words of the line name in full, those with most words only."""
        found: dict[str, int] = {}
        for start in range(len(self.tokens)):
            for key, length, cost in self.named_at(grammar, VALUE, start, State()):
                if not cost:
                    found[key] = max(length, found.get(key, 0))
        most = max(found.values(), default=0)
        return [key for key, length in found.items() if length == most]

    def _names(self, grammar: OneOf | Subset | Ordering, part: str) -> Options:
        if self._last is not None and self._last[0] is grammar and self._last[1] == part:
            return self._last[2]
        # A form makes a new grammar of a part each time; what it offers tells it apart.
        key = (part, *grammar.keys)
        if key not in self._options:
            if key not in self._names_known:
                named = option_names(grammar, self.lexicon.voice, everyday=self.loose)
                self._names_known[key] = named
            self._options[key] = Options(self._names_known[key], {})
        self._last = grammar, part, self._options[key]
        return self._options[key]
