"""The queue of battles: a mover's are fought one after the other, then its pieces rest."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import msgspec

from engine.core.decision import Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import OneOf, Option, Value
from engine.world.state import WorldState


class Clash(msgspec.Struct, frozen=True, array_like=True):
    """A battle to come: the space and both commanders. A rule set adds what it has to remember."""

    space: int
    attacker: int
    defender: int

    @property
    def commanders(self) -> tuple[int, int]:
        """The attacker and the defender."""
        return self.attacker, self.defender


class Battles(Frame, frozen=True):
    """The battles of a mover that are still to be fought. A rule set says what its clashes are."""

    mover: int
    queue: tuple[Any, ...]


S = TypeVar("S", bound=WorldState)
B = TypeVar("B", bound=Battles)


class BattlesPhase(Phase[S, B]):
    """Battles one after the other; of several, the mover may say which is next."""

    title = "battle"
    rule: ClassVar[str]
    """The rule of the order of battles."""
    mover_chooses: ClassVar[bool] = True
    """Whether the mover says which is next; else they are fought in the order of the queue."""

    def advance(self, play: Play[S], frame: B) -> bool:
        on = [clash for clash in frame.queue if self.is_on(play.state, clash)]
        queue = tuple([self.led(play, clash) for clash in on])
        if queue != frame.queue:
            frame = play.update(queue=queue)
        if not queue:
            play.pop()
            self.end(play, frame.mover)
            return True
        if len(queue) > 1 and self.mover_chooses:
            return False
        play.update(queue=queue[1:])
        self.begin(play, queue[0])
        return True

    def open(self, state: S, frame: B) -> list[Decision]:
        named = {self.name(frame, clash): clash for clash in frame.queue}
        return [
            Decision(
                frame.mover,
                "next_battle",
                OneOf(list(named), lambda key: self.describe(state, named[key], key)),
                default=next(iter(named)),
                rule=self.rule,
            )
        ]

    def answer(self, play: Play[S], frame: B, decision: Decision, value: Value) -> None:
        chosen = next(clash for clash in frame.queue if self.name(frame, clash) == value)
        play.update(queue=tuple(clash for clash in frame.queue if clash != chosen))
        self.begin(play, chosen)

    def is_on(self, state: S, clash: Any) -> bool:
        """Whether a battle still takes place when its turn comes."""
        return True

    def led(self, play: Play[S], clash: Any) -> Any:
        """The battle with those who can still lead it, where battles before it changed that."""
        return clash

    def name(self, frame: B, clash: Any) -> str:
        """What a battle is called in the mover's choice."""
        raise NotImplementedError

    def describe(self, state: S, clash: Any, key: str) -> Option:
        """A battle to be fought, with the forces on both sides."""
        raise NotImplementedError

    def end(self, play: Play[S], mover: int) -> None:
        """All battles of a mover are over."""
        play.state.rest(mover)

    def begin(self, play: Play[S], clash: Any) -> None:
        """Begin the next battle."""
        raise NotImplementedError
