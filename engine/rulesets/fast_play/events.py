"""What can happen in a Fast Play game, beside what happens in every game on the world board.

The events of the kit that can happen here are those that are imported.
"""

from __future__ import annotations

from engine.world import events as world
from engine.world.events import (
    AircraftLost,
    Captured,
    Explored,
    GameEnded,
    Grown,
    MovementEnded,
    OrdersChanged,
    PhaseBegan,
    PlaceEvent,
    PlagueStruck,
    PurchaseDone,
    SeatEvent,
    SeatPlaceEvent,
    TreasureFound,
    TurnBegan,
    Units,
    UnitsLost,
    WorldEvent,
)


class OrderDrawn(WorldEvent, frozen=True):
    """Who begins, by lot: with placing (`placing`) or with the first turn."""

    headline = True
    caption_rank = 0
    first: int
    placing: bool


class Placed(world.Placed, frozen=True):
    """A starting village with its swordsman and settler; `forced` when no other region was left."""

    forced: bool


class Produced(world.Produced, frozen=True):
    """A seat's income, part by part, and what it has now."""

    settlements: int
    technologies: int
    wonders: int


class Built(SeatEvent, frozen=True):
    """Settlements built a unit or settler each."""

    unit: str
    places: tuple[str, ...]
    price: int

    @property
    def where(self) -> tuple[str, ...]:
        return self.places


class TechnologyBought(SeatEvent, frozen=True):
    """A technology of an era; `last` is the one after the modern era."""

    era: str
    price: int


class EraBegan(world.EraBegan, frozen=True):
    """A new era. Wonders that nobody has are lost, catapults turn medieval."""

    wonders_lapsed: int
    catapults: int


class WonderTried(SeatEvent, frozen=True):
    """An attempt at a wonder; `wonder` is empty when it failed."""

    aside: int
    die: int
    price: int
    wonder: str


class Moved(world.Moved, frozen=True):
    """Pieces moved; `zones` are the sea zones whose fleets let them pass."""

    zones: tuple[str, ...]


class Flown(world.Moved, frozen=True):
    """Aircraft moved strategically."""


class Sailed(world.Moved, frozen=True):
    """Fleets moved."""


class TechnologyFound(SeatPlaceEvent, frozen=True):
    """A free technology of an era; `enough` when the finder has its two already."""

    era: str
    enough: bool


class MinorCivilizationJoined(SeatEvent, frozen=True):
    """A minor civilization joins a seat: a village and a unit."""

    place_fields = ("place",)
    finder: int
    place: str
    unit: str


class BarbariansAppeared(PlaceEvent, frozen=True):
    """A minor civilization turns out to be barbarians."""

    unit: str


class SettlersLost(SeatPlaceEvent, frozen=True):
    """Settlers are removed."""

    count: int


class PlagueFound(world.PlagueFound, frozen=True):
    """A plague begins; it strikes so many regions far."""

    headline = False


class Army(world.Side, frozen=True, kw_only=True):
    """One side of a battle: its units, the dice they roll, and how they fell.

    `bonuses` are what the dice come from, without what counts nothing: `era`, `place`, `science`.
    """

    units: Units
    dice: int
    sixes: int
    bonuses: tuple[tuple[str, int], ...] = ()

    @property
    def hits(self) -> int:
        return self.sixes


class BattleFought(world.BattleFought, frozen=True):
    """The dice of a battle; `rerolls` says how often nobody rolled a six before."""

    attacker: Army
    defender: Army


class Retreated(world.Moved, frozen=True):
    """Units left a lost battle."""


class Trapped(UnitsLost, frozen=True):
    """Units of a lost battle with no way out are lost."""


class SettlersCaptured(SeatEvent, frozen=True):
    """Settlers change sides; `removed` of them for want of a piece."""

    place_fields = ("place",)
    loser: int
    place: str
    count: int
    removed: int


class FleetsDestroyed(UnitsLost, frozen=True):
    """Fleets in the harbour of a lost settlement."""


class Destroyed(world.SettlementTaken, frozen=True):
    """A settlement is destroyed by its captor, who has no piece for it."""


class Removed(SeatPlaceEvent, frozen=True):
    """A player takes a settlement of its own off the board, to have the piece."""

    size: int


class Settled(SeatPlaceEvent, frozen=True):
    """A settler became a settlement; what it exploited, and the gold for it."""

    size: int
    marker: str
    gold: int


class Unlocked(WorldEvent, frozen=True):
    """A resource is exploited for the first time; it serves everyone."""

    resource: str


class SettlingDone(SeatEvent, frozen=True):
    """A seat founds nothing more."""


class UnitsObsolete(WorldEvent, frozen=True):
    """Units two eras behind are removed."""

    lost: tuple[tuple[int, Units], ...]


class Fallen(world.Fallen, frozen=True):
    """A player has nothing left on the board."""

    headline = False


AnyEvent = world.events_of(globals())
