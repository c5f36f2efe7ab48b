"""The board as the steward weighs it by the Advanced rules."""

from __future__ import annotations

from math import fsum
from typing import ClassVar

from engine.core.charts import CityCard, CityCards
from engine.core.lazy import lazy
from engine.rulesets.advanced.cities import GOLD
from engine.rulesets.advanced.tables import TABLES, Prices
from engine.rulesets.advanced.view import AdvancedView
from engine.rulesets.standard.steward import situation as standard
from engine.rulesets.standard.steward.income import LUCK, monopoly
from engine.rulesets.standard.steward.odds import know

know(TABLES.units)
TURNS = {"short": 14, "medium": 26, "long": 44}
"""How many turns games of each length take, about."""
FEWEST = 3
"""A game that lasts longer than expected is thought to last so many turns more."""
SPARE_TURNS = 2
"""Gold of so many turns is put to good use; what is more lies idle."""
ERA_TURNS = 8
"""How long what an improvement does is counted on: its era will be over then."""


class Situation(standard.Situation):
    """One look at the view, with what everything on it is worth, in gold of today."""

    view: AdvancedView
    prices: ClassVar[Prices] = TABLES.prices
    long_over = 90
    sailors = TABLES.roster.ships

    @lazy
    def cards(self) -> CityCards:
        """The steward's city cards."""
        return self.view.cities[self.me]

    @lazy
    def cities(self) -> dict[str, CityCard]:
        """The same by their places."""
        return {city.place: city for city in self.cards.cities}

    def gold_of_growth(self, place: str) -> int:
        """What one more size of a settlement pays each turn."""
        city = self.cities.get(place)
        return (1 + bool(city.resource)) * (1 + city.productive) if city is not None else 1

    @lazy
    def science(self) -> list[int]:
        # Technologies add nothing in battle here.
        return [0] * self.view.seats

    @lazy
    def ending(self) -> bool:
        view = self.view
        return bool(view.ending) or bool(view.last_turn and view.turn >= view.last_turn)

    @lazy
    def may_end(self) -> bool:
        return False

    @lazy
    def horizon(self) -> int:
        if self.ending:
            return 0
        left = max(FEWEST, TURNS[self.view.length] - self.view.turn)
        if self.view.last_turn:
            left = min(left, self.view.last_turn - self.view.turn)
        return max(1, left)

    @lazy
    def era_stream(self) -> float:
        """What one gold in every production of the rest of the era is worth today."""
        return min(self.stream, ERA_TURNS)

    @lazy
    def idle(self) -> float:
        """How many times one's gold is what can be spent well; 1 where there is no surplus.

        Gold that lies idle brings nothing, so that what it buys need not bring much.
        """
        return max(1.0, self.sheet.gold / (SPARE_TURNS * max(self.next_income, 10.0)))

    @lazy
    def next_income(self) -> float:
        return self.incomes[self.me]

    @lazy
    def incomes(self) -> list[float]:
        return [
            p.income.total
            + TABLES.critical_bonus * fsum(LUCK[self.era][kind] for kind in p.resources)
            for p in self.view.players
        ]

    def _alike(self, kind: str, before: int) -> float:
        if before == 0:
            return TABLES.kind_bonus + TABLES.critical_bonus * LUCK[self.era][kind]
        step = monopoly(before + 1) - monopoly(before)
        return step if step else self.w.pair * monopoly(before + 2)

    @lazy
    def one_size(self) -> float:
        """The points and gold of one size of a settlement, happy as often as not."""
        plain = (GOLD[0][1][0][1] - GOLD[0][1][0][0] + GOLD[1][1][0][1] - GOLD[1][1][0][0]) / 2
        return self.point + self.stream * plain

    @lazy
    def marker_worths(self) -> dict[str | None, float]:
        found = dict(super().marker_worths)
        village = GOLD[1][0][0][0] - GOLD[0][0][0][0]
        for kind in TABLES.resources:
            found[kind] += self.stream * village
            if kind in TABLES.always_happy:
                found[kind] += self.stream * (GOLD[1][1][0][0] - GOLD[1][0][0][0])
        return found
