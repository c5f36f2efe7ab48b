"""Routes about channels: read them, change threads, pin."""

from __future__ import annotations

from typing import Annotated

import msgspec
from aiohttp import web
from msgspec import Meta

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import MAX_PINS, Refusal, not_modelled
from bot.local_discord.payloads.reading import Name
from bot.local_discord.rest.endpoint import Endpoint, answer, nothing
from bot.local_discord.world.models import ArchiveMinutes, Message, MessageKind
from bot.local_discord.world.permissions import P

MOST_PINS = 250
routes = web.RouteTableDef()


class ThreadChange(msgspec.Struct):
    """What of a thread is changed."""

    name: Name | None = None
    auto_archive_duration: ArchiveMinutes | None = None
    archived: bool | None = None
    locked: bool | None = None
    rate_limit_per_user: Annotated[int, Meta(ge=0, le=21600)] | None = None


@routes.view("/channels/{channel}")
class OneChannel(Endpoint):
    """A channel, thread or private conversation."""

    async def get(self) -> web.Response:
        """What it is."""
        return answer(objects.channel(self.world, self.channel(), self.bot.id))

    async def patch(self) -> web.Response:
        """Archive, lock or rename a thread."""
        found, change = self.channel(), self.body(ThreadChange)
        thread = found.thread
        if thread is None:
            raise not_modelled("changes of channels other than threads")
        if thread.owner_id != self.bot.id or thread.locked:
            self.may(found, P.MANAGE_THREADS)
        found.name = change.name or found.name
        if change.rate_limit_per_user is not None:
            found.slowmode = change.rate_limit_per_user
        thread.auto_archive_minutes = change.auto_archive_duration or thread.auto_archive_minutes
        thread.locked = thread.locked if change.locked is None else change.locked
        if change.archived not in (None, thread.archived):
            thread.archived = not thread.archived
            thread.archive_moment = self.world.now()
        self.world.change_channel(found)
        return answer(objects.channel(self.world, found, self.bot.id))


@routes.view("/channels/{channel}/messages/pins/{message}")
class Pin(Endpoint):
    """A pinned message."""

    async def put(self) -> web.Response:
        """Pin it; the channel announces it."""
        world, found = self.world, self.channel(P.PIN_MESSAGES)
        message = self.message(found)
        if message.pinned is not None:
            return nothing()
        if sum(each.pinned is not None for each in world.messages(found)) >= MOST_PINS:
            raise Refusal(*MAX_PINS)
        message.pinned = found.last_pin = world.now()
        world.change_message(message)
        world.emit("CHANNEL_PINS_UPDATE", channel=found)
        reference = {"type": 0, "channel_id": str(found.id), "message_id": str(message.id)}
        world.post(
            Message(
                id=world.new_id(),
                channel_id=found.id,
                author_id=self.bot.id,
                sent=world.now(),
                kind=MessageKind.PINNED,
                reference=reference,
            )
        )
        return nothing()
