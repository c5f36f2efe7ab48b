"""Moments: UTC time as whole microseconds since 1970, the one form of time in the database.

A whole number sorts, subtracts and indexes the same in SQLite and in PostgreSQL, keeps a moment
exactly, and no driver can shift it by a time zone. Text would have to be parsed for every sum that
a clock needs, and the two databases' own types for time do not agree.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

Moment = int
"""Microseconds since 1970-01-01 00:00 UTC."""

Span = int
"""A length of time in microseconds."""

SECOND: Span = 1_000_000
MINUTE: Span = 60 * SECOND
HOUR: Span = 60 * MINUTE
DAY: Span = 24 * HOUR

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> Moment:
    """The moment it is. The store never asks: its callers say when things happen."""
    return time.time_ns() // 1000


def moment(when: datetime) -> Moment:
    """The moment of an aware datetime; a naive one is refused, for nobody knows what it means.

    >>> moment(datetime(1970, 1, 2, tzinfo=UTC)) == DAY
    True
    """
    if when.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return (when - _EPOCH) // timedelta(microseconds=1)


def as_datetime(when: Moment) -> datetime:
    """A moment as an aware datetime in UTC."""
    return _EPOCH + timedelta(microseconds=when)
