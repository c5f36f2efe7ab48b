"""Wonders: milestones, announcements, contests (rulebook 9.3 to 9.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play, roll_off
from engine.core.grammar import OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import ERA_CARDS, ERA_WONDERS, GOALS, TABLES, UNITS, WONDERS
from engine.world.state import NOBODY

ARMIES_OF = tuple(
    tuple(kind for kind, unit in enumerate(UNITS) if unit.is_army and unit.era == era)
    for era in range(4)
)
FLEET_OF = tuple(
    next(kind for kind, unit in enumerate(UNITS) if unit.is_fleet and unit.era == era)
    for era in range(4)
)
NAMES = {wonder.id: index for index, wonder in enumerate(WONDERS)}


def armies(state: State) -> list[int]:
    """How many armies of the current era each seat has."""
    infantry, cavalry, artillery = ARMIES_OF[state.era]
    return [tally[infantry] + tally[cavalry] + tally[artillery] for tally in state.tally]


def fleets(state: State) -> list[int]:
    """How many fleets of the current era each seat has."""
    kind = FLEET_OF[state.era]
    return [tally[kind] for tally in state.tally]


def technologies(state: State) -> list[int]:
    """How many technologies of the current era each seat has."""
    cards = ERA_CARDS[state.era]
    owners = state.technologies[cards.start : cards.stop]
    return list(map(owners.count, range(state.seats)))


MEASURES: Mapping[str, Callable[[State], list[int]]] = {
    "gold": lambda state: state.gold,
    "technologies": technologies,
    "villages": lambda state: [sizes[0] for sizes in state.sizes],
    "metropolises": lambda state: [sizes[3] for sizes in state.sizes],
    "armies": armies,
    "fleets": fleets,
}
"""What milestones count, for every seat at once (rule: wonders)."""
MILESTONES = tuple(
    tuple((wonder, MEASURES[thing], goal) for wonder in wonders for thing, goal in [GOALS[wonder]])
    for wonders in ERA_WONDERS
)
"""For each era its wonders, what they count, and how much of it is needed."""


def claims(state: State) -> dict[int, list[int]]:
    """The wonders of the current era that somebody could announce now, and who could."""
    found: dict[int, list[int]] = {}
    for wonder, measure, goal in MILESTONES[state.era]:
        if state.wonders[wonder] == NOBODY:
            counts = measure(state)
            if max(counts) >= goal:
                able = [seat for seat, count in enumerate(counts) if count >= goal]
                found[wonder] = [seat for seat in able if not state.fallen[seat]]
    return found


def in_play(state: State) -> bool:
    """Whether wonders can be announced: any time from the first turn on."""
    return state.turn > 0 and bool(state.frames)


class Announcing(Opportunity[State]):
    """Whoever has reached a milestone may announce the wonder, at any time."""

    kind = "announce"

    def open(self, state: State) -> Iterable[Decision]:
        claimed = claims(state) if in_play(state) else None
        if not claimed:
            return ()
        found: dict[int, list[str]] = {}
        for wonder, seats in claimed.items():
            for seat in seats:
                found.setdefault(seat, []).append(WONDERS[wonder].id)
        return [
            Decision(
                seat,
                "announce",
                OneOf(found[seat], describe_wonder),
                blocking=False,
                rule="announcing",
            )
            for seat in sorted(found)
        ]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        award(play, decision.seat, NAMES[value])


def describe_wonder(key: str) -> Option:
    """A wonder in words, with its milestone and what it is worth."""
    brings = Text("detail.wonder", {"wonder": key, "points": TABLES.points.wonder})
    return Option(key, Text(f"wonder.{key}"), detail=brings)


def award(play: Play[State], seat: int, wonder: int) -> None:
    """The wonder is claimed, once and for all."""
    play.state.wonders[wonder] = seat
    play.reveal()
    play.tell(events.WonderAnnounced(seat, WONDERS[wonder].id))


def standing_claims(play: Play[State]) -> None:
    """Standing orders that announce at once; several at the same moment roll (wonder-contest)."""
    state = play.state
    eager = [seat for seat, orders in enumerate(state.orders) if orders.wonders == "announce"]
    if not eager or not in_play(state):
        return
    for wonder, able in claims(state).items():
        rivals = [seat for seat in able if seat in eager]
        if not rivals:
            continue
        winner = rivals[0]
        if len(rivals) > 1:
            winner, rolls = roll_off(play, rivals)
            play.tell(events.WonderContested(WONDERS[wonder].id, winner, tuple(rolls)))
        award(play, winner, wonder)
