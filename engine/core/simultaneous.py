"""Asking several seats at once: answers wait in the frame, changeable, until the last one is in.

A rule set subclasses both: the frame, with what it has to remember beside the answers, and the
phase, which says who is asked what, and what happens when the answers are revealed.

    class Voting(Simultaneous, frozen=True, tag=True):
        law: str

    class VotingPhase(SimultaneousPhase[State, Voting]):
        rule = "voting"

        def question(self, state, frame, seat):
            return Decision(seat, "vote", OneOf(("yes", "no")), default="no", rule=self.rule)

        def reveal(self, play, frame, answers):
            play.tell(Voted(frame.law, tuple(answers.items())))

    play.push(Voting(asked=(0, 2, 3), law="taxes"))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from engine.core.decision import Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Value

S = TypeVar("S", bound=Any)


class Simultaneous(Frame, frozen=True, kw_only=True):
    """Seats that are asked at the same time, with the answers so far.

    `asked` is None until the phase has found out who is asked. `answers` stand in the order of
    `asked`, None where one is still missing; the phase that pushes the frame leaves them out.
    """

    asked: tuple[int, ...] | None = None
    answers: tuple[Any, ...] = ()

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats whose answer is in: everyone may know who they are."""
        return tuple(seat for seat, value in self.by_seat().items() if value is not None)

    def by_seat(self) -> dict[int, Value]:
        """Each asked seat's answer, None where it is missing."""
        return dict(zip(self.asked or (), self.answers, strict=True))


T = TypeVar("T", bound=Simultaneous)


class SimultaneousPhase(Phase[S, T]):
    """The rules of a frame in which several seats answer before anything happens."""

    secret: ClassVar[bool] = True
    """Whether an answer is hidden from the others until all are revealed."""
    asks_the_same: ClassVar[bool] = True
    """Whether an answer leaves the questions to the others as they are, so that they need not be
    made again: not where a phase opens decisions in its own way."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.asks_the_same = cls.open is SimultaneousPhase.open

    def prepare(self, play: Play[S], frame: T) -> Iterable[int]:
        """Who is asked, for a frame that was pushed without `asked`; may change the frame."""
        raise NotImplementedError

    def question(self, state: S, frame: T, seat: int) -> Decision:
        """What a seat is asked. Whether it is secret and awaited is seen to."""
        raise NotImplementedError

    def foregone(self, state: S, frame: T) -> Mapping[int, Value]:
        """Answers that need no asking now: there is only one, or a standing order gives it.

        The frame need not have `asked` and `answers` yet.
        """
        return {}

    def reveal(self, play: Play[S], frame: T, answers: dict[int, Value]) -> None:
        """All answers are in, and the frame is left: carry them out.

        The frame is as it was when it last waited: the answers are in `answers` only.
        """
        raise NotImplementedError

    def sees(self, state: S, frame: T, seat: int | None, other: int) -> bool:
        """Whether a seat, or a spectator, may know another's answer before all are in."""
        return not self.secret or seat == other

    def comes_to_light(self, frame: T, answers: dict[int, Value]) -> bool:
        """Whether the last to answer learns something by it, and so cannot take it back."""
        return bool(answers)

    def advance(self, play: Play[S], frame: T) -> bool:
        asked, answers = frame.asked, frame.answers
        if asked is None:
            asked = tuple(self.prepare(play, frame))
            frame = play.state.frames[-1]
        if len(answers) < len(asked):
            answers = (None,) * len(asked)
        if None in answers:
            foregone = self.foregone(play.state, frame)
            if foregone:
                given = zip(asked, answers, strict=True)
                answers = tuple([foregone.get(s) if a is None else a for s, a in given])
            if None in answers:
                self._wait(play, frame, asked, answers)
                return False
        play.pop()
        by_seat = dict(zip(asked, answers, strict=True))
        if self.comes_to_light(frame, by_seat):
            play.reveal()
        self.reveal(play, frame, by_seat)
        return True

    @staticmethod
    def _wait(play: Play[S], frame: T, asked: tuple[int, ...], answers: tuple[Value, ...]) -> None:
        """Keep in the frame what is known by now; without news the same is asked as before."""
        if (asked, answers) != (frame.asked, frame.answers):
            play.update(asked=asked, answers=answers)
        elif not play.events:
            play.ask_the_kept(frame)

    def open(self, state: S, frame: T) -> list[Decision]:
        foregone = self.foregone(state, frame)
        return [
            self._asked(state, frame, seat, value is None)
            for seat, value in frame.by_seat().items()
            if seat not in foregone
        ]

    def _asked(self, state: S, frame: T, seat: int, blocking: bool) -> Decision:
        decision = self.question(state, frame, seat)
        if (decision.blocking, decision.secret) == (blocking, self.secret):
            return decision
        return msgspec.structs.replace(decision, blocking=blocking, secret=self.secret)

    def answer(self, play: Play[S], frame: T, decision: Decision, value: Value) -> None:
        assert frame.asked is not None
        answers = list(frame.answers)
        answers[frame.asked.index(decision.seat)] = value
        waiting = play.update(answers=tuple(answers))
        if self.asks_the_same and play.before is not None:
            answered = msgspec.structs.replace(decision, blocking=False)
            still = [answered if each.seat == decision.seat else each for each in play.before]
            play.kept_open = waiting, still

    def active(self, state: S, frame: T) -> tuple[int, ...]:
        return frame.asked or ()
