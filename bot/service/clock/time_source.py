"""Where the service gets the time from: the system, or a test."""

from __future__ import annotations

import asyncio
from typing import Protocol

from bot import moment
from bot.moment import SECOND, Moment


class Time(Protocol):
    """A source of time."""

    def now(self) -> Moment:
        """The moment it is."""
        ...

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Return when it is `until`, or as soon as `wake` is set; with None, only then."""
        ...


class SystemTime:
    """The time of the machine."""

    def now(self) -> Moment:
        """The moment it is."""
        return moment.now()

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Return when it is `until`, or as soon as `wake` is set; with None, only then."""
        seconds = None if until is None else max(0, until - self.now()) / SECOND
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            return
