"""The table's clock: the machine's time plus what was skipped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot import moment
from bot.moment import SECOND, Moment, Span


class SkippableTime:
    """A clock that can be put forward, never back. It is a `bot.service.timing.time_source.Time`.

    Everything at the table lives by it: the bot's deadlines, the time on messages, the ids made
    from it. `offset` is how far it is ahead of the machine; it is stored with the table, or the
    next start would go back in time.
    """

    def __init__(self, offset: Span = 0) -> None:
        self.offset = offset
        self._waiting: dict[asyncio.Event, Moment | None] = {}
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> Moment:
        """The moment it is at the table."""
        return moment.now() + self.offset

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Return when it is `until`, or as soon as `wake` is set; with None, only then."""
        moved = asyncio.Event()
        self._waiting[moved] = until
        try:
            while not wake.is_set() and (until is None or self.now() < until):
                moved.clear()
                await self._either(wake, moved, until)
        finally:
            del self._waiting[moved]

    async def _either(
        self, wake: asyncio.Event, moved: asyncio.Event, until: Moment | None
    ) -> None:
        seconds = None if until is None else max(0, until - self.now()) / SECOND
        waits = [asyncio.ensure_future(event.wait()) for event in (wake, moved)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    @property
    def waiting(self) -> int:
        """How many wait for a moment now."""
        return len(self._waiting)

    def next_wait(self) -> Moment | None:
        """The earliest moment that is waited for."""
        return min((until for until in self._waiting.values() if until is not None), default=None)

    def skip(self, span: Span) -> None:
        """Put the clock forward. Raises `ValueError` for a span below zero."""
        if span < 0:
            raise ValueError("the table's clock only goes forward")
        self.offset += span
        for moved in self._waiting:
            moved.set()
        for listener in self._listeners:
            listener()

    def skip_to(self, when: Moment) -> None:
        """Put the clock forward to a moment; one that has passed changes nothing."""
        self.skip(max(0, when - self.now()))

    def on_skip(self, listener: Callable[[], None]) -> None:
        """Call back whenever the clock was put forward."""
        self._listeners.append(listener)
