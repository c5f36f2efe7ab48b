"""What can happen in the actions phase."""

from __future__ import annotations

from engine.world.events import Bought, Grown, Produced, SeatEvent, SeatPlaceEvent, WorldEvent

__all__ = [
    "ActionBegan",
    "ActionsRevealed",
    "Bought",
    "GovernmentChanged",
    "Grown",
    "Launched",
    "ReligionChanged",
    "Taxed",
    "UnitsUpgraded",
    "VillageFounded",
    "WonderBuilt",
    "WorldShocked",
]


class ActionsRevealed(WorldEvent, frozen=True):
    """All have chosen: what each seat does, in the order in which it is carried out."""

    headline = True
    actions: tuple[tuple[int, str], ...]


class ActionBegan(SeatEvent, frozen=True):
    """A seat's action begins to be carried out."""

    action: str


class VillageFounded(SeatPlaceEvent, frozen=True):
    """A village is founded; `price` was paid for clearing."""

    price: int


class WonderBuilt(SeatPlaceEvent, frozen=True):
    """A wonder is built."""

    headline = True
    wonder: str
    price: int


class Launched(SeatEvent, frozen=True):
    """The space race has begun: the capital must be held until the end of the next turn."""

    headline = True


class UnitsUpgraded(SeatPlaceEvent, frozen=True):
    """Units become better ones."""

    unit: str
    better: str
    count: int
    price: int


class GovernmentChanged(SeatEvent, frozen=True):
    """A seat has another government."""

    headline = True
    government: str


class ReligionChanged(SeatEvent, frozen=True):
    """A seat has another religion."""

    headline = True
    religion: str


class WorldShocked(SeatEvent, frozen=True):
    """The first state of its kind frightens all monarchies and republics."""

    headline = True
    government: str


class Taxed(Produced, frozen=True):
    """A seat's income by taxation, by what it is paid for."""

    settlements: int
    wonders: int
    resources: int
    stability: int
    other: int
