"""Routes about messages: send, read, edit, delete."""

from __future__ import annotations

from aiohttp import web

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import NOT_AUTHOR, THREAD_ARCHIVED, Refusal
from bot.local_discord.payloads.message_body import Body, write
from bot.local_discord.rest.endpoint import Endpoint, answer, nothing
from bot.local_discord.sending import send_message
from bot.local_discord.world.permissions import P

routes = web.RouteTableDef()


@routes.view("/channels/{channel}/messages")
class Messages(Endpoint):
    """The messages of a channel."""

    async def get(self) -> web.Response:
        """Newest first."""
        channel = self.channel()
        if not self.world.allowed(self.bot.id, channel) & P.READ_MESSAGE_HISTORY:
            return answer([])
        limit, after, before = self.asked("limit", 100), self.asked("after"), self.asked("before")
        found = [
            each
            for each in self.world.messages(channel)
            if each.only is None
            and (after is None or each.id > after)
            and (before is None or each.id < before)
        ]
        limit = limit or 50
        found = found[-limit:] if after is None else found[:limit]
        return answer([objects.message(self.world, each) for each in reversed(found)])

    async def post(self) -> web.Response:
        """Say something. With an enforced nonce, the same message twice is one message."""
        channel, body = self.channel(), self.body(Body)
        if body.nonce is not None and body.enforce_nonce:
            before = self.world.with_nonce(self.bot.id, body.nonce)
            if before is not None:
                return answer(objects.message(self.world, before))
        message = send_message(self.world, channel, self.bot, self.json, self.files, body.nonce)
        return answer(objects.message(self.world, message))


@routes.view("/channels/{channel}/messages/{message}")
class OneMessage(Endpoint):
    """A message."""

    async def get(self) -> web.Response:
        """What it says."""
        found = self.message(self.channel(P.READ_MESSAGE_HISTORY))
        return answer(objects.message(self.world, found))

    async def patch(self) -> web.Response:
        """Change one's own message."""
        channel = self.channel()
        found = self.message(channel)
        if found.author_id != self.bot.id:
            raise Refusal(*NOT_AUTHOR)
        if channel.thread is not None and channel.thread.archived:
            raise Refusal(*THREAD_ARCHIVED)
        write(self.world, channel, found, self.json, self.files)
        found.edited = self.world.now()
        self.world.change_message(found)
        return answer(objects.message(self.world, found))

    async def delete(self) -> web.Response:
        """Delete one's own message, or another's with the permission."""
        channel = self.channel()
        found = self.message(channel)
        if found.author_id != self.bot.id:
            self.may(channel, P.MANAGE_MESSAGES)
        self.world.delete_message(found)
        return nothing()
