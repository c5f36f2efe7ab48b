"""Figures on the map, and what they find."""

from __future__ import annotations

from engine.core.events import Event


class FigureSpent(Event, frozen=True):
    """A figure becomes a fortification or a caravan, or learns in an enemy city."""

    seat: int
    figure: str
    place: str
    token: str


class FigureLost(Event, frozen=True):
    """Figures are removed from the map."""

    seat: int
    armies: int
    scouts: int
    place: str


class Frozen(Event, frozen=True):
    """No figure leaves a square this turn."""

    seat: int
    place: str


class TerrainChanged(Event, frozen=True):
    """A square has another terrain for good."""

    seat: int
    place: str
    terrain: str


class VillageAppeared(Event, frozen=True):
    """A new village lies on a square."""

    seat: int
    place: str


class HutExplored(Event, frozen=True):
    """A hut is explored."""

    mark = "found"
    seat: int
    place: str


class VillageTaken(Event, frozen=True):
    """A village is taken."""

    mark = "found"
    seat: int
    place: str


class TokenKept(Event, frozen=True):
    """The owner sees a token that is kept in secret."""

    reveals = True
    seat: int
    token: str


class TokensSeen(Event, frozen=True):
    """A player looks at hidden tokens."""

    reveals = True
    seat: int
    tokens: tuple[tuple[str, str], ...]


class CityStateFound(Event, frozen=True):
    """A city-state lies on a square."""

    mark = "found"
    seat: int
    marker: str
    place: str


class RelicTaken(Event, frozen=True):
    """An army takes a relic."""

    mark = "found"
    seat: int
    relic: str
    place: str
