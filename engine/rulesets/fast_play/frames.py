"""Where in the rules a Fast Play game can be: the frames of its flow."""

from __future__ import annotations

from engine.core.flow import Frame
from engine.core.simultaneous import Simultaneous
from engine.world import battles
from engine.world.exploration import MinorCivilization
from engine.world.flow import InTurn, Moves, Turn
from engine.world.pieces.placement import Placement

NOWHERE = -1
"""Where units came from that did not enter a space this turn."""


class Purchase(InTurn, frozen=True, tag=True):
    """Seats receive income and buy in this order. The rest is about the one who buys now.

    `used` are the regions whose settlement has built or grown, `aside` the gold set aside for a
    wonder and not spent, `learned` whether it bought a technology of an era that began this turn.
    """

    paid: bool = False
    used: tuple[int, ...] = ()
    aside: int = 0
    tried: bool = False
    learned: bool = False


class PurchaseTogether(Frame, frozen=True, tag=True):
    """All buy at the same time: for each seat that is not done its own purchase, already paid.

    Before anybody buys, all receive their income.
    """

    carts: tuple[Purchase, ...]
    paid: bool = False


class Movement(Moves, frozen=True, tag=True):
    """Seats move in this order; after each, its battles. The rest is about the one who moves now.

    `ferried` counts the pieces that passed over the fleets of each zone, `entered` are (space, from
    where) for spaces where there will be a battle, and after the first fleet has sailed only
    fleets move.
    """

    sailing: bool = False
    ferried: tuple[tuple[int, int], ...] = ()
    entered: tuple[tuple[int, int], ...] = ()


class Clash(battles.Clash, frozen=True, array_like=True):
    """A battle, and the spaces from which the attacker's units entered.

    NOWHERE among them stands for units that were there when the enemy appeared.
    """

    origins: tuple[int, ...]


class Battles(battles.Battles, frozen=True, tag=True):
    """The battles of a mover, fought one after the other."""

    queue: tuple[Clash, ...]


class Losses(Simultaneous, frozen=True, tag=True):
    """The dice have fallen: the `sixes` of the attacker and of the defender.

    `known` are the units each side loses, None where the owner is asked for them.
    """

    clash: Clash
    sixes: tuple[int, int]
    known: tuple[tuple[str, ...] | None, tuple[str, ...] | None]


class Retreat(Frame, frozen=True, tag=True):
    """A side of a battle must leave. `together` when all go to one space, as attackers do.

    `order` is the standing order at that moment. Settlers leave only where no unit is left.
    """

    clash: Clash
    seat: int
    together: bool
    order: str
    settlers: bool = False


class Aftermath(Frame, frozen=True, tag=True):
    """A battle is decided: settlers and the settlement go to the holder of the space."""

    clash: Clash


class Shortage(Frame, frozen=True, tag=True):
    """Settlements that the plague has struck and whose owners have no piece of the smaller size.

    The smallest comes first.
    """

    regions: tuple[int, ...]


class Settling(Frame, frozen=True, tag=True):
    """Seats that may still found settlements, all at the same time."""

    waiting: tuple[int, ...]
    prepared: bool = False


AnyFrame = (
    Placement
    | Turn
    | Purchase
    | PurchaseTogether
    | Movement
    | MinorCivilization
    | Battles
    | Losses
    | Retreat
    | Aftermath
    | Shortage
    | Settling
)
