"""What can happen in a game on the world board. Places, units and cards are named by their ids.

A rule set tells these, or a subclass with the same name where it has more to say: code that reads
events matches the classes here and knows every rule set's moves and battles. A seat of -1 is
nobody's: the barbarians.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from engine.core.events import Event, event_union

Units = tuple[tuple[str, int], ...]
"""Kinds of units, each with how many."""
Roll = tuple[int, tuple[int, ...], int]
"""A seat, the faces it rolled, and the total after any handicap."""


# The shapes that events come in.


class WorldEvent(Event, frozen=True):
    """Something that happens on the board, or beside it."""

    place_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that hold the spaces that it is about."""

    @property
    def where(self) -> tuple[str, ...]:
        """The spaces that it is about."""
        return tuple([getattr(self, field) for field in self.place_fields])


class SeatEvent(WorldEvent, frozen=True):
    """Something that a seat does, or that happens to it."""

    seat: int


class PlaceEvent(WorldEvent, frozen=True):
    """Something that happens in one space."""

    place_fields = ("place",)
    place: str


class SeatPlaceEvent(SeatEvent, frozen=True):
    """Something that a seat does in one space, or that happens to it there."""

    place_fields = ("place",)
    place: str


# Beginning, turns, ending.


class Placed(SeatPlaceEvent, frozen=True):
    """A starting settlement with its pieces."""


class TurnBegan(WorldEvent, frozen=True):
    """A turn begins with its starting player."""

    headline = True
    begins_turn = True
    caption_rank = 0
    turn: int
    era: str
    first: int


class PhaseBegan(WorldEvent, frozen=True):
    """A phase begins."""

    headline = True
    caption_rank = 0
    is_title = True
    phase: str


class EraBegan(WorldEvent, frozen=True):
    """A new era. What was not claimed of the old one has lapsed."""

    headline = True
    era: str


class Fallen(SeatEvent, frozen=True):
    """A civilization with nothing left."""

    headline = True


class GameEnded(WorldEvent, frozen=True):
    """The game is over."""

    headline = True
    reason: str


class OrdersChanged(SeatEvent, frozen=True):
    """A seat's standing orders changed; only it sees this."""


# Movement and exploration.


class Moved(SeatEvent, frozen=True):
    """Pieces went from one space to another."""

    tells_news = False
    place_fields = ("origin", "target")
    units: Units
    origin: str
    target: str

    @property
    def journey(self) -> tuple[str, str, int]:
        return self.origin, self.target, sum(count for _, count in self.units)


class MovementEnded(SeatEvent, frozen=True):
    """A seat has done moving."""


class Halted(SeatEvent, frozen=True):
    """A standing order challenges a seat that enters; its pieces stop."""

    reveals = True
    place_fields = ("place",)
    challenger: int
    place: str


class AircraftLost(SeatPlaceEvent, frozen=True):
    """Aircraft with nowhere to stay."""

    count: int


class Explored(SeatPlaceEvent, frozen=True):
    """A marker came to light."""

    reveals = True
    marker: str


class TreasureFound(SeatPlaceEvent, frozen=True):
    """Gold in the ground."""

    reveals = True
    gold: int


class PlagueFound(SeatPlaceEvent, frozen=True):
    """A plague begins; it strikes so many regions far."""

    reveals = True
    headline = True
    radius: int


class PlagueStruck(PlaceEvent, frozen=True):
    """What the plague did in one region: units lost, the settlement's new size (0: untouched)."""

    lost: tuple[tuple[int, Units], ...]
    size: int


# Battles.


class BattleBegan(PlaceEvent, frozen=True):
    """A battle, with all seats on each side; the commander comes first.

    Who is then asked for units shows whose standing order sends them.
    """

    reveals = True
    story = "battle"
    headline = True
    caption_rank = 1
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        return (*self.attackers, *self.defenders)


class CommandRolled(PlaceEvent, frozen=True):
    """Challengers with equally many units roll for command."""

    story = "battle"
    winner: int
    rolls: tuple[Roll, ...]


