"""Small questions on the way: one answer of several, asked wherever the rules leave a choice.

A question is a class with the keys to choose from and what follows from an answer. It is registered
under the kind that a `Pick` frame names. What leaves no choice is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Unfit, Value
from engine.rulesets.civ2010.describing import NONE, free, option
from engine.rulesets.civ2010.state import Cities, Movement, Pick, Start, State


class Question:
    """What is asked, and what an answer does. `again` is asked as often as the frame says."""

    rule: ClassVar[str]
    secret: ClassVar[bool] = False
    chart: ClassVar[str] = ""
    """The chart that shows what is asked; `{seat}` stands for who is asked."""
    table: ClassVar[str] = "square"
    """The table of the catalog that names the keys."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        """What can be answered; the clock takes the first."""
        raise NotImplementedError

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        """The answer of who gives none."""
        return keys[0]

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        """An answer in words."""
        place = key if self.table in ("square", "city") else None
        return free(key) or option(self.table, key, place=place)

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        """What the question's words need to know."""
        return {}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        """Carry the answer out; the frame is left already."""
        raise NotImplementedError

    def why_not(self, state: State, pick: Pick, key: str) -> IllegalChoice | None:
        """Why a key is none of those that can be answered, where there is more to say."""
        return None

    def nothing(self, play: Play[State], pick: Pick) -> None:
        """There was nothing to answer."""

    def abandon(self, state: State, pick: Pick) -> None:
        """The game is over before an answer: what was drawn for it goes back."""


QUESTIONS: dict[str, Question] = {}


def question(kind: str) -> Callable[[type[Question]], type[Question]]:
    """Register a question under its kind."""

    def register(asked: type[Question]) -> type[Question]:
        QUESTIONS[kind] = asked()
        return asked

    return register


def take(play: Play[State], pick: Pick, key: str) -> None:
    """Carry out an answer; a question asked several times is asked again after all of it."""
    play.pop()
    if key == NONE:
        return
    if pick.left > 1 and pick.kind not in COUNTED:
        play.push(msgspec.structs.replace(pick, left=pick.left - 1))
    QUESTIONS[pick.kind].take(play, pick, key)


def abandon_all(state: State) -> None:
    """Nobody answers any more: the game is over."""
    for frame in state.frames:
        if isinstance(frame, Pick):
            QUESTIONS[frame.kind].abandon(state, frame)


COUNTED = ("loot",)
"""Questions that count down what is left by themselves."""


class PickPhase(Phase[State, Pick]):
    """Asks a question where there is a choice, and takes the only answer where there is none."""

    def advance(self, play: Play[State], frame: Pick) -> bool:
        asked = QUESTIONS[frame.kind]
        keys = asked.keys(play.state, frame)
        if not keys:
            play.pop()
            asked.nothing(play, frame)
            return True
        if len(keys) == 1:
            take(play, frame, keys[0])
            return True
        play.asked = [self.question(play.state, frame, keys)]
        return False

    def open(self, state: State, frame: Pick) -> list[Decision]:
        return [self.question(state, frame, QUESTIONS[frame.kind].keys(state, frame))]

    def question(self, state: State, frame: Pick, keys: Sequence[str]) -> Decision:
        """The decision of a frame with these answers."""
        asked = QUESTIONS[frame.kind]
        return Decision(
            frame.seat,
            frame.kind,
            OneOf(keys, lambda key: asked.describe(state, frame, key)),
            default=asked.default(state, frame, keys),
            secret=asked.secret,
            rule=asked.rule,
            about=asked.about(state, frame),
            chart=asked.chart.format(seat=frame.seat),
        )

    def active(self, state: State, frame: Pick) -> tuple[int, ...]:
        """Who is asked, and whose part of the phase it is."""
        for below in reversed(state.frames):
            if isinstance(below, (Start, Cities, Movement)):
                return tuple(dict.fromkeys((*below.acting, frame.seat)))
        return (frame.seat,)

    def answer(self, play: Play[State], frame: Pick, decision: Decision, value: Value) -> None:
        take(play, frame, value)

    def why_not(
        self, state: State, frame: Pick, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.code != "not_an_option" or not isinstance(value, str):
            return None
        return QUESTIONS[frame.kind].why_not(state, frame, value)
