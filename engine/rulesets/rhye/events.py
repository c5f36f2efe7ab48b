"""What can happen in a game of Rhye's and Fall, beside what happens in every world-board game.

The events of the kit that can happen here are those that are imported. A seat of -1 is the grey.
"""

from __future__ import annotations

from engine.rulesets.rhye.actions.events import *  # noqa: F403 - the events of the actions
from engine.world import events as world
from engine.world.events import (
    AircraftLost,
    BattleBegan,
    BattleEnded,
    Captured,
    Explored,
    Fallen,
    GameEnded,
    Moved,
    MovementEnded,
    Offered,
    OfferEnded,
    OrdersChanged,
    PhaseBegan,
    Placed,
    PlaceEvent,
    PlagueFound,
    PlagueStruck,
    Roll,
    SeatEvent,
    SeatPlaceEvent,
    SettlementTaken,
    Traded,
    TreasureFound,
    TurnBegan,
    Units,
    UnitsLost,
    WorldEvent,
)

# Set-up and order.


class CivilizationTaken(SeatEvent, frozen=True):
    """A seat leads a civilization, chosen or dealt."""

    civilization: str
    technology: str
    dealt: bool


class StartsRolled(WorldEvent, frozen=True):
    """The dice for who chooses a starting area first."""

    winner: int
    rolls: tuple[Roll, ...]


class Met(SeatEvent, frozen=True):
    """Two seats are in contact from now on."""

    other: int


# Stability and revolts.


class StabilityChanged(SeatEvent, frozen=True):
    """A seat rises or falls on the chart; `why` names the cause in the catalog."""

    change: int
    level: str
    why: str


class RevoltRolled(SeatPlaceEvent, frozen=True):
    """The die for a settlement at risk."""

    die: int
    success: bool


class BrokeAway(SeatPlaceEvent, frozen=True):
    """A settlement turns grey, with a grey unit."""

    headline = True
    size: int
    unit: str


class Fled(SeatEvent, frozen=True):
    """Units left a territory that broke away."""

    place_fields = ("origin", "target")
    units: Units
    origin: str
    target: str


# Exploration and movement.


class ColonyPlaced(SeatPlaceEvent, frozen=True):
    """A resource has an owner."""

    resource: str


class ColonyDestroyed(SeatEvent, frozen=True):
    """A colony is gone; `seat` destroyed it."""

    place_fields = ("place",)
    owner: int
    place: str
    resource: str


class MinorCivilizationFound(SeatPlaceEvent, frozen=True):
    """A grey village without units."""


class NothingHappened(SeatPlaceEvent, frozen=True):
    """A marker without effect: a plague or an uprising in turn 1."""

    marker: str


class TechnologyLearned(SeatEvent, frozen=True):
    """A seat owns a new technology; `source` names in the catalog where it comes from."""

    technology: str
    source: str
    first: bool


class FirstBonus(SeatEvent, frozen=True):
    """Gold for the first owner of a technology, also in place of units that stand nowhere."""

    technology: str
    gold: int


class LastTechnology(SeatEvent, frozen=True):
    """A seat owns all technologies: the score decides after `last_round`."""

    headline = True
    last_round: int


class BarbariansRose(SeatPlaceEvent, frozen=True):
    """An uprising next to what a seat turned up."""

    headline = True
    unit: str


class BarbariansFought(PlaceEvent, frozen=True):
    """What an uprising did in one territory: the units lost there, and whether it was beaten."""

    lost: tuple[tuple[int, Units], ...]
    beaten: bool


class Exploded(SeatPlaceEvent, frozen=True):
    """A nuke; the units removed, and the settlement's new size (0: untouched)."""

    headline = True
    lost: tuple[tuple[int, Units], ...]
    size: int


# Battles and what is taken.


class Fighter(world.Side, frozen=True, kw_only=True):
    """One side of a skirmish: the unit, where its dice come from, how many hit."""

    owner: int
    unit: str
    hits: int
    lost: bool
    cargo: Units
    extra: tuple[tuple[str, int], ...] = ()

    @property
    def units(self) -> Units:
        return ((self.unit, 1),)

    @property
    def bonuses(self) -> tuple[tuple[str, int], ...]:
        return self.extra


class RoundFought(world.RoundFought, frozen=True):
    """A skirmish; `rerolls` says how often it was a tie before."""

    attacker: Fighter
    defender: Fighter
    rerolls: int


class SettlementDestroyed(SettlementTaken, frozen=True):
    """A settlement is destroyed."""


class TurnedGrey(PlaceEvent, frozen=True):
    """A settlement is nobody's now."""

    loser: int
    size: int


class MinorConquered(SeatPlaceEvent, frozen=True):
    """A grey settlement is taken, kept or not; `gold` is the booty."""

    size: int
    kept: bool
    gold: int


class UnitsTaken(SeatPlaceEvent, frozen=True):
    """Undefended siege weapons and nukes change hands, or are destroyed."""

    loser: int
    units: Units
    destroyed: bool


class WondersDestroyed(SeatPlaceEvent, frozen=True):
    """Wonders are gone for good."""

    wonders: tuple[str, ...]


class CapitalMoved(SeatPlaceEvent, frozen=True):
    """A settlement becomes the capital."""


class CapitalLost(SeatEvent, frozen=True):
    """A seat has no settlement that could be its capital."""


class LaunchFailed(SeatEvent, frozen=True):
    """The capital was lost during the space race."""

    headline = True


class UnitsGained(SeatPlaceEvent, frozen=True):
    """Free units; `why` names the cause in the catalog."""

    units: Units
    why: str


AnyEvent = world.events_of(globals())
