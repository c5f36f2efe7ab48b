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
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.local_discord.rate_limits import Limit
from bot.local_discord.rest.dispatch import Answered
from bot.local_discord.server import LocalDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Guild, Message
from bot.local_discord.world.world import Event
from tests import machine
from tests.bot.local_discord.builders.tiny_bot import TinyBot
from tests.browser import PATIENCE, Browser, browser
from tests.discord_api.description import discord_api

NAMES = ("ada", "bea", "cyn", "dan")


@dataclass
class Online:
    """A table, its server, and the bot that is logged in."""

    table: LocalDiscord
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

    def as_user(self, name: str) -> UserClient:
        return self.table.as_user(name)

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
            await asyncio.wait_for(self._news.wait(), PATIENCE)

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
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    def messages(self, channel: Channel | None = None) -> list[Message]:
        return list(self.table.world.messages(channel or self.channel))

    def last(self, channel: Channel | None = None) -> Message:
        return self.messages(channel)[-1]


def create_demo_server(table: LocalDiscord) -> tuple[Guild, Channel]:
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
async def logged_in(table: LocalDiscord, bot: TinyBot | None = None) -> AsyncIterator[TinyBot]:
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


def without_limits(table: LocalDiscord) -> None:
    """Let a bot talk as fast as it can; the limits have their own tests."""
    limits = table.discord.limits
    limits.limits = {}
    limits.default = limits.everywhere = Limit(10_000, 1.0)


def without_haste(table: LocalDiscord) -> None:
    """Give the bot all the time it needs; a slow machine is not what is tested."""
    table.discord.interactions.seconds = 60


@contextmanager
def checked(table: LocalDiscord) -> Iterator[None]:
    """Everything the table takes and answers inside this is compared with Discord's description."""
    seen: list[Answered] = []
    table.dispatcher.seen = seen
    yield
    api = discord_api()
    for asked, status, body in seen:
        if status < 400:
            api.request(asked.method, asked.path, asked.json, asked.params)
        api.answer(asked.method, asked.path, status, body)


@asynccontextmanager
async def checked_table(folder: Path) -> AsyncIterator[LocalDiscord]:
    """A table without rate limits, kept in a folder, whose answers are all checked."""
    async with LocalDiscord(folder / "table.db") as opened:
        without_limits(opened)
        with checked(opened):
            yield opened


@asynccontextmanager
async def bot_online(folder: Path) -> AsyncIterator[Online]:
    """The tiny bot at a table with four people."""
    async with checked_table(folder) as table:
        without_haste(table)
        guild, channel = create_demo_server(table)
        async with logged_in(table) as bot:
            await bot.tree.sync()
            yield Online(table, guild, channel, bot)
        assert bot.errors == []


@pytest.fixture(autouse=True)
def webhooks_over_http() -> None:
    """A simulation that ran in this process before leaves its way to answer interactions behind."""
    async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # untyped there


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests of a file."""
    if machine.browser() is None:
        pytest.skip("NOT TESTED: the page in a browser, for there is none")
    async with browser() as running:
        yield running


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells of servers one by one, so the bot waits for more; here there is one."""
    monkeypatch.setattr("bot.discord.client.GUILD_READY_TIMEOUT", 0.05)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """An empty table."""
    async with checked_table(tmp_path) as opened:
        yield opened


@pytest.fixture
async def online(tmp_path: Path) -> AsyncIterator[Online]:
    """The tiny bot at a table with four people."""
    async with bot_online(tmp_path) as ready:
        yield ready
