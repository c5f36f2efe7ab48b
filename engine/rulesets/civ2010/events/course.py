"""The course of the game: turns, phases, players' choices at the start, the end."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event


class TurnBegan(Event, frozen=True):
    """A new turn begins with its first player."""

    headline: ClassVar[bool] = True
    begins_turn = True
    caption_rank = 0
    turn: int
    first: int


class PhaseBegan(Event, frozen=True):
    """A phase of the turn begins."""

    headline: ClassVar[bool] = True
    caption_rank = 0
    is_title: ClassVar[bool] = True
    phase: str


class GameEnded(Event, frozen=True):
    """The game is over; nobody has won when the turn limit ended it."""

    headline: ClassVar[bool] = True
    seat: int
    reason: str


class CivilizationChosen(Event, frozen=True):
    """A player leads a civilization."""

    seat: int
    civilization: str


class CapitalPlaced(Event, frozen=True):
    """A capital is founded."""

    mark = "made"
    seat: int
    place: str


class FigurePlaced(Event, frozen=True):
    """An army or scout enters the map."""

    mark = "made"
    seat: int
    figure: str
    place: str
