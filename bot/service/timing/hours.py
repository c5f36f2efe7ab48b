"""Waking hours: how long a clock runs that stands still at night and on vacation.

A clock counts only time in which nobody sleeps who would have to hear it: not in the table's quiet
hours, not in its player's, not while the player is away. So nothing is due, and nobody is reminded,
when they asked not to be disturbed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.moment import DAY, MINUTE, Moment, Span, as_datetime, moment
from bot.store.games import Pace
from bot.store.people import User

MINUTES = 24 * 60
LEAST_WAKING = 4 * 60
"""If quiet hours together leave fewer minutes a day, the table's alone count: nobody can stop a
clock for good."""
LONGEST_AWAY: Span = 365 * DAY
"""So long a vacation lasts at most; one without a date of return, as far as clocks go."""


class Quiet(NamedTuple):
    """Hours of every day, in minutes after midnight of a time zone; they may span midnight."""

    start: int
    until: int
    zone: tzinfo

    def on(self, day: date) -> tuple[Moment, Moment]:
        """The quiet hours that begin on a day of the zone."""
        end = day if self.until > self.start else day + timedelta(days=1)
        return self._at(day, self.start), self._at(end, self.until)

    def _at(self, day: date, minute: int) -> Moment:
        wall = datetime.combine(day, time(minute // 60, minute % 60), tzinfo=self.zone)
        return moment(wall)

    def around(self, when: Moment) -> Iterator[tuple[Moment, Moment]]:
        """The quiet hours near a moment, in order: the last before it and the next after it too."""
        today = as_datetime(when).astimezone(self.zone).date()
        for days in (-1, 0, 1):
            yield self.on(today + timedelta(days=days))


class Rest(NamedTuple):
    """When a player's clock stands still."""

    quiet: tuple[Quiet, ...] = ()
    away: tuple[Moment, Moment] | None = None

    def asleep(self, when: Moment) -> Moment | None:
        """When the rest that holds at a moment is over; None for a waking moment."""
        ends = [end for start, end in self._around(when) if start <= when < end]
        return max(ends, default=None)

    def awake_until(self, when: Moment) -> Moment | None:
        """When the next rest begins after a waking moment; None when there is none."""
        return min((start for start, _ in self._around(when) if start > when), default=None)

    def _around(self, when: Moment) -> Iterator[tuple[Moment, Moment]]:
        for quiet in self.quiet:
            yield from quiet.around(when)
        if self.away is not None:
            yield self.away


ALWAYS_AWAKE = Rest()
"""Of nearly all players: nothing has to be looked up for them."""


@cache
def zone_names() -> Mapping[str, str]:
    """The time zones by their names without regard to capitals, as they are spelled."""
    return {name.casefold(): name for name in available_timezones()}


def spelled(name: str) -> str:
    """A time zone as it is spelled: `europe/paris` is Europe/Paris. Unknown names stay as they are.

    >>> spelled(" new york "), spelled("europe/paris")
    ('America/New_York', 'Europe/Paris')
    """
    typed = "_".join(name.split()).casefold()
    names = zone_names()
    cities = [full for key, full in names.items() if key.rpartition("/")[2] == typed]
    return names.get(typed) or (cities[0] if len(cities) == 1 else name)


def zone(name: str) -> tzinfo:
    """A time zone by its name; raises `ValueError` for one that is not known."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        raise ValueError(name) from unknown


def quiet(start: int | None, until: int | None, zone_name: str) -> Quiet | None:
    """Quiet hours as stored; None where there are none, or in a zone that is gone."""
    if start is None or until is None or start == until:
        return None
    try:
        return Quiet(start, until, zone(zone_name))
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def waking_minutes(*hours: Quiet) -> int:
    """How many minutes of a day some quiet hours leave, as the zones stand to each other now."""
    noon = datetime(2024, 3, 1, 12, tzinfo=UTC)
    asleep: set[int] = set()
    for each in hours:
        shift = int((each.zone.utcoffset(noon) or timedelta()).total_seconds()) // 60
        length = (each.until - each.start) % MINUTES
        asleep.update((each.start - shift + n) % MINUTES for n in range(length))
    return MINUTES - len(asleep)


def rest_of(pace: Pace, wishes: User) -> Rest:
    """When the clock of a player stands still at a table of that pace."""
    game = quiet(pace.quiet_from, pace.quiet_until, pace.time_zone)
    own = quiet(wishes.quiet_from, wishes.quiet_until, wishes.time_zone)
    hours = tuple([each for each in (game, own) if each is not None])
    if hours and waking_minutes(*hours) < LEAST_WAKING:
        hours = (game,) if game is not None else ()
    away = None
    if wishes.away_from is not None and wishes.when_away == "clock_stands":
        latest = wishes.away_from + LONGEST_AWAY
        away = (wishes.away_from, min(wishes.away_until or latest, latest))
    return Rest(hours, away)


def is_away(wishes: User, now: Moment) -> bool:
    """Whether a user is away."""
    if wishes.away_from is None or now < wishes.away_from:
        return False
    return wishes.away_until is None or now < wishes.away_until


def after(start: Moment, span: Span, rest: Rest) -> Moment:
    """The moment when so much waking time has passed."""
    if rest == ALWAYS_AWAKE:
        return start + span
    now = start
    while True:
        end = rest.asleep(now)
        if end is not None:
            now = end
            continue
        pause = rest.awake_until(now)
        if pause is None or now + span <= pause:
            return now + span
        span -= pause - now
        now = pause


def waking(start: Moment, end: Moment, rest: Rest) -> Span:
    """How much waking time there is between two moments."""
    if rest == ALWAYS_AWAKE:
        return max(0, end - start)
    now, found = start, 0
    while now < end:
        over = rest.asleep(now)
        if over is not None:
            now = over
            continue
        pause = rest.awake_until(now)
        stop = end if pause is None else min(pause, end)
        found += stop - now
        now = stop
    return found


def minutes(count: int) -> Span:
    """So many minutes."""
    return count * MINUTE
