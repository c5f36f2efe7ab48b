"""Pace: work in a thread that gives way to everything else while it lasts.

Python runs one thread at a time. One that computes without a pause makes every other wait for its
turn again and again, so what a user has caused is done in small parts with pauses between them.
"""

from __future__ import annotations

import time

AT_FULL_SPEED = 0.03
"""So many seconds of work need no pause: what people write takes less."""
REST = 4
"""After that, a pause is so many times as long as the work before it."""
PART = 0.002
"""So many seconds of work are done between two pauses."""


class Pace:
    """How long work may take, in seconds of computing, and when it pauses.

    It is called now and then by the thread that works, and says whether the time is over.
    """

    def __init__(self, most: float, rest: float = REST) -> None:
        self._most = most
        self._rest = rest
        self._began: float | None = None
        self._paused = 0.0
        """How much had been done at the latest pause."""

    def __call__(self) -> bool:
        now = time.thread_time()
        if self._began is None:
            self._began = now
        done = now - self._began
        part = done - max(self._paused, AT_FULL_SPEED)
        if part >= PART:
            time.sleep(part * self._rest)
            self._paused = done
        return done > self._most
