"""Closes direct messages and pings whose question is settled: their buttons go, and they say so."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.discord.delivery.discord_posts import DiscordPosts
from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.posts import notices
from bot.discord.posts.phase import who
from bot.discord.screen import Screen
from bot.service import GameInfo, Message, Refused, Status
from bot.service.announcing import announcements
from bot.service.announcing.announcements import announcement
from engine.core.messages import Voice

if TYPE_CHECKING:
    from bot.discord.client import Bot

log = logging.getLogger("herald.sender")


class Letters:
    """Letters that were sent, as long as they offer something."""

    def __init__(self, bot: Bot, posts: DiscordPosts) -> None:
        self.bot = bot
        self.posts = posts

    async def close(self, game_id: int) -> None:
        """Close a game's letters whose question is settled. It is a courtesy: nothing waits for it.

        What cannot be changed now is tried again when the game goes on.
        """
        delivery = self.bot.herald.delivery
        letters = await delivery.letters(game_id)
        if not letters:
            return
        status = await self.bot.herald.status(game_id)
        info, known = status.info, set[int]()
        for letter in letters:
            if letter.user_id is None:
                if is_awaited(status, announcement(letter)):
                    continue
            else:
                is_latest, known = letter.user_id not in known, known | {letter.user_id}
                if await self._is_open(info, letter, is_latest):
                    continue
            screen = settled(info, announcement(letter), letter.user_id, self.bot.voice(info))
            assert letter.sent_message_id is not None
            try:
                await self.posts.edit(letter, letter.sent_message_id, screen)
            except DISCORD_ERRORS as error:
                log.warning("game=%s a letter stays as it was: %s", info.code, error)
                continue
            await delivery.close_letter(letter)

    async def _is_open(self, info: GameInfo, letter: Message, is_latest: bool) -> bool:
        """Whether a letter's reader is still asked what it is about.

        The latest letter may show what followed from an answer that was given in it.
        """
        assert letter.user_id is not None
        try:
            desk = await self.bot.herald.desk(info.id, letter.user_id)
        except Refused:
            return False
        if not info.game.is_live:
            return False
        what = announcement(letter)
        if isinstance(what, announcements.SecretAsk) and desk.asked(what.decision) is not None:
            return True
        return is_latest and any(asked.decision.blocking for asked in desk.decisions)


def is_awaited(status: Status, what: announcements.Announcement) -> bool:
    """Whether one of those whom a message in the channel calls is still awaited."""
    called = what.seats if isinstance(what, announcements.YourTurn | announcements.Reminder) else ()
    return any(each.seat.seat in called for each in status.awaited)


def settled(
    info: GameInfo, what: announcements.Announcement, user_id: int | None, voice: Voice
) -> Screen:
    """What is left of a letter, or of a call in the channel, when its question is settled."""
    if user_id is not None or not isinstance(what, announcements.YourTurn | announcements.Reminder):
        return notices.notice(voice.say("turn.settled", game=notices.game_name(info, voice)))
    people = voice.join([who(info.seats[seat], False, voice) for seat in what.seats])
    return notices.notice(voice.say("turn.was_called", who=people, count=len(what.seats)))
