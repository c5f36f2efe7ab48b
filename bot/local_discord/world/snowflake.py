"""Discord's snowflake ids: milliseconds and a counter in one number."""

from __future__ import annotations

from collections.abc import Callable

from bot.moment import Moment

EPOCH_MS = 1_420_070_400_000
"""Ids count from the start of 2015."""

TIME_SHIFT = 22
"""Below these bits are the counter's, above them the time's."""


class Snowflakes:
    """Makes ids that only rise, also when the clock stands still or goes back."""

    def __init__(self, now: Callable[[], Moment], last: int = 0) -> None:
        self._now = now
        self._last = last

    def new(self) -> int:
        """An id that was never given before."""
        fresh = first_at(self._now())
        self._last = max(fresh, self._last + 1)
        return self._last

    def seen(self, snowflake: int) -> None:
        """Take note of an id given earlier, so that new ones come after it."""
        self._last = max(self._last, snowflake)


def first_at(when: Moment) -> int:
    """The smallest id of a moment."""
    return max(0, when // 1000 - EPOCH_MS) << TIME_SHIFT
