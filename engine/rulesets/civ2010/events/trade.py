"""Offers and deals between players."""

from __future__ import annotations

from engine.core.events import Event


class Offered(Event, frozen=True):
    """An offer is made."""

    seat: int
    to: int
    id: int
    gave_trade: int
    gave_culture: int
    gave: tuple[str, ...]
    got_trade: int
    got_culture: int
    got: tuple[str, ...]


class OfferEnded(Event, frozen=True):
    """An offer is withdrawn, declined or void."""

    seat: int
    to: int
    id: int
    why: str


class Traded(Event, frozen=True):
    """A deal is done."""

    notifies = ("seat",)
    seat: int
    to: int
    gave_trade: int
    gave_culture: int
    gave: tuple[str, ...]
    got_trade: int
    got_culture: int
    got: tuple[str, ...]


class CardTraded(Event, frozen=True):
    """The new owner sees a culture card."""

    seat: int
    card: str


class TradeDone(Event, frozen=True):
    """A player is done trading."""

    seat: int


class OrdersChanged(Event, frozen=True):
    """A player changed the standing orders."""

    seat: int
