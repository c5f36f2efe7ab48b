"""How the service bears a crowd: many games, so many choices a second, and the outbox emptied.

People arrive at fixed moments, whether Herald has kept up or not, each in another game; a wait
begins when the choice was due. Each asks for the desk, chooses, and what is announced is taken from
the outbox and marked as sent. Nothing goes to Discord, and nothing is drawn but in a flood of
pictures, where some ask for maps as well. No seat is an AI's; the CPU is that of the whole process,
suggestions on the desk and the outbox included, and is printed by threads as well.
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
from bot.cli.bench.floods import AT_ONCE, FLOODS, Drawings, Maps
from bot.cli.bench.sample_games import Script, a_thousand_games
from bot.service import Herald
from bot.service.announcing.delivery import PAUSE, Delivery
from bot.store import Store

log = logging.getLogger("herald.bench")

WORKER = "bench"
SENT_AT_ONCE = 40
WARM_UP = 0.1
"""The part of the time in which nothing is counted yet."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is to do."""

    games: int = 1000
    rate: float = 50
    """Choices a second, in all games together."""
    seconds: float = 60
    flood: str = ""
    """What one guest asks for without an end (see `FLOODS`); nothing, where it is empty."""


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
    maps: Sequence[float]
    """Seconds that others waited for maps."""


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
    yield from _waits("acknowledged", waits)
    if spent.maps:
        yield from _waits("maps of others", sorted(spent.maps))
    if load.flood:
        yield Figure(f"{load.flood} of the flooding guest", spent.flooded, "")


def _waits(what: str, waits: Sequence[float]) -> Iterator[Figure]:
    """How long people waited, the shortest wait first."""
    for name, part in (("median", 0.5), ("99 of 100", 0.99), ("slowest", 1.0)):
        wait = waits[min(len(waits) - 1, int(len(waits) * part))] if waits else 0.0
        yield Figure(f"{what}, {name}", wait * 1e3, "ms")


async def _crowded(folder: Path, load: Load) -> Spent:
    async with await Store.open(f"sqlite:///{folder}/herald.db") as store:
        count = int(load.rate * load.seconds * (1 + WARM_UP)) + 1
        scripts = await a_thousand_games(store, load.games, -(-count // load.games))
        memory.set_up_for_serving()
        herald = Herald(store, post_pause=PAUSE)
        background = [
            asyncio.create_task(herald.scheduler.run()),
            asyncio.create_task(_send(herald.delivery)),
            asyncio.create_task(memory.collect_while_serving(herald.is_quiet)),
        ]
        crowd = Crowd(herald, scripts, load)
        try:
            await herald.scheduler.tick()
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
        self._flood = FLOODS[load.flood](herald, scripts[0]) if load.flood else None
        self._maps: Maps | None = None
        if isinstance(self._flood, Drawings):
            self._maps = Maps(herald, scripts[1:] or scripts, self._flood.pictures)
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
        beside = self._beside()
        try:
            await self._arrive(self.load.seconds * WARM_UP)
            self.waits.clear()
            if self._maps is not None:
                self._maps.waits.clear()
            asked = self._flood.asked if self._flood is not None else 0
            before, threads = time.process_time(), cpu_by_threads()
            await self._arrive(self.load.seconds)
            cpu, after = time.process_time() - before, cpu_by_threads()
            by_threads = {name: spent - threads.get(name, 0.0) for name, spent in after.items()}
            flooded = self._flood.asked - asked if self._flood is not None else 0
            maps = self._maps.waits if self._maps is not None else []
            errors = self.errors + (self._flood.errors if self._flood is not None else 0)
            return Spent(self.waits, cpu, by_threads, errors, flooded, maps)
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            if self._flood is not None:
                await self._flood.close()
            if self._maps is not None:
                self._maps.close()

    def _beside(self) -> list[asyncio.Task[None]]:
        """What goes on beside the choices."""
        found = []
        if self._flood is not None:
            found += [asyncio.create_task(self._flood.go_on(at)) for at in range(AT_ONCE)]
        if self._maps is not None:
            found.append(asyncio.create_task(self._maps.go_on()))
        return found

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
            desk = await self.herald.look.desk(script.game_id, user_id)
            asked = desk.asked(choice.decision)
            await self.herald.play.choose(
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
            claimed = await delivery.claim(WORKER, SENT_AT_ONCE)
            for message in claimed.messages:
                underway.create_task(delivery.sent(message, message.id))
            if claimed.all or not claimed.messages:
                await posted.wait()
