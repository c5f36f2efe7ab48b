"""Many games at once at the table, with AI players and people who play by hand.

`make soak` runs it for ten minutes. HERALD_SOAK_SECONDS, HERALD_SOAK_GAMES and HERALD_SOAK_RATE
(interactions a second) change that; HERALD_SOAK_PICTURES=yes has the maps drawn too, which needs
some gigabytes on the disk.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bot.config import Config
from bot.discord.client import Bot
from bot.local_discord.demo import create_demo_server
from bot.local_discord.run import for_table, running_bot
from bot.local_discord.server import LocalDiscord
from bot.store import outbox
from tests.bot.discord.builders.world import Faults
from tests.bot.local_discord.builders.players import Circle, Club
from tests.bot.local_discord.conftest import without_haste

SECONDS = float(os.environ.get("HERALD_SOAK_SECONDS", "600"))
GAMES = int(os.environ.get("HERALD_SOAK_GAMES", "200"))
RATE = float(os.environ.get("HERALD_SOAK_RATE", "20"))
PICTURES = os.environ.get("HERALD_SOAK_PICTURES") == "yes"
WARM_UP = 0.4
"""The part of the time after which memory has to stay as it is."""

AT_ONCE = 5
"""So many hosts open their games at the same time."""

GROWTH_MOST = 0.1
"""How much larger the memory may be at the end: what is freed does not all go back at once."""

pytestmark = pytest.mark.usefixtures("quick_start", "short_memory")


@pytest.fixture
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table keeps little at hand, so that it is full soon; what grows after that is a leak."""
    monkeypatch.setattr("bot.local_discord.world.message_cache.AT_HAND", 8)
    monkeypatch.setattr("bot.local_discord.world.message_cache.OWN_AT_HAND", 3)
    monkeypatch.setattr("bot.local_discord.interactions.TOKENS_KNOWN", 1000)
    monkeypatch.setattr("bot.local_discord.gateway.session.MOST_KEPT", 100)


class Memory(NamedTuple):
    """What the process holds: megabytes, and Python's own count of things."""

    megabytes: float
    things: int


def memory() -> Memory:
    """What is held now, once everything that can go is gone."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Memory(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(gc.get_objects()))


class Soak:
    """A club at a table, and what is measured of it."""

    def __init__(self, table: LocalDiscord, bot: Bot, database: Path, rng: Random) -> None:
        self.table = table
        self.bot = bot
        self.rng = rng
        self.club = Club(table, bot, rng, pause=0)
        self.circles: list[Circle] = []
        self._playing: list[asyncio.Task[None]] = []
        self._database = database

    async def gather(self, games: int) -> None:
        """So many games begin, a few at a time, each in a channel of its own."""
        world = self.table.world
        (guild,) = world.guilds.values()
        for number in range(games):
            people = [
                world.add_user(f"guest{number}{each}", f"Guest {number}{each}") for each in "ab"
            ]
            for user in people:
                world.join(guild, user)
            channel = world.text_channel(guild, f"game-{number}")
            world.storage.commit()
            # Every other game ends soon, so that games end and begin all the time.
            circle = Circle(self.club, channel, people, turns=number % 2)
            self.circles.append(circle)
        for few in range(0, games, AT_ONCE):
            await asyncio.gather(*(each.begin() for each in self.circles[few : few + AT_ONCE]))

    async def play(self, seconds: float, rate: float) -> None:
        """Everybody plays for a while; one who stumbles ends it."""
        self.club.pause = len(self.circles) / rate
        tasks = [asyncio.create_task(each.play()) for each in self.circles]
        done, running = await asyncio.wait(
            tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for task in done:
            task.result()

    def quantile(self, part: float) -> float:
        """Milliseconds within which so large a part of the interactions had a first answer."""
        return self.club.times.quantile(part) * 1e3

    async def rest(self) -> None:
        """Wait until everything that should be said by now is said."""
        while True:
            now = self.table.time.now()
            async with self.bot.herald.store.reading() as tx:
                due = await outbox.next_moment(tx, now)
            if due is None or due > now:
                return
            await asyncio.sleep(0.1)

    def choices(self) -> int:
        """How many choices were ever made."""
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as db:
            (count,) = db.execute("SELECT count(*) FROM choices").fetchone()
        return int(count)


@asynccontextmanager
async def soaking(folder: Path, *, seed: int, pictures: bool) -> AsyncIterator[Soak]:
    """Herald at a table, with Discord's limits; whatever is logged as an error fails the test."""
    config = for_table(Config(data_dir=folder, pictures=pictures, log_level="warning"))
    faults = Faults()
    logging.getLogger().addHandler(faults)
    try:
        async with LocalDiscord(config.data_dir / "table.db") as table:
            create_demo_server(table.world)
            async with running_bot(config, table) as (bot, _):
                await bot.wait_until_ready()
                yield Soak(table, bot, config.data_dir / "herald.db", Random(seed))
            assert table.discord.unmodelled == []
    finally:
        logging.getLogger().removeHandler(faults)
    assert faults.found == []


async def test_a_few_games_at_once(tmp_path: Path) -> None:
    async with soaking(tmp_path, seed=1, pictures=False) as soak:
        without_haste(soak.table)
        await soak.gather(4)
        # A slow machine takes more rounds for as many choices.
        for _ in range(10):
            await soak.play(seconds=3, rate=1000)
            await soak.rest()
            if soak.choices() > 10:
                break
        assert soak.club.times.failures == 0
        assert soak.choices() > 10


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
async def test_many_games_for_long(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with soaking(tmp_path, seed=2, pictures=PICTURES) as soak:
        await soak.gather(GAMES)
        await soak.rest()
        soak.club.times.clear()
        began, before = time.monotonic(), soak.choices()
        await soak.play(SECONDS * WARM_UP, RATE)
        await soak.rest()
        warm = memory()
        await soak.play(SECONDS * (1 - WARM_UP), RATE)
        await soak.rest()
        seconds, end = time.monotonic() - began, memory()
        choices = soak.choices() - before
        rounds = sum(each.finished for each in soak.circles) - GAMES
    done = soak.club.times.done
    with capsys.disabled():
        print(
            f"\n{GAMES} games for {seconds:.0f} s: {choices} choices ({choices / seconds:.1f}/s), "
            f"{rounds} games ended and began anew\n"
            f"{done.total()} interactions ({done.total() / seconds:.1f}/s): {dict(done)}\n"
            f"first answer: p50 {soak.quantile(0.5):.0f} ms, p99 {soak.quantile(0.99):.0f} ms, "
            f"slowest {soak.quantile(1):.0f} ms\n"
            f"memory: {warm.megabytes:.0f} MB and {warm.things} things after the warm-up, "
            f"{end.megabytes:.0f} MB and {end.things} at the end"
        )
    assert soak.club.times.failures == 0
    assert end.megabytes < warm.megabytes * (1 + GROWTH_MOST)
    assert end.things < warm.things * (1 + GROWTH_MOST)
