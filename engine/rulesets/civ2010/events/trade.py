"""Offers and deals between players."""

from __future__ import annotations

from engine.core.events import Event


class Offered(Event, frozen=True):
    """An offer is made.

    `tries_order`: by what comes of it, the other side's standing order shows.
    """

    reveals = "shows_something"
    seat: int
    to: int
    id: int
    gave_trade: int
    gave_culture: int
    gave: tuple[str, ...]
    got_trade: int
    got_culture: int
    got: tuple[str, ...]
    tries_order: bool = False

    @property
    def shows_something(self) -> bool:
        """Whether a hidden card or token of the maker's is shown, or the other side's order."""
        return self.tries_order or any(key.startswith(("card:", "token:")) for key in self.gave)


class OfferEnded(Event, frozen=True):
    """An offer is withdrawn, declined or void."""

    seat: int
    to: int
    id: int
    why: str


class Traded(Event, frozen=True):
    """A deal is done."""

    reveals = True
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

    reveals = True
    seat: int
    card: str


class TradeDone(Event, frozen=True):
    """A player is done trading."""

    seat: int


class TradeResumed(Event, frozen=True):
    """A player who was done is asked again, by standing order: an offer was made."""

    reveals = True
    seat: int


class OrdersChanged(Event, frozen=True):
    """A player changed the standing orders."""

    seat: int
