"""Time that tests move by hand."""

from __future__ import annotations

import asyncio

from bot.moment import Moment, Span

NOON: Moment = 1_767_268_800_000_000
"""Thursday 1 January 2026, 12:00 UTC."""


class VirtualTime:
    """Time that stands still until somebody moves it."""

    def __init__(self, start: Moment = NOON) -> None:
        self.moment = start
        self._moved = asyncio.Event()

    def now(self) -> Moment:
        return self.moment

    def pass_by(self, span: Span) -> None:
        """Let so much time pass at once."""
        self.moment += span
        self._moved.set()

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        while not wake.is_set() and (until is None or self.moment < until):
            self._moved.clear()
            waits = [asyncio.create_task(each.wait()) for each in (wake, self._moved)]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()
