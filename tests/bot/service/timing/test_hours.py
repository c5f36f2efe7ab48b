"""Waking hours: clocks stand at night and on vacation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.moment import HOUR, Moment, as_datetime, moment
from bot.service.timing.hours import after, is_away, rest_of, waking, zone
from bot.store.games import Pace
from bot.store.people import User


def at(text: str) -> Moment:
    return moment(datetime.fromisoformat(text).replace(tzinfo=UTC))


def shown(when: Moment) -> str:
    return as_datetime(when).strftime("%Y-%m-%d %H:%M")


def a_table(start: int = 22, until: int = 8, time_zone: str = "UTC") -> Pace:
    return Pace(quiet_from=start * 60, quiet_until=until * 60, time_zone=time_zone)


def a_user(**wishes: Any) -> User:
    return User(user_id=1, **wishes)


ALWAYS_AWAKE = Pace()


@pytest.mark.parametrize(
    ("pace", "user", "start", "hours", "end"),
    [
        (ALWAYS_AWAKE, a_user(), "2026-01-01 12:00", 24, "2026-01-02 12:00"),
        (a_table(), a_user(), "2026-01-01 20:00", 2, "2026-01-01 22:00"),
        (a_table(), a_user(), "2026-01-01 20:00", 3, "2026-01-02 09:00"),
        (a_table(), a_user(), "2026-01-01 23:30", 1, "2026-01-02 09:00"),
        (a_table(), a_user(), "2026-01-01 12:00", 24, "2026-01-02 22:00"),
        (a_table(1, 6), a_user(), "2026-01-01 00:00", 2, "2026-01-01 07:00"),
        # The user's night comes on top of the table's.
        (
            a_table(22, 6),
            a_user(quiet_from=20 * 60, quiet_until=9 * 60),
            "2026-01-01 19:00",
            2,
            "2026-01-02 10:00",
        ),
        # Night in New York is morning in Europe.
        (a_table(22, 8, "America/New_York"), a_user(), "2026-01-02 02:00", 2, "2026-01-02 14:00"),
        # The night of the change to summer time is an hour shorter, that to winter time longer.
        (a_table(22, 8, "Europe/Rome"), a_user(), "2026-03-28 20:00", 4, "2026-03-29 09:00"),
        (a_table(22, 8, "Europe/Rome"), a_user(), "2026-10-24 19:00", 4, "2026-10-25 10:00"),
    ],
)
def test_a_clock_stands_in_quiet_hours(
    pace: Pace, user: User, start: str, hours: int, end: str
) -> None:
    rest = rest_of(pace, user)
    due = after(at(start), hours * HOUR, rest)
    assert shown(due) == end
    assert waking(at(start), due, rest) == hours * HOUR


def test_a_clock_stands_while_its_player_is_away() -> None:
    user = a_user(away_from=at("2026-01-02 00:00"), away_until=at("2026-01-09 00:00"))
    rest = rest_of(ALWAYS_AWAKE, user)
    assert shown(after(at("2026-01-01 12:00"), 24 * HOUR, rest)) == "2026-01-09 12:00"
    assert waking(at("2026-01-01 12:00"), at("2026-01-09 01:00"), rest) == 13 * HOUR


def test_a_clock_runs_on_where_a_stand_in_plays() -> None:
    user = a_user(away_from=at("2026-01-02 00:00"), when_away="stand_in")
    rest = rest_of(ALWAYS_AWAKE, user)
    assert shown(after(at("2026-01-01 12:00"), 24 * HOUR, rest)) == "2026-01-02 12:00"


def test_nobody_can_stop_a_clock_for_good_with_quiet_hours() -> None:
    user = a_user(quiet_from=8 * 60, quiet_until=22 * 60)
    rest = rest_of(a_table(22, 8), user)
    assert shown(after(at("2026-01-01 20:00"), 3 * HOUR, rest)) == "2026-01-02 09:00"


def test_a_zone_that_is_gone_stops_no_clock() -> None:
    rest = rest_of(a_table(time_zone="Atlantis/Capital"), a_user())
    assert shown(after(at("2026-01-01 23:00"), HOUR, rest)) == "2026-01-02 00:00"
    with pytest.raises(ValueError, match="Atlantis"):
        zone("Atlantis/Capital")


def test_one_is_away_from_leaving_to_coming_back() -> None:
    user = a_user(away_from=at("2026-01-02 00:00"), away_until=at("2026-01-09 00:00"))
    assert not is_away(user, at("2026-01-01 23:59"))
    assert is_away(user, at("2026-01-02 00:00"))
    assert not is_away(user, at("2026-01-09 00:00"))
    assert is_away(a_user(away_from=at("2026-01-02 00:00")), at("2030-01-01 00:00"))
    assert not is_away(a_user(), at("2026-01-01 00:00"))
