"""A process that draws pictures, so that drawing never holds up the answers.

Threads would not do: while they draw, the event loop waits for the interpreter's lock again and
again, and a press that should be answered in a few milliseconds takes a second.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from bot.config import Config
from bot.discord.logs import for_children, log_everything

log = logging.getLogger("herald.discord")


class DrawingProcess:
    """Draws one picture after the other. The process starts with the first and ends with ours."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        """What the work makes; it is pickled, so it must be a function of a module.

        If the process has died, the work is tried once more in a new one.
        """
        pool = self._open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, work)
        except BrokenProcessPool:
            log.warning("the drawing process has died; another one is started")
            self._leave(pool)
        pool = self._open()
        try:
            return await loop.run_in_executor(pool, work)
        except BrokenProcessPool:
            self._leave(pool)
            raise

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fresh process: a copy of ours would have its locks, but not the threads that
            # hold them.
            fresh = multiprocessing.get_context("spawn")
            settings = (self._niceness, for_children())
            self._pool = ProcessPoolExecutor(
                1, mp_context=fresh, initializer=_settle_in, initargs=settings
            )
        return self._pool

    def close(self) -> None:
        """End the process, once it has drawn what it was given; more work starts another."""
        if self._pool is not None:
            self._leave(self._pool)

    def _leave(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        pool.shutdown(wait=False)


DRAWING_PROCESS = DrawingProcess()
"""Draws the maps and cards of all games: what it has painted of the board serves every map."""
FILM_PROCESS = DrawingProcess(niceness=10)
"""Makes films, with what time the maps leave it."""


def _settle_in(niceness: int, log_settings: Config | None) -> None:
    """In the new process: log as our parent, leave stopping to it, and do not outlive it."""
    if log_settings is not None:
        log_everything(log_settings)
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
