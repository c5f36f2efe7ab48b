"""Handles what cannot be delivered: why, whether it passes, and who is informed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.discord.delivery.letterbox import Letterbox
from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary, mark
from bot.discord.page import Page, notice
from bot.discord.permissions import IN_CHANNEL, IN_THREAD, granted_in, lacking
from bot.discord.posts import notices
from bot.moment import DAY, HOUR, MINUTE, SECOND, Moment, Span
from bot.service import GameInfo, Herald, Message
from bot.service.announcing.announcements import (
    Announcement,
    PhasePost,
    Reminder,
    YourTurn,
    announcement,
    to_user,
)

log = logging.getLogger("herald.sender")

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
CANNOT_WRITE_TO_USER = 50007
TOO_LARGE = 40005
THREAD_ARCHIVED, THREAD_LOCKED = 50083, 160005
THREAD_CLOSED: Final = (THREAD_ARCHIVED, THREAD_LOCKED)
"""A moderator has locked a thread. One that only fell asleep is woken by posting."""

INFORMED_AGAIN_AFTER: Span = DAY
"""How long a user hears nothing more of the same trouble."""
AFTER_TROUBLE: Span = 5 * MINUTE
AFTER_TROUBLE_MOST: Span = HOUR
"""How long a message waits where a permission is missing: longer with each try."""
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
    # Threads have the permissions of the channel that they are in.
    above = channel.parent if isinstance(channel, discord.Thread) else channel
    granted = discord.Permissions() if above is None else granted_in(above, channel.guild.me)
    if not granted.view_channel:
        return NoAccess
    writing = IN_THREAD if isinstance(channel, discord.Thread) else IN_CHANNEL
    return lacking(granted, (*writing, "attach_files"))


def calls(what: Announcement) -> tuple[int, ...]:
    """The seats that an announcement in a channel calls."""
    if isinstance(what, PhasePost):
        return what.ping
    return what.seats if isinstance(what, YourTurn | Reminder) else ()


class Failures:
    """Judges failures, and tells those they concern."""

    def __init__(
        self,
        client: discord.Client,
        herald: Herald,
        page: Page,
        letterbox: Letterbox,
        wake: Callable[[], None],
    ) -> None:
        self._client = client
        self._herald = herald
        self._page = page
        self._letterbox = letterbox
        self._wake = wake
        self._informed_at: dict[str, Moment] = {}

    async def judge(self, message: Message, error: Exception) -> tuple[bool, Span]:
        """Whether a message failed for good, and how long it waits otherwise."""
        if isinstance(error, discord.RateLimited):
            return False, int(error.retry_after * SECOND)
        if is_temporary(error):
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
        if error.status == 403 or error.code in THREAD_CLOSED:
            await self._forbidden(message, error)
            return False, min(AFTER_TROUBLE * message.attempts, AFTER_TROUBLE_MOST)
        return error.status == 400, 0

    async def _unreachable(self, message: Message) -> None:
        """Private messages do not reach a player: they are called in the channel instead."""
        assert message.user_id is not None
        what = announcement(message)
        herald = self._herald
        info = await herald.look.game(what.game_id)
        seat = info.seat_of(message.user_id)
        await herald.note_dm(info.id, message.user_id, False)
        if seat is None or info.game.channel_id is None:
            return
        page = self._page.of(info)
        sentence = page.say("trouble.closed", user=message.user_id)
        move = notices.my_move(page)
        screen = notice(sentence, move, mentions=[message.user_id])
        place = self._client.get_partial_messageable(info.game.channel_id)
        try:
            await place.send(
                view=screen.view(), nonce=message.nonce, allowed_mentions=screen.allowed_mentions()
            )
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            log.warning("game=%s user=%s is out of reach: %s", info.code, message.user_id, error)

    async def _channel_gone(self, message: Message) -> None:
        """The channel was deleted: the players are informed, and called in private from then on."""
        herald, what = self._herald, announcement(message)
        info = await herald.look.game(what.game_id)
        people = {seat.seat: seat.user_id for seat in info.seats if seat.user_id is not None}
        for user_id in dict.fromkeys((info.game.host_user_id, *people.values())):
            await self._tell(info, user_id, "trouble.channel_gone")
        called = [seat for seat in calls(what) if seat in people]
        turns = [
            YourTurn(game_id=info.id, number=info.game.choice_count, seats=(seat,))
            for seat in called
        ]
        letters = [to_user(people[turn.seats[0]], turn) for turn in turns]
        await herald.delivery.post(info.id, letters)
        self._wake()

    async def _forbidden(self, message: Message, error: discord.HTTPException) -> None:
        """A permission is missing, or the thread is closed: the host learns which."""
        info = await self._herald.look.game(announcement(message).game_id)
        if error.code in THREAD_CLOSED:
            await self._tell(info, info.game.host_user_id, "trouble.thread_closed")
            return
        missing = missing_permissions(self._client, message.channel_id)
        voice = self._page.of(info).voice
        if missing is NoAccess or not missing:
            await self._tell(info, info.game.host_user_id, "trouble.no_access")
            return
        names = voice.join([voice.say(f"permission.{each}") for each in missing])
        await self._tell(
            info, info.game.host_user_id, "trouble.permissions", permissions=names, n=len(missing)
        )

    async def _tell(self, info: GameInfo, user_id: int, key: str, **facts: str | int) -> None:
        """Inform a user of trouble with a game by DM, once in a while at most."""
        now, about = self._herald.time.now(), f"{info.id}:{user_id}:{key}"
        if now - self._informed_at.get(about, -INFORMED_AGAIN_AFTER) < INFORMED_AGAIN_AFTER:
            return
        page = self._page.of(info)
        screen = page.notice(key, game=notices.game_name(page), code=info.code, **facts)
        try:
            place = await self._letterbox.of(user_id)
            await place.send(
                view=screen.view(),
                nonce=f"{mark(about)}.{now // INFORMED_AGAIN_AFTER}",
                allowed_mentions=screen.allowed_mentions(),
            )
        except DISCORD_ERRORS as error:
            if is_temporary(error):
                raise
            log.warning(
                "game=%s user=%s cannot be informed of %s: %s", info.code, user_id, key, error
            )
        self._informed_at[about] = now
