"""How much memory Herald takes, and how much CPU its start: the bot and what draws, together.

Games of all rule sets are begun at the local table. Then Herald is started as on Discord, in a
process of its own, and people play, ask the rules desk and look at maps; what it takes is read when
it is quiet again. What both processes have open, such as libraries, is counted once.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.cli.bench.figures import Figure
from bot.cli.bench.players import Crowd
from bot.cli.console import Failed
from bot.config import Config
from bot.local_discord.demo import create_demo_server
from bot.local_discord.interactions import Interaction
from bot.local_discord.run import for_table, running_bot
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, User
from bot.moment import MINUTE, Span
from bot.service.herald import QUIET_SECONDS
from bot.store import Store, outbox
from engine.core.registry import rulesets

PROC = Path("/proc")
EACH_SECOND = 10
SECONDS = 20
"""For each second that a figure shall take: how long people play."""
SOON: Span = MINUTE
"""What is to be announced later than this is a reminder."""
QUIET = 3.0
"""So many seconds nothing may have happened for Herald to be quiet: by then what draws has given
back what is free ..."""
GIVEN_BACK = QUIET_SECONDS + 2.0
"""... and after so many without play the bot has, too."""
PATIENCE = 120.0
NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
QUESTION = "how many dice does a knight roll"


PART_OF_A_FILE = re.compile(r"[\da-f]+-[\da-f]+ (\S+ \S+ \S+ \d+)")
"""The first line about a part of a process's memory: its rights, and which part of which file."""


class Taken(NamedTuple):
    """What processes have taken so far."""

    own: float
    """Resident memory that is no file's, in megabytes."""
    files: Mapping[str, float]
    """That of each part of a file, which processes share."""
    cpu: float
    """In seconds."""

    @property
    def resident(self) -> float:
        """All resident memory, in megabytes."""
        return self.own + sum(self.files.values())

    def __add__(self, other: object) -> Taken:
        """Of both together."""
        assert isinstance(other, Taken)
        files = dict(self.files)
        for part, megabytes in other.files.items():
            files[part] = max(megabytes, files.get(part, 0.0))
        return Taken(self.own + other.own, files, self.cpu + other.cpu)


NOTHING = Taken(0.0, {}, 0.0)


def bench_memory(games: int, seconds: float) -> Iterator[Figure]:
    """Measure what Herald takes with so many running games."""
    if not (PROC / "self" / "smaps").exists():
        raise Failed("memory is measured on Linux only")
    with tempfile.TemporaryDirectory(prefix="herald-bench-") as folder:
        yield from asyncio.run(_measured(Path(folder), games, seconds * SECONDS))


async def _measured(folder: Path, games: int, seconds: float) -> list[Figure]:
    config = for_table(Config(data_dir=folder, log_level="warning", pictures=False))
    async with LocalDiscord(folder / "table.db") as table:
        create_demo_server(table.world)
        async with running_bot(config, table) as (bot, _):
            await bot.wait_until_ready()
            crowd = Crowd(table, bot.herald, Random(games))
            await crowd.gather(games, *rulesets())
            while await _talks(bot.herald.store, table):
                await asyncio.sleep(0.1)
        table.discord.gateway.identified.clear()
        async with _served(config, table) as process:
            return await _figures(process, table, crowd, seconds)


async def _talks(store: Store, table: LocalDiscord) -> bool:
    """Whether there are announcements that are out now or soon."""
    now = table.time.now()
    async with store.reading() as tx:
        due = await outbox.next_moment(tx, now)
    return due is not None and due <= now + SOON


