"""Every interaction gets an answer in time, whatever happens.

Discord waits three seconds. Work that is quick answers at once; when it takes longer, Discord is
told to wait, and the answer follows. What goes wrong is told to whoever pressed: what a player can
get wrong in words, anything else as a short apology with a reference that the log has, too.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from time import perf_counter
from types import TracebackType
from typing import Any

import discord

from bot.discord.screen import Screen, notify, text
from bot.discord.words import Talk
from bot.service import Refused
from bot.service.words import words as service_words
from bot.store.errors import StoreError

log = logging.getLogger("herald.discord")

PATIENCE = 1.5
"""After so many seconds Discord is told that the answer takes longer."""
UNKNOWN_INTERACTION = 10062
ANSWERED_ALREADY = 40060

Interaction = discord.Interaction[Any]


class Told(Exception):
    """Something to be told to whoever pressed, in place of what they wanted."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Reply:
    """The answer to one interaction.

    With `update` it changes the message that was pressed; otherwise it is a new message, seen by
    one person alone if `private`. Use it as a context: within it, Discord is told to wait when the
    answer takes longer.
    """

    def __init__(
        self, interaction: Interaction, *, update: bool = False, private: bool = True
    ) -> None:
        self.interaction = interaction
        self.update = update and interaction.message is not None
        self.private = private
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
        if self._watch is not None:
            self._watch.cancel()

    @property
    def can_ask(self) -> bool:
        """Whether a modal can still be shown: only as the first answer."""
        return not self._deferred and not self._answered

    async def defer(self) -> None:
        """Tell Discord that the answer takes longer."""
        async with self._turn:
            if not self._deferred and not self._answered:
                await self._defer()

    async def show(self, screen: Screen) -> None:
        """Answer with a screen; a second one follows as a new message, or replaces an update."""
        async with self._turn:
            response = self.interaction.response
            view, allowed = screen.view(), screen.allowed_mentions()
            if self._deferred or (self._answered and self.update):
                await self.interaction.edit_original_response(
                    view=view, attachments=screen.files(), allowed_mentions=allowed
                )
            elif self._answered:
                await self.interaction.followup.send(
                    view=view,
                    files=screen.files(),
                    allowed_mentions=allowed,
                    ephemeral=self.private,
                )
            elif self.update:
                await response.edit_message(
                    view=view, attachments=screen.files(), allowed_mentions=allowed
                )
            else:
                await response.send_message(
                    view=view,
                    files=screen.files(),
                    allowed_mentions=allowed,
                    ephemeral=self.private,
                )
            # A deferral is used up by the first answer; further ones are messages of their own.
            self._answered, self._deferred = True, False

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Show a modal. What is typed into it comes as a press of the modal's id."""
        async with self._turn:
            modal.stop()
            await self.interaction.response.send_modal(modal)
            self._answered = True

    async def tell(self, sentence: str) -> None:
        """Tell whoever pressed something in private, and leave the message that was pressed."""
        async with self._turn:
            view, allowed = Screen([text(sentence)]).view(), notify()
            if self._deferred and not self.update:
                await self.interaction.edit_original_response(view=view, allowed_mentions=allowed)
            elif self._deferred or self._answered:
                await self.interaction.followup.send(
                    view=view, allowed_mentions=allowed, ephemeral=True
                )
            else:
                await self.interaction.response.send_message(
                    view=view, allowed_mentions=allowed, ephemeral=True
                )
            self._answered, self._deferred = True, False

    async def _defer_later(self) -> None:
        await asyncio.sleep(PATIENCE)
        try:
            await self.defer()
        except discord.HTTPException as error:
            log.warning("could not defer an interaction: %s", error)

    async def _defer(self) -> None:
        if self.update:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=self.private, thinking=True)
        self._deferred = True


async def answer(
    reply: Reply,
    talk: Talk,
    what: str,
    work: Callable[[Reply], Awaitable[None]],
    *,
    slow: bool = False,
) -> None:
    """Do what an interaction asks for, and see to it that it is answered. Never raises.

    `what` names it in the log.
    """
    interaction = reply.interaction
    started = perf_counter()
    try:
        async with reply:
            if slow:
                await reply.defer()
            await work(reply)
    except Told as told:
        await _tell(reply, told.sentence)
    except Refused as refused:
        await _tell(reply, service_words(talk.language).refusal(refused))
    except StoreError as error:
        await _tell(reply, talk("fault.store", reference=_noted(what, interaction, error)))
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_INTERACTION, ANSWERED_ALREADY):
            # Too late, or delivered to us twice: there is nobody left to answer.
            log.warning("no answer wanted for %s of %s: %s", what, interaction.user.id, error)
        else:
            await _tell(reply, talk("fault.other", reference=_noted(what, interaction, error)))
    except Exception as error:
        await _tell(reply, talk("fault.other", reference=_noted(what, interaction, error)))
    log.info(
        "answered what=%s user=%s channel=%s ms=%.0f",
        what,
        interaction.user.id,
        interaction.channel_id,
        (perf_counter() - started) * 1000,
    )


def _noted(what: str, interaction: Interaction, error: Exception) -> str:
    """Note a fault in the log, and give the reference under which it stands there."""
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
    except discord.HTTPException as error:
        log.warning("could not answer %s: %s", reply.interaction.user.id, error)
    except Exception:
        log.exception("could not answer %s", reply.interaction.user.id)
