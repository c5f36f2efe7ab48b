"""Legal choices in words: as a sentence, found by typing, and written as orders.

Everything here works on the grammar of a seat's open decisions and on the words of a catalog, so it
serves every rule set alike. Big spaces are walked part by part and never listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import Form
from engine.core.messages import Voice, capital, catalog
from engine.notation.faults import Fault
from engine.notation.little_words import little_words
from engine.notation.option_index import Index
from engine.notation.parsing import Reading
from engine.notation.patterns import Writer, notations
from engine.notation.reading import Reader
from engine.notation.searching import MOST_WORDS, Search
from engine.notation.step_limit import StepLimit
from engine.notation.words import typed_name

MOST_STEPS = 5_000_000
"""Enough for everything that people write, for callers who set no limit of their own."""


def choice_name(voice: Voice, decision: Decision, value: Any) -> str:
    """A valid choice as a short sentence that is understood out of its phase: "End movement"."""
    if value == decision.default and isinstance(decision.grammar, Form):
        return voice.ending(decision, value)
    return capital(voice.choice(decision, value))


class Phrase:
    """A legal choice: the decision it answers, its value, its words ("Move a settler ...")."""

    def __init__(self, phrases: Phrases, decision: Decision, value: Any) -> None:
        self.decision = decision
        self.value = value
        self.words = phrases.describe(decision, value)
        self._phrases = phrases

    @cached_property
    def notation(self) -> str:
        """The choice as it is typed; given to `Herald.give_orders` it means just this."""
        return self._phrases.notation(self.decision, self.value)


class Phrases:
    """The words of one rule set in one language, in the company of certain players."""

    def __init__(
        self,
        ruleset: str,
        names: Sequence[str] = (),
        language: str = "en",
        limit: StepLimit | None = None,
    ) -> None:
        self.limit = limit or StepLimit(MOST_STEPS)
        self.voice = Voice(catalog(ruleset, language), names)
        self._typed = little_words(language)
        self._ruleset = ruleset

    @cached_property
    def reader(self) -> Reader:
        """Reads lines."""
        return Reader(self._ruleset, self.voice, self._typed, self.limit)

    def describe(self, decision: Decision, value: Any) -> str:
        """A valid choice as a short sentence: "Move 2 swordsmen from Gobi to Steppe"."""
        return capital(self.voice.choice(decision, value))

    def name(self, decision: Decision, value: Any) -> str:
        """The same out of its phase; what ends that says which it was: "End movement"."""
        return choice_name(self.voice, decision, value)

    def notation(self, decision: Decision, value: Any) -> str:
        """A valid choice as it is typed: "move 2 swordsman gobi > steppe". It reads back."""
        # Two players can have one name; then seats are written by their numbers.
        writers = [Writer(self.voice, self._typed.none, names) for names in (self.voice.names, ())]
        for notation in self.reader.ways_to_write(decision):
            if notation.suits(value):
                lines = dict.fromkeys(each.line(decision, value, notation) for each in writers)
                kind = typed_name(decision.kind)
                for text in (*lines, *(f"{kind} {line}" for line in lines)):
                    if self._means(decision, value, text):
                        return text
        return f"{decision.id}: {msgspec.json.encode(value).decode()}"

    def _means(self, decision: Decision, value: Any, line: str) -> bool:
        # What is written by ourselves counts towards no limit.
        writer = Reader(self._ruleset, self.voice, self._typed, StepLimit(MOST_STEPS))
        found = writer.read([decision], line)
        if not found or found[0].value != value:
            return False
        return len(found) == 1 or found[1].cost > found[0].cost

    def read(self, decisions: Sequence[Decision], line: str) -> list[Reading]:
        """What a typed line can mean, the likeliest first."""
        return self.reader.read(decisions, line)

    def fault(self, decisions: Sequence[Decision], line: str) -> Fault | None:
        """How far a line that means nothing could be understood."""
        return self.reader.fault(decisions, line)

    def nearest(self, decisions: Sequence[Decision], line: str) -> Phrase | None:
        """The legal choice that comes closest to a line: what was understood of it, completed."""
        fault = self.fault(decisions, line)
        index = self.index(decisions)
        search = self._search(index, line)
        if fault is not None and fault.said:
            value = search.completed(fault.decision, fault.said)
            return Phrase(self, fault.decision, value)
        found = search.best(1) or self._without_some(index, line)
        return Phrase(self, *found[0]) if found else None

    def _without_some(self, index: Index, line: str) -> list[tuple[Decision, Any]]:
        """What some of the words find: without the last ones, or the first."""
        parts = line.split()[:MOST_WORDS]
        for length in range(len(parts) - 1, -1, -1):
            for some in (parts[:length], parts[-length:]):
                text = " ".join(some) if length else ""
                if found := self._search(index, text).best(1):
                    return found
        return []

    def index(self, decisions: Sequence[Decision]) -> Index:
        """What can be answered to some decisions, by words; worth keeping for `find`."""
        return Index(decisions, self.voice)

    def _search(self, index: Index, text: str) -> Search:
        return Search(index, notations(self._ruleset), self._typed, text, self.limit)

    def find(self, index: Index, text: str, limit: int = 25) -> list[Phrase]:
        """Legal choices that fit what was typed, best first; with nothing typed, what to expect."""
        return [Phrase(self, *found) for found in self._search(index, text).best(limit)]

    def search(self, decisions: Sequence[Decision], text: str, limit: int = 25) -> list[Phrase]:
        """`find` for once."""
        return self.find(self.index(decisions), text, limit)
