"""Moves, tiles and battles with unit cards as typed facts, which pictures match by their class."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event


class Moved(Event, frozen=True):
    """Figures move."""

    tells_news = False

    seat: int
    armies: int
    scouts: int
    start: str
    place: str

    @property
    def journey(self) -> tuple[str, str, int]:
        return self.start, self.place, self.armies + self.scouts


class TileTurned(Event, frozen=True):
    """A tile is turned up; `place` is a square of it."""

    reveals = True
    mark = "explored"
    seat: int
    place: str
    tile: str


class BattleBegan(Event, frozen=True):
    """A battle begins; `defender` is -1 for barbarians."""

    reveals = True
    story = "battle"
    headline: ClassVar[bool] = True
    caption_rank = 1
    attacker: int
    defender: int
    place: str
    kind: str

    @property
    def sides(self) -> tuple[int, ...]:
        return self.attacker, self.defender


class UnitPlayed(Event, frozen=True):
    """A unit is put on a front."""

    reveals = True
    story = "battle"
    seat: int
    side: int
    unit: str
    strength: int
    health: int
    front: int


class Duelled(Event, frozen=True):
    """Two units fight on a front; wounds they have now, and who died."""

    story = "battle"
    front: int
    attacker: str
    defender: str
    wounds: tuple[int, int]
    dead: tuple[bool, bool]


class Wounded(Event, frozen=True):
    """Units take wounds outside a duel."""

    story = "battle"
    seat: int
    side: int
    front: int
    wounds: int
    dead: bool


class BattleEnded(Event, frozen=True):
    """A battle is over, with both scores."""

    story = "battle"
    headline: ClassVar[bool] = True
    caption_rank = 1
    attacker: int
    defender: int
    place: str
    winner: int
    scores: tuple[int, int]
    bonuses: tuple[int, int]

    @property
    def victor(self) -> int:
        return self.winner
