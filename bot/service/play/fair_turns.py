"""Turns for expensive requests: one at a time, users in rotation, each a share of the time."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from bot.service.errors import TooBusy

T = TypeVar("T")

MOST_WAITING = 4
"""So many requests of one user may wait; a further one is refused."""
REST = 3
"""After its work a user waits so many times as long as the work took, while others are served."""


class Waiting(NamedTuple):
    """A request and who waits for its result."""

    work: Callable[[], Any]
    result: asyncio.Future[Any]


class FairTurns:
    """Runs work in a thread, outside of every lock.

    One request is served at a time, and the next turn is that of the user who has rested longest:
    whoever floods waits for everybody else.
    """

    def __init__(self) -> None:
        self._queues: OrderedDict[int, deque[Waiting]] = OrderedDict()
        self._rested_at: dict[int, float] = {}
        self._serving: asyncio.Task[None] | None = None

    async def run(self, user_id: int, work: Callable[[], T]) -> T:
        """Wait for the user's turn, and do the work. Raises `TooBusy`."""
        queue = self._queues.setdefault(user_id, deque())
        if len(queue) >= MOST_WAITING:
            raise TooBusy()
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(Waiting(work, result))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await result

    async def _serve(self) -> None:
        while self._queues:
            now = time.monotonic()
            user_id = min(self._queues, key=lambda user: max(now, self._rested_at.get(user, 0.0)))
            queue = self._queues.pop(user_id)
            waiting = queue.popleft()
            if queue:
                self._queues[user_id] = queue
            await self._do(user_id, waiting)
        now = time.monotonic()
        self._rested_at = {user: at for user, at in self._rested_at.items() if at > now}

    async def _do(self, user_id: int, waiting: Waiting) -> None:
        if waiting.result.done():
            # Nobody waits for it any more.
            return
        began = time.monotonic()
        try:
            found = await asyncio.to_thread(waiting.work)
        except Exception as error:
            if not waiting.result.done():
                waiting.result.set_exception(error)
        else:
            if not waiting.result.done():
                waiting.result.set_result(found)
        ended = time.monotonic()
        self._rested_at[user_id] = ended + (ended - began) * REST
