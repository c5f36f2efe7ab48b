"""The state of a Fast Play game: plain containers of frozen values, and the frames of its flow."""

from __future__ import annotations

import copy as shallow

import msgspec

from engine.core.flow import Frame, GameState
from engine.core.simultaneous import Simultaneous

POINTS = 3
STOPPED = 4
OFF_ROAD = 8
"""`Piece.spent` holds the movement points used (masked by POINTS) and two flags: a piece that may
not move any more this turn, and one that can use no road or railway any more."""

NOBODY = -1
LAPSED = -2
"""Owners of wonders that no seat has: still to be had, and lost with their era."""

BARBARIANS = -1
"""The owner of neutral pieces. The last row of `State.tally` is theirs."""

UNEXPLORED = -1
BARE = -2
"""Regions without a marker: nobody has been there, or a people began there."""

NOWHERE = -1
"""Where units came from that did not enter a space this turn."""


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit or settler on the board. A fleet in a land region lies in harbour."""

    id: int
    owner: int
    kind: int
    spent: int = 0


class Settlement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A settlement of size 1 to 4."""

    owner: int
    size: int


class Orders(msgspec.Struct, frozen=True, array_like=True):
    """A seat's standing orders: private, changed at any time, acted on as its own choices."""

    losses: str = "ask"
    retreat: str = "ask"
    settle: str = "ask"


class Placement(Frame, frozen=True, tag=True):
    """Starting regions are chosen in this order of seats, each seat twice."""

    order: tuple[int, ...]
    at: int = 0


class Turn(Frame, frozen=True, tag=True):
    """The turn goes through its phases; `step` is the next one."""

    step: int = 0


class Purchase(Frame, frozen=True, tag=True):
    """Seats receive income and buy in this order. The rest is about the one who buys now.

    `used` are the regions whose settlement has built or grown, `aside` the gold set aside for a
    wonder and not spent, `learned` whether it bought a technology of an era that began this turn.
    """

    order: tuple[int, ...]
    at: int = 0
    paid: bool = False
    used: tuple[int, ...] = ()
    aside: int = 0
    tried: bool = False
    learned: bool = False


class Movement(Frame, frozen=True, tag=True):
    """Seats move in this order; after each, its battles. The rest is about the one who moves now.

    `ferried` counts the pieces that passed over the fleets of each zone, `entered` are (space, from
    where) for spaces where there will be a battle, and after the first fleet has sailed only
    fleets move.
    """

    order: tuple[int, ...]
    at: int = 0
    sailing: bool = False
    ferried: tuple[tuple[int, int], ...] = ()
    entered: tuple[tuple[int, int], ...] = ()


class Clash(msgspec.Struct, frozen=True, array_like=True):
    """A battle: the space, both sides, and the spaces from which the attacker entered."""

    space: int
    attacker: int
    defender: int
    origins: tuple[int, ...]


class Battles(Frame, frozen=True, tag=True):
    """The battles of a mover, fought one after the other."""

    mover: int
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
    """A battle is decided: settlers and the settlement go to whoever holds the space."""

    clash: Clash


class Settling(Frame, frozen=True, tag=True):
    """Seats that may still found settlements, all at the same time."""

    waiting: tuple[int, ...]
    prepared: bool = False


AnyFrame = (
    Placement | Turn | Purchase | Movement | Battles | Losses | Retreat | Aftermath | Settling
)


class State(GameState, kw_only=True):
    """Everything about a Fast Play game, hidden things included. Only the engine sees it.

    `bag` counts the markers of each type that are still to be drawn, `markers` are those of the
    regions. `exploited` counts the regions of each resource that have been settled, `worked` says
    which regions these are. Technologies are counted by seat and era; a fifth era is the end.
    """

    turn: int = 0
    era: int = 0
    era_turn: int = 0
    first: int = 0
    end: str = ""
    turn_limit: int = 0
    bank: int = 0
    born: int = 0
    dead: int = 0
    bag: list[int]
    markers: list[int]
    worked: list[bool]
    exploited: list[int]
    settlements: list[Settlement | None]
    spaces: list[tuple[Piece, ...]]
    tally: list[list[int]]
    sizes: list[list[int]]
    gold: list[int]
    technologies: list[list[int]]
    wonders: list[int]
    fallen: list[bool]
    orders: list[Orders]
    frames: list[AnyFrame]

    def copy(self) -> State:
        """An independent copy: containers are copied, the frozen values in them shared."""
        new = shallow.copy(self)
        new.bag = self.bag[:]
        new.markers = self.markers[:]
        new.worked = self.worked[:]
        new.exploited = self.exploited[:]
        new.settlements = self.settlements[:]
        new.spaces = self.spaces[:]
        new.tally = [row[:] for row in self.tally]
        new.sizes = [row[:] for row in self.sizes]
        new.gold = self.gold[:]
        new.technologies = [row[:] for row in self.technologies]
        new.wonders = self.wonders[:]
        new.fallen = self.fallen[:]
        new.orders = self.orders[:]
        new.frames = self.frames[:]
        return new
