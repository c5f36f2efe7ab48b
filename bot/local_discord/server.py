"""`LocalDiscord`: the simulated Discord and its page on one port of this machine."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.local_discord.clock import SkippableTime
from bot.local_discord.faults import Faults
from bot.local_discord.gateway.socket import say_goodbye
from bot.local_discord.page.actions import Actions
from bot.local_discord.page.guard import HEADERS, Guard
from bot.local_discord.page.routes import Page
from bot.local_discord.page.socket import PageSockets
from bot.local_discord.redirect import discord_at
from bot.local_discord.rest.dispatch import BASE, MOST_BYTES, Dispatcher
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import User
from bot.local_discord.world.storage import Storage
from bot.local_discord.world.world import World
from bot.moment import Span

HOST = "127.0.0.1"


class LocalDiscord:
    """A table that is open inside `async with`.

    Everything is kept in the file at `path`; without one it ends with the program. `port` 0 takes
    any free port. `redirect` points every discord.py client of this process at it.
    """

    def __init__(self, path: Path | None = None, *, port: int = 0, redirect: bool = True) -> None:
        self.storage = Storage(path)
        self.time = SkippableTime(Span(self.storage.fact("offset") or 0))
        self.world = World(self.storage, self.time)
        self.discord = SimulatedDiscord(self.world, self._secret("token", 32))
        self.dispatcher = Dispatcher(self.discord)
        self.sockets = PageSockets(self.discord)
        self.actions = Actions(self.discord)
        self.guard = Guard(self._secret("key", 16))
        self.origin = ""
        self._port = port
        self._redirect = redirect
        self._runner: web.AppRunner | None = None
        self._redirected = ExitStack()
        self.time.on_skip(self._keep_offset)

    def _secret(self, name: str, size: int) -> str:
        """A random word that stays the same between two starts."""
        found = self.storage.fact(name)
        if found is None:
            found = secrets.token_urlsafe(size)
            self.storage.put_fact(name, found)
        return found

    def _keep_offset(self) -> None:
        self.storage.put_fact("offset", str(self.time.offset))

    @property
    def token(self) -> str:
        """What a bot logs in with."""
        return self.discord.token

    @property
    def faults(self) -> Faults:
        """What shall go wrong."""
        return self.discord.faults

    @property
    def address(self) -> str:
        """The page, for the first visit."""
        return f"{self.origin}/?key={self.guard.key}"

    def as_user(self, who: User | str) -> UserClient:
        """A user's client, by the user or their name."""
        if isinstance(who, str):
            who = next(each for each in self.world.people() if each.username == who)
        return UserClient(self.discord, who)

    async def __aenter__(self) -> LocalDiscord:
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[self._guarded])
        Page(self.discord, self.guard, self.sockets, self.actions).add_to(app)
        app.add_subapp(BASE, self.dispatcher.app)
        app.router.add_get("/gateway", self.discord.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.origin = f"http://{HOST}:{port}"
        self.guard.place_at(port)
        self.discord.place_at(self.origin)
        if self._redirect:
            self._redirected.enter_context(discord_at(self.origin, self.discord.gateway_url))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._redirected.close()
        self.discord.interactions.close()
        await say_goodbye(self.discord.gateway)
        await self.sockets.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self.storage.close()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer under one name alone, and forbid browsers whatever the page does not need."""
        try:
            self.guard.check_host(request)
            response = await handler(request)
        except web.HTTPException as answer:
            answer.headers.update(HEADERS)
            raise
        if not response.prepared and not request.path.startswith(BASE):
            response.headers.update(HEADERS)
        return response
