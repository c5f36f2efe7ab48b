"""Replies to interactions: always one, within Discord's three seconds.

Quick work answers at once; when it takes longer, the interaction is deferred and the answer
follows. A mistake of the player's is explained to them; anything else becomes a short apology with
a reference that the log has, too.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from time import perf_counter
from types import TracebackType
from typing import Any, TypeVar

import discord

from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary
from bot.discord.interactions.asker import ASKER
from bot.discord.screen import Screen, notify, text
from bot.service import BrokenChain, DatabaseCorrupt, Refused, StoreError
from bot.service.game.voices import refusal
from engine.core.messages import Voice

log = logging.getLogger("herald.discord")

PATIENCE = 0.15
"""After so many seconds Discord is told that the answer takes longer: a press that seems to do
nothing is pressed again."""
PATIENCE_TO_ASK = 1.5
"""The same where a modal may be the answer, for it can only be the first one."""
AGAIN_AFTER = (0.2, 0.6)
"""The waits in seconds before an answer that did not get through is sent again."""
UNKNOWN_MESSAGE = 10008
TOO_LARGE = 40005
UNKNOWN_INTERACTION = 10062
ANSWERED_ALREADY = 40060

Interaction = discord.Interaction[Any]
T = TypeVar("T")


class ReplyWith(Exception):
    """Ends the work on an interaction with a private sentence instead of what was asked for."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Reply:
    """The answer to one interaction.

    With `update` it changes the message that was pressed; otherwise it is a new message, seen by
    one person alone if `private`. Use it as a context: within it, Discord is told to wait when the
    answer takes longer; a bit later if it `asks`, for then no modal can be shown any more.
    """

    def __init__(
        self,
        interaction: Interaction,
        *,
        update: bool = False,
        private: bool = True,
        may_ask: bool = False,
    ) -> None:
        self.interaction = interaction
        self.update = update and interaction.message is not None
        self.private = private
        self.may_ask = may_ask
        self.message_id = interaction.message.id if update and interaction.message else None
        """The message that shows the answer, as soon as it is known."""
        self._turn = asyncio.Lock()
        self._deferred = False
        self._answered = False
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Reply:
        self._watch = asyncio.create_task(self._defer_later())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Not in the middle of deferring: how the next answer is sent depends on whether Discord
        # got the deferral.
        async with self._turn:
            if self._watch is not None:
                self._watch.cancel()

    @property
    def can_ask(self) -> bool:
        """Whether a modal can still be shown: only as the first answer, and not to a modal."""
        is_modal = self.interaction.type is discord.InteractionType.modal_submit
        return not is_modal and not self._deferred and not self._answered

    @property
    def stays(self) -> bool:
        """Whether the answer edits a message that stays: a post or a DM, not an ephemeral one."""
        message = self.interaction.message
        return self.update and message is not None and not message.flags.ephemeral

    async def defer(self) -> None:
        """Tell Discord that the answer follows later."""
        async with self._turn:
            if not self._deferred and not self._answered:
                await self._defer()

    async def show(self, screen: Screen) -> None:
        """Answer with a screen; a second one follows as a new message, or replaces an update.

        A picture that Discord finds too large is left out, and a line says so.
        """
        try:
            await self._show(screen)
        except discord.HTTPException as error:
            if self._is_gone(error):
                await self._show(screen)
                return
            if not screen.pictures or (error.status != 413 and error.code != TOO_LARGE):
                raise
            log.warning("an answer without its picture: %s", error)
            voice = self.interaction.client.page.voice
            await self._show(screen.plain(voice.say("trouble.too_large")))

    def _is_gone(self, error: discord.HTTPException) -> bool:
        """Whether what was to be changed is gone, a message that was pressed or a private reply
        that was dismissed; then the answer comes as a message of its own."""
        if error.code != UNKNOWN_MESSAGE or not (self.update or self._deferred):
            return False
        self.update = False
        self._answered, self._deferred = self._answered or self._deferred, False
        return True

    async def _show(self, screen: Screen) -> None:
        async with self._turn:
            interaction, allowed = self.interaction, screen.allowed_mentions()

            async def edit_first() -> int | None:
                edited = await interaction.edit_original_response(
                    view=screen.view(), attachments=screen.files(), allowed_mentions=allowed
                )
                return edited.id

            async def follow() -> int | None:
                followed = await interaction.followup.send(
                    view=screen.view(),
                    files=screen.files(),
                    allowed_mentions=allowed,
                    ephemeral=self.private,
                    wait=True,
                )
                return followed.id

            async def update() -> int | None:
                await interaction.response.edit_message(
                    view=screen.view(), attachments=screen.files(), allowed_mentions=allowed
                )
                return self.message_id

            async def send() -> int | None:
                sent = await interaction.response.send_message(
                    view=screen.view(),
                    files=screen.files(),
                    allowed_mentions=allowed,
                    ephemeral=self.private,
                )
                return sent.message_id

            if self._deferred or (self._answered and self.update):
                self.message_id = await with_retries(edit_first)
            elif self._answered:
                self.message_id = await follow()
            else:
                self.message_id = await with_retries(update if self.update else send)
            # A deferral is used up by the first answer; further ones are messages of their own.
            self._answered, self._deferred = True, False

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Show a modal. What is typed into it comes as a press of the modal's id."""
        async with self._turn:
            modal.stop()
            await with_retries(lambda: self.interaction.response.send_modal(modal))
            self._answered = True

    async def tell(self, sentence: str) -> None:
        """Answer with an ephemeral sentence, and leave the message that was pressed as it is."""
        try:
            await self._tell(sentence)
        except discord.HTTPException as error:
            if not self._is_gone(error):
                raise
            await self._tell(sentence)

    async def _tell(self, sentence: str) -> None:
        async with self._turn:
            interaction, screen, allowed = self.interaction, Screen([text(sentence)]), notify()

            async def edit_first() -> None:
                await interaction.edit_original_response(
                    view=screen.view(), allowed_mentions=allowed
                )

            async def send() -> None:
                await interaction.response.send_message(
                    view=screen.view(), allowed_mentions=allowed, ephemeral=True
                )

            if self._deferred and not self.update:
                await with_retries(edit_first)
            elif self._deferred or self._answered:
                await interaction.followup.send(
                    view=screen.view(), allowed_mentions=allowed, ephemeral=True
                )
            else:
                await with_retries(send)
            self._answered, self._deferred = True, False

    async def _defer_later(self) -> None:
        await asyncio.sleep(PATIENCE_TO_ASK if self.may_ask else PATIENCE)
        try:
            await self.defer()
        except DISCORD_ERRORS as error:
            log.warning("could not defer an interaction: %s", error)

    async def _defer(self) -> None:
        response = self.interaction.response
        if self.update:
            await with_retries(response.defer)
        else:
            await with_retries(lambda: response.defer(ephemeral=self.private, thinking=True))
        self._deferred = True


