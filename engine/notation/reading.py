"""Reads a typed line as an answer to one of several open decisions.

Every word of it must be explained, but for little ones. Of several readings the one that takes the
words most literally counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import Unfit
from engine.core.messages import Voice
from engine.notation.faults import Fault, Guess
from engine.notation.little_words import LittleWords
from engine.notation.parsing import MOST_WORDS, UNSAID, VERB, Lexicon, Line, Reading
from engine.notation.patterns import Notation, generic, known_words, notations
from engine.notation.step_limit import StepLimit
from engine.notation.words import Words, is_number, name_words, words_of

MOVED_FROM = 2
NOTHING = ("none", "nothing", "pass", "done")
"""Keys of answers that do nothing."""


class Reader:
    """Reads lines in the words of a rule set and in the company of certain players."""

    def __init__(self, ruleset: str, voice: Voice, typed: LittleWords, limit: StepLimit) -> None:
        known = known_words(voice.catalog)
        self.lexicon = Lexicon(voice, typed, notations(ruleset), known, limit)

    def ways_to_write(self, decision: Decision) -> list[Notation]:
        """The notations of a decision, the generic one last."""
        own = self.lexicon.notations.get(decision.kind, ())
        return [*own, generic(decision.grammar)]

    def read(self, decisions: Sequence[Decision], line: str) -> list[Reading]:
        """What a line can mean, the likeliest first; readings of equal cost are equally likely."""
        exact = exactly(decisions, line)
        if exact is not None:
            return [exact]
        tokens = words_of(line)
        if not 0 < len(tokens) <= MOST_WORDS:
            return []
        found = self._ends(decisions, tokens) if set(tokens) <= self.lexicon.typed.nothing else []
        found = found or self._read(decisions, tokens)
        if not found and len(tokens) > MOVED_FROM and is_number(tokens[1]):
            # "buy 2 swordsman indus" where the number belongs to the place.
            for at in range(MOVED_FROM, len(tokens)):
                moved = (tokens[0], *tokens[2 : at + 1], tokens[1], *tokens[at + 1 :])
                found = found or self._read(decisions, moved)
        found = found or self._read(decisions, tokens, loose=True)
        return found or self._ends(decisions, tokens) or self._without_filler(decisions, tokens)

    def _ends(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """What a line ends that says nothing else: "pass", "end turn", "I am done"."""
        typed = self.lexicon.typed
        said = typed.end | typed.nothing
        if not said & set(tokens):
            return []
        rest = set(tokens) - said - typed.filler - typed.noise
        return [
            Reading(UNSAID, decision, decision.default)
            for decision in decisions
            if decision.blocking and ends(decision) and rest <= self._title(decision)
        ]

    def _title(self, decision: Decision) -> set[str]:
        """The words for what a decision is about."""
        said = self.lexicon.voice.ending(decision, decision.default)
        return {*name_words(decision.kind), *name_words(said)}

    def _without_filler(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """What a line means without what people write around an order, but for words that have a
        meaning in it."""
        telling = {
            word
            for decision in decisions
            for notation in self.ways_to_write(decision)
            for word in notation.literals()
        }
        filler = self.lexicon.typed.filler - telling
        kept = tuple(token for token in tokens if token not in filler)
        if not kept or kept == tokens:
            return []
        return self._read(decisions, kept) or self._read(decisions, kept, loose=True)

    def _read(
        self, decisions: Sequence[Decision], tokens: Words, *, loose: bool = False
    ) -> list[Reading]:
        found: dict[bytes, Reading] = {}
        for decision in decisions:
            for reading in self._readings(decision, tokens, loose):
                key = msgspec.json.encode((decision.id, reading.value), order="deterministic")
                if key not in found or reading.cost < found[key].cost:
                    found[key] = reading
        return sorted(found.values(), key=lambda reading: reading.cost)

    def _readings(self, decision: Decision, tokens: Words, loose: bool) -> list[Reading]:
        """What a line can mean as an answer to one decision: generically, if nothing else."""
        *own, plain = self.ways_to_write(decision)
        found = [
            reading
            for notation in own
            for reading in Line(self.lexicon, decision, notation, tokens, loose=loose).readings()
        ]
        return found or list(Line(self.lexicon, decision, plain, tokens, loose=loose).readings())

    def fault(self, decisions: Sequence[Decision], line: str) -> Fault | None:
        """How far a line that means nothing could be understood."""
        tokens = words_of(line)[:MOST_WORDS]
        faults = [
            fault
            for decision in decisions
            for notation in self.ways_to_write(decision)
            if not notation.also or notation.is_begun(tokens)
            for fault in Guess(self.lexicon, decision, notation, tokens).faults()
        ]
        return max(faults, key=lambda fault: fault.progress, default=None)


def ends(decision: Decision) -> bool:
    """Whether the answer that the clock would give does nothing but end what is asked."""
    default = decision.default
    if isinstance(default, dict):
        return list(default) == [VERB]
    return isinstance(default, str) and default in NOTHING


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
