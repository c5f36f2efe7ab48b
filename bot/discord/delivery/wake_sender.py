"""A time source that wakes the sender whenever the scheduler goes to sleep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.moment import Moment
from bot.service import Time


class WakingTime:
    """A source of time that rings before each waiting of the game master.

    Whatever the game master has done by then, announcements may have come of it.
    """

    def __init__(self, time: Time) -> None:
        self._time = time
        self.wake: Callable[[], None] = lambda: None

    def now(self) -> Moment:
        """The moment it is."""
        return self._time.now()

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Return when it is `until`, or as soon as `wake` is set."""
        self.wake()
        await self._time.wait(until, wake)