async def with_retries(call: Callable[[], Awaitable[T]]) -> T | None:
    """Make a call that is safe to repeat, again when Discord or the connection failed.

    Gives None when Discord says that it has the answer already: its reply to the first try was
    lost.
    """
    for wait in (*AGAIN_AFTER, None):
        try:
            return await call()
        except DISCORD_ERRORS as error:
            if getattr(error, "code", None) == ANSWERED_ALREADY:
                log.info("an answer was there already: %s", error)
                return None
            if wait is None or not is_temporary(error):
                raise
            log.warning("a call is made again: %r", error)
            await asyncio.sleep(wait)
    raise AssertionError("the last try returns or raises")


async def answer(
    reply: Reply,
    voice: Voice,
    what: str,
    work: Callable[[Reply], Awaitable[None]],
    *,
    slow: bool = False,
) -> None:
    """Do what an interaction asks for, and answer it whatever happens. Never raises.

    `what` names it in the log.
    """
    interaction = reply.interaction
    started = perf_counter()
    before = ASKER.set(interaction.user.id)
    try:
        async with reply:
            if slow:
                await reply.defer()
            async with interaction.client.limits.place(interaction.user.id):
                await work(reply)
    except ReplyWith as instead:
        await _tell(reply, instead.sentence)
    except Refused as refused:
        await _tell(reply, refusal(voice, refused))
    except StoreError as error:
        is_damage = isinstance(error, BrokenChain | DatabaseCorrupt)
        key = "fault.damaged" if is_damage else "fault.store"
        await _tell(reply, voice.say(key, reference=_log_fault(what, interaction, error)))
    except Exception as error:
        await _answer_fault(reply, voice, what, error)
    finally:
        ASKER.reset(before)
    took = perf_counter() - started
    for call in interaction.client.when_answered:
        call(what, took)
    log.info(
        "answered what=%s user=%s channel=%s ms=%.0f",
        what,
        interaction.user.id,
        interaction.channel_id,
        took * 1000,
    )


async def _answer_fault(reply: Reply, voice: Voice, what: str, error: Exception) -> None:
    """Answer after an unexpected error, unless it is too late to answer at all."""
    interaction = reply.interaction
    if isinstance(error, discord.HTTPException) and error.code == UNKNOWN_INTERACTION:
        log.warning("too late to answer %s of %s: %s", what, interaction.user.id, error)
    elif is_temporary(error):
        log.warning("Discord failed in %s of %s: %r", what, interaction.user.id, error)
        await _tell(reply, voice.say("fault.discord"))
    else:
        await _tell(reply, voice.say("fault.other", reference=_log_fault(what, interaction, error)))


def _log_fault(what: str, interaction: Interaction, error: Exception) -> str:
    """Log a fault; gives the reference under which it is found in the log."""
    reference = secrets.token_hex(4)
    log.error(
        "fault reference=%s what=%s user=%s channel=%s interaction=%s",
        reference,
        what,
        interaction.user.id,
        interaction.channel_id,
        interaction.id,
        exc_info=error,
    )
    return reference


async def _tell(reply: Reply, sentence: str) -> None:
    try:
        await reply.tell(sentence)
    except DISCORD_ERRORS as error:
        log.warning("could not answer %s: %s", reply.interaction.user.id, error)
    except Exception:
        log.exception("could not answer %s", reply.interaction.user.id)
