"""A table with four people, and the tiny bot sitting at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.table.hand import Hand
from bot.table.rate_limits import Limit
from bot.table.server import Table
from bot.table.world.things import Channel, Guild, Message
from bot.table.world.world import Event
from tests.browser import Browser, NoBrowser, browser, ensure, is_needed
from tests.table import openapi
from tests.table.tiny_bot import TinyBot

NAMES = ("ada", "bea", "cyn", "dan")


@dataclass
class Seated:
    """A table, its server, and the bot that is logged in."""

    table: Table
    guild: Guild
    channel: Channel
    bot: TinyBot

    def __post_init__(self) -> None:
        self.happened: list[Event] = []
        self._news = asyncio.Event()
        self.table.world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        self.happened.append(event)
        self._news.set()

    def hand(self, name: str) -> Hand:
        return self.table.hand(name)

    @property
    def place(self) -> discord.TextChannel:
        """The channel as the bot knows it."""
        found = self.bot.get_channel(self.channel.id)
        assert isinstance(found, discord.TextChannel)
        return found

    async def event(self, name: str, fits: Callable[[Event], bool] = lambda _: True) -> Event:
        """Wait until something happened at the table."""
        while True:
            for event in self.happened:
                if event.name == name and fits(event):
                    return event
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 10)

    async def answered(self, interaction: Any) -> str:
        """Wait for the outcome of an interaction: "INTERACTION_SUCCESS" or "..._FAILURE"."""

        def about(event: Event) -> bool:
            return event.facts.get("interaction") is interaction and event.name in outcomes

        outcomes = ("INTERACTION_SUCCESS", "INTERACTION_FAILURE")
        while True:
            found = [event.name for event in self.happened if about(event)]
            if found:
                return found[0]
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 10)

    def messages(self, channel: Channel | None = None) -> list[Message]:
        return list(self.table.world.messages(channel or self.channel))

    def last(self, channel: Channel | None = None) -> Message:
        return self.messages(channel)[-1]


def furnish(table: Table) -> tuple[Guild, Channel]:
    """The bot, four people, a server and a channel."""
    world = table.world
    bot = world.add_user("tiny", "Tiny", bot=True)
    people = [world.add_user(name, name.title()) for name in NAMES]
    guild = world.add_guild("Harbour", people[0])
    for user in [*people[1:], bot]:
        world.join(guild, user)
    channel = world.text_channel(guild, "games", "Where games are played")
    world.storage.commit()
    return guild, channel


@asynccontextmanager
async def logged_in(table: Table, bot: TinyBot | None = None) -> AsyncIterator[TinyBot]:
    """The bot at a table, ready, with its commands declared."""
    bot = bot or TinyBot()
    async with bot:
        running = asyncio.create_task(bot.start(table.token))
        waiting = asyncio.create_task(bot.until("ready"))
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            waiting.cancel()
            await running
        yield bot
    await asyncio.gather(running, return_exceptions=True)


def without_limits(table: Table) -> None:
    """Let a bot talk as fast as it can; the limits have their own tests."""
    limits = table.standin.limits
    limits.limits = {}
    limits.default = limits.everywhere = Limit(10_000, 1.0)


def without_haste(table: Table) -> None:
    """Give the bot all the time it needs; a slow machine is not what is tested."""
    table.standin.interactions.seconds = 60


@contextmanager
def checked(table: Table) -> Iterator[None]:
    """Everything the table answers inside this is compared with Discord's own description."""
    seen: list[Any] = []
    table.dispatcher.seen = seen
    yield
    openapi.check(seen)


@asynccontextmanager
async def checked_table(folder: Path) -> AsyncIterator[Table]:
    """A table without rate limits, kept in a folder, whose answers are all checked."""
    async with Table(folder / "table.db") as opened:
        without_limits(opened)
        with checked(opened):
            yield opened


@asynccontextmanager
async def seated_at(folder: Path) -> AsyncIterator[Seated]:
    """The tiny bot at a table with four people."""
    async with checked_table(folder) as table:
        guild, channel = furnish(table)
        async with logged_in(table) as bot:
            await bot.tree.sync()
            yield Seated(table, guild, channel, bot)
        assert bot.errors == []


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests of a file."""
    try:
        ensure()
    except NoBrowser as absent:
        if is_needed():
            raise
        pytest.skip(f"NOT TESTED: the page in a browser. {absent}")
    async with browser() as running:
        yield running


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells of servers one by one, so the bot waits for more; here there is one."""
    monkeypatch.setattr("bot.discord.client.GUILD_READY_TIMEOUT", 0.05)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """An empty table."""
    async with checked_table(tmp_path) as opened:
        yield opened


@pytest.fixture
async def seated(tmp_path: Path) -> AsyncIterator[Seated]:
    """The tiny bot at a table with four people."""
    async with seated_at(tmp_path) as ready:
        yield ready
