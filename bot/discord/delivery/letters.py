"""Closes direct messages and pings whose question is settled: their buttons go, and they say so."""

from __future__ import annotations

import logging

from bot.discord.delivery.discord_posts import DiscordPosts
from bot.discord.delivery.fresh_panels import FreshPanels
from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.page import Page
from bot.discord.panels.player_panel import asked_at
from bot.discord.posts import notices
from bot.discord.posts.composing import Composer
from bot.discord.posts.phase import who
from bot.discord.screen import Screen
from bot.service import BrokenChain, Desk, GameInfo, Message, Refused, Status
from bot.service.announcing import announcements
from bot.service.announcing.announcements import announcement

log = logging.getLogger("herald.sender")


class Letters:
    """Letters that were sent, as long as they offer something."""

    def __init__(self, posts: DiscordPosts, composer: Composer, fresh_panels: FreshPanels) -> None:
        self.herald = composer.herald
        self.posts = posts
        self.composer = composer
        self.fresh_panels = fresh_panels

    async def sent(self, letter: Message, screen: Screen) -> None:
        """Note what was sent: news that offer nothing need not be looked at again."""
        if letter.kind == announcements.News.kind() and not notices.has_offers(screen):
            await self.herald.delivery.close_letter(letter)

    async def close(self, game_id: int, reader: int | None = None) -> None:
        """Close a game's letters whose question is settled. It is a courtesy: nothing waits for it.

        What cannot be changed now is tried again when the game goes on. With a `reader`, who has
        just got a letter, those before that.
        """
        delivery = self.herald.delivery
        letters = await delivery.letters(game_id)
        if reader is not None:
            letters = [each for each in letters if each.user_id == reader]
        if len(letters) <= (reader is not None):
            return
        status = await self.herald.look.status(game_id)
        info, known, asked = status.info, set[int](), set[tuple[int, str]]()
        page = self.composer.page.of(info)
        for letter in letters:
            if letter.kind == announcements.News.kind():
                await self._close_news(info, letter)
                continue
            if letter.kind == announcements.VoteOpened.kind():
                await self._close_vote(info, letter)
                continue
            if letter.sent_message_id is None:
                # The reader's next letter leads to what is asked by now.
                known |= set() if letter.user_id is None else {letter.user_id}
                continue
            what, calls = announcement(letter), False
            if letter.user_id is None:
                if is_awaited(status, what):
                    continue
            else:
                is_latest, known = letter.user_id not in known, known | {letter.user_id}
                about = letter.user_id, getattr(what, "decision", "")
                is_first, asked = about not in asked, asked | {about}
                desk = await self._desk(info, letter.user_id)
                if desk is not None and self._is_open(desk, letter, is_latest, is_first):
                    continue
                calls = is_latest and desk is not None and is_asked(desk)
            screen = settled(page, what, letter.user_id)
            if calls:
                # What is asked by now is a press away.
                screen.blocks.append(notices.my_move(page))
            await self._close_as(info, letter, screen)

    async def _close_news(self, info: GameInfo, letter: Message) -> None:
        """Close news whose offers cannot be answered any more: what was learnt stays."""
        if letter.sent_message_id is None:
            return
        try:
            screen = await self.composer.compose(announcement(letter), letter.user_id)
        except BrokenChain:
            screen = None
        if screen is None:
            page = self.composer.page.of(info)
            screen = settled(page, announcement(letter), letter.user_id)
        if not notices.has_offers(screen):
            await self._close_as(info, letter, screen)

    async def _close_vote(self, info: GameInfo, letter: Message) -> None:
        """Close the post of a vote that is over, however that came: by a press, in time, or not."""
        what = announcement(letter)
        assert isinstance(what, announcements.VoteOpened)
        vote = await self.herald.votes.find(what.vote_id)
        if letter.sent_message_id is None or vote is None or vote.state == "open":
            return
        page = self.composer.page.of(info)
        await self._close_as(info, letter, notices.vote_over(page, vote))

    async def _close_as(self, info: GameInfo, letter: Message, screen: Screen) -> None:
        """Close a letter with what is left to say in it."""
        assert letter.sent_message_id is not None
        try:
            await self.posts.edit(letter, letter.sent_message_id, screen)
        except DISCORD_ERRORS as error:
            log.warning("game=%s a letter stays as it was: %s", info.code, error)
            return
        await self.herald.delivery.close_letter(letter)

    async def _desk(self, info: GameInfo, user_id: int) -> Desk | None:
        """The reader's desk, while they have one in a game that goes on."""
        if not info.game.is_live:
            return None
        try:
            return await self.herald.look.desk(info.id, user_id)
        except Refused:
            return None

    def _is_open(self, desk: Desk, letter: Message, is_latest: bool, is_first: bool) -> bool:
        """Whether a letter's reader is still asked what it is about.

        The latest letter shows what followed from an answer that was given in it. In secret one may
        change an answer until all have chosen, in the letter that asked it, not in older ones.
        """
        assert letter.user_id is not None
        what = announcement(letter)
        if isinstance(what, announcements.SecretAsk) and desk.asked(what.decision) is not None:
            return is_first
        if not is_latest or not is_asked(desk):
            return False
        tag = getattr(what, "tag", "")
        if not tag or asked_at(desk, tag) is not None:
            return True
        return self.fresh_panels.is_used(desk.info.id, letter.user_id, letter.sent_message_id)


def is_asked(desk: Desk) -> bool:
    """Whether the game waits for the one whose desk it is."""
    return any(asked.decision.blocking for asked in desk.decisions)


def is_awaited(status: Status, what: announcements.Announcement) -> bool:
    """Whether one of those whom a message in the channel calls is still awaited."""
    called = what.seats if isinstance(what, announcements.YourTurn | announcements.Reminder) else ()
    return any(each.seat.seat in called for each in status.awaited)


def settled(page: Page, what: announcements.Announcement, user_id: int | None) -> Screen:
    """What is left of a letter, or of a call in the channel, when its question is settled."""
    if user_id is not None or not isinstance(what, announcements.YourTurn | announcements.Reminder):
        return page.notice("turn.settled", game=notices.game_name(page))
    people = page.voice.join([who(page.info.seats[seat], False) for seat in what.seats])
    return page.notice("turn.was_called", who=people, count=len(what.seats))
