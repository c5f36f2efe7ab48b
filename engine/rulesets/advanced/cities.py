"""Happy and productive settlements: who makes which so, and what they pay (rulebook chapter 12).

>>> cities = (City(3, 2, True), City(9, 1, False, happy=True))
>>> best_use(cities, 1, 1)
Moods(happy=(3,), productive=(3,))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.advanced.tables import TABLES
from engine.world.assigning import Assigned, Assignments, Giver

FREE = "free"
"""The key of the one settlement that everybody may make happy for nothing."""
GOLD = TABLES.gold_rows


class City(NamedTuple):
    """A city card in front of a player; `happy` and `productive` are what it is by itself."""

    region: int
    size: int
    resource: bool
    happy: bool = False
    productive: bool = False

    def gold(self, happy: bool, productive: bool) -> int:
        """What the settlement pays (rule: city-production)."""
        row = GOLD[self.resource][happy or self.happy][productive or self.productive]
        return row[self.size - 1]

    def served(self, happy: bool, productive: bool) -> City:
        """The city as it is with something assigned to it."""
        return City(*self[:3], self.happy or happy, self.productive or productive)


class Moods(NamedTuple):
    """The regions that something is assigned to, for each kind."""

    happy: tuple[int, ...]
    productive: tuple[int, ...]


def best_use(cities: tuple[City, ...], happiness: int, productivity: int) -> Moods:
    """Which settlements to make happy and productive for the most gold (rule: assignments).

    Happiness adds the same to every settlement, and twice that to a productive one; productivity
    doubles what a settlement pays. So the productive settlements are, for some number of unhappy
    ones among them, the best of those and the best of the happy ones; and happiness goes to
    productive settlements first. Every such number is tried.
    """
    glad = [city for city in cities if city.happy and not city.productive]
    sad = [city for city in cities if not city.happy and not city.productive]
    fertile = [city for city in cities if not city.happy and city.productive]
    for group in (glad, sad):
        group.sort(key=lambda city: (-city.gold(False, True), city.region))
    happy = _regions((fertile + sad)[:happiness])
    ways = [
        Moods(happy, _regions(glad[: productivity - number] + sad[:number]))
        for number in range(min(productivity, len(sad)), -1, -1)
    ]
    return max(ways, key=partial(total_gold, cities)) if len(ways) > 1 else ways[0]


def _regions(cities: Iterable[City]) -> tuple[int, ...]:
    return tuple([city.region for city in cities])


def total_gold(cities: Iterable[City], moods: Sequence[tuple[int, ...]]) -> int:
    """What all settlements pay together."""
    happy, productive = moods
    return sum([city.gold(city.region in happy, city.region in productive) for city in cities])


class CityUse(Assigned):
    """City cards and what makes them happy and productive; beside them wonders pay gold, too."""

    kinds = ("happiness", "productivity")

    def __init__(
        self,
        cities: tuple[City, ...],
        givers: Sequence[Giver],
        assigned: Assignments | None = None,
        wonder_gold: int = 0,
    ) -> None:
        super().__init__(_regions(cities), givers, assigned)
        self.cities = cities
        self.wonder_gold = wonder_gold

    def best(self, numbers: Sequence[int]) -> Moods:
        glad, busy = self.chosen
        cities = [city.served(city.region in glad, city.region in busy) for city in self.cities]
        return best_use(tuple(cities), *numbers)

    @lazy
    def gold(self) -> int:
        """What all settlements pay together."""
        return total_gold(self.cities, self.served)


city_use = lru_cache(maxsize=1024)(CityUse)
"""What is made of cities: they stay the same over many choices, and every look asks."""


@cache
def city_card(region: int, size: int, marker: int) -> City:
    """The city card of a region with a marker that lies face up."""
    name = TABLES.marker_names[marker]
    happy = name in TABLES.always_happy
    return City(region, size, name in TABLES.resources, happy, marker == TABLES.fertile)


@lru_cache(maxsize=1024)
def givers_of(improvements: int, wonders: tuple[int, ...]) -> tuple[Giver, ...]:
    """What improvements, a bit each, and wonders make happy and productive (rule: assignments)."""
    found = [Giver(FREE, "happiness", 1)]
    for index, each in enumerate(TABLES.improvements):
        if improvements >> index & 1:
            found.append(Giver(each.id, each.kind, each.settlements))
    for wonder in map(TABLES.wonders.__getitem__, wonders):
        if wonder.happy:
            found.append(Giver(wonder.id, "happiness", wonder.happy))
        elif wonder.productive:
            found.append(Giver(wonder.id, "productivity", wonder.productive))
    return tuple(found)
