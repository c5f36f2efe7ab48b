"""Sends what is in the outbox to Discord, in order per channel or user.

Each place has its own line: one that Discord keeps waiting holds up no other. Retries and their
waiting are the outbox's. Who is concerned learns of what cannot be delivered.
"""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom

import discord
import msgspec

from bot.discord.delivery.discord_posts import DiscordPosts
from bot.discord.delivery.failures import Failures
from bot.discord.delivery.fresh_panels import FreshPanels
from bot.discord.delivery.games_boards import GamesBoards
from bot.discord.delivery.letterbox import Letterbox
from bot.discord.delivery.letters import Letters
from bot.discord.delivery.pinning import pin
from bot.discord.delivery.post_pictures import PostPictures
from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary
from bot.discord.permissions import may_pin
from bot.discord.posts.composing import Composer
from bot.discord.posts.notices import has_reference
from bot.moment import SECOND, Moment
from bot.service import Backoff, Message, Time
from bot.service.announcing import announcements
from bot.service.announcing.announcements import announcement

log = logging.getLogger("herald.sender")

WORKER = "discord"
AT_ONCE_MOST = 40
"""How many messages are on their way at once, each to another place."""
SETTLES_QUESTIONS = (announcements.ResultPost, announcements.Ended, announcements.VoteClosed)
"""What leaves letters and votes with buttons that lead nowhere."""
PATIENT = Backoff(attempts=2000)
"""Long enough for a server that invites Herald again after weeks."""


