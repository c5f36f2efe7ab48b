"""What cities build, and what becomes of it."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event


class Built(Event, frozen=True):
    """A city builds something."""

    mark = "made"
    seat: int
    item: str
    place: str
    city: str
    cost: int
    rushed: int


class WonderBuilt(Event, frozen=True):
    """A wonder is built."""

    mark = "made"
    headline: ClassVar[bool] = True
    seat: int
    wonder: str
    place: str


class WonderDrawn(Event, frozen=True):
    """A player draws the wonder that a civilization begins with."""

    reveals = True
    seat: int
    wonder: str


class WonderOffered(Event, frozen=True):
    """A wonder comes to the market."""

    reveals = True
    wonder: str


class Obsolete(Event, frozen=True):
    """A wonder's card is lost."""

    wonder: str


class Replaced(Event, frozen=True):
    """Architecture makes room for other architecture."""

    seat: int
    piece: str
    role: str
    place: str


class Destroyed(Event, frozen=True):
    """Architecture is destroyed."""

    seat: int
    piece: str
    role: str
    place: str


class Upgraded(Event, frozen=True):
    """Buildings become their better form."""

    seat: int
    basic: str
    building: str
    number: int


class UnitGained(Event, frozen=True):
    """A unit card joins a player's forces."""

    seat: int
    unit: str


class UnitSeen(Event, frozen=True):
    """The owner sees a unit card."""

    reveals = True
    seat: int
    unit: str
    strength: int
    health: int


class UnitLost(Event, frozen=True):
    """A unit card is lost outside battle."""

    seat: int
    unit: str


class ProgramStored(Event, frozen=True):
    """A city stores its production."""

    seat: int
    city: str


class ArtsHarvested(Event, frozen=True):
    """A city harvests culture."""

    seat: int
    city: str
    culture: int
    trade: int


class ResourceHarvested(Event, frozen=True):
    """A city harvests a resource."""

    seat: int
    city: str
    resource: str
