"""Wonders: milestones, announcements, contests (rulebook 9.3 to 9.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter, itemgetter
from typing import Any

from engine.core.decision import Decision
from engine.core.events import Event
from engine.core.flow import Opportunity, Play, roll_off
from engine.core.grammar import OneOf, Option, Subset, Value
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.frames import LastCall
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import ERA_CARDS, ERA_WONDERS, GOALS, TABLES, UNITS, WONDERS
from engine.world.state import NOBODY

ARMIES_OF = tuple(
    itemgetter(*(kind for kind, unit in enumerate(UNITS) if unit.is_army and unit.era == era))
    for era in range(len(TABLES.eras))
)
"""For each era, what takes the numbers of its armies from a seat's tally."""
FLEETS_OF = tuple(
    itemgetter(next(kind for kind, unit in enumerate(UNITS) if unit.is_fleet and unit.era == era))
    for era in range(len(TABLES.eras))
)
VILLAGES, METROPOLISES = itemgetter(0), itemgetter(3)
NAMES = {wonder.id: index for index, wonder in enumerate(WONDERS)}
WONDERS_ORDER = attrgetter("wonders")


def armies(state: State) -> list[int]:
    """How many armies of the current era each seat has."""
    return list(map(sum, map(ARMIES_OF[state.era], state.tally)))


def fleets(state: State) -> list[int]:
    """How many fleets of the current era each seat has."""
    return list(map(FLEETS_OF[state.era], state.tally))


def technologies(state: State) -> list[int]:
    """How many technologies of the current era each seat has."""
    cards = ERA_CARDS[state.era]
    owners = state.technologies[cards.start : cards.stop]
    return list(map(owners.count, range(state.seats)))


MEASURES: Mapping[str, Callable[[State], list[int]]] = {
    "gold": lambda state: state.gold,
    "technologies": technologies,
    "villages": lambda state: list(map(VILLAGES, state.sizes)),
    "metropolises": lambda state: list(map(METROPOLISES, state.sizes)),
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
    """The wonders of the current era that someone could announce now, and who could."""
    found: dict[int, list[int]] = {}
    for wonder, measure, goal in MILESTONES[state.era]:
        if state.wonders[wonder] == NOBODY:
            counts = measure(state)
            if max(counts) >= goal:
                able = [seat for seat, count in enumerate(counts) if count >= goal]
                found[wonder] = [seat for seat in able if not state.fallen[seat]]
    return found


def in_play(state: State) -> bool:
    """Whether wonders can be announced: any time from the first turn on, up to the last call."""
    if not state.turn or not state.frames:
        return False
    return not isinstance(state.frames[-1], LastCall)


class Announcing(Opportunity[State]):
    """A seat that has reached a milestone may announce the wonder, at any time."""

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
            self.decision(seat, OneOf(found[seat], describe_wonder), rule="announcing")
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
    play.tell(events.WonderAnnounced(seat, WONDERS[wonder].id))


def contest(play: Play[State], wonder: int, rivals: list[int]) -> None:
    """Seats announce a wonder at the same moment; several of them roll (rule: wonder-contest)."""
    if not rivals:
        return
    winner = rivals[0]
    if len(rivals) > 1:
        winner, rolls = roll_off(play, rivals)
        play.tell(events.WonderContested(WONDERS[wonder].id, winner, tuple(rolls)))
    award(play, winner, wonder)


ROUTINE: frozenset[type[Event]] = frozenset(
    {
        *(events.PhaseBegan, events.Moved, events.MovementEnded, events.Halted, events.Looked),
        *(events.Found, events.BattleBegan, events.RoundFought, events.BattleEnded),
        *(events.Offered, events.OfferEnded, events.TradeDone, events.TradeResumed),
        *(events.PurchaseDone,),
    }
)
"""Events that bring nobody nearer to a milestone."""


def standing_claims(play: Play[Any]) -> None:
    """Standing orders that announce at once (rule: announcing)."""
    state = play.state
    if "announce" in map(WONDERS_ORDER, state.orders) and in_play(state):
        for wonder, able in claims(state).items():
            eager = [seat for seat in able if state.orders[seat].wonders == "announce"]
            contest(play, wonder, eager)


class LastCallPhase(SimultaneousPhase[State, LastCall]):
    """All who have reached a milestone that is about to lapse are asked (rule: announcing)."""

    title = "last_call"

    def prepare(self, play: Play[State], frame: LastCall) -> list[int]:
        return sorted({seat for seats in claims(play.state).values() for seat in seats})

    def question(self, state: State, frame: LastCall, seat: int) -> Decision:
        earned = [WONDERS[wonder].id for wonder, seats in claims(state).items() if seat in seats]
        return Decision(
            seat,
            "last_call",
            Subset(earned, least=0, describe=describe_wonder),
            default=earned,
            rule="announcing",
            about={"game": self.ends_game(state)},
        )

    def ends_game(self, state: State) -> bool:
        """Whether the game ends with this turn, and not just the era."""
        return state.era == state.tables.last_era or not state.era_ending

    def reveal(self, play: Play[State], frame: LastCall, answers: dict[int, Value]) -> None:
        for wonder in claims(play.state):
            name = WONDERS[wonder].id
            contest(play, wonder, [seat for seat, chosen in answers.items() if name in chosen])
