"""Battles, front by front, and loot."""

from __future__ import annotations

from engine.core.events import Event


class Healed(Event, frozen=True):
    """Wounds are removed."""

    story = "battle"
    seat: int
    number: int


class BattlePassed(Event, frozen=True):
    """A side lets a battle turn pass."""

    story = "battle"
    seat: int


class Looted(Event, frozen=True):
    """The winner takes loot."""

    story = "battle"
    seat: int
    loser: int
    loot: str
    what: str = ""


class LootSeen(Event, frozen=True):
    """Both sides see what was stolen blindly."""

    reveals = True
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

    reveals = True
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
