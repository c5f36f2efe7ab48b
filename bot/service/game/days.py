"""A turn a day: at an hour of the table's choice whatever is still open in a turn is carried out.

One clock runs for the whole turn, as a row like every other. It ends at the table's hour, and never
sooner than half a day after the turn began: a turn for which all have answered early is followed by
the next at once, without costing anybody time. As no turn ends later than that, there is a turn a
day. Within it each part of the turn has a latest time, and of the time up to then whoever acts now
has a fair share: as many players as are still to act in the part have one each. What is asked when
the time for it is over has no clock; a stand-in answers it at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate

from bot.moment import DAY, HOUR, MINUTE, Moment, Span
from bot.service.game.open_game import OpenGame
from bot.service.timing import hours
from bot.service.timing.hours import MINUTES, Quiet, Rest
from bot.store.clocks import Clock
from bot.store.games import NIGHT, Pace

LEAST_TURN: Span = 12 * HOUR
"""A turn ends at the first of the table's hours that is so far off when it begins."""
LEAST_SHARE: Span = 15 * MINUTE
"""Nobody is called for less time than this."""
TRIFLE = 0.1
"""A part with less of a turn than this is not its first."""
SET_UP = "set-up"
ROUNDED = 5
"""The usual times of a turn's parts are shown in so many minutes."""


@cache
def turn_shares() -> Mapping[str, Mapping[str, int]]:
    """The shares of all parts of a turn, by rule set."""
    data = files("bot.service.game").joinpath("turn_parts.toml").read_text("utf-8")
    return tomllib.loads(data)


def shares(ruleset: str) -> Mapping[str, int]:
    """The parts of a turn in their order, each with its share; none of unknown rules."""
    return turn_shares().get(ruleset, {})


def is_first_part(ruleset: str, step: str) -> bool:
    """Whether a part of the turn is its first, or comes before all turns."""
    known = shares(ruleset)
    large = [part for part, share in known.items() if share >= TRIFLE * sum(known.values())]
    return step not in known or step == large[0]


def turn_name(game: OpenGame) -> str:
    """What the clock of the turn that is played now is called; the set-up is part of the first."""
    return f"turn {max(1, game.position.rules.turn(game.position.game.state))}"


def turn_clock(game: OpenGame) -> Clock | None:
    """The clock of the turn, if one runs: also one of the turn before, until the next is asked."""
    return next((each for each in game.clocks if each.kind == "turn"), None)


def new_turn_clock(game: OpenGame) -> Clock:
    """The clock of a turn that begins now."""
    due = turn_end(game, game.now)
    return Clock(decision=turn_name(game), kind="turn", opened_at=game.now, due_at=due)


def turn_end(game: OpenGame, begun: Moment) -> Moment:
    """When a turn ends that began then.

    Where a player's clock stands on a vacation the table waits, as at every pace.
    """
    pace = game.row.pace
    usual = next_hour(pace, begun + LEAST_TURN)
    away = (hours.rest_of(pace, game.wishes_of(seat.seat)).away for seat in game.info.humans)
    back = [each[1] for each in away if each is not None and each[0] < usual]
    return max([usual, *(next_hour(pace, each + LEAST_TURN) for each in back if each > begun)])


def turn_end_again(game: OpenGame, turn: Clock) -> Moment:
    """When a turn ends after someone's plans have changed: nobody loses time that was promised."""
    end = turn_end(game, turn.opened_at)
    return end if end >= turn.due_at else max(end, turn_end(game, game.now))


def next_hour(pace: Pace, when: Moment) -> Moment:
    """The table's hour that comes next, or is at that moment."""
    at = Quiet(pace.turn_ends, pace.turn_ends, hours.zone(pace.time_zone))
    found = (start for days in (0, 2) for start, _ in at.around(when + days * DAY))
    return min(start for start in found if start >= when)


def latest(game: OpenGame, end: Moment) -> Moment:
    """Until when the part of the turn that is played now is to be answered, if it ends then."""
    row, position = game.row, game.position
    state, known = position.game.state, shares(row.ruleset)
    step, is_first = position.rules.step(state), position.rules.turn(state) <= 1
    if is_first:
        # What comes before the first part of the first turn has as much time as all of the turn.
        known = {SET_UP: sum(known.values()), **known}
        step = step if step in known else SET_UP
    parts = list(known)
    if step not in parts or step == parts[-1]:
        return end
    at = parts.index(step)
    if not is_first:
        by_then = usual_parts(row.ruleset, row.pace)[at]
        return end - ((row.pace.turn_ends - by_then) % MINUTES) * MINUTE
    start, rest = end - DAY, table_rest(row.pace)
    sums = list(accumulate(known.values()))
    return hours.after(start, hours.waking(start, end, rest) * sums[at] // sums[-1], rest)


def usual_parts(ruleset: str, pace: Pace) -> tuple[int, ...]:
    """When the parts of a turn end, the last with the turn, as minutes after midnight."""
    known = shares(ruleset)
    if len(pace.parts) == len(known) - 1:
        return (*pace.parts, pace.turn_ends)
    end, rest = next_hour(pace, DAY), table_rest(pace)
    start, sums = end - DAY, list(accumulate(known.values()))
    awake = hours.waking(start, end, rest)
    found = [hours.after(start, awake * each // sums[-1], rest) for each in sums[:-1]]
    minutes = ((pace.turn_ends - (end - each) // MINUTE) % MINUTES for each in found)
    return (*(each // ROUNDED * ROUNDED for each in minutes), pace.turn_ends)


def table_rest(pace: Pace) -> Rest:
    """The hours of the night that count for nothing in the parts of a turn."""
    start, until = pace.quiet_from, pace.quiet_until
    if start is None or until is None:
        start, until = NIGHT
    night = hours.quiet(start, until, pace.time_zone)
    return Rest() if night is None else Rest((night,))


def due(game: OpenGame, seat: int, end: Moment) -> Moment:
    """When a seat's time for what it is asked now is over, in a turn that ends then.

    That is now where the time is over already, or too little is left to call anybody.
    """
    now, last = game.now, latest(game, end)
    rest = hours.rest_of(game.row.pace, game.wishes_of(seat))
    night = table_rest(game.row.pace).quiet
    rest = Rest((*night, *rest.quiet), rest.away)
    position = game.position
    others = set(position.rules.to_come(position.game.state)) - {seat} - game.playing_themselves
    share = hours.waking(now, last, rest) // (1 + len(others))
    return hours.after(now, share, rest) if share >= LEAST_SHARE else now


def is_over_for(game: OpenGame, seat: int) -> bool:
    """Whether a seat is asked something for which no time is left, so that nobody is called."""
    if game.row.pace.kind != "daily" or not game.row.pace.has_clocks:
        return False
    running = turn_clock(game)
    if running is None or running.paused_at is not None or running.decision != turn_name(game):
        return False
    if any(each.seat == seat and each.kind == "decision" for each in game.clocks):
        return False
    return due(game, seat, running.due_at) <= game.now
