"""What can happen in a Fast Play game. Places, units and markers are named by their ids.

A seat of -1 is the barbarians.
"""

from __future__ import annotations

import msgspec

from engine.core.events import Event

Units = tuple[tuple[str, int], ...]


class OrderDrawn(Event, frozen=True):
    """Who begins, by lot: with placing (`placing`) or with the first turn."""

    headline = True
    first: int
    placing: bool


class Placed(Event, frozen=True):
    """A starting village with its swordsman and settler; `forced` when no other region was left."""

    seat: int
    place: str
    forced: bool


class TurnBegan(Event, frozen=True):
    """A turn begins with its starting player."""

    headline = True
    turn: int
    era: str
    first: int


class PhaseBegan(Event, frozen=True):
    """A phase begins."""

    headline = True
    phase: str


class Produced(Event, frozen=True):
    """A seat's income, part by part, and what it has now."""

    seat: int
    settlements: int
    technologies: int
    wonders: int
    income: int
    gold: int


class Built(Event, frozen=True):
    """Settlements built a unit or settler each."""

    seat: int
    unit: str
    places: tuple[str, ...]
    price: int


class Grown(Event, frozen=True):
    """A settlement grew, and kept its gold for it."""

    seat: int
    place: str
    size: int
    price: int


class TechnologyBought(Event, frozen=True):
    """A technology of an era; `last` is the one after the modern era."""

    seat: int
    era: str
    price: int


class EraBegan(Event, frozen=True):
    """A new era. Wonders that nobody has are lost, catapults turn medieval."""

    headline = True
    era: str
    wonders_lapsed: int
    catapults: int


class WonderTried(Event, frozen=True):
    """An attempt at a wonder; `wonder` is empty when it failed."""

    seat: int
    aside: int
    die: int
    price: int
    wonder: str


class PurchaseDone(Event, frozen=True):
    """A seat has done buying."""

    seat: int


class Moved(Event, frozen=True):
    """Pieces moved; `zones` are the sea zones whose fleets let them pass."""

    seat: int
    units: Units
    origin: str
    target: str
    zones: tuple[str, ...]


class Flown(Event, frozen=True):
    """Aircraft moved strategically."""

    seat: int
    units: Units
    origin: str
    target: str


class Sailed(Event, frozen=True):
    """Fleets moved."""

    seat: int
    units: Units
    origin: str
    target: str


class MovementEnded(Event, frozen=True):
    """A seat has done moving."""

    seat: int


class Explored(Event, frozen=True):
    """A settler drew a marker, which stays in the region."""

    seat: int
    place: str
    marker: str


class TreasureFound(Event, frozen=True):
    """Gold in the ground."""

    seat: int
    place: str
    gold: int


class TechnologyFound(Event, frozen=True):
    """A free technology of an era; `enough` when the finder has its two already."""

    seat: int
    place: str
    era: str
    enough: bool


class MinorCivilizationJoined(Event, frozen=True):
    """A minor civilization joins a seat: a village and a unit."""

    seat: int
    finder: int
    place: str
    unit: str


class BarbariansAppeared(Event, frozen=True):
    """A minor civilization turns out to be barbarians."""

    place: str
    unit: str


class SettlersLost(Event, frozen=True):
    """Settlers are removed."""

    seat: int
    place: str
    count: int


class PlagueFound(Event, frozen=True):
    """A plague begins; it strikes so many regions far."""

    seat: int
    place: str
    radius: int


class PlagueStruck(Event, frozen=True):
    """What the plague took in a region; `size` is the settlement's new size, 0 if unchanged."""

    place: str
    lost: tuple[tuple[int, Units], ...]
    size: int


class Side(msgspec.Struct, frozen=True):
    """One side of a battle: its units, the dice they roll, and how they fell.

    `bonuses` are what the dice come from, without what counts nothing: `era`, `place`, `science`.
    """

    seat: int
    units: Units
    dice: int
    faces: tuple[int, ...]
    sixes: int
    bonuses: tuple[tuple[str, int], ...] = ()


class BattleFought(Event, frozen=True):
    """The dice of a battle; `rerolls` says how often nobody rolled a six before."""

    headline = True
    place: str
    attacker: Side
    defender: Side
    rerolls: int
    winner: int


class UnitsLost(Event, frozen=True):
    """Units lost to hits."""

    seat: int
    place: str
    units: Units


class AircraftLost(Event, frozen=True):
    """Aircraft alone among somebody else's units."""

    seat: int
    place: str
    count: int


class Retreated(Event, frozen=True):
    """Units left a lost battle."""

    seat: int
    units: Units
    origin: str
    target: str


class Trapped(Event, frozen=True):
    """Units of a lost battle with no way out are lost."""

    seat: int
    place: str
    units: Units


class SettlersCaptured(Event, frozen=True):
    """Settlers change sides; `removed` of them for want of a piece."""

    seat: int
    loser: int
    place: str
    count: int
    removed: int


class FleetsDestroyed(Event, frozen=True):
    """Fleets in the harbour of a lost settlement."""

    seat: int
    place: str
    units: Units


class Captured(Event, frozen=True):
    """A settlement changes hands."""

    seat: int
    loser: int
    place: str
    size: int


class Destroyed(Event, frozen=True):
    """A settlement is destroyed by its captor, who has no piece for it."""

    seat: int
    loser: int
    place: str
    size: int


class Removed(Event, frozen=True):
    """A player takes a settlement of its own off the board, to have the piece."""

    seat: int
    place: str
    size: int


class Settled(Event, frozen=True):
    """A settler became a settlement; what it exploited, and the gold for it."""

    seat: int
    place: str
    size: int
    marker: str
    gold: int


class Unlocked(Event, frozen=True):
    """A resource is exploited for the first time; it serves everyone."""

    resource: str


class SettlingDone(Event, frozen=True):
    """A seat founds nothing more."""

    seat: int


class UnitsObsolete(Event, frozen=True):
    """Units two eras behind are removed."""

    lost: tuple[tuple[int, Units], ...]


class Fallen(Event, frozen=True):
    """A player has nothing left on the board."""

    seat: int


class OrdersChanged(Event, frozen=True):
    """Standing orders, told to their owner alone."""

    seat: int


class GameEnded(Event, frozen=True):
    """The game is over."""

    headline = True
    reason: str


AnyEvent = (
    OrderDrawn
    | Placed
    | TurnBegan
    | PhaseBegan
    | Produced
    | Built
    | Grown
    | TechnologyBought
    | EraBegan
    | WonderTried
    | PurchaseDone
    | Moved
    | Flown
    | Sailed
    | MovementEnded
    | Explored
    | TreasureFound
    | TechnologyFound
    | MinorCivilizationJoined
    | BarbariansAppeared
    | SettlersLost
    | PlagueFound
    | PlagueStruck
    | BattleFought
    | UnitsLost
    | AircraftLost
    | Retreated
    | Trapped
    | SettlersCaptured
    | FleetsDestroyed
    | Captured
    | Destroyed
    | Removed
    | Settled
    | Unlocked
    | SettlingDone
    | UnitsObsolete
    | Fallen
    | OrdersChanged
    | GameEnded
)
