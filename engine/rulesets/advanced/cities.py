"""Happy and productive settlements: who makes which so, and what they pay (rulebook chapter 12).

>>> cities = (City(3, 2, True), City(9, 1, False, happy=True))
>>> best_use(cities, 1, 1)
Moods(happy=(3,), productive=(3,))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.charts import Mood
from engine.rulesets.advanced.tables import TABLES
from engine.world.assigning import Assignments, Giver, hand_out

FREE = "free"
"""The key of the one settlement that everybody may make happy for nothing."""
GOLD = TABLES.gold_rows
MOODS: tuple[Mood, Mood] = ("happiness", "productivity")


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


class Moods(NamedTuple):
    """The regions that something is assigned to, for each kind."""

    happy: tuple[int, ...]
    productive: tuple[int, ...]


@lru_cache(maxsize=1024)
def best_use(cities: tuple[City, ...], happiness: int, productivity: int) -> Moods:
    """Which settlements to make happy and productive for the most gold (rule: assignments).

    Cities stay the same over many choices, and are asked about by every look at a game.

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
    most, best = -1, Moods((), ())
    for number in range(min(productivity, len(sad)) + 1):
        chosen = glad[: productivity - number] + sad[:number]
        wanting = fertile + sad[:number] + sad[number:]
        moods = Moods(_regions(wanting[:happiness]), _regions(chosen))
        gold = total_gold(cities, moods)
        if gold >= most:
            most, best = gold, moods
    return best


def _regions(cities: Iterable[City]) -> tuple[int, ...]:
    return tuple(city.region for city in cities)


def best_assignments(cities: Sequence[City], givers: Sequence[Giver]) -> Assignments:
    """Everything where it pays most (rule: assignments)."""
    happiness, productivity = (sum(g.number for g in givers if g.kind == mood) for mood in MOODS)
    best = best_use(tuple(cities), happiness, productivity)
    return hand_out(givers, {"happiness": best.happy, "productivity": best.productive})


def completed(by_hand: Assignments, cities: Sequence[City], givers: Sequence[Giver]) -> Assignments:
    """What is assigned by hand, and everything else where it then pays most."""
    moods = moods_of(by_hand, givers)
    others = [
        city._replace(
            happy=city.happy or city.region in moods.happy,
            productive=city.productive or city.region in moods.productive,
        )
        for city in cities
    ]
    return by_hand.with_more(best_assignments(others, by_hand.left_of(givers)), givers)


def moods_of(assigned: Assignments, givers: Sequence[Giver]) -> Moods:
    """The settlements that assignments make happy and productive."""
    return Moods(*assigned.served(givers, *MOODS))


def total_gold(cities: Sequence[City], moods: Moods) -> int:
    """What all settlements pay together."""
    happy, productive = moods
    return sum([city.gold(city.region in happy, city.region in productive) for city in cities])
