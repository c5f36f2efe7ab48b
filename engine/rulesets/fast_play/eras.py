"""Technologies and the eras they begin (rulebook 3.6 and 4.1 to 4.3)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ENOUGH, ERA_WONDERS, ERAS, LAST_ERA, TABLES
from engine.world.flow import lapse

LESSONS = (*ERAS, "last")
"""What the technologies of each era are called; the last one ends the game."""


class Lesson(NamedTuple):
    """A technology to be had: its era (one past the last is the end of the game), its price."""

    era: int
    price: int


def next_technology(state: State, seat: int, learned: bool = False) -> Lesson | None:
    """What technology a seat that buys now would buy next (rules: technologies, era-technologies).

    `learned` says that the seat has bought one of an era that began this turn.
    """
    if state.era_turn == state.turn and state.era > 0:
        if learned:
            return None
        if state.technologies[seat][state.era - 1] < ENOUGH:
            return lesson_of(state.era - 1)
    return later_technology(state, seat)


def later_technology(state: State, seat: int) -> Lesson:
    """What technology a seat that has done its purchases would buy next turn."""
    enough = state.technologies[seat][state.era] >= ENOUGH
    return lesson_of(state.era + enough)


@cache
def lesson_of(era: int) -> Lesson:
    """A technology of an era."""
    return Lesson(era, TABLES.prices.technology[era])


def learn(play: Play[State], seat: int, lesson: Lesson) -> None:
    """A seat buys a technology. It can begin an era, or end the game (rules: era-change, end)."""
    state = play.state
    state.pay(seat, lesson.price)
    state.technologies[seat][lesson.era] += 1
    play.tell(events.TechnologyBought(seat, LESSONS[lesson.era], lesson.price))
    if lesson.era > LAST_ERA:
        play.state.end_game(play, "beyond_modern")
    elif lesson.era > state.era:
        begin_era(play)


def begin_era(play: Play[State]) -> None:
    """The next era begins at once (rule: era-change)."""
    state = play.state
    lapsed = lapse(state.wonders, ERA_WONDERS[state.era])
    state.era += 1
    state.era_turn = state.turn
    changed = state.modernise()
    play.tell(events.EraBegan(ERAS[state.era], lapsed, changed))
    if state.era == LAST_ERA and not (state.is_exploited("oil") or state.is_exploited("coal")):
        play.state.end_game(play, "no_fuel")
