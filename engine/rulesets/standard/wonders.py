"""Wonders: milestones, announcements, contests (rulebook 9.3 to 9.5)."""

from __future__ import annotations

from collections.abc import Iterable

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


def progress(state: State, wonder: int) -> list[int]:
    """How far each seat is toward the milestone of a wonder of this era (rule: wonders)."""
    thing, _ = GOALS[wonder]
    if thing == "gold":
        return state.gold
    if thing == "technologies":
        cards = ERA_CARDS[state.era]
        owners = state.technologies[cards.start : cards.stop]
        return [owners.count(seat) for seat in range(state.seats)]
    if thing == "villages":
        return [sizes[0] for sizes in state.sizes]
    if thing == "metropolises":
        return [sizes[3] for sizes in state.sizes]
    kinds = ARMIES_OF[state.era] if thing == "armies" else FLEETS_OF[state.era]
    return [sum([tally[kind] for kind in kinds]) for tally in state.tally]


def claims(state: State) -> dict[int, list[int]]:
    """The wonders each seat could announce now; seats with none are left out."""
    found: dict[int, list[int]] = {}
    for wonder in ERA_WONDERS[state.era]:
        if state.wonders[wonder] == NOBODY:
            goal = GOALS[wonder][1]
            for seat, reached in enumerate(progress(state, wonder)):
                if reached >= goal and not state.fallen[seat]:
                    found.setdefault(seat, []).append(wonder)
    return found


def in_play(state: State) -> bool:
    """Whether wonders can be announced: any time from the first turn on."""
    return bool(state.frames) and not isinstance(state.frames[0], Placement)


class Announcing(Opportunity[State]):
    """Whoever has reached a milestone may announce the wonder, at any time."""

    kind = "announce"

    def open(self, state: State) -> Iterable[Decision]:
        if not in_play(state):
            return
        for seat, found in sorted(claims(state).items()):
            yield Decision(
                seat,
                "announce",
                OneOf([WONDERS[wonder].id for wonder in found], describe_wonder),
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
    if not eager or not in_play(state):
        return
    found = claims(state)
    rivals: dict[int, list[int]] = {}
    for seat in eager:
        for wonder in found.get(seat, ()):
            rivals.setdefault(wonder, []).append(seat)
    for wonder, seats in rivals.items():
        winner = seats[0]
        if len(seats) > 1:
            winner, rolls = roll_off(play, seats)
            play.tell(events.WonderContested(WONDERS[wonder].id, winner, tuple(rolls)))
        award(play, winner, wonder)
