"""What can happen in a Standard game. Places, units and cards are named by their ids."""

from __future__ import annotations

from engine.core.events import Event

Units = tuple[tuple[str, int], ...]
Roll = tuple[int, tuple[int, ...], int]
"""A seat, the faces it rolled, and the total after any handicap."""


class OrderRolled(Event, frozen=True):
    """The dice for who begins: with placing (`placing`) or with the first turn."""

    headline = True
    winner: int
    rolls: tuple[Roll, ...]
    placing: bool


class Placed(Event, frozen=True):
    """A starting village with its swordsman and settler."""

    seat: int
    place: str


class StartFlipped(Event, frozen=True):
    """The marker of a starting region; `ignored` when it has no effect there."""

    seat: int
    place: str
    marker: str
    ignored: bool


class TurnBegan(Event, frozen=True):
    """A turn begins with its starting player."""

    headline = True
    turn: int
    era: str
    first: int


class EraEnding(Event, frozen=True):
    """Somebody has the third, or the last, technology: the next turn is of a new era."""

    era: str


class EraBegan(Event, frozen=True):
    """A new era. What was not claimed of the old one has lapsed."""

    headline = True
    era: str
    technologies_lapsed: int
    wonders_lapsed: int
    catapults: int


class PhaseBegan(Event, frozen=True):
    """A phase begins."""

    headline = True
    phase: str


class Moved(Event, frozen=True):
    """Units moved; `fleet` names the ship type they boarded, if they did."""

    seat: int
    units: Units
    origin: str
    target: str
    fleet: str


class MovementEnded(Event, frozen=True):
    """A seat has done moving."""

    seat: int


class Halted(Event, frozen=True):
    """A standing order challenges somebody who enters; the pieces stop."""

    seat: int
    challenger: int
    place: str


class AircraftLost(Event, frozen=True):
    """Aircraft with no base at the end of movement."""

    seat: int
    place: str
    count: int


class Looked(Event, frozen=True):
    """A settler looked at a marker. What it is, only its owner knows."""

    seat: int
    place: str


class Found(Event, frozen=True):
    """What the settler's owner saw, told to that seat alone."""

    seat: int
    place: str
    marker: str


class MarkerCleared(Event, frozen=True):
    """An empty marker was taken away."""

    seat: int
    place: str


class TerrainFound(Event, frozen=True):
    """Terrain, now face up."""

    seat: int
    place: str
    marker: str


class TreasureFound(Event, frozen=True):
    """Gold in the ground."""

    seat: int
    place: str
    gold: int


class TechnologyFound(Event, frozen=True):
    """A free technology; `card` is empty when the era has none left."""

    seat: int
    place: str
    card: str


class MinorCivilizationFound(Event, frozen=True):
    """The contest for a minor civilization."""

    seat: int
    place: str
    winner: int
    rolls: tuple[Roll, ...]


class MinorCivilizationJoined(Event, frozen=True):
    """The winner's village and army stand."""

    seat: int
    place: str
    unit: str


class PlagueFound(Event, frozen=True):
    """A plague breaks out."""

    headline = True
    seat: int
    place: str
    radius: int


class PlagueStruck(Event, frozen=True):
    """What the plague did in one region: units lost, the settlement's new size (0: untouched)."""

    place: str
    lost: tuple[tuple[int, Units], ...]
    size: int


class BattleBegan(Event, frozen=True):
    """A battle, with all seats on each side; the commander comes first."""

    headline = True
    place: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class CommandRolled(Event, frozen=True):
    """Challengers with equally many units roll for command."""

    place: str
    winner: int
    rolls: tuple[Roll, ...]


class Fighter(Event, frozen=True):
    """One side of a round: the unit, its support, its dice and what is added to them."""

    seat: int
    owner: int
    unit: str
    aircraft: bool
    faces: tuple[int, ...]
    superiority: int
    science: int
    total: int
    lost: bool
    cargo: Units


class RoundFought(Event, frozen=True):
    """A round of battle."""

    place: str
    round: int
    attacker: Fighter
    defender: Fighter


