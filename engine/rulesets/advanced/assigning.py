"""Assigning what makes settlements happy and productive, at any time (rule: assignments)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import OneOf, Option, Setting, Settings, Subset, Unfit, Value
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.cities import (
    FREE,
    Assignments,
    City,
    Giver,
    still_valid,
)
from engine.rulesets.advanced.describing import card_name
from engine.rulesets.advanced.state import State
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS

WAY = "cities"
WAYS = ("for_me", "by_hand")


class AssignmentSettings:
    """What a seat may assign, found out when it is looked at."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    @lazy
    def cities(self) -> list[City]:
        """The city cards in front of the seat."""
        return self.state.cities(self.seat)

    @lazy
    def givers(self) -> list[Giver]:
        """What can be assigned."""
        return self.state.givers(self.seat)

    @lazy
    def by_hand(self) -> dict[str, tuple[int, ...]]:
        """What the seat has assigned itself, as far as it still holds."""
        assigned = self.state.assigned[self.seat] or Assignments()
        return still_valid(assigned, self.givers, self.cities).by_key()

    @lazy
    def given(self) -> dict[str, list[str]]:
        """Where everything is now."""
        given = self.state.assignments(self.seat, self.cities, self.givers).by_key()
        return {
            g.key: [IDS[region] for region in sorted(given.get(g.key, ()))] for g in self.givers
        }

    def parts(self) -> tuple[Setting, ...]:
        """The settings, for the grammar."""
        return self.settings

    @lazy
    def settings(self) -> tuple[Setting, ...]:
        """A setting for each thing to assign, and one for who does it."""
        way = WAYS[self.state.assigned[self.seat] is not None]
        return (
            Setting(WAY, OneOf(WAYS, describe_way), way),
            *(
                Setting(
                    giver.key,
                    Subset(
                        self.places(giver), least=0, most=giver.number, describe=self.describe_city
                    ),
                    self.given[giver.key],
                    name_of(giver.key),
                    automatic=giver.key not in self.by_hand,
                )
                for giver in self.givers
                if self.places(giver)
            ),
        )

    def places(self, giver: Giver) -> list[str]:
        """The settlements that something can be for: those that are not so by themselves."""
        happiness = giver.kind == "happiness"
        return [
            IDS[city.region]
            for city in sorted(self.cities)
            if not (city.happy if happiness else city.productive)
        ]

    def describe_city(self, key: str) -> Option:
        """A settlement with its size and what it pays at the most."""
        city = next(each for each in self.cities if IDS[each.region] == key)
        facts = {"size": city.size, "gold": city.gold(True, True)}
        return place_option(key, Text("detail.city", facts))

    def conflict(self, values: dict[str, Value]) -> Unfit | None:
        """Each settlement takes one thing of each kind (rule: improvements)."""
        served: dict[str, set[str]] = {"happiness": set(), "productivity": set()}
        for giver in self.givers:
            for place in values.get(giver.key, ()):
                if place in served[giver.kind]:
                    return Unfit("served_twice", (giver.key,), key=place)
                served[giver.kind].add(place)
        return None


def name_of(key: str) -> Text:
    """What is assigned, in words."""
    return Text("assign.free") if key == FREE else card_name(key)


def describe_way(key: str) -> Option:
    """Whether Herald assigns, or the player."""
    return Option(key, Text(f"assign.{key}"), detail=Text(f"detail.assign.{key}"))


class Assigning(Opportunity[State]):
    """Everyone may change their assignments at any time."""

    kind = "assign"

    def open(self, state: State) -> Iterable[Decision]:
        if state.turn == 0:
            return []
        return [
            self.decision(
                seat,
                Settings((found := AssignmentSettings(state, seat)).parts, found.conflict),
                rule="assignments",
            )
            for seat, fallen in enumerate(state.fallen)
            if not fallen
        ]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        if not value:
            return
        found = AssignmentSettings(state, seat)
        if value.get(WAY) == "for_me":
            state.assigned[seat] = None
        else:
            # Taking over as a whole keeps everything where it is.
            chosen = {key: places for key, places in value.items() if key != WAY} or found.given
            named = {
                key: tuple(BOARD.index[place] for place in places) for key, places in chosen.items()
            }
            state.assigned[seat] = Assignments(tuple({**found.by_hand, **named}.items()))
        play.tell(events.Assigned(seat, state.assigned[seat] is None))
