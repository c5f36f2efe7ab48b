"""Runs the bot: store, service and client put together, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from bot import memory, memory_budget
from bot.config import BadConfig, Config
from bot.discord.application import CannotRun, reaching_discord
from bot.discord.client import Bot
from bot.discord.commands.declaring import CommandGuilds
from bot.discord.interactions.ids import Ids, read_key
from bot.discord.metrics import served
from bot.discord.page import Page
from bot.discord.pictures.pictures import NoPictures, Pictures
from bot.discord.preparing import prepare, prepare_searches
from bot.discord.pulse import beating
from bot.discord.voices import escape
from bot.service import (
    Herald,
    ServerLock,
    Store,
    StoreError,
    SystemTime,
    Time,
    serving_alone,
    serving_server_alone,
)
from bot.service.announcing.delivery import PAUSE

log = logging.getLogger("herald")


@asynccontextmanager
async def assembled(
    config: Config,
    *,
    time: Time | None = None,
    pictures: Pictures | None = None,
    rng: Random | None = None,
) -> AsyncIterator[Bot]:
    """A bot with its store open, not connected yet. Only tests give what is not configured."""
    try:
        key = read_key(config.data_dir)
    except OSError as error:
        raise BadConfig("HERALD_DATA_DIR", f"{config.data_dir}: {error.strerror}") from None
    async with await Store.open(config.database_url) as store:
        # A test that makes its own time waits for nothing else.
        pause = PAUSE if time is None else 0.0
        time = time or SystemTime()
        herald = Herald(store, time, escape=escape, rng=rng, post_pause=pause)
        if pictures is None:
            pictures = Pictures() if config.pictures else NoPictures()
        bot = Bot(
            herald,
            Page.about_no_game(Ids(key), docs_url=config.docs_url),
            pictures,
            time,
            command_guilds=CommandGuilds(config.command_guild, config.data_dir),
            shards=config.shards,
        )
        herald.delivery.when_posted(bot.wake)
        try:
            yield bot
        finally:
            await herald.close()


async def serve(config: Config) -> None:
    """Connect, and stay until stopped.

    Raises `BadConfig` when Discord does not let us in, `CannotRun` when it cannot be reached or
    when the clocks or the courier have stopped, a `StoreError` when the database is another's.
    """
    memory_budget.keep_little()
    await asyncio.to_thread(prepare)
    prepare_searches(config.data_dir / "rulebooks")
    async with serving_server_alone(config.database_url) as lock, assembled(config) as bot:
        loop = asyncio.get_running_loop()

        stopping: list[asyncio.Task[None]] = []

        def stop() -> None:
            log.info("stopping")
            stopping.append(loop.create_task(bot.close()))

        for name in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows has no such handlers.
                loop.add_signal_handler(name, stop)
        memory.set_up_for_serving()
        tidying = loop.create_task(memory.collect_while_serving(bot.herald.is_quiet))
        try:
            with reaching_discord():
                async with (
                    bot,
                    beating(bot, config.data_dir),
                    closed_without(lock, bot),
                    served(bot, config.metrics),
                ):
                    await bot.start(config.discord_token)
        finally:
            tidying.cancel()
        if bot.fault:
            raise CannotRun(f"{bot.fault} stopped; the log says why")


@asynccontextmanager
async def closed_without(lock: ServerLock | None, bot: Bot) -> AsyncIterator[None]:
    """Inside this the bot is closed when another Herald has the database; then raises why."""
    if lock is None:
        yield
        return
    lost: list[Exception] = []

    async def guard() -> None:
        try:
            await lock.keep()
        except Exception as error:
            log.critical("%s", error)
            lost.append(error)
            await bot.close()

    guarding = asyncio.create_task(guard())
    try:
        yield
    finally:
        if not lost:
            guarding.cancel()
        await asyncio.gather(guarding, return_exceptions=True)
    if lost:
        raise lost[0]


def run(config: Config) -> int:
    """Run the bot until it is stopped; gives the exit status."""
    if not config.discord_token:
        raise BadConfig("DISCORD_TOKEN", "is not set; copy it from the Discord developer portal")
    try:
        with serving_alone(config.database_url, config.data_dir):
            asyncio.run(serve(config))
    except StoreError as error:
        raise CannotRun(str(error), passes=error.passes) from None
    return 0