class Side(msgspec.Struct, frozen=True):
    """One side of a round: the seat that leads it, and how its dice fell.

    What else there is to say is asked by properties, since sides fight with one unit or with all.
    """

    seat: int
    faces: tuple[int, ...]

    @property
    def owner(self) -> int:
        """Whose the units are."""
        return self.seat

    @property
    def units(self) -> Units:
        """What fought."""
        return ()

    @property
    def bonuses(self) -> tuple[tuple[str, int], ...]:
        """What counts beside the faces, or where the dice come from, as catalogs name it."""
        return ()

    @property
    def total(self) -> int | None:
        """The faces and what is added to them, where sums are compared."""
        return None

    @property
    def hits(self) -> int | None:
        """How many dice hit, where hits are counted."""
        return None

    @property
    def lost(self) -> bool:
        """Whether the round itself removed the units."""
        return False

    @property
    def cargo(self) -> Units:
        """What went down with them."""
        return ()


class RoundFought(PlaceEvent, frozen=True):
    """A round of battle; `round` is 0 where there is only one."""

    reveals = True
    story = "battle"
    round: int
    attacker: Side
    defender: Side


class BattleFought(RoundFought, frozen=True):
    """A whole battle in one round; `rerolls` says how often the dice decided nothing before."""

    headline = True
    caption_rank = 1
    rerolls: int
    winner: int

    @property
    def sides(self) -> tuple[int, ...]:
        return self.attacker.seat, self.defender.seat

    @property
    def victor(self) -> int:
        return self.winner


class BattleEnded(PlaceEvent, frozen=True):
    """The end of a battle; `winner` is -1 when nobody is left."""

    story = "battle"
    winner: int
    losers: tuple[int, ...]

    @property
    def victor(self) -> int:
        return self.winner


class UnitsLost(SeatPlaceEvent, frozen=True):
    """Units lost to hits, or with what fell."""

    units: Units


class SettlementTaken(SeatEvent, frozen=True):
    """A settlement falls to an enemy."""

    place_fields = ("place",)
    caption_rank = 2
    loser: int
    place: str
    size: int


class Captured(SettlementTaken, frozen=True):
    """A settlement changes hands."""


# Trade.


class Terms(SeatEvent, frozen=True):
    """What a seat gives another, and what it gets for it."""

    to: int
    gave_gold: int
    gave: tuple[str, ...]
    got_gold: int
    got: tuple[str, ...]


class Traded(Terms, frozen=True):
    """A deal, carried out at once."""

    reveals = True
    notifies = ("seat",)


class Offered(Terms, frozen=True):
    """An offer, seen by the two seats it concerns.

    `tries_order`: by what comes of it, the other side's standing order shows.
    """

    reveals = "tries_order"
    offer: int
    tries_order: bool = False


class OfferEnded(SeatEvent, frozen=True):
    """An offer is gone: withdrawn, declined, or void because it can't be kept any more."""

    to: int
    offer: int
    why: str


class TradeDone(SeatEvent, frozen=True):
    """A seat wants no more trade this turn."""


class TradeResumed(SeatEvent, frozen=True):
    """A seat that was done is asked again, by its standing order: it was made an offer."""

    reveals = True


# Income and purchase.


class Produced(SeatEvent, frozen=True):
    """A seat's income, and what it has now."""

    story = "income"
    income: int
    gold: int

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        named = {name: getattr(self, name) for name in self.__struct_fields__}
        sums = {"seat", "income", "gold"}
        return tuple((k, n) for k, n in named.items() if k not in sums and type(n) is int and n)


class Bought(SeatEvent, frozen=True):
    """New units or settlers."""

    place_fields = ("place",)
    unit: str
    count: int
    place: str
    price: int


class Sold(SeatPlaceEvent, frozen=True):
    """Units went back to the bank."""

    unit: str
    count: int
    gold: int


class PiecesReceived(SeatPlaceEvent, frozen=True):
    """Pieces that came free; `source` is the card that gave them."""

    unit: str
    count: int
    source: str


class PiecesLost(SeatEvent, frozen=True):
    """Pieces that came free and found no room; `inland` when fleets had no coast at all."""

    unit: str
    count: int
    source: str
    inland: bool


class Grown(SeatPlaceEvent, frozen=True):
    """A settlement grew."""

    size: int
    price: int


class PurchaseDone(SeatEvent, frozen=True):
    """A seat has done buying."""


SHAPES = frozenset(
    {Event, WorldEvent, SeatEvent, PlaceEvent, SeatPlaceEvent, SettlementTaken, Terms}
)
"""Classes that nobody tells: they only say what several events have in common."""


def events_of(module: Mapping[str, Any]) -> Any:
    """The union of the events in a module: those it imports from here and those of its own."""
    return event_union(module, SHAPES)
