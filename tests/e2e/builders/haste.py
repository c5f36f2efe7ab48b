"""The library's waiting, made short: what it does in a failure is real, but not how long it takes.

discord.py sleeps seconds before it tries something again. It does so by its own name for asyncio,
which is replaced here by one that sleeps as often, but hardly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord.backoff
import discord.client
import discord.http
import discord.webhook.async_
import pytest

from bot.discord.interactions import replies

HARDLY = 0.01


class Hasty:
    """asyncio with a short sleep."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(delay: float, result: Any = None) -> Any:
        return await asyncio.sleep(min(delay, HARDLY), result)


@contextmanager
def haste() -> Iterator[None]:
    """Nobody waits long inside this."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (discord.http, discord.webhook.async_, discord.client):
            patch.setattr(module, "asyncio", Hasty())
        patch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda self: HARDLY)
        patch.setattr(replies, "AGAIN_AFTER", (HARDLY, HARDLY))
        patch.setattr("bot.discord.client.GUILD_READY_TIMEOUT", HARDLY)
        yield
