"""A seat's desk in the actions phase: its figures, after card, government, religion and wonders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from engine.core.lazy import lazy
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import (
    CITY,
    GOVERNMENTS,
    TABLES,
    WONDERS,
    Civilization,
    Government,
    Wonder,
)

T = TypeVar("T")


def first_of(own: T | None, common: T) -> T:
    """A civilization's own figure where its card has one, else everyone's."""
    return common if own is None else own


class Desk:
    """What a seat can do now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gold = state.gold[seat]
        self.found: dict[str, Any] = {}
        """What an action has found out about the seat."""

    @lazy
    def civilization(self) -> Civilization:
        """The civilization, with the figures of its card."""
        return self.state.civilization(self.seat)

    @lazy
    def government(self) -> Government:
        """The present government."""
        return GOVERNMENTS[self.state.governments[self.seat]]

    @lazy
    def homes(self) -> tuple[int, ...]:
        """The regions of the seat's settlements."""
        return self.state.homes(self.seat)

    @lazy
    def wonders(self) -> list[Wonder]:
        """The wonders that work for the seat."""
        owners = self.state.wonders
        if self.seat not in owners:
            return []
        return [WONDERS[index] for index, owner in enumerate(owners) if owner == self.seat]

    def lowest(self, common: int, *others: int | None) -> int:
        """The best of several prices for the same thing."""
        return min([common, *(price for price in others if price is not None)])

    def is_city(self, region: int) -> bool:
        """Whether a settlement of the seat is a city."""
        settlement = self.state.settlements[region]
        return settlement is not None and settlement.size == CITY

    @lazy
    def city_price(self) -> int:
        """What turning a village into a city costs (rule: construction)."""
        prices = (wonder.city_price for wonder in self.wonders)
        return self.lowest(TABLES.prices.city, self.civilization.city_price, *prices)

    @lazy
    def technology_price(self) -> int:
        """What a technology costs that others own (rule: research)."""
        prices = (wonder.technology_price for wonder in self.wonders)
        return self.lowest(TABLES.prices.technology, self.civilization.technology_price, *prices)

    @lazy
    def owners_to_buy(self) -> int:
        """How many others must own a technology before it can be bought (rule: research)."""
        owners = (wonder.owners_to_buy for wonder in self.wonders)
        others = self.state.fallen.count(False) - 1
        common = max(min(TABLES.prices.owners_to_buy, others), 1)
        return self.lowest(common, self.civilization.owners_to_buy, *owners)

    @lazy
    def buys_besides(self) -> bool:
        """Whether a Research may buy a technology besides the free one (rule: research)."""
        own = self.civilization.technology_price is not None
        return own or any(wonder.technology_price is not None for wonder in self.wonders)

    def villages(self) -> Iterator[int]:
        """The regions of the seat's villages."""
        return (region for region in self.homes if not self.is_city(region))
