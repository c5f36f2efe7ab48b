"""The state of a Standard game: plain containers of frozen values, and the frames of its flow."""

from __future__ import annotations

import copy as shallow

import msgspec

from engine.core.flow import Frame, GameState
from engine.core.simultaneous import Simultaneous

POINTS = 3
LOOKED = 4
STOPPED = 8
"""`Piece.spent` holds the movement points used (masked by POINTS) and two flags, each larger than
any unit's points: a settler that has looked at a marker, a piece halted by a challenge."""

NOBODY = -1
LAPSED = -2
"""Owners of cards that no seat has: still to be had, and lost with their era."""


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit or settler on the board. `aboard` is the id of the fleet that carries it, or 0."""

    id: int
    owner: int
    kind: int
    spent: int = 0
    aboard: int = 0


class Settlement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A settlement of size 1 to 4. `grown` is the turn in which it was built or last grew."""

    owner: int
    size: int
    grown: int = 0


class Marker(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An exploration marker in a region. Face down, the seats in the bit mask `known` know it."""

    kind: int
    up: bool = False
    known: int = 0


class Loan(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The resource of a region, lent until the end of production."""

    region: int
    lender: int
    borrower: int


class Bundle(msgspec.Struct, frozen=True, array_like=True):
    """One side of an offer: gold, and things by their trade keys."""

    gold: int = 0
    things: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """An offer from one seat to another, private until it is accepted.

    Its number is made of the pair and their own count, so that it tells neither of others' offers.
    """

    id: int
    maker: int
    to: int
    give: Bundle
    get: Bundle


class Orders(msgspec.Struct, frozen=True, array_like=True):
    """A seat's standing orders: private, changed at any time, acted on as its own choices."""

    toward: tuple[str, ...]
    wonders: str = "ask"
    trade: str = "ask"
    battle: str = "ask"


class Placement(Frame, frozen=True, tag=True):
    """Starting regions are chosen in this order of seats, each seat twice."""

    order: tuple[int, ...]
    at: int = 0


class Turn(Frame, frozen=True, tag=True):
    """The turn goes through its phases; `step` is the next one."""

    step: int = 0


class Movement(Frame, frozen=True, tag=True):
    """Seats move in this order. `challenges` are (space, challenger) against the one who moves."""

    order: tuple[int, ...]
    at: int = 0
    challenges: tuple[tuple[int, int], ...] = ()


class MinorCivilization(Frame, frozen=True, tag=True):
    """The winner of a minor civilization chooses its army."""

    seat: int
    region: int


class Declaring(Simultaneous, frozen=True, tag=True):
    """After a seat has moved: it declares battles, the others challenge it, all at once."""

    mover: int
    challenges: tuple[tuple[int, int], ...] = ()


class Clash(msgspec.Struct, frozen=True, array_like=True):
    """A declared battle: the space, both commanders, and all seats on each side."""

    space: int
    attacker: int
    defender: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Battles(Frame, frozen=True, tag=True):
    """The declared battles of a mover, fought one after the other."""

    mover: int
    queue: tuple[Clash, ...]


class Joining(Simultaneous, frozen=True, tag=True):
    """Others in the space may join a side of the battle."""

    clash: Clash


class Battle(Simultaneous, frozen=True, tag=True):
    """A battle under way: both commanders choose a unit for the round."""

    clash: Clash
    round: int = 1


class Trade(Frame, frozen=True, tag=True):
    """Everyone trades; it ends when all are done."""

    done: tuple[bool, ...]


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


class State(GameState, kw_only=True):
    """Everything about a Standard game, hidden things included. Only the engine sees it."""

    turn: int = 0
    era: int = 0
    first: int = 0
    era_ending: bool = False
    end: str = ""
    turn_limit: int = 0
    together: bool = False
    bank: int = 0
    born: int = 0
    dead: int = 0
    markers: list[Marker | None]
    box: list[int]
    discards: list[int]
    settlements: list[Settlement | None]
    spaces: list[tuple[Piece, ...]]
    holders: list[int]
    """For each space, the bit mask of the seats with pieces there; `put_stack` keeps it."""
    tally: list[list[int]]
    sizes: list[list[int]]
    gold: list[int]
    technologies: list[int]
    wonders: list[int]
    fallen: list[bool]
    orders: list[Orders]
    loans: list[Loan]
    offers: list[Offer]
    offered: list[int]
    """How many offers each seat has made each other, row by row."""
    frames: list[AnyFrame]

    def copy(self) -> State:
        """An independent copy: containers are copied, the frozen values in them shared."""
        new = shallow.copy(self)
        new.markers = self.markers[:]
        new.box = self.box[:]
        new.discards = self.discards[:]
        new.settlements = self.settlements[:]
        new.spaces = self.spaces[:]
        new.holders = self.holders[:]
        new.tally = [row[:] for row in self.tally]
        new.sizes = [row[:] for row in self.sizes]
        new.gold = self.gold[:]
        new.technologies = self.technologies[:]
        new.wonders = self.wonders[:]
        new.fallen = self.fallen[:]
        new.orders = self.orders[:]
        new.loans = self.loans[:]
        new.offers = self.offers[:]
        new.offered = self.offered[:]
        new.frames = self.frames[:]
        return new
