"""The DM channel of every user that was written to."""

from __future__ import annotations

import discord


class Letterbox:
    """Finds where to write to a user.

    Discord limits how many channels can be opened in a while and discord.py soon forgets them, so
    each is opened once.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._channels: dict[int, int] = {}

    async def of(self, user_id: int) -> discord.PartialMessageable:
        """The DM channel of a user."""
        if user_id not in self._channels:
            opened = await self._client.create_dm(discord.Object(user_id))
            self._channels[user_id] = opened.id
        return self._client.get_partial_messageable(self._channels[user_id])

    def forget(self, user_id: int) -> None:
        """Keep nothing about a user."""
        self._channels.pop(user_id, None)
