"""The page's WebSocket: sends each page what its user can see, as it happens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.local_discord.interactions import Interaction
from bot.local_discord.page import views
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.world.models import Json, User
from bot.local_discord.world.world import Event

OUTCOMES = ("INTERACTION_SUCCESS", "INTERACTION_FAILURE")
SMALL = ("PRESENCE", "UNMODELLED", "COMMANDS_UPDATE", "NOTICE")


class PageSockets:
    """The sockets of all open pages."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.discord = discord
        self._pages: set[PageSocket] = set()
        discord.world.listen(self._hear)
        discord.world.time.on_skip(self._clock)

    def _hear(self, event: Event) -> None:
        for page in self._pages:
            page.hear(event)

    def _clock(self) -> None:
        for page in self._pages:
            page.send("CLOCK", views.clock(self.discord.world))

    def refresh(self) -> None:
        """Send every page a full snapshot."""
        for page in self._pages:
            page.refresh()

    async def serve(self, request: web.Request, me: User) -> web.WebSocketResponse:
        """Serve one page until it closes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 12, heartbeat=30)
        await socket.prepare(request)
        page = PageSocket(self.discord, me)
        self._pages.add(page)
        writer = asyncio.create_task(page.write(socket))
        page.refresh()
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
        finally:
            self._pages.discard(page)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    async def close(self) -> None:
        """End all pages' sockets."""
        for page in list(self._pages):
            await page.close()


class PageSocket:
    """One page, and the user it shows the table to."""

    def __init__(self, discord: SimulatedDiscord, me: User) -> None:
        self.discord = discord
        self.world = discord.world
        self.me = me
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._socket: web.WebSocketResponse | None = None

    def send(self, name: str, data: Any) -> None:
        """Queue a frame for the page."""
        self._queue.put_nowait(msgspec.json.encode({"t": name, "d": data}))

    def refresh(self) -> None:
        """Send the page a full snapshot."""
        self.send("SNAPSHOT", views.snapshot(self.discord, self.me))

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
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close(code=1001)

    def hear(self, event: Event) -> None:
        """Pass an event on to the page if its user can see it."""
        if event.message is not None:
            self._message(event)
        elif event.name in OUTCOMES:
            self._outcome(event.name, event.facts["interaction"])
        elif event.name in SMALL:
            self.send(event.name, event.facts)
        elif event.name == "INTERACTION_CREATE":
            return
        elif event.name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            # The event comes before the channel is gone; the list without it follows.
            asyncio.get_running_loop().call_soon(self.refresh)
        else:
            self.refresh()

    def _message(self, event: Event) -> None:
        message, channel = event.message, event.channel
        assert message is not None and channel is not None
        if message.only in (None, self.me.id) and self.world.sees(self.me.id, channel):
            place = {"channel": str(channel.id), "id": str(message.id)}
            if event.name == "MESSAGE_DELETE":
                self.send("MESSAGE_DELETE", place)
            else:
                view = views.message_view(self.world, message, self.me)
                self.send(event.name, {**place, "message": view})
        if event.name == "MESSAGE_CREATE":
            self.send("WAITING", views.waiting(self.world))

    def _outcome(self, name: str, interaction: Interaction) -> None:
        if interaction.user.id != self.me.id:
            return
        outcome: Json = {
            "id": str(interaction.id),
            "failed": name == "INTERACTION_FAILURE",
            "kind": interaction.kind,
            "choices": interaction.choices,
            "modal": interaction.modal,
            "message": None if interaction.message is None else str(interaction.message.id),
        }
        self.send("OUTCOME", outcome)
