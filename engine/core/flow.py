"""The flow of a game: a stack of frames in the state, and the play that carries out one choice.

A frame is a frozen, serialisable struct that says where in the rules the game is: turn, phase,
battle, round of a battle. A `Phase` knows one type of frame. It goes on by itself as far as it can
(`advance`), says what it waits for (`open`) and takes the answers (`answer`). Nothing lives in a
Python call stack, so a game can be stored, copied and resumed between any two choices.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.decision import Decision
from engine.core.dice import Dice, Draw
from engine.core.errors import IllegalChoice
from engine.core.events import Disclosure, Event
from engine.core.grammar import Grammar, Unfit, Value
from engine.core.question import Question


class Frame(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A place in the rules. Subclasses are frozen and hold numbers, strings and tuples only.

    What holds nothing else is in no cycle, so that the garbage collector need not know of it.
    """

    @property
    def to_come(self) -> tuple[int, ...]:
        """The seats that act after the one that acts now, where they act one after the other."""
        return ()


class KeepsAnswers:
    """Room for answers found out about an object beside its fields (`engine/core/lazy.py`).

    They are neither copied nor stored nor compared.
    """

    __slots__ = ("kept_answers",)


class GameState(msgspec.Struct, KeepsAnswers, kw_only=True):
    """What every rule set's state has. Containers one level deep hold frozen values.

    That makes a copy a handful of shallow container copies: values are shared, never changed.
    `version` is that of the rules that the game is played by, `shape` the one that last stored it.
    """

    ruleset: str
    version: int
    shape: int = 1
    seats: int
    draws: int = 0
    choices: int = 0
    frames: list[Any] = []


S = TypeVar("S", bound=Any)
F = TypeVar("F", bound=Frame)


class Play(msgspec.Struct, Generic[S], eq=False):
    """One choice being carried out: the state it changes, the dice it draws, what it tells.

    `revealed` becomes true when something came to light that cannot be taken back. `asked` are the
    decisions that the flow now waits for, where a phase has found them while it advanced; `before`
    are those that it waited for until this choice, where the caller knew them. `kept_open` are the
    decisions that a frame asks if nothing else changes; news make them void. `has_news` says that
    something happened that is not `routine`, since the rule set last looked.
    """

    state: S
    dice: Dice
    routine: Container[type[Event]] = ()
    before: Sequence[Decision] | None = None
    events: list[Disclosure] = []
    draws: list[Draw] = []
    revealed: bool = False
    has_news: bool = False
    asked: Sequence[Decision] | None = None
    kept_open: tuple[Frame, Sequence[Decision]] | None = None

    def draw(self, sides: int) -> int:
        """A number from 0 to `sides` - 1, recorded."""
        face = self.dice.draw(self.state.draws, sides)
        self.state.draws += 1
        self.draws.append(Draw(sides, face))
        self.revealed = True
        return face

    def roll(self, count: int) -> tuple[int, ...]:
        """The faces of `count` ordinary dice."""
        return tuple([self.draw(6) + 1 for _ in range(count)])

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        """The items in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.draw(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def tell(self, event: Event, to: tuple[int, ...] | None = None) -> None:
        """Report an event to everyone, or to some seats only. What it `reveals` came to light."""
        self.events.append(Disclosure(event, to))
        if event.reveals and event.brings_to_light:
            self.revealed = True
        if type(event) not in self.routine:
            self.has_news = True

    def reveal(self) -> None:
        """Note that something hidden came to light without an event that says so by its class.

        It shows in who is asked, or in what did not happen: standing orders, answers given at the
        same time.
        """
        self.revealed = True

    def push(self, frame: Frame) -> None:
        """Go into a frame; the one below waits for it."""
        self.state.frames.append(frame)

    def pop(self) -> None:
        """Leave the top frame."""
        self.state.frames.pop()

    def update(self, **changes: Any) -> Any:
        """Replace the top frame by a changed one, and give it back."""
        frame = msgspec.structs.replace(self.state.frames[-1], **changes)
        self.state.frames[-1] = frame
        return frame

    def ask_the_kept(self, frame: Frame) -> None:
        """Ask what was kept open for a frame, if it was kept for this very one."""
        if self.kept_open is not None and self.kept_open[0] is frame:
            self.asked = self.kept_open[1]


class Phase(Generic[S, F]):
    """The rules of one type of frame."""

    title: ClassVar[str] = ""
    """What the phase is called: `phase.<title>` in the catalog. It may be another phase's title."""

    def advance(self, play: Play[S], frame: F) -> bool:
        """Do what needs no answer. False when the frame now waits for its open decisions.

        To see whether it has to wait, a phase often finds out all that `open` would. It may leave
        that in `play.asked`, so that nobody has to find it out again.
        """
        raise NotImplementedError

    def open(self, state: S, frame: F) -> Sequence[Decision]:
        """What the frame asks now, of every seat."""
        return ()

    def answer(self, play: Play[S], frame: F, decision: Decision, value: Value) -> None:
        """Take a validated answer to one of the frame's decisions."""
        raise NotImplementedError

    def active(self, state: S, frame: F) -> tuple[int, ...]:
        """Whose turn it is within the phase: those who are awaited, unless the rules say more."""
        awaited = (decision.seat for decision in self.open(state, frame) if decision.blocking)
        return tuple(dict.fromkeys(awaited))

    def asks(
        self, state: S, frame: F, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[Any] | None:
        """What the part of a decision at a path of the answer asks: its fault refuses."""
        return None

    def why_not(
        self, state: S, frame: F, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        """The rule that a refused value breaks, where that is more exact than the grammar.

        It need be written only for what no fault of what it `asks` can explain.
        """
        asked = self.asks(state, frame, decision, value, unfit.path)
        return None if asked is None else asked.refused(state, unfit, decision.rule)


class Opportunity(Generic[S]):
    """A decision outside the flow that is open whenever its conditions hold, and awaited never."""

    kind: str

    def decision(self, seat: int, grammar: Grammar, *, rule: str, **more: Any) -> Decision:
        """What a seat is asked."""
        return Decision(seat, self.kind, grammar, blocking=False, rule=rule, **more)

    def open(self, state: S) -> Iterable[Decision]:
        """The opportunities of all seats now."""
        raise NotImplementedError

    def open_to(self, state: S, seat: int) -> Iterable[Decision]:
        """Those of one seat; to be overridden where the others' need not be found for it."""
        return [decision for decision in self.open(state) if decision.seat == seat]

    def answer(self, play: Play[S], decision: Decision, value: Value) -> None:
        """Take a validated answer."""
        raise NotImplementedError

    def why_not(
        self, state: S, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        """The rule that a refused value breaks, where that is more exact than the grammar."""
        return None


def roll_off(
    play: Play[S], seats: Sequence[int], handicap: Sequence[int] = ()
) -> tuple[int, list[tuple[int, tuple[int, ...], int]]]:
    """Each of `seats` rolls two dice, less its handicap; the highest wins, ties roll again.

    Only those tied for highest roll again. Gives the winner and every roll as (seat, faces, total).
    """
    rolls: list[tuple[int, tuple[int, ...], int]] = []
    less = dict(zip(seats, handicap, strict=False))
    contenders = list(seats)
    while True:
        totals = []
        for seat in contenders:
            faces = play.roll(2)
            total = sum(faces) - less.get(seat, 0)
            rolls.append((seat, faces, total))
            totals.append(total)
        best = max(totals)
        contenders = [s for s, total in zip(contenders, totals, strict=True) if total == best]
        if len(contenders) == 1:
            return contenders[0], rolls
