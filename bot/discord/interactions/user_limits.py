"""How much is done at once for one user: a few things, so that nobody's flood holds up the others.

Every command, press and form goes through here, whatever it costs. A person never notices: who has
more than a few things under way has stopped waiting for answers.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.service.errors import TooBusy

AT_ONCE = 3
"""How many interactions of one user are worked on at the same time."""
WAITING_MOST = 12
"""How many more may wait; a further one is refused."""
REST = 0.1
"""Seconds that each one which had to wait waits on: between them the others have their turn."""
SUGGESTING_AT_ONCE = 2
"""How many lists of suggestions are made for one user at the same time. Who types on needs no
more: those for what stood there before are never shown."""


class Line:
    """What one user has under way, and what waits behind it."""

    def __init__(self) -> None:
        self.working = 0
        self.suggesting = 0
        self.waiting: deque[asyncio.Future[None]] = deque()

    @property
    def is_empty(self) -> bool:
        """Whether the user has nothing here."""
        return not (self.working or self.suggesting or self.waiting)


class UserLimits:
    """The lines of all users."""

    def __init__(self) -> None:
        self._lines: dict[int, Line] = {}

    @asynccontextmanager
    async def place(self, user_id: int) -> AsyncIterator[None]:
        """A place for one interaction of a user, in the order they came. Raises `TooBusy`."""
        line = self._lines.setdefault(user_id, Line())
        if line.working < AT_ONCE:
            line.working += 1
        else:
            await self._wait(user_id, line)
        try:
            yield
        finally:
            self._leave(user_id, line)

    async def _wait(self, user_id: int, line: Line) -> None:
        if sum(not each.cancelled() for each in line.waiting) >= WAITING_MOST:
            raise TooBusy()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        try:
            await turn
            await asyncio.sleep(REST)
        except asyncio.CancelledError:
            # With a turn that was given already, the place goes to the next one.
            if not turn.cancelled():
                self._leave(user_id, line)
            raise

    def _leave(self, user_id: int, line: Line) -> None:
        """Give a place to the next who waits for it."""
        while line.waiting:
            turn = line.waiting.popleft()
            if not turn.cancelled():
                turn.set_result(None)
                return
        line.working -= 1
        self._forget(user_id, line)

    @contextmanager
    def suggesting(self, user_id: int) -> Iterator[bool]:
        """Whether suggestions are made for what a user types: not while others are being made."""
        line = self._lines.setdefault(user_id, Line())
        has_room = line.suggesting < SUGGESTING_AT_ONCE
        line.suggesting += has_room
        try:
            yield has_room
        finally:
            line.suggesting -= has_room
            self._forget(user_id, line)

    def _forget(self, user_id: int, line: Line) -> None:
        if line.is_empty:
            self._lines.pop(user_id, None)