@asynccontextmanager
async def _served(config: Config, table: LocalDiscord) -> AsyncIterator[asyncio.subprocess.Process]:
    """Herald in a process of its own, connected to the table."""
    settings = {
        "DISCORD_TOKEN": table.token,
        "HERALD_DATA_DIR": str(config.data_dir),
        "HERALD_DATABASE_URL": config.database_url,
        "HERALD_LOG_LEVEL": "warning",
    }
    # The program may be compiled for good, as on any host: else each start compiles all of it.
    around = {name: value for name, value in os.environ.items() if name != NOT_COMPILED}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.cli.served", table.origin, table.discord.gateway_url),
        env={**around, **settings},
        stdin=asyncio.subprocess.DEVNULL,
    )
    try:
        await asyncio.wait_for(table.discord.gateway.identified.wait(), PATIENCE)
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _figures(
    process: asyncio.subprocess.Process, table: LocalDiscord, crowd: Crowd, seconds: float
) -> list[Figure]:
    await _quiet(process.pid)
    started = _together(process.pid)
    alone = _of(process.pid)
    press = await _answered(crowd, "my move", crowd.open_panel)
    rules = await _answered(
        crowd, "rules", lambda who, where: table.as_user(who).run(where, "rules", about=QUESTION)
    )
    before = _together(process.pid)
    await _answered(crowd, "map", lambda who, where: table.as_user(who).run(where, "map"))
    await _quiet(process.pid)
    drawn = _together(process.pid)
    crowd.times.clear()
    await crowd.bustle(seconds, EACH_SECOND)
    await _quiet(process.pid)
    await asyncio.sleep(GIVEN_BACK)
    bot, others = _of(process.pid), _together(process.pid, itself=False)
    return [
        Figure("start until it is quiet, CPU", started.cpu, "s"),
        Figure("first map asked for, CPU", drawn.cpu - before.cpu, "s"),
        Figure("start and first map, CPU", started.cpu + drawn.cpu - before.cpu, "s"),
        Figure("after the start, bot", alone.resident, "MB"),
        Figure("first press, answered after", press * 1e3, "ms"),
        Figure("first question about the rules, answered after", rules * 1e3, "ms"),
        Figure("interactions", len(crowd.times.waits), ""),
        Figure("slowest first answer", crowd.times.quantile(1) * 1e3, "ms"),
        Figure("after playing, bot", bot.resident, "MB"),
        Figure("after playing, what draws", others.resident, "MB"),
        Figure("after playing, Herald", (bot + others).resident, "MB"),
    ]


async def _answered(
    crowd: Crowd, kind: str, ask: Callable[[User, Channel], Interaction | None]
) -> float:
    """Seconds until what the first person asks in the first game is answered."""
    began, asked = time.perf_counter(), ask(*crowd.first())
    if asked is None or not await crowd.times.begin(asked, kind, began):
        raise Failed(f"{kind} was not answered")
    return time.perf_counter() - began


async def _quiet(pid: int) -> None:
    """Wait until Herald does nothing for a while."""
    spent, since, began = -1.0, time.monotonic(), time.monotonic()
    while time.monotonic() - since < QUIET:
        if time.monotonic() - began > PATIENCE:
            raise Failed("Herald does not come to rest")
        await asyncio.sleep(0.1)
        now = _together(pid).cpu
        if now - spent > 0.02:
            spent, since = now, time.monotonic()


def _together(pid: int, *, itself: bool = True) -> Taken:
    """What a process and all that it has started take."""
    found = _of(pid) if itself else NOTHING
    for child in _children(pid):
        found += _together(child)
    return found


def _children(pid: int) -> list[int]:
    try:
        lists = [each.read_text("ascii") for each in (PROC / str(pid) / "task").glob("*/children")]
    except OSError:
        return []
    return [int(child) for each in lists for child in each.split()]


def _of(pid: int) -> Taken:
    """What a process takes; nothing when it has just ended."""
    try:
        lines = (PROC / str(pid) / "smaps").read_text("utf-8").splitlines()
        stat = (PROC / str(pid) / "stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return NOTHING
    own, files, part = 0, dict[str, float](), ""
    for line in lines:
        if begins := PART_OF_A_FILE.match(line):
            part, resident = begins[1], 0
        elif line.startswith("Rss:"):
            resident = int(line.split()[1])
        elif line.startswith("Anonymous:"):
            anonymous = int(line.split()[1])
            own += anonymous
            files[part] = files.get(part, 0.0) + (resident - anonymous) / 1024
    ticks = sum(map(int, stat[11:15]))  # Its own and its ended children's, in and for the program.
    spent = ticks / os.sysconf("SC_CLK_TCK")
    return Taken(own / 1024, files, spent)
