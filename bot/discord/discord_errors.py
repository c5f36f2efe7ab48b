"""Which errors come from Discord or the network, and which of them pass by themselves."""

from __future__ import annotations

import asyncio
import zlib

import aiohttp
import discord

CONNECTION_ERRORS = (aiohttp.ClientError, ConnectionError, asyncio.TimeoutError)
"""What is raised when the line breaks. What was asked for may have happened nevertheless."""
DISCORD_ERRORS = (discord.HTTPException, discord.RateLimited, *CONNECTION_ERRORS)
"""All that a call to Discord can raise."""
TOO_MANY = 429


def is_temporary(error: BaseException) -> bool:
    """Whether to try again later is all that can be done, and enough."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    return isinstance(error, (discord.RateLimited, *CONNECTION_ERRORS))


def mark(text: str) -> int:
    """A number that stands for a text and that Discord takes as the number of a component."""
    return zlib.crc32(text.encode()) % 0x7FFF_0000 + 0x1_0000
