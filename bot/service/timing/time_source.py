"""Where the service gets the time from: the system, or a test."""

from __future__ import annotations

import asyncio
import time
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
    """The time of the machine, which never goes back: if its clock is set back, time goes on.

    Otherwise everything that was due a moment ago would have to wait until that moment again.
    """

    def __init__(self) -> None:
        self._latest: Moment = 0
        self._counted_at = time.monotonic_ns()

    def now(self) -> Moment:
        """The moment it is."""
        counted = time.monotonic_ns()
        passed = (counted - self._counted_at) // 1000
        self._latest, self._counted_at = max(moment.now(), self._latest + passed), counted
        return self._latest

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Return when it is `until`, or as soon as `wake` is set; with None, only then."""
        seconds = None if until is None else max(0, until - self.now()) / SECOND
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            return
