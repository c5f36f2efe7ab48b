"""Clocks: how long each seat has for what is awaited of it, and when it is reminded.

One clock runs for every awaited decision of a player. It goes on while the player answers the same
question bit by bit (the orders of a movement), and then leaves at least a moment's grace, so that
nobody is cut off while playing; but never longer than twice the pace, nor past the latest time of a
daily turn. The next question of the same
kind (the second placement, another round) has its full time: a new clock, or, while the answer
before it could be taken back, the old one set again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bot.moment import DAY, MINUTE, Moment, Span
from bot.service.game import days
from bot.service.game.awaited import ends_of
from bot.service.game.open_game import OpenGame
from bot.service.timing import hours
from bot.service.timing.hours import Rest
from bot.store import Transaction
from bot.store import clocks as rows
from bot.store.clocks import Clock

LEAST_GRACE: Span = 30 * MINUTE
GRACE_SHARE = 4
LAST_SHARE = 8
"""The last reminder comes when this part of the time is left."""
HALF_WAY, NEARLY_OVER = 1, 2


class Setting(NamedTuple):
    """A clock's new end and next reminder."""

    clock: Clock
    due_at: Moment
    remind_at: Moment | None


class ClockPlan(NamedTuple):
    """What becomes of a table's clocks with a choice."""

    stop: tuple[Clock, ...]
    start: tuple[Clock, ...]
    reset: tuple[Setting, ...]

    def ends(self, running: Iterable[Clock]) -> dict[int, Moment]:
        """When each seat's time is over then, of clocks that run now."""
        changed = {clock.id for clock in self.stop} | {each.clock.id for each in self.reset}
        new = (msgspec.structs.replace(each.clock, due_at=each.due_at) for each in self.reset)
        return ends_of([*(c for c in running if c.id not in changed), *new, *self.start])

    async def write_settings(self, tx: Transaction) -> None:
        """Write the clocks that are set again; the rest is written with the choice."""
        for each in self.reset:
            await rows.postpone(tx, each.clock.id, each.due_at, each.remind_at)


Key = tuple[int, str]
"""A seat and a decision that is awaited of it."""


