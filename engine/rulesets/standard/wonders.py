"""Wonders: milestones, announcements, contests (rulebook 9.3 to 9.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play, roll_off
from engine.core.grammar import OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.state import NOBODY, Placement, State
from engine.rulesets.standard.tables import ERA_CARDS, ERA_WONDERS, GOALS, UNITS, WONDERS

ARMIES_OF = tuple(
    tuple(kind for kind, unit in enumerate(UNITS) if unit.is_army and unit.era == era)
    for era in range(4)
)
FLEETS_OF = tuple(
    tuple(kind for kind, unit in enumerate(UNITS) if unit.is_fleet and unit.era == era)
    for era in range(4)
)
NAMES = {wonder.id: index for index, wonder in enumerate(WONDERS)}


def armies(state: State) -> list[int]:
    """How many armies of the current era each seat has."""
    return [sum([tally[kind] for kind in ARMIES_OF[state.era]]) for tally in state.tally]


def fleets(state: State) -> list[int]:
    """How many fleets of the current era each seat has."""
    return [sum([tally[kind] for kind in FLEETS_OF[state.era]]) for tally in state.tally]


def technologies(state: State) -> list[int]:
    """How many technologies of the current era each seat has."""
    cards = ERA_CARDS[state.era]
    owners = state.technologies[cards.start : cards.stop]
    return [owners.count(seat) for seat in range(state.seats)]


MEASURES: Mapping[str, Callable[[State], list[int]]] = {
    "gold": lambda state: state.gold,
    "technologies": technologies,
    "villages": lambda state: [sizes[0] for sizes in state.sizes],
    "metropolises": lambda state: [sizes[3] for sizes in state.sizes],
    "armies": armies,
    "fleets": fleets,
}
"""What milestones count, for every seat at once (rule: wonders)."""


def free_wonders(state: State) -> list[int]:
    """The wonders of the current era that nobody has announced."""
    return [wonder for wonder in ERA_WONDERS[state.era] if state.wonders[wonder] == NOBODY]


def claims(state: State, seats: Iterable[int], free: list[int]) -> Iterator[tuple[int, int]]:
    """Which of `seats` could announce which of the `free` wonders now."""
    for wonder in free:
        thing, goal = GOALS[wonder]
        counts = MEASURES[thing](state)
        if max(counts) < goal:
            continue
        for seat in seats:
            if counts[seat] >= goal and not state.fallen[seat]:
                yield seat, wonder


def in_play(state: State) -> bool:
    """Whether wonders can be announced: any time from the first turn on."""
    return bool(state.frames) and not isinstance(state.frames[0], Placement)


class Announcing(Opportunity[State]):
    """Whoever has reached a milestone may announce the wonder, at any time."""

    kind = "announce"

    def open(self, state: State) -> Iterable[Decision]:
        free = free_wonders(state)
        if not free or not in_play(state):
            return
        found: dict[int, list[str]] = {}
        for seat, wonder in claims(state, range(state.seats), free):
            found.setdefault(seat, []).append(WONDERS[wonder].id)
        for seat in sorted(found):
            yield Decision(
                seat,
                "announce",
                OneOf(found[seat], describe_wonder),
                blocking=False,
                rule="announcing",
            )

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        award(play, decision.seat, NAMES[value])


def describe_wonder(key: str) -> Option:
    """A wonder in words."""
    return Option(key, Text(f"wonder.{key}"))


def award(play: Play[State], seat: int, wonder: int) -> None:
    """The wonder is claimed, once and for all."""
    play.state.wonders[wonder] = seat
    play.reveal()
    play.tell(events.WonderAnnounced(seat, WONDERS[wonder].id))


def standing_claims(play: Play[State]) -> None:
    """Standing orders that announce at once; several at the same moment roll (wonder-contest)."""
    state = play.state
    eager = [seat for seat, orders in enumerate(state.orders) if orders.wonders == "announce"]
    free = free_wonders(state) if eager else []
    if not free or not in_play(state):
        return
    rivals: dict[int, list[int]] = {}
    for seat, wonder in claims(state, eager, free):
        rivals.setdefault(wonder, []).append(seat)
    for wonder, seats in rivals.items():
        winner = seats[0]
        if len(seats) > 1:
            winner, rolls = roll_off(play, seats)
            play.tell(events.WonderContested(WONDERS[wonder].id, winner, tuple(rolls)))
        award(play, winner, wonder)
