"""The queue of battles: those of a mover are fought one after the other, then its pieces rest."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engine.core.flow import Frame, Phase, Play
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
    """Battles one after the other."""

    title = "battle"

    def advance(self, play: Play[S], frame: B) -> bool:
        if not frame.queue:
            play.pop()
            self.end(play, frame.mover)
            return True
        play.update(queue=frame.queue[1:])
        self.begin(play, frame.queue[0])
        return True

    def end(self, play: Play[S], mover: int) -> None:
        """All battles of a mover are over."""
        play.state.rest(mover)

    def begin(self, play: Play[S], clash: Any) -> None:
        """Begin the next battle, if it still takes place."""
        raise NotImplementedError
