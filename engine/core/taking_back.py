"""Which choices can be taken back: those since their seat has last learnt something new.

A choice is closed when something comes to light to its seat: dice, a marker, what another seat has
chosen since. What others do in secret closes nothing (rule: taking-back): else a player whose Undo
is gone would know that something was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core.decision import Choice
from engine.core.ruleset import Step

TAKING_BACK = "taking-back"
RUN_MOST = 200
"""So many choices, where several seats have made them, can be gone back by a seat alone."""


class Retractable(NamedTuple):
    """A choice of a run: its entry's number, the state before it, and what it did.

    Its seat may take it back while it is `open`. One that is not stands in the run because an
    earlier one is: it is made again where that one is taken back.
    """

    number: int
    choice: Choice
    before: Any
    step: Step[Any]
    open: bool = True

    @property
    def seat(self) -> int:
        """Whose choice it is."""
        return self.choice.seat


def after_choice(run: Sequence[Retractable], choice: Retractable) -> list[Retractable]:
    """A run with one more choice, which closes those of every seat that has learnt by it."""
    if closes_all(choice.step):
        return []
    found = [
        each._replace(open=False) if each.open and is_learnt_by(each.seat, choice) else each
        for each in run
    ]
    found.append(choice._replace(open=not choice.step.revealed))
    return from_first_open(shortened(found) if len(found) > RUN_MOST else found)


def closes_all(step: Step[Any]) -> bool:
    """Whether nothing that was chosen up to here can be taken back: something came to light to all.

    What came to light by no event is seen by all in other ways, as by who is asked next.
    """
    told = step.events
    is_public = any(each.audience is None for each in told)
    return step.revealed and (is_public or not any(each.event.brings_to_light for each in told))


def is_learnt_by(seat: int, choice: Retractable) -> bool:
    """Whether a seat has learnt something by a choice: by another's, or by what its own showed."""
    if seat == choice.seat:
        return choice.step.revealed
    return any(each.reaches(seat) for each in choice.step.events)


def from_first_open(run: list[Retractable]) -> list[Retractable]:
    """What has to be kept of a run: its first choice that can be taken back, and all after it."""
    for at, each in enumerate(run):
        if each.open:
            return run[at:] if at else run
    return []


def shortened(run: list[Retractable]) -> list[Retractable]:
    """The end of a long run: what one seat has chosen without another, however much that is."""
    alone = 0
    for each in reversed(run):
        if each.seat != run[-1].seat:
            break
        alone += 1
    return run[-max(alone, RUN_MOST) :]


def taken_back_audience(seat: int, undone: Step[Any]) -> tuple[int, ...] | None:
    """Who learns that a choice was taken back: all who saw it, and the seat itself."""
    audience = {seat}
    for disclosure in undone.events:
        if disclosure.audience is None:
            return None
        audience.update(disclosure.audience)
    return tuple(sorted(audience))
