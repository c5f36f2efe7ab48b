"""Routes about threads: start, join, leave."""

from __future__ import annotations

from typing import Literal

import msgspec
from aiohttp import web

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    THREAD_EXISTS,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    Refusal,
)
from bot.local_discord.payloads.reading import Name
from bot.local_discord.rest.endpoint import Endpoint, answer, nothing
from bot.local_discord.sending import join_thread
from bot.local_discord.world.models import (
    ArchiveMinutes,
    Channel,
    Flag,
    Kind,
    Message,
    MessageKind,
    ThreadState,
    User,
)
from bot.local_discord.world.permissions import P

routes = web.RouteTableDef()


class NewThread(msgspec.Struct):
    """A thread that is started."""

    name: Name
    type: Literal[11, 12] = 12
    auto_archive_duration: ArchiveMinutes | None = None
    invitable: bool = True


class Starting(Endpoint):
    """A path where threads are started."""

    def start(self, parent: Channel, kind: int, number: int) -> Channel:
        """A new thread with the bot in it."""
        if parent.kind not in (Kind.TEXT, Kind.NEWS):
            raise Refusal(*WRONG_CHANNEL_TYPE)
        asked, now = self.body(NewThread), self.world.now()
        state = ThreadState(
            owner_id=self.bot.id,
            created=now,
            archive_moment=now,
            auto_archive_minutes=asked.auto_archive_duration or 1440,
            invitable=asked.invitable,
            members={self.bot.id: now},
        )
        thread = Channel(
            id=number,
            kind=kind,
            name=asked.name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            thread=state,
        )
        return self.world.add_channel(thread)

    def announce(
        self, place: Channel, about: Channel, kind: int, content: str = "", **reference: str
    ) -> None:
        """Say of a thread in its channel, or in it, where it belongs."""
        whole = {"type": 0, "channel_id": str(about.id), "guild_id": str(about.guild_id)}
        message = Message(
            id=self.world.new_id(),
            channel_id=place.id,
            author_id=self.bot.id,
            sent=self.world.now(),
            kind=kind,
            content=content,
            reference={**whole, **reference},
        )
        self.world.post(message)


@routes.view("/channels/{channel}/messages/{message}/threads")
class ThreadOfMessage(Starting):
    """The thread under a message."""

    async def post(self) -> web.Response:
        """Start it; it has the message's id."""
        parent = self.channel(P.CREATE_PUBLIC_THREADS)
        message = self.message(parent)
        if message.id in self.world.channels:
            raise Refusal(*THREAD_EXISTS)
        thread = self.start(parent, Kind.THREAD, message.id)
        message.flags |= Flag.HAS_THREAD
        self.world.change_message(message)
        self.announce(thread, parent, MessageKind.THREAD_STARTER, message_id=str(message.id))
        return answer(objects.channel(self.world, thread, self.bot.id), 201)


@routes.view("/channels/{channel}/threads")
class Threads(Starting):
    """Threads without a message."""

    async def post(self) -> web.Response:
        """Start one; a public one is announced in the channel."""
        parent, kind = self.channel(), self.body(NewThread).type
        private = kind == Kind.PRIVATE_THREAD
        self.may(parent, P.CREATE_PRIVATE_THREADS if private else P.CREATE_PUBLIC_THREADS)
        thread = self.start(parent, kind, self.world.new_id())
        if not private:
            self.announce(parent, thread, MessageKind.THREAD_CREATED, thread.name)
        return answer(objects.channel(self.world, thread, self.bot.id), 201)


@routes.view("/channels/{channel}/thread-members/{user}")
class ThreadMember(Endpoint):
    """Somebody in a thread."""

    def _thread(self) -> Channel:
        found = self.channel()
        if found.thread is None:
            raise Refusal(*WRONG_CHANNEL_TYPE)
        return found

    def _user(self) -> User:
        me = self.arg("user") == "@me"
        found = self.bot if me else self.world.users.get(self.number("user"))
        if found is None:
            raise Refusal(*UNKNOWN_USER)
        return found

    async def get(self) -> web.Response:
        """Since when they are in it."""
        found, user = self._thread(), self._user()
        assert found.thread is not None
        if user.id not in found.thread.members:
            raise Refusal(*UNKNOWN_MEMBER)
        return answer(objects.thread_member(found, user.id))

    async def put(self) -> web.Response:
        """Join a thread, or add a user."""
        join_thread(self.world, self._thread(), self._user())
        return nothing()

    async def delete(self) -> web.Response:
        """Leave a thread, or remove a user."""
        found, user = self._thread(), self._user()
        assert found.thread is not None
        if user.id != self.bot.id and found.thread.owner_id != self.bot.id:
            self.may(found, P.MANAGE_THREADS)
        if found.thread.members.pop(user.id, None) is not None:
            self.world.storage.save(found)
            facts = {"joined": False}
            self.world.emit("THREAD_MEMBERS_UPDATE", channel=found, user=user, facts=facts)
        return nothing()
