"""How the service bears a crowd: many games, so many choices a second, and the outbox emptied.

People arrive at fixed moments, whether Herald has kept up or not, each in another game; a wait
begins when the choice was due. Each asks for the desk, chooses, and what is announced is taken from
the outbox and marked as sent. Nothing is drawn and nothing goes to Discord. No seat is an AI's; the
CPU is that of the whole process, suggestions on the desk and the outbox included, and is printed by
threads as well.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from bot import memory
from bot.cli.bench.figures import Figure
from bot.cli.bench.sample_games import Script, a_thousand_games
from bot.service import Herald
from bot.service.announcing.delivery import PAUSE, Delivery
from bot.store import Store

log = logging.getLogger("herald.bench")

WORKER = "bench"
AT_ONCE = 40
FLOODERS = 11
"""As many lines as one guest managed to have read at once before there were limits."""
FLOOD_WORDS = 300
WARM_UP = 0.1
"""The part of the time in which nothing is counted yet."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is to do."""

    games: int = 1000
    rate: float = 50
    """Choices a second, in all games together."""
    seconds: float = 60
    flood: bool = False
    """Whether one guest keeps typing long lines that mean nothing."""


THREADS = {
    "MainThread": "event loop: rules, desk, announcements",
    "_connection_worker_thread": "database: choice, outbox",
    "asyncio_": "suggestions on the desk",
    "herald-turns": "typed lines",
}
"""What the threads do whose names have these parts."""


class Spent(NamedTuple):
    """What a run measured: seconds that each choice waited, seconds of CPU in all and of each kind
    of thread, what went wrong."""

    waits: list[float]
    cpu: float
    by_threads: Mapping[str, float]
    errors: int
    flooded: int


def bench_load(load: Load) -> Iterator[Figure]:
    """Measure how long people wait for an answer, and what a choice costs."""
    with tempfile.TemporaryDirectory(prefix="herald-bench-") as folder:
        spent = asyncio.run(_crowded(Path(folder), load))
    waits = sorted(spent.waits)
    yield Figure("choices", len(waits), "")
    yield Figure("errors", spent.errors, "")
    each = 1e3 / max(1, len(waits))
    yield Figure("CPU per choice", spent.cpu * each, "ms")
    for name, cpu in spent.by_threads.items():
        yield Figure(f"  {name}", cpu * each, "ms")
    for name, part in (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0)):
        wait = waits[min(len(waits) - 1, int(len(waits) * part))] if waits else 0.0
        yield Figure(f"acknowledged, {name}", wait * 1e3, "ms")
    if load.flood:
        yield Figure("lines of the flooding guest", spent.flooded, "")


async def _crowded(folder: Path, load: Load) -> Spent:
    async with await Store.open(f"sqlite:///{folder}/herald.db") as store:
        count = int(load.rate * load.seconds * (1 + WARM_UP)) + 1
        scripts = await a_thousand_games(store, load.games, -(-count // load.games))
        memory.set_up_for_serving()
        herald = Herald(store, post_pause=PAUSE)
        background = [
            asyncio.create_task(herald.run()),
            asyncio.create_task(_send(herald.delivery)),
            asyncio.create_task(memory.collect_while_serving(herald.is_quiet)),
        ]
        crowd = Crowd(herald, scripts, load)
        try:
            await herald.tick()
            return await crowd.bustle()
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)


class Crowd:
    """People who choose at fixed moments, and maybe a guest who floods."""

    def __init__(self, herald: Herald, scripts: Sequence[Script], load: Load) -> None:
        self.herald = herald
        self.load = load
        self.waits: list[float] = []
        self.errors = 0
        self.flooded = 0
        self._flooded = scripts[0]
        self._turns = self._in_turn(scripts)
        self._clicks = 0

    @staticmethod
    def _in_turn(scripts: Sequence[Script]) -> Iterator[tuple[Script, int]]:
        """Every choice of the scripts: those of one game as far apart as can be."""
        order = list(scripts)
        Random(len(order)).shuffle(order)
        for at in range(max(len(script.choices) for script in order)):
            yield from ((script, at) for script in order if at < len(script.choices))

    async def bustle(self) -> Spent:
        """Choose for as long as was asked; what the first moments took does not count."""
        flood = [asyncio.create_task(self._flood(at)) for at in range(FLOODERS * self.load.flood)]
        try:
            await self._arrive(self.load.seconds * WARM_UP)
            self.waits.clear()
            self.flooded = 0
            before, threads = time.process_time(), cpu_by_threads()
            await self._arrive(self.load.seconds)
            cpu, after = time.process_time() - before, cpu_by_threads()
            by_threads = {name: spent - threads.get(name, 0.0) for name, spent in after.items()}
            return Spent(self.waits, cpu, by_threads, self.errors, self.flooded)
        finally:
            for task in flood:
                task.cancel()
            await asyncio.gather(*flood, return_exceptions=True)

    async def _arrive(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        began, arrived = loop.time(), 0
        async with asyncio.TaskGroup() as people:
            while arrived < seconds * self.load.rate:
                due = began + arrived / self.load.rate
                await asyncio.sleep(due - loop.time())
                turn = next(self._turns, None)
                if turn is None:
                    return
                people.create_task(self._choose(*turn, due))
                arrived += 1

    async def _choose(self, script: Script, at: int, due: float) -> None:
        choice = script.choices[at]
        user_id = script.users[choice.seat]
        self._clicks += 1
        click = f"bench:{self._clicks}"
        try:
            desk = await self.herald.desk(script.game_id, user_id)
            asked = desk.asked(choice.decision)
            await self.herald.choose(
                script.game_id,
                user_id,
                choice.decision,
                choice.value,
                interaction=click,
                tag=asked.tag if asked is not None else None,
            )
        except Exception:
            log.exception("a choice failed")
            self.errors += 1
            return
        self.waits.append(asyncio.get_running_loop().time() - due)

    async def _flood(self, at: int) -> None:
        """Long lines without an end, all of one user in that user's own game."""
        script = self._flooded
        rng = Random(at)
        words = ["a", "e", "in", "of", "s", "to", "move", "1", "2", "g", "3", "ar", "go", ">", ","]
        while True:
            line = " ".join(rng.choice(words) for _ in range(FLOOD_WORDS))
            try:
                await self.herald.read_orders(script.game_id, script.users[0], line)
            except Exception:
                # A guest who is refused comes back as fast as Discord lets them.
                await asyncio.sleep(0.05)
            self.flooded += 1


def cpu_by_threads() -> dict[str, float]:
    """Seconds of CPU that each kind of thread has used, where the system says it."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return {}
    found: dict[str, float] = {}
    for thread in threading.enumerate():
        for part, name in THREADS.items():
            if part in thread.name and thread.ident is not None:
                spent = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
                found[name] = found.get(name, 0.0) + spent
    return found


async def _send(delivery: Delivery) -> None:
    """Take everything from the outbox as soon as it is there, and mark it as sent."""
    posted = asyncio.Event()
    delivery.when_posted(posted.set)
    async with asyncio.TaskGroup() as underway:
        while True:
            posted.clear()
            claimed = await delivery.claim(WORKER, AT_ONCE)
            for message in claimed.messages:
                underway.create_task(delivery.sent(message, message.id))
            if claimed.all or not claimed.messages:
                await posted.wait()
