"""`herald table`: the local table and Herald in one process, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import html
import logging
import os
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from bot import private_files
from bot.config import BadConfig, Config
from bot.discord.client import Bot
from bot.discord.logs import set_up_logs
from bot.discord.preparing import prepare, prepare_searches
from bot.discord.run import assembled
from bot.local_discord.demo import Demo, create_demo_server
from bot.local_discord.sentences import say
from bot.local_discord.server import LocalDiscord

PORT = 8707
"""The port the table likes, so that its address stays the same from one day to the next."""

FOLDER = "table"
REDIRECT_FILE = "open-table.html"
log = logging.getLogger("herald.table")


def for_table(config: Config) -> Config:
    """Herald's configuration when it runs at the table.

    It keeps its games apart from those on Discord: the two know different channels, and one must
    not try to write in the other's.
    """
    folder = config.data_dir / FOLDER
    try:
        private_files.create_folder(folder)
    except OSError as error:
        raise BadConfig("HERALD_DATA_DIR", f"{folder}: {error.strerror}") from None
    quiet = "warning" if config.log_level == "info" else config.log_level
    return msgspec.structs.replace(
        config,
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'herald.db'}",
        command_guild=None,
        shards=None,
        log_level=quiet,
    )


class RunningBot(NamedTuple):
    """Herald at a table, and the task that runs it until it stops."""

    bot: Bot
    playing: asyncio.Task[None]


@asynccontextmanager
async def running_bot(
    config: Config, table: LocalDiscord, *, rng: Random | None = None
) -> AsyncIterator[RunningBot]:
    """Herald runs at the table inside this. Only tests give dice."""
    await asyncio.to_thread(prepare)
    prepare_searches(config.data_dir / "rulebooks")
    async with assembled(config, time=table.time, rng=rng) as bot:
        demo = Demo(table, bot)
        for guild in table.world.guilds:
            # The page says itself how to begin.
            await bot.herald.servers.note_greeted(guild)
        async with bot:
            playing = asyncio.create_task(bot.start(table.token))
            welcoming = asyncio.create_task(demo.welcome())
            try:
                yield RunningBot(bot, playing)
            finally:
                welcoming.cancel()
        await asyncio.gather(playing, welcoming, return_exceptions=True)


async def serve(
    config: Config,
    *,
    port: int | None = None,
    opened: Callable[[LocalDiscord], None] = lambda table: None,
    stop: asyncio.Event | None = None,
) -> int:
    """Open the table, run Herald at it until stopped, and return the exit status.

    Without a `port` the table takes its usual one, or any free one if that is taken.
    `opened` is called as soon as the page can be visited.
    """
    stop = stop or asyncio.Event()
    async with await _open(config.data_dir / "table.db", port) as table:
        create_demo_server(table.world)
        opened(table)
        async with running_bot(config, table) as (_, playing):
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            fault = playing.exception() if playing.done() else None
    if stop.is_set():
        return 0
    log.critical("%s", say("terminal.bot_stopped", reason=fault or "?"), exc_info=fault)
    return 1


async def _open(path: Path, port: int | None) -> LocalDiscord:
    """The table at a port; raises `BadConfig` if one that was asked for is taken."""
    wanted = PORT if port is None else port
    if wanted and not await _is_free(wanted):
        if port is not None:
            raise BadConfig("--port", say("terminal.port_in_use", port=port))
        print(say("terminal.port_taken", port=wanted), file=sys.stderr)
        wanted = 0
    try:
        return LocalDiscord(path, port=wanted)
    except sqlite3.OperationalError as error:
        raise BadConfig("HERALD_DATA_DIR", say("terminal.in_use", file=path, why=error)) from None
    except (sqlite3.DatabaseError, msgspec.MsgspecError, OSError) as error:
        raise BadConfig("HERALD_DATA_DIR", say("terminal.unusable", file=path, why=error)) from None


async def _is_free(port: int) -> bool:
    try:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return False
    server.close()
    await server.wait_closed()
    return True


def has_browser() -> bool:
    """Whether a page can be opened for the person who started Herald, in a window of theirs."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_screen) or sys.platform in ("darwin", "win32")


def open_page(address: str, folder: Path) -> None:
    """Open an address in a browser by way of a file that only its owner may read.

    Every user of the machine can read the command line of a browser, and with it the table's key.
    """
    file = folder / REDIRECT_FILE
    refresh = f'<!doctype html><meta http-equiv="refresh" content="0; url={html.escape(address)}">'
    private_files.write(file, refresh.encode())
    webbrowser.open(file.as_uri())


async def _until_stopped(config: Config, port: int | None, browser: bool) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers.
            loop.add_signal_handler(name, stop.set)

    def opened(table: LocalDiscord) -> None:
        folder = config.data_dir.resolve()
        print(say("terminal.welcome", address=table.address, folder=folder), flush=True)
        if browser and has_browser():
            open_page(table.address, folder)

    return await serve(config, port=port, opened=opened, stop=stop)


def run(config: Config, *, port: int | None = None, browser: bool = True) -> int:
    """Open the local table until it is stopped; gives the exit status. Raises `BadConfig`.

    With `browser` the page opens by itself where there is a browser to open it.
    """
    config = for_table(config)
    set_up_logs(config)
    return asyncio.run(_until_stopped(config, port, browser))
