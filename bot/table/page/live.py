"""The page's socket: everything that happens, through the eyes it is opened with."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.table.interactions import Interaction
from bot.table.page import views
from bot.table.standin import StandIn
from bot.table.world.things import Json, User
from bot.table.world.world import Event

ABOUT_MESSAGES = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
REACTIONS = ("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE_ALL")
OUTCOMES = ("INTERACTION_SUCCESS", "INTERACTION_FAILURE")
SMALL = ("PRESENCE", "UNMODELLED", "COMMANDS_UPDATE", "NOTICE")


class Live:
    """All open pages."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self._eyes: set[Eyes] = set()
        standin.world.listen(self._hear)
        standin.world.time.on_skip(self._clock)

    def _hear(self, event: Event) -> None:
        for eyes in self._eyes:
            eyes.hear(event)

    def _clock(self) -> None:
        for eyes in self._eyes:
            eyes.send("CLOCK", views.clock(self.standin.world))

    def refresh(self) -> None:
        """Let every page see everything anew."""
        for eyes in self._eyes:
            eyes.look()

    async def serve(self, request: web.Request, me: User) -> web.WebSocketResponse:
        """One page, until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 12, heartbeat=30)
        await socket.prepare(request)
        eyes = Eyes(self.standin, me)
        self._eyes.add(eyes)
        writer = asyncio.create_task(eyes.write(socket))
        eyes.look()
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
        finally:
            self._eyes.discard(eyes)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    async def close(self) -> None:
        """End all pages' sockets."""
        for eyes in list(self._eyes):
            await eyes.close()


class Eyes:
    """One page, and whose eyes it looks through."""

    def __init__(self, standin: StandIn, me: User) -> None:
        self.standin = standin
        self.world = standin.world
        self.me = me
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._socket: web.WebSocketResponse | None = None

    def send(self, name: str, data: Any) -> None:
        """Tell the page."""
        self._queue.put_nowait(msgspec.json.encode({"t": name, "d": data}))

    def look(self) -> None:
        """Tell the page everything."""
        self.send("SNAPSHOT", views.snapshot(self.standin, self.me))

    async def write(self, socket: web.WebSocketResponse) -> None:
        """Send what is queued, until the socket closes."""
        self._socket = socket
        while not socket.closed:
            frame = await self._queue.get()
            try:
                await socket.send_str(frame.decode())
            except ConnectionError:
                return

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close(code=1001)

    def hear(self, event: Event) -> None:
        """Something happened; tell the page if these eyes see it."""
        if event.message is not None:
            self._message(event)
        elif event.name in OUTCOMES:
            self._outcome(event.name, event.facts["interaction"])
        elif event.name in SMALL:
            self.send(event.name, event.facts)
        elif event.name == "TYPING_START":
            if event.channel and event.user and self.world.sees(self.me.id, event.channel):
                facts = {"channel": str(event.channel.id), "user": str(event.user.id)}
                self.send("TYPING_START", facts)
        elif event.name == "INTERACTION_CREATE":
            return
        elif event.name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            # It is told before it is gone; the list without it is sent after that.
            asyncio.get_running_loop().call_soon(self.look)
        else:
            self.look()

    def _message(self, event: Event) -> None:
        message, channel = event.message, event.channel
        assert message is not None and channel is not None
        if message.only in (None, self.me.id) and self.world.sees(self.me.id, channel):
            place = {"channel": str(channel.id), "id": str(message.id)}
            if event.name == "MESSAGE_DELETE":
                self.send("MESSAGE_DELETE", place)
            else:
                name = "MESSAGE_UPDATE" if event.name in REACTIONS else event.name
                view = views.message_view(self.world, message, self.me)
                self.send(name, {**place, "message": view})
        if event.name == "MESSAGE_CREATE":
            self.send("WAITING", views.waiting(self.world))

    def _outcome(self, name: str, interaction: Interaction) -> None:
        if interaction.user.id != self.me.id:
            return
        told: Json = {
            "id": str(interaction.id),
            "failed": name == "INTERACTION_FAILURE",
            "kind": interaction.kind,
            "choices": interaction.choices,
            "modal": interaction.modal,
            "message": None if interaction.message is None else str(interaction.message.id),
        }
        self.send("OUTCOME", told)
