"""Turns for expensive requests: one of each user at a time, users in rotation, with rests."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from bot.service.errors import TooBusy

T = TypeVar("T")

MOST_WAITING = 4
"""So many requests of one user may wait; a further one is refused."""
REST = 6
"""After its work a user waits so many times as long as the work took,"""
REST_MOST = 0.15
"""but no longer than these seconds, so that nobody notices it after one long line."""
PAUSE = 0.02
"""So long, in seconds, everything is at rest before it is seen whether someone else has come."""
RESTING_MOST = 1000
AT_ONCE = 3
"""So many users are served at the same time: who waits for a long request is not held up."""


class Waiting(NamedTuple):
    """A request and who waits for its result."""

    work: Callable[[], Awaitable[Any]]
    result: asyncio.Future[Any]


class FairTurns:
    """Does expensive work outside of every lock.

    Of each user one request is served at a time, and the next turn is that of the user who has
    rested longest: who floods waits for everybody else, and leaves most of the time to what is no
    request here, the choices of other games.
    """

    def __init__(self) -> None:
        self._queues: OrderedDict[int, deque[Waiting]] = OrderedDict()
        self._resting: dict[int, float] = {}
        self._served: dict[int, asyncio.Task[None]] = {}
        self._serving: asyncio.Task[None] | None = None
        self._free = asyncio.Event()
        # Threads of their own: those that suggest answers to others are never taken.
        self._threads = ThreadPoolExecutor(AT_ONCE, "herald-turns")

    async def run(self, user_id: int, work: Callable[[], T]) -> T:
        """Wait for the user's turn, and do the work in a thread. Raises `TooBusy`."""

        async def in_thread() -> T:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

        return await self.run_async(user_id, in_thread)

    async def run_async(self, user_id: int, work: Callable[[], Awaitable[T]]) -> T:
        """Wait for the user's turn, and await the work. Raises `TooBusy`."""
        self.must_have_room(user_id)
        queue = self._queues.setdefault(user_id, deque())
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(Waiting(work, result))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        self._free.set()
        return await result

    def must_have_room(self, user_id: int) -> None:
        """Raise `TooBusy` when a user has so much waiting that nothing need be got ready."""
        if len(self._queues.get(user_id, ())) >= MOST_WAITING:
            raise TooBusy()

    async def _serve(self) -> None:
        while self._queues:
            self._free.clear()
            user_id = self._next()
            if user_id is None:
                await self._free.wait()
            elif user_id in self._resting:
                await self._pause()
            else:
                self._begin(user_id)

    def _next(self) -> int | None:
        """The user whose turn is next, unless all who wait are being served, or too many are."""
        if len(self._served) >= AT_ONCE:
            return None
        waiting = (user for user in self._queues if user not in self._served)
        return min(waiting, key=lambda user: self._resting.get(user, 0.0), default=None)

    def _begin(self, user_id: int) -> None:
        queue = self._queues.pop(user_id)
        waiting = queue.popleft()
        if queue:
            self._queues[user_id] = queue
        self._served[user_id] = asyncio.create_task(self._do(user_id, waiting))

    async def _pause(self) -> None:
        """Let a moment pass: a thread sleeps, for the time of the loop may stand still in tests."""
        await asyncio.to_thread(time.sleep, PAUSE)
        left = {user: rest - PAUSE for user, rest in self._resting.items()}
        self._resting = {user: rest for user, rest in left.items() if rest > 0}

    async def _do(self, user_id: int, waiting: Waiting) -> None:
        began = time.monotonic()
        try:
            if waiting.result.done():
                # Nobody waits for it any more.
                return
            found = await waiting.work()
        except Exception as error:
            if not waiting.result.done():
                waiting.result.set_exception(error)
        else:
            if not waiting.result.done():
                waiting.result.set_result(found)
        finally:
            del self._served[user_id]
            self._rest(user_id, time.monotonic() - began)
            self._free.set()

    def _rest(self, user_id: int, worked: float) -> None:
        self._resting[user_id] = min(worked * REST, REST_MOST)
        while len(self._resting) > RESTING_MOST:
            del self._resting[next(iter(self._resting))]
