"""The courier: takes what is to be said from the outbox and brings it to Discord, in order.

Retries and their waiting are the outbox's. A nonce goes with every new message, so that one whose
sending was not noted is not posted twice. What cannot be delivered is told to whom it matters.
"""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom
from typing import TYPE_CHECKING

import discord

from bot.discord.composing import Composer
from bot.discord.pictures import NoArtist
from bot.discord.screen import Screen
from bot.discord.troubles import TOO_LARGE, UNKNOWN_MESSAGE, Troubles, missing_permissions
from bot.service import Time
from bot.service import announcements as said
from bot.service.announcements import announcement
from bot.store import outbox
from bot.store.moment import DAY, SECOND, Moment, Span
from bot.store.outbox import Message

if TYPE_CHECKING:
    from bot.discord.client import Bot

log = logging.getLogger("herald.courier")

WORKER = "discord"
PICTURES_KNOWN = 1000
TIDY_EVERY: Span = DAY
KEPT_FOR: Span = 30 * DAY
"""How long it is remembered what was sent."""


class Courier:
    """Sends what is in the outbox, one message at a time for each place."""

    def __init__(self, bot: Bot, time: Time) -> None:
        self.bot = bot
        self.time = time
        self.composer = Composer(bot)
        self.troubles = Troubles(bot)
        self._wake = asyncio.Event()
        self._rng = SystemRandom()
        self._tidied: Moment = 0
        self._pictures: dict[int, str | None] = {}
        """The picture of each phase post, as far as it is known."""
        self._open: dict[int, tuple[int, int, int]] = {}
        """The phase post of each game, with the entries it tells of, as far as it is known."""

    def ring(self) -> None:
        """There may be something to send."""
        self._wake.set()

    async def run(self) -> None:
        """Send whatever is due, until cancelled."""
        await self.bot.wait_until_ready()
        store, time = self.bot.herald.store, self.time
        async with store.transaction() as tx:
            await outbox.release(tx, WORKER, time.now())
        while True:
            self._wake.clear()
            soonest: Moment | None = time.now() + 10 * SECOND
            try:
                while await self.deliver():
                    pass
                await self._tidy()
                async with store.reading() as tx:
                    soonest = await outbox.next_moment(tx, time.now())
            except Exception:
                log.exception("the courier stumbled; on it goes in a while")
            await time.wait(soonest, self._wake)

    async def _tidy(self) -> None:
        """Now and then, forget what was sent long ago."""
        now = self.time.now()
        if now - self._tidied >= TIDY_EVERY:
            self._tidied = now
            async with self.bot.herald.store.transaction() as tx:
                await outbox.forget(tx, now - KEPT_FOR)

    async def deliver(self) -> int:
        """Send the next message of each place; how many there were."""
        store, time = self.bot.herald.store, self.time
        async with store.transaction() as tx:
            claimed = await outbox.claim(tx, WORKER, time.now())
        await asyncio.gather(*map(self._one, claimed))
        return len(claimed)

    async def _one(self, message: Message) -> None:
        """Send one message, and note what became of it."""
        store, time = self.bot.herald.store, self.time
        try:
            sent = await self._send(message)
        except Exception as error:
            await self._failed(message, error)
            return
        async with store.transaction() as tx:
            await outbox.sent(tx, message, sent, time.now())
        log.info(
            "sent kind=%s game=%s target=%s message=%s ms=%d",
            message.kind,
            message.game_id,
            message.target,
            sent,
            (time.now() - message.due_at) // 1000,
        )

    # Sending.

    async def _send(self, message: Message) -> int | None:
        """Send a message as what it is now; gives the id of the message it became."""
        what = announcement(message)
        if isinstance(what, said.LobbyCard):
            return await self._lobby_card(message, what)
        if isinstance(what, said.AwaitedEdit):
            return await self._awaited(message, what)
        screen = await self.composer.compose(what, message.user_id)
        if screen is None:
            return None
        if message.message_id is not None:
            edited = await self._edit(message, message.message_id, screen)
            if edited is not None:
                return edited
        sent = await self._post(message, screen)
        if isinstance(what, said.PhasePost):
            await self._retire(message, what.game_id)
            self._open[what.game_id] = (sent, what.since, what.number)
            await self._note_phase_post(what.game_id, sent, screen)
        if isinstance(what, said.ResultPost | said.Ended):
            await self._retire(message, what.game_id)
        if isinstance(what, said.Began):
            await self._close_card(message, what.game_id)
        return sent

    async def _lobby_card(self, message: Message, what: said.LobbyCard) -> int | None:
        info = await self.bot.herald.game(what.game_id)
        screen = await self.composer.compose(what, None)
        assert screen is not None
        if info.game.lobby_message_id is not None:
            edited = await self._edit(message, info.game.lobby_message_id, screen)
            if edited is not None or info.game.status != "lobby":
                return edited
        elif info.game.status != "lobby":
            return None
        sent = await self._post(message, screen)
        await self.bot.herald.note_message(info.id, lobby=sent)
        return sent

    async def _close_card(self, message: Message, game_id: int) -> None:
        """The game has begun: the lobby's card loses its buttons."""
        info = await self.bot.herald.game(game_id)
        screen = await self.composer.compose(said.LobbyCard(game_id=game_id), None)
        if info.game.lobby_message_id is not None and screen is not None:
            try:
                await self._edit(message, info.game.lobby_message_id, screen)
            except discord.HTTPException as error:
                log.warning("game=%s the lobby's card stays as it was: %s", info.code, error)

    async def _awaited(self, message: Message, what: said.AwaitedEdit) -> int | None:
        """Bring a phase post up to what is true; one that was deleted is posted again."""
        info = await self.bot.herald.game(what.game_id)
        if not info.game.is_live:
            return None
        facts = (what.game_id, what.since, what.number)
        # The game's note is newer than the outbox's: a post may have been posted again before.
        post = info.game.phase_message_id or message.message_id
        if post is not None:
            picture = await self._picture_of(message, post)
            screen = await self.composer.phase_post(*facts, posted=True, picture=picture)
            edited = await self._edit(message, post, screen, keep=True)
            if edited is not None:
                self._open[what.game_id] = (edited, what.since, what.number)
                return edited
        screen = await self.composer.phase_post(*facts)
        sent = await self._post(message, screen)
        self._open[what.game_id] = (sent, what.since, what.number)
        await self._note_phase_post(what.game_id, sent, screen)
        return sent

    async def _retire(self, message: Message, game_id: int) -> None:
        """The post before a new one names nobody as awaited any more.

        It is a courtesy: after a restart, or when it fails, the old post stays as it was.
        """
        if game_id not in self._open:
            return
        post, since, number = self._open.pop(game_id)
        try:
            screen = await self.composer.phase_post(
                game_id, since, number, posted=True, picture=self._pictures.get(post), is_over=True
            )
            await self._edit(message, post, screen, keep=True)
        except discord.HTTPException as error:
            log.warning("game=%s the last post stays as it was: %s", game_id, error)

    async def _note_phase_post(self, game_id: int, sent: int, screen: Screen) -> None:
        self._pictures[sent] = screen.pictures[0].file_name if screen.pictures else None
        while len(self._pictures) > PICTURES_KNOWN:
            del self._pictures[next(iter(self._pictures))]
        await self.bot.herald.note_message(game_id, phase=sent)

    async def _picture_of(self, message: Message, post: int) -> str | None:
        """The file of a phase post's picture."""
        if post not in self._pictures:
            place = await self._place(message)
            try:
                found = await place.fetch_message(post)
            except discord.HTTPException:
                return None
            files = [each.filename for each in found.attachments]
            self._pictures[post] = files[0] if files else None
        return self._pictures[post]

    async def _place(self, message: Message) -> discord.DMChannel | discord.PartialMessageable:
        if message.user_id is not None:
            return await self.bot.create_dm(discord.Object(message.user_id))
        assert message.channel_id is not None
        return self.bot.get_partial_messageable(message.channel_id)

    async def _post(self, message: Message, screen: Screen) -> int:
        """A new message; without its pictures where they are not wanted or too large."""
        if screen.pictures and "attach_files" in missing_permissions(self.bot, message.channel_id):
            screen = await self._without_pictures(message, screen, "trouble.attach")
        try:
            return await self._post_as_it_is(message, screen)
        except discord.HTTPException as error:
            if not screen.pictures or (error.code != TOO_LARGE and error.status != 413):
                raise
            log.warning("target=%s no picture: %s", message.target, error)
        screen = await self._without_pictures(message, screen, "trouble.too_large")
        return await self._post_as_it_is(message, screen)

    async def _post_as_it_is(self, message: Message, screen: Screen) -> int:
        place = await self._place(message)
        sent = await place.send(
            view=screen.view(),
            files=screen.files(),
            nonce=message.nonce,
            allowed_mentions=screen.allowed_mentions(),
        )
        return sent.id

    async def _without_pictures(self, message: Message, screen: Screen, reason: str) -> Screen:
        """The same with the board in words, and the reason."""
        plain = await Composer(self.bot, NoArtist()).compose(announcement(message), message.user_id)
        return (plain or screen).noted(self.bot.talk()(reason))

    async def _edit(
        self, message: Message, message_id: int, screen: Screen, *, keep: bool = False
    ) -> int | None:
        """Change a message; None when it is gone. With `keep` its pictures stay."""
        place = await self._place(message)
        part = place.get_partial_message(message_id)
        try:
            if keep:
                await part.edit(view=screen.view(), allowed_mentions=screen.allowed_mentions())
            else:
                await part.edit(
                    view=screen.view(),
                    attachments=screen.files(),
                    allowed_mentions=screen.allowed_mentions(),
                )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None
        return message_id

    # What cannot be sent.

    async def _failed(self, message: Message, error: Exception) -> None:
        """Note a failure, and tell those it concerns what could not be done."""
        store, time = self.bot.herald.store, self.time
        for_good, wait = False, 0
        try:
            for_good, wait = await self.troubles.judge(message, error)
        except Exception:
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
            exc_info=None if isinstance(error, discord.HTTPException) else error,
        )
        async with store.transaction() as tx:
            await outbox.failed(
                tx,
                message,
                str(error)[:500] or type(error).__name__,
                time.now(),
                self._rng,
                wait_at_least=wait,
                for_good=for_good,
            )
