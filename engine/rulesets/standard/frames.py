"""Where in the rules a Standard game can be: the frames of its flow."""

from __future__ import annotations

from engine.core.flow import Frame
from engine.core.simultaneous import Simultaneous
from engine.world import battles
from engine.world.duels import Battle, Clash, Joining
from engine.world.exploration import MinorCivilization
from engine.world.flow import Moves, Turn
from engine.world.pieces.placement import Placement
from engine.world.trade import Trade


class Movement(Moves, frozen=True, tag=True):
    """Seats move in this order. `challenges` are (space, challenger) against the one who moves.

    `newcomers` are (space, seat) of armies that appeared after all that the mover has there.
    """

    challenges: tuple[tuple[int, int], ...] = ()
    newcomers: tuple[tuple[int, int], ...] = ()


class Declaring(Simultaneous, frozen=True, tag=True):
    """After a seat has moved: it declares battles, the others challenge it, all at once."""

    mover: int
    challenges: tuple[tuple[int, int], ...] = ()
    newcomers: tuple[tuple[int, int], ...] = ()


class Battles(battles.Battles, frozen=True, tag=True):
    """The declared battles of a mover, fought one after the other."""

    queue: tuple[Clash, ...]


class Purchase(Frame, frozen=True, tag=True):
    """Seats still to buy, in turn order; the first of them is asked, or all when `together`."""

    waiting: tuple[int, ...]
    together: bool = False


class LastCall(Simultaneous, frozen=True, tag=True):
    """Before an era or the game closes, seats with a milestone reached may still announce it."""


AnyFrame = (
    Placement
    | Turn
    | Movement
    | MinorCivilization
    | Declaring
    | Battles
    | Joining
    | Battle
    | Trade
    | Purchase
    | LastCall
)
