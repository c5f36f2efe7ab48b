"""Where in the rules a game of Rhye's and Fall can be: the frames of its flow."""

from __future__ import annotations

from engine.rulesets.rhye.actions.frames import AnyActionFrame
from engine.world.duels import Battle, Clash, Joining
from engine.world.flow import InTurn, SeatFrame, Turn
from engine.world.pieces.placement import Placement


class Civilizations(InTurn, frozen=True, tag=True):
    """Civilizations are chosen in this order."""


class Revolts(InTurn, frozen=True, tag=True):
    """These seats are checked for revolts. `rolling` are the settlements of the one at `at`."""

    rolling: tuple[int, ...] | None = None


class Displaced(SeatFrame, frozen=True, tag=True):
    """A seat's units must leave a territory that broke away."""

    region: int


class Movement(InTurn, frozen=True, tag=True):
    """Seats move in this order."""


class FreeTechnology(SeatFrame, frozen=True, tag=True):
    """A seat takes a technology; `source` is what gives it, as the catalog names it."""

    source: str


class Wars(InTurn, frozen=True, tag=True):
    """Seats declare war in this order. The rest is about the one who declares now.

    `queue` are the wars still to be fought, None before they are declared, `fought` the spaces of
    those that were; `taking` when the seat has come to what nobody defends.
    """

    queue: tuple[Clash, ...] | None = None
    fought: tuple[int, ...] = ()
    taking: bool = False


class Spoils(SeatFrame, frozen=True, tag=True):
    """A seat may take what nobody defends in these spaces; `left` are the things it left alone."""

    spaces: tuple[int, ...]
    left: tuple[str, ...] = ()


class WonderFate(SeatFrame, frozen=True, tag=True):
    """The new owner of a territory decides about the wonders there."""

    region: int


class NewCapital(SeatFrame, frozen=True, tag=True):
    """A seat that lost its capital makes another settlement the capital."""


AnyFrame = (
    Civilizations
    | Placement
    | Turn
    | Revolts
    | Displaced
    | Movement
    | FreeTechnology
    | Wars
    | Joining
    | Battle
    | Spoils
    | WonderFate
    | NewCapital
    | AnyActionFrame
)
