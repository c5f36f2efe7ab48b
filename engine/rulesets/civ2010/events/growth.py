"""Cities, sheets and cards: what players gain, spend, build and learn."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event


class CityFounded(Event, frozen=True):
    """A city is founded."""

    mark = "made"
    headline: ClassVar[bool] = True
    seat: int
    place: str


class CapitalGrew(Event, frozen=True):
    """A capital becomes a metropolis."""

    mark = "made"
    seat: int
    place: str


class CityLost(Event, frozen=True):
    """A city is destroyed."""

    headline: ClassVar[bool] = True
    seat: int
    place: str


class CityWalled(Event, frozen=True):
    """A city gets walls."""

    mark = "made"
    seat: int
    place: str


class PolicyAdopted(Event, frozen=True):
    """A player adopts a social policy."""

    seat: int
    policy: str


class PolicyDropped(Event, frozen=True):
    """A player gives a social policy up."""

    seat: int
    policy: str


class GovernmentChanged(Event, frozen=True):
    """A government is in force."""

    seat: int
    government: str


class Invested(Event, frozen=True):
    """A player invests coins in a card; `total` is all that lies there."""

    seat: int
    card: str
    total: int


class Gained(Event, frozen=True):
    """A player gains trade or culture."""

    seat: int
    trade: int
    culture: int
    why: str = ""


class Harvested(Event, frozen=True):
    """A player collects the trade of the turn."""

    story = "income"
    seat: int
    trade: int
    dial: int


class CoinGained(Event, frozen=True):
    """A coin token is put on the sheet, a technology or a wonder."""

    seat: int
    where: str


class CoinLost(Event, frozen=True):
    """A coin token is taken off."""

    seat: int
    where: str


class ResourceGained(Event, frozen=True):
    """A player takes a resource from the market."""

    seat: int
    resource: str


class Spent(Event, frozen=True):
    """A player spends a token or card as a resource."""

    reveals = "was_hidden"
    seat: int
    what: str

    @property
    def was_hidden(self) -> bool:
        """Whether only its owner knew it: kept tokens and cards, not resources of the market."""
        return self.what.startswith(("token.", "card."))


class Used(Event, frozen=True):
    """A player uses a card: a technology, wonder, policy, culture card or great person."""

    reveals = "was_hidden"
    seat: int
    source: str
    card: str
    target: str = ""

    @property
    def was_hidden(self) -> bool:
        """Whether only its owner knew it: cards of the hand and kept tokens."""
        return self.source in ("card", "token", "person")


class Cancelled(Event, frozen=True):
    """Something that was just announced has no effect."""

    reveals = True
    seat: int
    source: str
    card: str
    by: int
    means: str


class CardDrawn(Event, frozen=True):
    """A culture card is drawn."""

    reveals = True
    seat: int
    level: int


class CardSeen(Event, frozen=True):
    """The owner sees a culture card."""

    reveals = True
    seat: int
    card: str


class CardDiscarded(Event, frozen=True):
    """A culture card is discarded unused."""

    reveals = True
    seat: int
    card: str


class TokenDiscarded(Event, frozen=True):
    """A kept token is given up."""

    reveals = True
    seat: int
    token: str


class Advanced(Event, frozen=True):
    """A player advances on the culture track."""

    seat: int
    step: int


class PersonGained(Event, frozen=True):
    """A player gains a great person."""

    reveals = True
    seat: int
    person: str


class PersonPlaced(Event, frozen=True):
    """A great person is put into a city's outskirts."""

    mark = "made"
    seat: int
    person: str
    place: str


class PersonCardSeen(Event, frozen=True):
    """The owner sees a great person's card."""

    reveals = True
    seat: int
    card: str


class PersonCardShown(Event, frozen=True):
    """A great person's card is laid open."""

    reveals = True
    seat: int
    card: str


class PersonCardLost(Event, frozen=True):
    """A great person's card is lost."""

    reveals = True
    seat: int
    card: str
