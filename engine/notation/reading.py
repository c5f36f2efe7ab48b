"""Reads a typed line as an answer to one of several open decisions.

Every word of it must be explained, but for little ones. Of several readings the one that takes the
words most literally counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import OneOf, Settings, Subset, Unfit
from engine.core.messages import Voice
from engine.notation.everyday import in_figures, kind_names, turned_round
from engine.notation.faults import Fault, Guess
from engine.notation.little_words import LittleWords
from engine.notation.option_names import fits
from engine.notation.parsing import MOST_WORDS, UNSAID, VERB, Lexicon, Line, OptionNames, Reading
from engine.notation.patterns import Notation, generic, known_words, notations
from engine.notation.step_limit import StepLimit
from engine.notation.words import COMMA, TO, Words, is_number, name_words, words_of

MOVED_FROM = 2
PASS = "pass"
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
        wants_nothing = self.lexicon.typed.nothing & set(tokens)
        found = self._ends(decisions, tokens) if wants_nothing else []
        found = found or self._read(decisions, tokens) or self._read(decisions, in_figures(tokens))
        tokens = in_figures(tokens)
        if not found and len(tokens) > MOVED_FROM and is_number(tokens[1]):
            # "buy 2 swordsman indus" where the number belongs to the place.
            for at in range(MOVED_FROM, len(tokens)):
                moved = (tokens[0], *tokens[2 : at + 1], tokens[1], *tokens[at + 1 :])
                found = found or self._read(decisions, moved)
        found = found or self._read(decisions, tokens, loose=True)
        found = found or self._ends(decisions, tokens) or self._keeps(decisions, tokens)
        found = found or self._without_filler(decisions, tokens)
        found = found or self._turned_round(decisions, tokens)
        found = found or self._ends(decisions, tokens, self.lexicon.typed.rest)
        return found or self._changed_settings(decisions, tokens) or self._only(decisions, tokens)

    def _ends(
        self, decisions: Sequence[Decision], tokens: Words, also: frozenset[str] = frozenset()
    ) -> list[Reading]:
        """What a line ends that says nothing else: "pass", "end turn", "I am done".

        `also` are more words to end with.
        """
        typed = self.lexicon.typed
        said = typed.end | typed.nothing | also
        if (typed.refuse | {PASS}) & set(tokens):
            said |= typed.refuse | typed.idle | typed.others
        elif said & set(tokens) and not typed.others & set(tokens):
            said |= typed.idle
        elif typed.others & set(tokens):
            return []
        if not said & set(tokens):
            return []
        rest = set(tokens) - said - typed.filler - typed.noise - {COMMA}
        return [
            Reading(UNSAID, decision, nothing)
            for decision in decisions
            if decision.blocking and (nothing := doing_nothing(decision)) is not None
            if rest <= self._title(decision)
        ]

    def _keeps(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """What a line leaves alone that could be given up, but need not be: "save the pyramids"."""
        typed, found = self.lexicon.typed, []
        if tokens[0] not in typed.rest:
            return []
        for decision in decisions:
            grammar = decision.grammar
            if not decision.blocking or decision.default != [] or not isinstance(grammar, Subset):
                continue
            named = (self.lexicon.voice.text(option.label) for option in grammar.options())
            kept = {word for name in named for word in name_words(name)}
            if kept.issuperset({*tokens[1:]} - typed.noise - typed.polite - {COMMA}):
                found.append(Reading(UNSAID, decision, []))
        return found

    def _turned_round(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """What a line means that names where pieces come from last."""
        for turned in turned_round(tokens):
            found = self._read(decisions, turned, loose=True)
            found = found or self._without_filler(decisions, turned)
            if found:
                return found
        return []

    def _changed_settings(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """The setting that a line names with its new value: "skip trade", "let Bea pass"."""
        typed, names = self.lexicon.typed, self.lexicon.voice.names
        said = set(tokens) - typed.noise - typed.filler - typed.idle
        found = []
        for decision in decisions:
            if not isinstance(decision.grammar, Settings):
                continue
            for part in decision.grammar.parts:
                title = {*name_words(part.name), *name_words(self.lexicon.voice.text(part.title))}
                seat = part.name.rpartition("_")[2]
                if is_number(seat) and int(seat) < len(names):
                    title |= {*name_words(names[int(seat)])}
                if not title & said or not isinstance(part.grammar, OneOf):
                    continue
                for option in part.grammar.options():
                    called = {
                        *name_words(option.key),
                        *name_words(self.lexicon.voice.text(option.label)),
                    }
                    if called & (said - title) and said <= title | called | typed.filler:
                        value = {part.name: option.key}
                        if fits(decision.grammar, value):
                            changed = decision.grammar.validate(value)
                            found.append(Reading(UNSAID, decision, changed))
        return found

    def _only(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """The one answer that a line names among words that say nothing to a single question."""
        typed = self.lexicon.typed
        if (typed.refuse | typed.end | typed.rest) & set(tokens) or TO in tokens or COMMA in tokens:
            return []
        for decision in decisions:
            grammar = decision.grammar
            if not decision.blocking or not isinstance(grammar, OneOf | Subset):
                continue
            line = Line(self.lexicon, decision, generic(grammar), tokens, loose=True)
            named = line.named_anywhere(grammar)
            if not named and set(tokens) <= {*self._title(decision), *typed.filler}:
                # "Challenge!" where there is one thing to challenge.
                named = list(grammar.keys) if len(grammar.keys) == 1 else []
            values = named if isinstance(grammar, OneOf) else [[key] for key in named]
            return [Reading(UNSAID, decision, each) for each in values if fits(grammar, each)]
        return []

    def _title(self, decision: Decision) -> set[str]:
        """The words for what a decision is about."""
        said = self.lexicon.voice.ending(decision, decision.default)
        kind = name_words(decision.kind)
        return {*kind, *name_words(said), *(word for name in kind_names(kind) for word in name)}

    def _without_filler(self, decisions: Sequence[Decision], tokens: Words) -> list[Reading]:
        """What a line means without what people write around an order, but for words that have a
        meaning in it."""
        telling = {
            word
            for decision in decisions
            for notation in self.ways_to_write(decision)
            for word in notation.literals()
        }
        typed = self.lexicon.typed
        awaited = [decision for decision in decisions if decision.blocking]
        for asked, dropped in (
            (decisions, typed.polite),
            (decisions, typed.filler - typed.sorts),
            (decisions, typed.filler),
            (awaited, typed.filler | typed.deeds),
        ):
            kept = tuple(
                token
                for at, token in enumerate(tokens)
                if token not in dropped - telling or is_square(tokens, at)
            )
            if not kept or kept == tokens:
                continue
            found = self._read(asked, kept) or self._read(asked, kept, loose=True)
            if found:
                return found
        return []

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
        if loose and isinstance(decision.grammar, Settings):
            tokens = tuple(each for each in tokens if each not in self.lexicon.typed.noise)
        names: OptionNames = {}
        *own, plain = self.ways_to_write(decision)
        own = [way for way in own if not way.begun or way.is_begun(tokens)]
        arrowed = [way.with_arrow(tokens) for way in own]
        is_begun = any(way.is_begun(tokens) for way in own if not way.arrow)
        if not is_begun and any(each != tokens for each in arrowed):
            # What stands behind "for" is wanted for what stands before it, or nothing is meant.
            own = [way for way, each in zip(own, arrowed, strict=True) if each != tokens]
            if any(self._lacks_an_end(each) for each in arrowed):
                return []
            return self._as_written(decision, own, tokens, loose, names)
        found = self._as_written(decision, own, tokens, loose, names)
        if found:
            return found
        line = Line(self.lexicon, decision, plain, tokens, loose=loose, names=names)
        return list(line.readings())

    def _lacks_an_end(self, tokens: Words) -> bool:
        """Whether nothing stands behind the arrow of a line."""
        behind = tokens[tokens.index(TO) + 1 :] if TO in tokens else tokens
        return not set(behind) - self.lexicon.typed.noise

    def _as_written(
        self,
        decision: Decision,
        ways: Sequence[Notation],
        tokens: Words,
        loose: bool,
        names: OptionNames,
    ) -> list[Reading]:
        return [
            reading
            for way in ways
            for reading in Line(
                self.lexicon, decision, way, way.with_arrow(tokens), loose=loose, names=names
            ).readings()
        ]

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


def is_square(tokens: Words, at: int) -> bool:
    """Whether a letter is that of a square, such as the I of I2."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else ""
    return len(tokens[at]) == 1 and is_number(behind)


def doing_nothing(decision: Decision) -> Any:
    """The answer that does nothing but end what is asked, None if there is none.

    It is what the clock would answer, or else the one that says no.
    """
    default = decision.default
    if isinstance(default, dict):
        said = list(default.items())
        ended = not said or (len(said) == 1 and (said[0][0] == VERB or said[0][1] in NOTHING))
        return default if ended else None
    if default == [] or (isinstance(default, str) and default in NOTHING):
        return default
    if isinstance(decision.grammar, OneOf):
        return next((key for key in decision.grammar.keys if key in NOTHING), None)
    return None


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
