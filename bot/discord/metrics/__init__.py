"""Metrics and health for a host's monitoring, on loopback, where `HERALD_METRICS` asks for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.discord.client import Bot


@asynccontextmanager
async def served(bot: Bot, port: int | None) -> AsyncIterator[str]:
    """Inside this, metrics and health can be asked for at the address; nowhere without a port.

    Raises `BadConfig` where the port cannot be had.
    """
    if port is None:
        yield ""
        return
    # Imported here, for it takes memory that nobody uses without it.
    from bot.discord.metrics.serving import at_port

    async with at_port(bot, port) as address:
        yield address
