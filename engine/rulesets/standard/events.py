"""What can happen in a Standard game, beside what happens in every game on the world board.

The events of the kit that can happen here are those that are imported.
"""

from __future__ import annotations

from engine.world import events as world
from engine.world.events import (
    AircraftLost,
    BattleBegan,
    BattleEnded,
    Bought,
    Captured,
    CommandRolled,
    Fallen,
    GameEnded,
    Grown,
    Halted,
    MovementEnded,
    Offered,
    OfferEnded,
    OrdersChanged,
    PhaseBegan,
    Placed,
    PlaceEvent,
    PlagueFound,
    PlagueStruck,
    PurchaseDone,
    Roll,
    SeatEvent,
    SeatPlaceEvent,
    Traded,
    TradeDone,
    TradeResumed,
    TreasureFound,
    TurnBegan,
    Units,
    WorldEvent,
)


class OrderRolled(WorldEvent, frozen=True):
    """The dice for who begins: with placing (`placing`) or with the first turn."""

    headline = True
    caption_rank = 0
    winner: int
    rolls: tuple[Roll, ...]
    placing: bool


class StartFlipped(SeatPlaceEvent, frozen=True):
    """The marker of a starting region; `ignored` when it has no effect there."""

    reveals = True
    marker: str
    ignored: bool


class EraEnding(WorldEvent, frozen=True):
    """A seat has the third, or the last, technology: the next turn is of a new era."""

    era: str


class EraGoesOn(WorldEvent, frozen=True):
    """Nobody owns three technologies of the last era any more, so the game goes on."""

    era: str


class EraBegan(world.EraBegan, frozen=True):
    """A new era. What was not claimed of the old one has lapsed."""

    technologies_lapsed: int
    wonders_lapsed: int
    catapults: int


class Moved(world.Moved, frozen=True):
    """Units moved; `fleet` names the ship type they boarded, if they did."""

    fleet: str


class Looked(SeatPlaceEvent, frozen=True):
    """A settler looked at a marker. What it is, only its owner knows."""

    is_attempt = True


class Found(SeatPlaceEvent, frozen=True):
    """What the settler's owner saw, for that seat alone."""

    reveals = True
    marker: str


class MarkerCleared(SeatPlaceEvent, frozen=True):
    """An empty marker was taken away."""

    reveals = True


class TerrainFound(SeatPlaceEvent, frozen=True):
    """Terrain, now face up."""

    reveals = True
    marker: str


class TechnologyFound(SeatPlaceEvent, frozen=True):
    """A free technology; `card` is empty when the era has none left."""

    card: str


class MinorCivilizationFound(SeatPlaceEvent, frozen=True):
    """The contest for a minor civilization."""

    winner: int
    rolls: tuple[Roll, ...]


class MinorCivilizationJoined(SeatPlaceEvent, frozen=True):
    """The winner's village and army stand."""

    unit: str


class Fighter(world.Side, frozen=True, kw_only=True):
    """One side of a round: the unit, its support, its dice and what is added to them."""

    owner: int
    unit: str
    aircraft: bool
    superiority: int
    science: int = 0
    total: int
    lost: bool
    cargo: Units

    @property
    def units(self) -> Units:
        support = (("fighter", 1),) if self.aircraft else ()
        return ((self.unit, 1), *support)

    @property
    def bonuses(self) -> tuple[tuple[str, int], ...]:
        found = (("superiority", self.superiority), ("science", self.science))
        return tuple((name, points) for name, points in found if points)


class RoundFought(world.RoundFought, frozen=True):
    """A round of battle."""

    attacker: Fighter
    defender: Fighter


class AircraftCaught(PlaceEvent, frozen=True):
    """Aircraft of the losing side, with nobody left to protect them."""

    count: int


class SettlersLost(PlaceEvent, frozen=True):
    """Settlers of the losing side."""

    count: int


class CriticalRolled(SeatEvent, frozen=True):
    """The critical resource of the turn."""

    faces: tuple[int, ...]
    resource: str


class Produced(world.Produced, frozen=True):
    """A seat's income, part by part, and what it has now."""

    cities: int
    doubled: bool
    science: int
    monopolies: int


class LoansReturned(WorldEvent, frozen=True):
    """Lent resources go back."""

    count: int


class Founded(SeatPlaceEvent, frozen=True):
    """A settler became a village; `marker` is what now lies face up there, if anything.

    `turned_up` says whether a marker lay there face down, be it an empty one.
    """

    reveals = "turned_up"
    price: int
    marker: str
    turned_up: bool = False


class TechnologyBought(SeatEvent, frozen=True):
    """A technology was bought."""

    card: str
    price: int


class WonderAnnounced(SeatEvent, frozen=True):
    """A wonder, claimed first."""

    reveals = True
    headline = True
    wonder: str


class WonderContested(WorldEvent, frozen=True):
    """Several claimed at the same moment."""

    wonder: str
    winner: int
    rolls: tuple[Roll, ...]


AnyEvent = world.events_of(globals())
