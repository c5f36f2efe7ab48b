"""A seat's figures in the actions phase, after its card, government, religion and wonders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from engine.core.lazy import lazy
from engine.rulesets.rhye.state import State, places_of
from engine.rulesets.rhye.tables import (
    CITY,
    CIVILIZATIONS,
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


class Terms(NamedTuple):
    """What a civilization's card and its wonders make of the common figures."""

    city_price: int
    technology_price: int
    owners_to_buy: int
    """How many others must own a technology before it can be bought, if so many still play."""
    buys_besides: bool


@lru_cache(maxsize=1024)
def terms_of(civilization: int, wonders: tuple[int, ...]) -> Terms:
    """The terms of a civilization that owns these wonders."""
    own, prices = CIVILIZATIONS[civilization], TABLES.prices
    sources: list[Civilization | Wonder] = [own, *(WONDERS[wonder] for wonder in wonders)]
    cities = [each.city_price for each in sources]
    technologies = [each.technology_price for each in sources]
    owners = [each.owners_to_buy for each in sources]
    return Terms(
        lowest(prices.city, cities),
        lowest(prices.technology, technologies),
        lowest(prices.owners_to_buy, owners),
        any(price is not None for price in technologies),
    )


def lowest(common: int, others: Iterable[int | None]) -> int:
    """The best of several figures for the same thing."""
    return min([common, *(figure for figure in others if figure is not None)])


def is_city(state: State, region: int) -> bool:
    """Whether a settlement is a city."""
    settlement = state.settlements[region]
    return settlement is not None and settlement.size == CITY


class Figures:
    """What a seat can do now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gold = state.gold[seat]
        self.civilization: Civilization = CIVILIZATIONS[state.civilizations[seat]]
        self.government: Government = GOVERNMENTS[state.governments[seat]]
        self.homes: tuple[int, ...] = state.homes(seat)
        """The regions of the seat's settlements."""
        self.found: dict[str, Any] = {}
        """What an action has found out about the seat."""

    @lazy
    def wonders(self) -> list[Wonder]:
        """The wonders that work for the seat."""
        return [WONDERS[wonder] for wonder in self.wonder_numbers]

    @lazy
    def wonder_numbers(self) -> tuple[int, ...]:
        """The numbers of the wonders that work for the seat."""
        return tuple(places_of(self.seat, self.state.wonders))

    @lazy
    def terms(self) -> Terms:
        """The seat's figures, after card and wonders."""
        return terms_of(self.state.civilizations[self.seat], self.wonder_numbers)

    def is_city(self, region: int) -> bool:
        """Whether a settlement of the seat is a city."""
        return is_city(self.state, region)

    @lazy
    def city_price(self) -> int:
        """What turning a village into a city costs (rule: construction)."""
        return self.terms.city_price

    @property
    def technology_price(self) -> int:
        """What a technology costs that others own (rule: research)."""
        return self.terms.technology_price

    @property
    def owners_to_buy(self) -> int:
        """How many others must own a technology before it can be bought (rule: research)."""
        others = self.state.fallen.count(False) - 1
        return min(self.terms.owners_to_buy, max(others, 1))

    @property
    def buys_besides(self) -> bool:
        """Whether a Research may buy a technology besides the free one (rule: research)."""
        return self.terms.buys_besides

    @lazy
    def villages(self) -> list[int]:
        """The regions of the seat's villages."""
        return [region for region in self.homes if not self.is_city(region)]
