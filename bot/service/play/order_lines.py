"""One typed order: what it would do, or why it cannot be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.service.games.snapshot import Snapshot
from bot.service.play.reasons import Reason
from bot.service.responses import OrderLine
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.messages import Voice
from engine.notation.phrases import Phrases
from engine.notation.step_limit import TooMuchWork

NUMBER = re.compile(r"\b\d{1,6}\b")
INCOMPLETE = frozenset({"missing", "not_an_option", "not_a_key"})
"""Reasons that say nothing about the rules: the line does not name all that is asked."""


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
            nearest = self.phrases.nearest(self.decisions, typed)
        except TooMuchWork:
            return ""
        return nearest.notation if nearest is not None else ""

    def _why(self, typed: str) -> Reason:
        """What is wrong with a line."""
        if not self.decisions:
            return Reason(code="orders.nothing_open", own=True)
        fault = self.phrases.fault(self.decisions, typed)
        left = typed
        if fault is not None and fault.begun:
            illegal = self._illegal(fault.decision, fault.value)
            if illegal is not None:
                return Reason.of(illegal)
            left = " ".join(fault.left_over) or typed
        if (many := NUMBER.search(typed)) and self.phrases.read(
            self.decisions, NUMBER.sub("", typed)
        ):
            # All but the number is an order: what is wrong is the number.
            return Reason(code="orders.too_many_of", data={"n": int(many.group())}, own=True)
        return Reason(code="orders.not_understood", data={"words": left}, own=True)

    def _illegal(self, decision: Decision, value: Any) -> IllegalChoice | None:
        try:
            self.snapshot.check(Choice(decision.seat, decision.id, value))
        except IllegalChoice as illegal:
            return illegal
        return None
