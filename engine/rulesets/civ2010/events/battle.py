"""Battles, front by front, and loot."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event


class BattleBegan(Event, frozen=True):
    """A battle begins; `defender` is -1 for barbarians."""

    headline: ClassVar[bool] = True
    attacker: int
    defender: int
    place: str
    kind: str


class UnitPlayed(Event, frozen=True):
    """A unit is put on a front."""

    seat: int
    side: int
    unit: str
    strength: int
    health: int
    front: int


class Duelled(Event, frozen=True):
    """Two units fight on a front; wounds they have now, and who died."""

    front: int
    attacker: str
    defender: str
    wounds: tuple[int, int]
    dead: tuple[bool, bool]


class Wounded(Event, frozen=True):
    """Units take wounds outside a duel."""

    seat: int
    side: int
    front: int
    wounds: int
    dead: bool


class Healed(Event, frozen=True):
    """Wounds are removed."""

    seat: int
    number: int


class BattlePassed(Event, frozen=True):
    """A side lets a battle turn pass."""

    seat: int


class BattleEnded(Event, frozen=True):
    """A battle is over, with both scores."""

    headline: ClassVar[bool] = True
    attacker: int
    defender: int
    place: str
    winner: int
    scores: tuple[int, int]
    bonuses: tuple[int, int]


class Looted(Event, frozen=True):
    """The winner takes loot."""

    seat: int
    loser: int
    loot: str
    what: str = ""


class LootSeen(Event, frozen=True):
    """Both sides see what was stolen blindly."""

    seat: int
    loser: int
    what: str


class Learned(Event, frozen=True):
    """A technology is added to a pyramid."""

    seat: int
    technology: str
    researched: bool


class Blank(Event, frozen=True):
    """A great person's card is put into the pyramid as a blank technology."""

    seat: int
    level: int


class TradeKept(Event, frozen=True):
    """After research, trade drops to the number of coins."""

    seat: int
    trade: int


class NothingResearched(Event, frozen=True):
    """A player researches nothing."""

    seat: int


class FirstPlayer(Event, frozen=True):
    """Another player becomes first player."""

    seat: int
