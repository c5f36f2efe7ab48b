"""Pins the first post of a game, which leads to the quick reference, where the bot may pin."""

from __future__ import annotations

import logging

import discord

from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.interactions.replies import with_retries

log = logging.getLogger("herald.sender")

NOTICES_SEARCHED = 5


async def pin(client: discord.Client, channel_id: int, message_id: int) -> None:
    """Pin a post, and remove Discord's own message about it, which would push the post up.

    It is a courtesy: where it cannot be done, the post stands as it is.
    """
    place = client.get_partial_messageable(channel_id)

    async def notice() -> discord.Message | None:
        after = discord.Object(message_id)
        async for found in place.history(limit=NOTICES_SEARCHED, after=after, oldest_first=True):
            if found.type is discord.MessageType.pins_add and found.author == client.user:
                return found
        return None

    try:
        await with_retries(place.get_partial_message(message_id).pin)
        if found := await with_retries(notice):
            await with_retries(found.delete)
    except discord.NotFound:
        # The notice is gone: the answer to an earlier try was lost.
        return
    except DISCORD_ERRORS as error:
        log.warning("channel=%s the first post is not pinned: %s", channel_id, error)
