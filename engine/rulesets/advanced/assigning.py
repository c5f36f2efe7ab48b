"""Assigning what makes settlements happy and productive, at any time (rule: assignments)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.charts import Mood
from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import Option, Value
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.cities import FREE, CityUse
from engine.rulesets.advanced.describing import card_name
from engine.rulesets.advanced.state import State
from engine.world.assigning import AssignmentSettings
from engine.world.describing import place_option
from engine.world.state import IDS


class CitySettings(AssignmentSettings):
    """What a seat may assign to the city cards in front of it."""

    state: State

    @lazy
    def now(self) -> CityUse:
        return self.state.cities(self.seat)

    def places(self, kind: Mood) -> list[str]:
        """The settlements that are not happy, or productive, by themselves."""
        happiness = kind == "happiness"
        return [
            IDS[city.region]
            for city in sorted(self.now.cities)
            if not (city.happy if happiness else city.productive)
        ]

    @staticmethod
    def describe_place(now: CityUse, key: str) -> Option:
        """A settlement with its size and what it pays at the most."""
        city = next(each for each in now.cities if IDS[each.region] == key)
        facts = {"size": city.size, "gold": city.gold(True, True)}
        return place_option(key, Text("detail.city", facts))

    @staticmethod
    def name_of(key: str) -> Text:
        return Text("assign.free") if key == FREE else card_name(key)


class Assigning(Opportunity[State]):
    """Everyone may change their assignments at any time."""

    kind = "assign"

    def open(self, state: State) -> Iterable[Decision]:
        return [each for seat in range(state.seats) for each in self.open_to(state, seat)]

    def open_to(self, state: State, seat: int) -> list[Decision]:
        if state.turn == 0 or state.fallen[seat]:
            return []
        return [self.decision(seat, CitySettings(state, seat).grammar, rule="assignments")]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        if value:
            state.assigned[seat] = CitySettings(state, seat).after(value)
            play.tell(events.Assigned(seat, state.assigned[seat] is None))
