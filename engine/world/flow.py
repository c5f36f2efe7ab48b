"""Phases in which seats act one after the other, and the turn that goes through its phases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Form, OneOf, Option, Value
from engine.core.question import Question
from engine.world import events
from engine.world.state import LAPSED, NOBODY, WorldState

S = TypeVar("S", bound=WorldState)
T = TypeVar("T")


class InTurn(Frame, frozen=True):
    """Seats act in this order; `at` is the place of the one that acts now."""

    order: tuple[int, ...]
    at: int = 0

    @property
    def seat(self) -> int:
        """The seat that acts now."""
        return self.order[self.at]

    @property
    def to_come(self) -> tuple[int, ...]:
        return self.order[self.at + 1 :]

    @property
    def is_over(self) -> bool:
        """Whether all have acted."""
        return self.at == len(self.order)


class Moves(InTurn, frozen=True):
    """Seats move their pieces in this order. A rule set adds what it has to remember."""


I = TypeVar("I", bound=InTurn)  # noqa: E741 - the frame of a phase in turn


class InTurnPhase(Phase[S, I]):
    """The rules of a frame in which seats act one after the other."""

    def active(self, state: S, frame: I) -> tuple[int, ...]:
        return () if frame.is_over else (frame.seat,)


class SeatFrame(Frame, frozen=True):
    """A single seat is asked."""

    seat: int


P = TypeVar("P", bound=SeatFrame)


class PickPhase(Phase[S, P]):
    """The rules of a frame in which a seat picks one of some things; a single one is taken."""

    kind: ClassVar[str]
    """What sort of decision it is."""
    rule: ClassVar[str]
    """The section about it."""

    def picked(self, state: S, frame: P) -> Question[Any] | None:
        """Which of some things, where their faults say what there is to pick from."""
        return None

    def options(self, state: S, frame: P) -> Sequence[str]:
        """What there is to pick from."""
        asked = self.picked(state, frame)
        assert asked is not None
        return list(asked.keys(state))

    def describe(self, state: S, frame: P, key: str) -> Option:
        """One of the things in words."""
        raise NotImplementedError

    def asks(
        self, state: S, frame: P, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[Any] | None:
        return self.picked(state, frame)

    def default(self, state: S, frame: P, options: Sequence[str]) -> str:
        """What the clock picks."""
        return options[0]

    def about(self, state: S, frame: P) -> dict[str, Any]:
        """What the question has to name."""
        return {}

    def chart(self, state: S) -> str:
        """The chart that shows what there is to pick from."""
        return ""

    def pick(self, play: Play[S], frame: P, key: str) -> None:
        """The frame is left, and something was picked."""
        raise NotImplementedError

    def pass_over(self, play: Play[S], frame: P) -> None:
        """The frame is left, and there was nothing to pick from."""

    def advance(self, play: Play[S], frame: P) -> bool:
        options = self.options(play.state, frame)
        if len(options) > 1:
            return False
        play.pop()
        if options:
            self.pick(play, frame, options[0])
        else:
            self.pass_over(play, frame)
        return True

    def open(self, state: S, frame: P) -> list[Decision]:
        options = self.options(state, frame)
        return [
            Decision(
                frame.seat,
                self.kind,
                OneOf(options, partial(self.describe, state, frame)),
                default=self.default(state, frame, options),
                rule=self.rule,
                about=self.about(state, frame),
                chart=self.chart(state),
            )
        ]

    def answer(self, play: Play[S], frame: P, decision: Decision, value: Value) -> None:
        play.pop()
        self.pick(play, frame, value)


class Turn(Frame, frozen=True, tag=True):
    """The turn goes through its phases; `step` is the next one."""

    step: int = 0


class TurnPhase(Phase[S, Turn]):
    """A turn: its phases one after the other, then the next turn, or the end of the game."""

    steps: ClassVar[tuple[str, ...]]
    """The phases of a turn, as the catalog names them."""
    occasional: ClassVar[tuple[str, ...]] = ()
    """Steps that most turns do without: players do not count them among the phases."""

    def advance(self, play: Play[S], frame: Turn) -> bool:
        if frame.step == len(self.steps):
            self.end(play)
            return True
        if frame.step == 0:
            self.begin(play)
        play.state.frames[-1] = Turn(frame.step + 1)
        step = self.steps[frame.step]
        if self.takes_place(play.state, step):
            play.tell(events.PhaseBegan(step))
            self.enter(play, step)
        else:
            self.pass_over(play, step)
        return True

    def begin(self, play: Play[S]) -> None:
        """A new turn is counted and announced."""
        state = play.state
        state.turn += 1
        play.tell(events.TurnBegan(state.turn, state.tables.eras[state.era], state.first))

    def takes_place(self, state: S, step: str) -> bool:
        """Whether there is such a phase in this turn."""
        return True

    def enter(self, play: Play[S], step: str) -> None:
        """Go into a phase, or carry it out."""
        raise NotImplementedError

    def pass_over(self, play: Play[S], step: str) -> None:
        """A phase does not take place in this turn: what happens all the same."""

    def end(self, play: Play[S]) -> None:
        """The game ends, or the next player begins a turn (rule: turn)."""
        state = play.state
        reason = self.end_reason(state)
        if reason:
            state.end_game(play, reason)
            return
        state.first = self.next_first(state)
        play.update(step=0)

    def end_reason(self, state: S) -> str:
        """Why the game ends with this turn, or nothing."""
        if state.fallen.count(False) <= 1:
            return "last_one_standing"
        if state.turn_limit and state.turn >= state.turn_limit:
            return "turn_limit"
        return ""

    def next_first(self, state: S) -> int:
        """The starting player of the next turn: the next in order who has not fallen."""
        return next(seat for seat in state.turn_order()[1:] if not state.fallen[seat])


def lapse(owners: list[int], cards: Iterable[int]) -> int:
    """Cards that nobody has are lost with their era; gives how many."""
    lost = [card for card in cards if owners[card] == NOBODY]
    for card in lost:
        owners[card] = LAPSED
    return len(lost)


def source_of(decision: Decision, kind: type[T]) -> T:
    """What was found out when a form was made, for carrying out its answer."""
    grammar = decision.grammar
    assert isinstance(grammar, Form) and isinstance(grammar.source, kind)
    return grammar.source
