"""Wonders: milestones, announcements, contests (rulebook 9.3 to 9.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play, roll_off
from engine.core.grammar import OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.board import era_technologies
from engine.rulesets.standard.state import NOBODY, Placement, State
from engine.rulesets.standard.tables import ERA_WONDERS, UNITS, WONDERS

ARMIES_OF = tuple(
    tuple(kind for kind, unit in enumerate(UNITS) if unit.is_army and unit.era == era)
    for era in range(4)
)
FLEETS_OF = tuple(
    tuple(kind for kind, unit in enumerate(UNITS) if unit.is_fleet and unit.era == era)
    for era in range(4)
)
NAMES = {wonder.id: index for index, wonder in enumerate(WONDERS)}


def progress(state: State, seat: int, wonder: int) -> int:
    """How far a seat is toward a wonder's milestone (rule: wonders)."""
    thing, _ = WONDERS[wonder].goal
    if thing == "gold":
        return state.gold[seat]
    if thing == "technologies":
        return era_technologies(state, seat, state.era)
    if thing == "villages":
        return state.sizes[seat][0]
    if thing == "metropolises":
        return state.sizes[seat][3]
    kinds = ARMIES_OF[state.era] if thing == "armies" else FLEETS_OF[state.era]
    return sum(state.tally[seat][kind] for kind in kinds)


def claimable(state: State, seat: int) -> list[int]:
    """The wonders of the current era a seat could announce now."""
    if state.fallen[seat]:
        return []
    return [
        wonder
        for wonder in ERA_WONDERS[state.era]
        if state.wonders[wonder] == NOBODY
        and progress(state, seat, wonder) >= WONDERS[wonder].goal[1]
    ]


def in_play(state: State) -> bool:
    """Whether wonders can be announced: any time from the first turn on."""
    return bool(state.frames) and not isinstance(state.frames[0], Placement)


class Announcing(Opportunity[State]):
    """Whoever has reached a milestone may announce the wonder, at any time."""

    kind = "announce"

    def open(self, state: State) -> Iterable[Decision]:
        if not in_play(state):
            return
        free = [w for w in ERA_WONDERS[state.era] if state.wonders[w] == NOBODY]
        if not free:
            return
        for seat in range(state.seats):
            found = claimable(state, seat)
            if found:
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
    eager = [s for s in range(state.seats) if state.orders[s].wonders == "announce"]
    if not eager or not in_play(state):
        return
    claims: dict[int, list[int]] = {}
    for seat in eager:
        for wonder in claimable(state, seat):
            claims.setdefault(wonder, []).append(seat)
    for wonder, seats in claims.items():
        winner = seats[0]
        if len(seats) > 1:
            winner, rolls = roll_off(play, seats)
            play.tell(events.WonderContested(WONDERS[wonder].id, winner, tuple(rolls)))
        award(play, winner, wonder)
