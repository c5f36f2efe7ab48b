"""A process that draws pictures, so that drawing never holds up the answers.

Threads would not do: while they draw, the event loop waits for the interpreter's lock again and
again, and a press that should be answered in a few milliseconds takes a second. The standard
library's pool of processes would do, with a second process and two threads to watch over the first.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.discord.logs import for_children
from bot.discord.pictures.pipe import receive, send

log = logging.getLogger("herald.discord")

_BEGIN = "import sys; sys.path[:] = {path}\nfrom bot.discord.pictures.drawing import serve\nserve()"
_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "1048576"}
"""The C library of Linux keeps the memory of pictures that are gone, some for each thread, unless
it is told to give back what is large."""


class DrawingDied(Exception):
    """The process has ended without an answer, twice."""


class DrawingProcess:
    """Draws one picture after the other. The process starts with the first and ends with ours."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._process: subprocess.Popen[bytes] | None = None

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        """What the work makes; it is pickled, so it must be a function of a module.

        If the process has died, the work is tried once more in a new one; raises `DrawingDied`
        where that dies as well.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._drawn, work)

    def _drawn(self, work: Callable[[], bytes]) -> bytes:
        """In our thread: hand the work over and wait."""
        question = pickle.dumps(work)
        try:
            answer = self._answer(question)
        except (EOFError, OSError):
            log.warning("the drawing process has died; another one is started")
            self._end()
            try:
                answer = self._answer(question)
            except (EOFError, OSError):
                self._end()
                raise DrawingDied from None
        found: bytes | Exception = pickle.loads(answer)
        if isinstance(found, Exception):
            raise found
        return found

    def _answer(self, question: bytes) -> bytes:
        process = self._process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        send(process.stdin, question)
        return receive(process.stdout)

    def _start(self) -> subprocess.Popen[bytes]:
        """A new process: a copy of ours would have its locks, but not the threads that hold them.

        It draws as long as we hold the other end of its input.
        """
        process = subprocess.Popen(
            [sys.executable, "-c", _BEGIN.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_MEMORY | os.environ,
        )
        assert process.stdin is not None
        send(process.stdin, pickle.dumps((self._niceness, for_children())))
        return process

    def close(self) -> None:
        """End the process, once it has drawn what it was given; more work starts another."""
        self._thread.submit(self._end)

    def _end(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            try:
                process.communicate()
            except OSError:
                process.wait()


DRAWING_PROCESS = DrawingProcess()
"""Draws the maps and cards of all games: what it has painted of the board serves every map."""
FILM_PROCESS = DrawingProcess(niceness=10)
"""Makes films, with what time the maps leave it."""
