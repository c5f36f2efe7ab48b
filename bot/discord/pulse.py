"""A sign of life for who watches over the process: a file that is touched as long as it works."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord

log = logging.getLogger("herald")

FILE = "alive"
EVERY = 20.0
"""Seconds between two signs of life; who sees none for two minutes may start Herald again."""


@asynccontextmanager
async def beating(client: discord.Client, folder: Path) -> AsyncIterator[None]:
    """Inside this, a file in a folder is touched as long as the event loop turns.

    It begins when Herald is on Discord, and goes on while Discord is gone: no restart brings that
    back. The file goes with Herald.
    """
    beats = asyncio.create_task(_beat(client, folder / FILE))
    try:
        yield
    finally:
        beats.cancel()
        await asyncio.gather(beats, return_exceptions=True)


async def _beat(client: discord.Client, file: Path) -> None:
    await client.wait_until_ready()
    try:
        while True:
            try:
                file.touch(mode=0o600)
            except OSError as error:
                log.warning("%s: no sign of life: %s", file, error.strerror)
            await asyncio.sleep(EVERY)
    finally:
        with contextlib.suppress(OSError):
            file.unlink()