class BattleEnded(Event, frozen=True):
    """The end of a battle; `winner` is -1 when nobody is left."""

    place: str
    winner: int
    losers: tuple[int, ...]


class AircraftCaught(Event, frozen=True):
    """Aircraft of the losing side, with nobody left to protect them."""

    place: str
    count: int


class SettlersLost(Event, frozen=True):
    """Settlers of the losing side."""

    place: str
    count: int


class Captured(Event, frozen=True):
    """A settlement changes hands."""

    seat: int
    loser: int
    place: str
    size: int


class Fallen(Event, frozen=True):
    """A civilization with nothing left."""

    headline = True
    seat: int


class Offered(Event, frozen=True):
    """An offer, told to the two seats it concerns."""

    seat: int
    to: int
    offer: int
    gave_gold: int
    gave: tuple[str, ...]
    got_gold: int
    got: tuple[str, ...]


class OfferEnded(Event, frozen=True):
    """An offer is gone: withdrawn, declined, or void because it can't be kept any more."""

    seat: int
    to: int
    offer: int
    why: str


class Traded(Event, frozen=True):
    """A deal, carried out at once."""

    seat: int
    to: int
    gave_gold: int
    gave: tuple[str, ...]
    got_gold: int
    got: tuple[str, ...]


class TradeDone(Event, frozen=True):
    """A seat wants no more trade this turn."""

    seat: int


class CriticalRolled(Event, frozen=True):
    """The critical resource of the turn."""

    seat: int
    faces: tuple[int, ...]
    resource: str


class Produced(Event, frozen=True):
    """A seat's income, part by part, and what it has now."""

    seat: int
    cities: int
    doubled: bool
    science: int
    monopolies: int
    income: int
    gold: int


class LoansReturned(Event, frozen=True):
    """Lent resources go back."""

    count: int


class Bought(Event, frozen=True):
    """New units or settlers."""

    seat: int
    unit: str
    count: int
    place: str
    price: int


class Founded(Event, frozen=True):
    """A settler became a village; `marker` is what now lies face up there, if anything."""

    seat: int
    place: str
    price: int
    marker: str


class Grown(Event, frozen=True):
    """A settlement grew."""

    seat: int
    place: str
    size: int
    price: int


class TechnologyBought(Event, frozen=True):
    """A technology was bought."""

    seat: int
    card: str
    price: int


class PurchaseDone(Event, frozen=True):
    """A seat has done buying."""

    seat: int


class WonderAnnounced(Event, frozen=True):
    """A wonder, claimed first."""

    headline = True
    seat: int
    wonder: str


class WonderContested(Event, frozen=True):
    """Several claimed at the same moment."""

    wonder: str
    winner: int
    rolls: tuple[Roll, ...]


class OrdersChanged(Event, frozen=True):
    """A seat's standing orders changed; only it is told."""

    seat: int


class GameEnded(Event, frozen=True):
    """The game is over."""

    headline = True
    reason: str


AnyEvent = (
    OrderRolled
    | Placed
    | StartFlipped
    | TurnBegan
    | EraEnding
    | EraBegan
    | PhaseBegan
    | Moved
    | MovementEnded
    | Halted
    | AircraftLost
    | Looked
    | Found
    | MarkerCleared
    | TerrainFound
    | TreasureFound
    | TechnologyFound
    | MinorCivilizationFound
    | MinorCivilizationJoined
    | PlagueFound
    | PlagueStruck
    | BattleBegan
    | CommandRolled
    | RoundFought
    | BattleEnded
    | AircraftCaught
    | SettlersLost
    | Captured
    | Fallen
    | Offered
    | OfferEnded
    | Traded
    | TradeDone
    | CriticalRolled
    | Produced
    | LoansReturned
    | Bought
    | Founded
    | Grown
    | TechnologyBought
    | PurchaseDone
    | WonderAnnounced
    | WonderContested
    | OrdersChanged
    | GameEnded
)