class Sender:
    """Sends what is in the outbox, one message at a time for each place."""

    def __init__(
        self,
        client: discord.Client,
        composer: Composer,
        letterbox: Letterbox,
        fresh_panels: FreshPanels,
        boards: GamesBoards,
        time: Time,
    ) -> None:
        self.client = client
        self.herald = composer.herald
        self.time = time
        self.composer = composer
        self.fresh_panels = fresh_panels
        self.boards = boards
        self.posts = DiscordPosts(client, letterbox, composer)
        self.failures = Failures(client, self.herald, composer.page, letterbox, self.wake)
        self.letters = Letters(self.posts, composer, fresh_panels)
        self.post_pictures = PostPictures(self.posts, composer)
        self._wake = asyncio.Event()
        self._rng = SystemRandom()
        self._underway: dict[int, asyncio.Task[None]] = {}
        self._claimed: dict[int, int] = {}
        """How often each message that is underway was claimed."""
        self._more_behind = True
        """Whether messages may wait for those that are underway."""

    def wake(self) -> None:
        """There may be something to send."""
        self._wake.set()

    async def run(self) -> None:
        """Send whatever is due, until cancelled."""
        await self.client.wait_until_ready()
        time = self.time
        await self.herald.delivery.release(WORKER)
        try:
            while True:
                self._wake.clear()
                soonest: Moment | None = time.now() + 10 * SECOND
                try:
                    soonest = await self._set_out()
                except Exception:
                    log.exception("the courier stumbled; on it goes in a while")
                await time.wait(soonest, self._wake)
        finally:
            underway = list(self._underway.values())
            for task in underway:
                task.cancel()
            await asyncio.gather(*underway, return_exceptions=True)

    async def _set_out(self) -> Moment | None:
        """Set out with the next message of each place that is free; when there will be more."""
        while (room := AT_ONCE_MOST - len(self._underway)) > 0:
            claimed, soonest, all_of_them = await self.herald.delivery.claim(WORKER, room)
            self._more_behind = not all_of_them
            for message in claimed:
                self._claimed[message.id] = message.attempts
                # One that takes longer than its lease is still in our own hands.
                if message.id not in self._underway:
                    task = asyncio.create_task(self._carry(message))
                    self._underway[message.id] = task
            if all_of_them or not claimed:
                return soonest
        # One of those that are underway wakes us when it is done.
        return None

    async def _carry(self, message: Message) -> None:
        try:
            await self._one(message)
        except Exception:
            log.exception("could not note what became of message %s", message.id)
            self._more_behind = True
        finally:
            del self._underway[message.id], self._claimed[message.id]
            if self._more_behind:
                self.wake()

    async def _one(self, message: Message) -> None:
        """Send one message, and note what became of it."""
        try:
            sent = await self._send(message)
        except Exception as error:
            await self._failed(message, error)
            return
        await self.herald.delivery.sent(message, sent)
        if message.game_id is not None:
            if message.attempts > 1:
                # It may have been there already, and its question settled since.
                await self.letters.close(message.game_id)
            elif message.user_id is not None:
                await self.letters.close(message.game_id, message.user_id)
            await self.fresh_panels.refresh(message.game_id)
            if message.channel_id is not None:
                self.boards.game_changed(message.game_id)
        log.info(
            "sent kind=%s game=%s target=%s message=%s ms=%d",
            message.kind,
            message.game_id,
            message.target,
            sent,
            (self.time.now() - message.due_at) // 1000,
        )

    # Sending.

    async def _send(self, message: Message) -> int | None:
        """Send a message as what it is now; gives the id of the message it became."""
        what = announcement(message)
        if isinstance(what, announcements.LobbyCard):
            return await self._lobby_card(message, what)
        if isinstance(what, announcements.AwaitedEdit):
            await self.letters.close(what.game_id)
            return await self._awaited(message, what)
        if isinstance(what, announcements.PictureEdit):
            return await self.post_pictures.send(message, what)
        if isinstance(what, announcements.PostOver):
            await self.letters.close(what.game_id)
            return await self._over(message, what)
        if isinstance(what, SETTLES_QUESTIONS):
            await self.letters.close(what.game_id)
        screen = await self.composer.compose(what, message.user_id)
        if screen is None:
            # It may have been posted before, and the program stopped before that was noted.
            return await self.posts.find(message)
        if message.message_id is not None:
            edited = await self.posts.edit(message, message.message_id, screen)
            if edited is not None:
                return edited
        sent = await self.posts.post(message, screen)
        await self.letters.sent(message, screen)
        if isinstance(what, announcements.PhasePost):
            await self.herald.note_message(what.game_id, phase=sent)
            await self.letters.close(what.game_id)
        if isinstance(what, announcements.Began):
            info = await self.herald.look.game(what.game_id)
            place = message.channel_id
            if place and has_reference(info) and may_pin(self.client, place):
                await pin(self.client, place, sent)
            await self._close_card(message, what.game_id)
        return sent

    async def _lobby_card(self, message: Message, what: announcements.LobbyCard) -> int | None:
        info = await self.herald.look.game(what.game_id)
        screen = await self.composer.compose(what, None)
        assert screen is not None
        if info.game.lobby_message_id is not None:
            edited = await self.posts.edit(message, info.game.lobby_message_id, screen)
            if edited is not None or info.game.status != "lobby":
                return edited
        elif info.game.status != "lobby":
            # A card may have been posted before, and the program stopped before that was noted.
            there = await self.posts.find(message)
            if there is not None:
                await self.herald.note_message(info.id, lobby=there)
                await self.posts.edit(message, there, screen)
            return there
        sent = await self.posts.post(message, screen)
        await self.herald.note_message(info.id, lobby=sent)
        return sent

    async def _close_card(self, message: Message, game_id: int) -> None:
        """The game has begun: the lobby's card loses its buttons."""
        info = await self.herald.look.game(game_id)
        screen = await self.composer.compose(announcements.LobbyCard(game_id=game_id), None)
        if info.game.lobby_message_id is not None and screen is not None:
            try:
                await self.posts.edit(message, info.game.lobby_message_id, screen)
            except DISCORD_ERRORS as error:
                log.warning("game=%s the lobby's card stays as it was: %s", info.code, error)

    async def _awaited(self, message: Message, what: announcements.AwaitedEdit) -> int | None:
        """Bring a phase post up to what is true; one that was deleted is posted again."""
        info = await self.herald.look.game(what.game_id)
        if not info.game.is_live:
            return None
        facts = (what.game_id, what.since, what.number)
        # The game's note is newer than the outbox's: a post may have been posted again before.
        post = info.game.phase_message_id or message.message_id
        if post is not None:
            posted = await self.post_pictures.posted(message, post, what.post)
            screen = await self.composer.phase_post(*facts, notify=what.notify, posted=posted)
            edited = await self.posts.edit(message, post, screen, keep=True)
            if edited is not None:
                await self.post_pictures.plan(info, message, what, posted)
                return edited
        screen = await self.composer.phase_post(*facts)
        sent = await self.posts.post(message, screen)
        await self.herald.note_message(what.game_id, phase=sent)
        return sent

    async def _over(self, message: Message, what: announcements.PostOver) -> int | None:
        """Mark a phase post as history: nobody is awaited in it, and it offers nothing.

        It is a courtesy: where it cannot be done, the old post stays as it was.
        """
        info = await self.herald.look.game(what.game_id)
        # Sent before the post that follows: the game's note is still that of the old one.
        post = info.game.phase_message_id or message.message_id
        if post is None:
            return None
        try:
            posted = await self.post_pictures.posted(message, post, what.post)
            screen = await self.composer.phase_post(
                what.game_id, what.since, what.number, posted=posted, is_over=True
            )
            return await self.posts.edit(message, post, screen, keep=True)
        except DISCORD_ERRORS as error:
            if is_temporary(error):
                raise
            log.warning("game=%s the last post stays as it was: %s", info.code, error)
            return None

    # What cannot be sent.

    async def _failed(self, message: Message, error: Exception) -> None:
        """Note a failure, and tell those it concerns what could not be done."""
        message = msgspec.structs.replace(message, attempts=self._claimed[message.id])
        for_good, wait = False, 0
        try:
            for_good, wait = await self.failures.judge(message, error)
        except Exception as further:
            if not is_temporary(further):
                log.exception("could not tell of a failure")
        ours = for_good and getattr(error, "status", 400) not in (403, 404)
        log.log(
            logging.ERROR if ours else logging.WARNING,
            "failed kind=%s game=%s target=%s try=%d for_good=%s: %s",
            message.kind,
            message.game_id,
            message.target,
            message.attempts,
            for_good,
            error,
            exc_info=None
            if isinstance(error, discord.HTTPException) or is_temporary(error)
            else error,
        )
        await self.herald.delivery.failed(
            message,
            str(error)[:500] or type(error).__name__,
            backoff=PATIENT,
            wait_at_least=wait,
            for_good=for_good,
        )
