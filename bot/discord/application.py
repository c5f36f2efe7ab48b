"""Herald's application on Discord: looked up with the token alone, without being online."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord

from bot.config import BadConfig
from bot.discord.discord_errors import CONNECTION_ERRORS, is_temporary
from bot.discord.permissions import INTENTS
from engine.core.errors import HeraldError

NO_RESTART_HELPS = (4004, 4010, 4011, 4012, 4013, 4014)
"""Why Discord ends a connection for good: a token that is void, intents that are not granted."""


class CannotRun(HeraldError):
    """Herald cannot start, or not go on, for a reason outside of it; the message says which.

    `passes` says whether it may pass by itself, so that starting again is worth a try.
    """

    def __init__(self, reason: str, *, passes: bool = True) -> None:
        super().__init__(reason)
        self.passes = passes


@contextmanager
def reaching_discord() -> Iterator[None]:
    """Inside this, what keeps Herald from Discord becomes `BadConfig` or `CannotRun`."""
    try:
        yield
    except discord.LoginFailure:
        raise BadConfig("DISCORD_TOKEN", "Discord does not accept it") from None
    except (discord.HTTPException, discord.GatewayNotFound, *CONNECTION_ERRORS) as error:
        if isinstance(error, discord.HTTPException) and not is_temporary(error):
            raise CannotRun(f"Discord refuses: {error}", passes=False) from None
        raise CannotRun(f"Discord cannot be reached: {error}") from None
    except discord.PrivilegedIntentsRequired:
        raise CannotRun("Discord does not grant the intents", passes=False) from None
    except discord.ConnectionClosed as error:
        passes = error.code not in NO_RESTART_HELPS
        raise CannotRun(f"Discord has ended the connection: {error}", passes=passes) from None


@asynccontextmanager
async def logged_in(token: str) -> AsyncIterator[discord.Client]:
    """A client that may ask Discord's REST interface and is never online.

    Raises `BadConfig` or `CannotRun`.
    """
    if not token:
        raise BadConfig("DISCORD_TOKEN", "is not set; copy it from the Discord developer portal")
    with reaching_discord():
        async with discord.Client(intents=INTENTS) as client:
            await client.login(token)
            yield client
