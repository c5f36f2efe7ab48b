"""What cannot be delivered: what Discord says, and who is told what could not be done."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.discord.posts import notices
from bot.service import GameInfo
from bot.service.announcements import announcement
from bot.store import outbox
from bot.store.moment import DAY, MINUTE, Moment, Span
from bot.store.outbox import Message

if TYPE_CHECKING:
    from bot.discord.client import Bot

log = logging.getLogger("herald.courier")

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
CANNOT_WRITE_TO_USER = 50007
TOO_LARGE = 40005

TOLD_AGAIN_AFTER: Span = DAY
"""How often somebody is told of the same trouble."""
AFTER_TROUBLE: Span = 5 * MINUTE
"""How long a message waits at least where a permission is missing."""
OWN_FAULTS = 3
"""How often a message is tried that fails by a fault of ours."""

NoAccess: Final[tuple[str, ...]] = ("view_channel",)
"""The bot does not see the channel at all, or is no longer in the server."""


def missing_permissions(client: discord.Client, channel_id: int | None) -> tuple[str, ...]:
    """The permissions that the bot lacks for posting in a channel, by their names."""
    if channel_id is None:
        return ()
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return NoAccess
    granted = channel.permissions_for(channel.guild.me)
    if not granted.view_channel:
        return NoAccess
    writing = "send_messages"
    if isinstance(channel, discord.Thread):
        writing = "send_messages_in_threads"
    needed = (writing, "attach_files")
    return tuple(name for name in needed if not getattr(granted, name))


class Troubles:
    """Judges failures, and tells those they concern."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._told: dict[str, Moment] = {}

    async def judge(self, message: Message, error: Exception) -> tuple[bool, Span]:
        """Whether a message failed for good, and how long it waits otherwise."""
        if isinstance(error, (aiohttp.ClientError, OSError, asyncio.TimeoutError)):
            return False, 0
        if not isinstance(error, discord.HTTPException):
            # A fault of ours: a few tries, for it may pass; then the place goes on without it.
            return message.attempts >= OWN_FAULTS, 0
        if message.user_id is not None and error.code in (CANNOT_WRITE_TO_USER, UNKNOWN_USER):
            await self._unreachable(message)
            return True, 0
        if error.code == UNKNOWN_CHANNEL:
            await self._channel_gone(message)
            return True, 0
        if error.status == 403:
            await self._forbidden(message, error)
            return False, AFTER_TROUBLE
        return error.status == 400, 0

    async def _unreachable(self, message: Message) -> None:
        """Private messages do not reach a player: they are called in the channel instead."""
        assert message.user_id is not None
        what = announcement(message)
        herald = self.bot.herald
        info = await herald.game(what.game_id)
        seat = info.seat_of(message.user_id)
        await herald.note_dm(info.id, message.user_id, False)
        if seat is None or info.game.channel_id is None:
            return
        talk = self.bot.talk(info)
        sentence = talk("trouble.closed", user=message.user_id)
        screen = notices.notice(
            sentence, notices.my_move(info, talk, self.bot.ids), mentions=[message.user_id]
        )
        place = self.bot.get_partial_messageable(info.game.channel_id)
        await place.send(
            view=screen.view(), nonce=message.nonce, allowed_mentions=screen.allowed_mentions()
        )

    async def _channel_gone(self, message: Message) -> None:
        """The channel was deleted: what was meant for it is dropped, and the host is told."""
        store, time = self.bot.herald.store, self.bot.herald.time
        async with store.transaction() as tx:
            await outbox.drop(tx, time.now(), target=message.target)
        info = await self.bot.herald.game(announcement(message).game_id)
        await self._tell_host(info, "trouble.channel_gone")

    async def _forbidden(self, message: Message, error: discord.HTTPException) -> None:
        """A permission is missing: the host is told which."""
        info = await self.bot.herald.game(announcement(message).game_id)
        lacking = missing_permissions(self.bot, message.channel_id)
        talk = self.bot.talk(info)
        if lacking is NoAccess or not lacking:
            await self._tell_host(info, "trouble.no_access")
            return
        names = talk.join([talk(f"permission.{each}") for each in lacking])
        await self._tell_host(info, "trouble.permissions", permissions=names)

    async def _tell_host(self, info: GameInfo, key: str, **facts: str) -> None:
        """Tell a game's host of trouble, in private and not over and over."""
        now, about = self.bot.herald.time.now(), f"{info.id}:{key}"
        if now - self._told.get(about, -TOLD_AGAIN_AFTER) < TOLD_AGAIN_AFTER:
            return
        self._told[about] = now
        talk = self.bot.talk(info)
        game = notices.game_name(info, talk)
        screen = notices.notice(talk(key, game=game, code=info.code, **facts))
        try:
            host = await self.bot.create_dm(discord.Object(info.game.host_user_id))
            await host.send(view=screen.view(), allowed_mentions=screen.allowed_mentions())
        except discord.HTTPException as error:
            log.warning("game=%s the host cannot be told of %s: %s", info.code, key, error)