def plan(game: OpenGame, actor: int | None, asked_again: Key | None = None) -> ClockPlan:
    """The clocks that stop, start and go on after `actor`, by its own hand, has chosen.

    With None it was nobody's own hand, and nobody gets grace. `asked_again` is a question that was
    settled and is now asked about something else.
    """
    awaited = [
        (decision.seat, decision.id)
        for decision in (game.position.pending() if game.row.pace.has_clocks else ())
        if decision.blocking and not game.plays_itself(decision.seat)
    ]
    running = {
        (clock.seat, clock.decision): clock for clock in game.clocks if clock.kind == "decision"
    }
    turns = [clock for clock in game.clocks if clock.kind == "turn"]
    turn: Clock | None = None
    if awaited and game.row.pace.kind == "daily":
        turn = next((each for each in turns if each.decision == days.turn_name(game)), None)
        turn = turn or days.new_turn_clock(game)
        turns = [each for each in turns if each is not turn]
    elif game.row.pace.kind == "daily":
        turns = []
    long = span(game)
    least = min(long, max(long // GRACE_SHARE, LEAST_GRACE))
    if asked_again in running and not (actor is not None and game.position.can_take_back(actor)):
        going_on = {key: clock for key, clock in running.items() if key != asked_again}
    else:
        going_on = running
    stopped = [c for key, c in running.items() if key not in awaited or key not in going_on]
    started = [new_clock(game, *key, turn) for key in awaited if key not in going_on]
    if turn is not None:
        # A stand-in answers at once what there is no time for.
        started = [each for each in started if each.due_at > game.now]
    return ClockPlan(
        (*stopped, *turns),
        (*started, *([] if turn is None or turn.is_started else [turn])),
        tuple(
            setting
            for key in awaited
            if key in going_on and key[0] == actor
            for setting in grace(game, going_on[key], long if key == asked_again else least, turn)
        ),
    )


def rest(game: OpenGame, seat: int) -> Rest:
    """When a seat's clocks stand still."""
    return hours.rest_of(game.row.pace, game.wishes_of(seat))


def span(game: OpenGame) -> Span:
    """How long a clock runs at this table that starts now; in a daily turn, at most."""
    pace, position = game.row.pace, game.position
    later = pace.kind == "steady" and not days.is_first_part(
        game.row.ruleset, position.rules.phase(position.game.state)
    )
    if pace.kind == "daily":
        return DAY
    return hours.minutes(
        min(pace.later_minutes, pace.phase_minutes) if later else pace.phase_minutes
    )


def new_clock(game: OpenGame, seat: int, decision: str, turn: Clock | None = None) -> Clock:
    """A clock that starts now, in a daily `turn` where there is one."""
    resting, long = rest(game, seat), span(game)
    if turn is None:
        due = hours.after(game.now, long, resting)
    else:
        due = days.due(game, seat, turn.due_at)
        long = hours.waking(game.now, due, resting)
    due = until_vacation(game, seat, due)
    half = hours.after(game.now, long // 2, resting)
    return Clock(
        seat=seat,
        decision=decision,
        opened_at=game.now,
        due_at=due,
        remind_at=half if half < due else None,
    )


def until_vacation(game: OpenGame, seat: int, due: Moment) -> Moment:
    """Where a stand-in takes over on a vacation, the player's time ends when that begins."""
    wishes = game.wishes_of(seat)
    if wishes.when_away != "stand_in" or wishes.away_from is None:
        return due
    return wishes.away_from if game.now < wishes.away_from < due else due


def grace(game: OpenGame, clock: Clock, least: Span, turn: Clock | None = None) -> list[Setting]:
    """A later end for a clock whose player has just done something, if less than that is left."""
    assert clock.seat is not None
    resting = rest(game, clock.seat)
    if turn is None:
        limit = hours.after(clock.opened_at, 2 * span(game), resting)
    else:
        least, limit = min(least, LEAST_GRACE), days.latest(game, turn.due_at)
    due = min(hours.after(game.now, least, resting), limit)
    return [setting(game, clock, due, resting)] if due > clock.due_at else []


def longer(game: OpenGame, clock: Clock, more: Span) -> Setting:
    """A clock that runs for longer; that of a daily turn as well."""
    if clock.seat is None:
        return Setting(clock, clock.due_at + more, None)
    resting = rest(game, clock.seat)
    start = max(clock.due_at, game.now)
    return setting(game, clock, hours.after(start, more, resting), resting)


def set_for(game: OpenGame, clock: Clock, left: Span) -> Setting:
    """A clock that has so much waking time left from now on."""
    assert clock.seat is not None
    resting = rest(game, clock.seat)
    due = until_vacation(game, clock.seat, hours.after(game.now, left, resting))
    return setting(game, clock, due, resting)


def setting(game: OpenGame, clock: Clock, due: Moment, resting: Rest) -> Setting:
    """A clock with another end, and the reminder that belongs to it."""
    long = full(game, clock, resting)
    first = None if clock.reminded else with_left(game, due, resting, long // 2)
    return Setting(clock, due, first or with_left(game, due, resting, long // LAST_SHARE))


def full(game: OpenGame, clock: Clock, resting: Rest) -> Span:
    """How long a clock runs from its beginning, as reminders count it."""
    if game.row.pace.kind == "daily":
        return hours.waking(clock.opened_at, clock.due_at, resting)
    return span(game)


def last_reminder(game: OpenGame, clock: Clock, resting: Rest) -> Moment | None:
    """When the last reminder is to come; None when that is over."""
    return with_left(game, clock.due_at, resting, full(game, clock, resting) // LAST_SHARE)


def with_left(game: OpenGame, due: Moment, resting: Rest, left: Span) -> Moment | None:
    """When so much waking time is left until a clock's end; None when that is over."""
    wait = hours.waking(game.now, due, resting) - left
    return hours.after(game.now, wait, resting) if wait > 0 else None


def stage_of(game: OpenGame, clock: Clock) -> int:
    """Which reminder a clock is owed now."""
    assert clock.seat is not None
    resting = rest(game, clock.seat)
    left = hours.waking(game.now, clock.due_at, resting)
    return NEARLY_OVER if left <= full(game, clock, resting) // LAST_SHARE else HALF_WAY
