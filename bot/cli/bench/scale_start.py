"""One Herald starts over stored games and plays in some of them, in a process of its own.

    python -m bot.cli.bench.scale_start < Task as JSON

It has loaded what answers are made of before it is measured, as `herald serve` has.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bot import memory
from bot.cli.bench.sample_games import Script
from bot.discord.preparing import prepare
from bot.service import Herald
from bot.store import Store


class Task(msgspec.Struct):
    """The database, and in which of its games what is chosen."""

    url: str
    scripts: list[Script]


class Started(msgspec.Struct):
    """What was measured: seconds on the clock and of CPU until the first tick was over, the longest
    step of the event loop until then (in seconds of CPU), bytes of memory before the database was
    opened, after the start and after all choices, and seconds of CPU for each choice: the first in
    a game, which is read from the store, and those after it."""

    seconds: float
    cpu: float
    longest_step: float
    before: int
    after_start: int
    after_choices: int
    first_choice: float
    next_choice: float


class LongestStep:
    """The longest step of the event loop, in CPU time: others that work beside do not count."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside this every step is measured; asyncio has no public way to do so."""
        handle: Any = asyncio.Handle
        run = handle._run

        def measured(step: asyncio.Handle) -> None:
            before = time.thread_time()
            run(step)
            self.seconds = max(self.seconds, time.thread_time() - before)

        handle._run = measured
        try:
            yield
        finally:
            handle._run = run


def memory_in_use() -> int:
    """The resident memory of this process; 0 where the system does not say it."""
    try:
        noted = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in noted.splitlines() if "VmRSS" in line)


async def start(task: Task) -> Started:
    """Start, then choose in all games of the task, one after the other."""
    memory.set_up_for_serving()
    step, before = LongestStep(), memory_in_use()
    began, cpu = time.perf_counter(), time.process_time()
    with step.watching():
        store = await Store.open(task.url)
        herald = Herald(store)
        await herald.scheduler.tick()
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    after_start = memory_in_use()
    async with store:
        first: list[float] = []
        following: list[float] = []
        for script in task.scripts:
            for at in range(len(script.choices)):
                spent = time.process_time()
                await choose(herald, script, at)
                (following if at else first).append(time.process_time() - spent)
        return Started(
            seconds,
            cpu,
            step.seconds,
            before,
            after_start,
            memory_in_use(),
            sum(first) / max(1, len(first)),
            sum(following) / max(1, len(following)),
        )


async def choose(herald: Herald, script: Script, at: int) -> None:
    """A player looks at what is asked, and answers."""
    choice = script.choices[at]
    user_id = script.users[choice.seat]
    asked = (await herald.look.desk(script.game_id, user_id)).asked(choice.decision)
    await herald.play.choose(
        script.game_id,
        user_id,
        choice.decision,
        choice.value,
        interaction=f"scale:{script.game_id}:{at}",
        tag=asked.tag if asked is not None else None,
    )


if __name__ == "__main__":
    prepare()
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(start(given))))
