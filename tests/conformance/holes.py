"""Rule sets with one hole in them, that the suite has to find."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.decision import Choice
from engine.core.dice import Dice
from engine.core.events import Disclosure, Event
from engine.core.ruleset import Step


class Whisper(Event, frozen=True):
    """An event that gives away what nobody knows."""

    secret: str


class Leaky:
    """A rule set with one hole in it; everything else is the rule set's own."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


class LeakyEvent(Leaky):
    """Tells the fingerprint of the whole state to whoever chooses."""

    def apply(self, state: Any, choice: Choice, dice: Dice) -> Step[Any]:
        step: Step[Any] = self.rules.apply(state, choice, dice)
        told = Disclosure(Whisper(self.rules.hash(state)), (choice.seat,))
        return msgspec.structs.replace(step, events=(*step.events, told))


class LeakyDice(Leaky):
    """Tells the chooser what would be rolled next."""

    def apply(self, state: Any, choice: Choice, dice: Dice) -> Step[Any]:
        step: Step[Any] = self.rules.apply(state, choice, dice)
        told = Disclosure(Whisper(str(dice.draw(step.state.draws, 1000))), (choice.seat,))
        return msgspec.structs.replace(step, events=(*step.events, told))
