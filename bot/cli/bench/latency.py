"""Measures how soon Herald answers people: many games at the local table, and a crowd in them.

The real client talks to the simulated Discord over loopback, and both share one process, so that
the figures hold the work of the simulation too.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.cli.bench.figures import Figure
from bot.cli.bench.players import Crowd
from bot.config import Config
from bot.local_discord.demo import create_demo_server
from bot.local_discord.run import for_table, running_bot
from bot.local_discord.server import LocalDiscord
from bot.moment import Moment
from bot.service import Herald
from bot.store import outbox

GAMES = 200
EACH_SECOND = 20
SECONDS = 30
"""For each second that a figure shall take: fewer interactions would say nothing of one in 100."""
WARM_UP = 0.1
"""The part of the time in which nothing is counted yet."""
FEW_GAMES = 2
FEW_SECONDS = 0.5


def bench_latency(seconds: float) -> Iterator[Figure]:
    """Measure first answers; with no time to speak of, a few of them in a few games."""
    games = GAMES if seconds >= 1 else FEW_GAMES
    length = max(FEW_SECONDS, seconds * SECONDS)
    with tempfile.TemporaryDirectory(prefix="herald-bench-") as folder:
        crowd = asyncio.run(_busy(Path(folder), games, length))
    where = f"{games} games"
    yield Figure(f"interactions, {where}", len(crowd.times.waits), "")
    yield Figure("first answer, median", crowd.times.quantile(0.5) * 1e3, "ms")
    yield Figure("first answer, 99 of 100", crowd.times.quantile(0.99) * 1e3, "ms")
    yield Figure("first answer, slowest", crowd.times.quantile(1) * 1e3, "ms")
    yield Figure("not answered in time", crowd.times.failures, "")


async def _busy(folder: Path, games: int, seconds: float) -> Crowd:
    """A crowd that has been busy for so long, in so many games."""
    config = for_table(Config(data_dir=folder, log_level="warning"))
    async with LocalDiscord(folder / "table.db") as table:
        create_demo_server(table.world)
        async with running_bot(config, table) as (bot, _):
            await bot.wait_until_ready()
            crowd = Crowd(table, bot.herald, Random(games))
            await crowd.gather(games)
            while await _talks(bot.herald, table.time.now()):
                await asyncio.sleep(0.1)
            await crowd.bustle(seconds * WARM_UP, EACH_SECOND)
            crowd.times.clear()
            await crowd.bustle(seconds, EACH_SECOND)
            return crowd


async def _talks(herald: Herald, now: Moment) -> bool:
    """Whether there are announcements that should be out by now."""
    async with herald.store.reading() as tx:
        due = await outbox.next_moment(tx, now)
    return due is not None and due <= now
