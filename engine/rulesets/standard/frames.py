"""Where in the rules a Standard game can be: the frames of its flow."""

from __future__ import annotations

from engine.core.flow import Frame
from engine.core.simultaneous import Simultaneous
from engine.world import battles
from engine.world.flow import InTurn, Turn
from engine.world.placement import Placement
from engine.world.trade import Trade


class Movement(InTurn, frozen=True, tag=True):
    """Seats move in this order. `challenges` are (space, challenger) against the one who moves."""

    challenges: tuple[tuple[int, int], ...] = ()


class MinorCivilization(Frame, frozen=True, tag=True):
    """The winner of a minor civilization chooses its army."""

    seat: int
    region: int


class Declaring(Simultaneous, frozen=True, tag=True):
    """After a seat has moved: it declares battles, the others challenge it, all at once."""

    mover: int
    challenges: tuple[tuple[int, int], ...] = ()


class Clash(battles.Clash, frozen=True, array_like=True):
    """A declared battle, with all seats on each side."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Battles(battles.Battles, frozen=True, tag=True):
    """The declared battles of a mover, fought one after the other."""

    queue: tuple[Clash, ...]


class Joining(Simultaneous, frozen=True, tag=True):
    """Others in the space may join a side of the battle."""

    clash: Clash


class Battle(Simultaneous, frozen=True, tag=True):
    """A battle under way: both commanders choose a unit for the round."""

    clash: Clash
    round: int = 1


class Purchase(Frame, frozen=True, tag=True):
    """Seats still to buy, in turn order; the first of them is asked, or all when `together`."""

    waiting: tuple[int, ...]
    together: bool = False


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
)
