"""The steps of a lesson, read from a file, and whether a learner has reached a step's goal."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.core.errors import HeraldError
from engine.core.events import Event
from engine.core.registry import rulesets
from engine.core.view import View


class NoLesson(HeraldError):
    """There is no lesson for a rule set of that name."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner has to do: cause an event so many times, or come to a turn or phase.

    `where` are facts of the event. A fact that is a row of things, like the units that moved, is
    matched by any of them; a list of values is matched by any of these.
    """

    event: str = ""
    where: dict[str, Any] = {}
    times: int = 1
    turn: int = 0
    phase: str = ""

    def is_reached(self, seat: int, happened: Sequence[Event], view: View) -> bool:
        """Whether a learner has done it since the step began."""
        if self.turn and view.turn < self.turn:
            return False
        if self.phase and view.phase != self.phase:
            return False
        if not self.event:
            return True
        return sum(self.fits(seat, event) for event in happened) >= self.times

    def fits(self, seat: int, event: Event) -> bool:
        """Whether an event is the one that counts."""
        if type(event).__name__ != self.event or getattr(event, "seat", seat) != seat:
            return False
        return all(
            _matches(getattr(event, name, None), wanted) for name, wanted in self.where.items()
        )


def _matches(fact: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_matches(fact, each) for each in wanted)
    if isinstance(fact, tuple):
        return any(_matches(each, wanted) for each in fact)
    return bool(fact == wanted)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: what it is about, and a hint for who does something else.

    Without a `goal` it is only read. `rule` is the section that says more. `phase` is where it can
    be done, for those who have let it pass.
    """

    title: str
    text: str
    hint: str = ""
    goal: Goal | None = None
    rule: str = ""
    phase: str = ""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutorial. It is played by two; `options` are those of its table."""

    steps: tuple[Step, ...]
    farewell: str
    options: dict[str, Any] = {}


def lessons() -> tuple[str, ...]:
    """The rule sets that have a lesson."""
    kept = {entry.name.removesuffix(".toml") for entry in files(__package__).iterdir()}
    return tuple(name for name in rulesets() if name in kept)


@cache
def lesson_of(ruleset: str) -> Lesson:
    """The lesson of a rule set; raises `NoLesson`."""
    if ruleset not in lessons():
        raise NoLesson(ruleset)
    text = files(__package__).joinpath(f"{ruleset}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Lesson)
