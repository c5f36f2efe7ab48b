"""One typed order: what it would do, or why it cannot be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.service.choices.reasons import Reason
from bot.service.game.snapshot import Snapshot
from bot.service.responses import OrderLine
from engine.core.answering import keys
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Form
from engine.core.messages import Voice
from engine.notation.parsing import VERB
from engine.notation.patterns import meant_for
from engine.notation.phrases import Phrases
from engine.notation.step_limit import TooMuchWork
from engine.notation.words import name_words

NUMBER = re.compile(r"\b\d{1,6}\b")
INCOMPLETE = frozenset({"missing", "not_an_option", "not_a_key"})
"""Reasons that say nothing about the rules: the line does not name all that is asked."""


def is_unnamed(illegal: IllegalChoice, decision: Decision) -> bool:
    """Whether a refusal would name a key that no player has typed as what is to be done."""
    if illegal.code != "not_an_option" or not isinstance(decision.grammar, Form):
        return False
    return illegal.data.get("field") == decision.grammar.fields[0].name


class NotUnderstood(Exception):
    """A line that means nothing that can be done; `reason` says why."""

    def __init__(self, reason: Reason, nearest: str = "") -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.nearest = nearest


class LineReader:
    """Reads lines as answers to some of a seat's open decisions, in a game as it would be then."""

    def __init__(
        self, voice: Voice, phrases: Phrases, snapshot: Snapshot, decisions: Sequence[Decision]
    ) -> None:
        self.voice = voice
        self.phrases = phrases
        self.snapshot = snapshot
        self.decisions = decisions

    def meant(self, typed: str) -> Sequence[Decision]:
        """The decisions that a line without a meaning is judged by: those that it names with its
        first word, else those that the game waits for. What else is open has words for everything.
        """
        kind = meant_for(self.snapshot.rules.name, typed)
        named = [each for each in self.decisions if each.kind == kind]
        return named or [each for each in self.decisions if each.blocking] or self.decisions

    def read(self, number: int, typed: str) -> tuple[OrderLine, Decision | None]:
        """A line, and the decision that it answers, None if it does not answer any."""
        try:
            decision, value = self.meaning(typed)
        except TooMuchWork:
            problem = self.voice.say("orders.too_hard")
            return OrderLine(number=number, text=typed, problem=problem), None
        except NotUnderstood as wrong:
            line = OrderLine(
                number=number,
                text=typed,
                problem=wrong.reason.sentence(self.voice),
                rule=wrong.reason.rule,
                nearest=wrong.nearest or self._nearest(typed),
                incomplete=wrong.reason.code in INCOMPLETE,
            )
            return line, None
        line = OrderLine(
            number=number,
            text=typed,
            decision=decision.id,
            value=value,
            words=self.phrases.describe(decision, value),
            notation=self.phrases.notation(decision, value),
        )
        return line, decision

    def meaning(self, typed: str) -> tuple[Decision, Any]:
        """The decision that a line answers, and the answer; raises `NotUnderstood`."""
        found = self.phrases.read(self.decisions, typed)
        if not found:
            raise NotUnderstood(self._why(typed))
        best = found[0]
        rivals = [each for each in found[1:] if each.cost == best.cost]
        if rivals:
            first = self.phrases.notation(best.decision, best.value)
            second = self.phrases.notation(rivals[0].decision, rivals[0].value)
            facts = {"first": first, "second": second}
            raise NotUnderstood(Reason(code="orders.ambiguous", data=facts, own=True), first)
        return best.decision, best.value

    def _nearest(self, typed: str) -> str:
        try:
            nearest = self.phrases.nearest(self.meant(typed), typed)
        except TooMuchWork:
            return ""
        return nearest.notation if nearest is not None else ""

    def _why(self, typed: str) -> Reason:
        """What is wrong with a line."""
        if not self.decisions:
            return Reason(code="orders.nothing_open", own=True)
        fault = self.phrases.fault(self.meant(typed), typed)
        left = typed
        if fault is not None and fault.begun:
            illegal = self._illegal(fault.decision, fault.value)
            if illegal is not None and not is_unnamed(illegal, fault.decision):
                return Reason.of(illegal)
            left = " ".join(fault.left_over) if illegal is None and fault.left_over else typed
        if (many := NUMBER.search(typed)) and self.phrases.read(
            self.decisions, NUMBER.sub("", typed)
        ):
            # All but the number is an order: what is wrong is the number.
            return Reason(code="orders.too_many_of", data={"n": int(many.group())}, own=True)
        if deed := self._deed(typed):
            return Reason(code="orders.not_now", data={"deed": deed}, own=True)
        return Reason(code="orders.not_understood", data={"words": left}, own=True)

    def _deed(self, typed: str) -> str:
        """What a line wants to do by its first word, if the rules have that but not now."""
        first, *_ = (*name_words(typed), "")
        offered = {
            key
            for decision in self.decisions
            if isinstance(decision.grammar, Form)
            for key in keys(decision.grammar.fields[0].given({}, decision.grammar.source))
        }
        for entry in self.voice.catalog.entries:
            table, _, key = entry.rpartition(".")
            if table == f"option.{VERB}" and key not in offered:
                deed = self.voice.say(entry)
                if first in (key, name_words(deed)[0]):
                    return deed
        return ""

    def _illegal(self, decision: Decision, value: Any) -> IllegalChoice | None:
        try:
            self.snapshot.check(Choice(decision.seat, decision.id, value))
        except IllegalChoice as illegal:
            return illegal
        return None
