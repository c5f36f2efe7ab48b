"""The page's HTTP routes: its files, messages, socket, actions, and attachments."""

from __future__ import annotations

import html
from pathlib import Path

from aiohttp import web

from bot.local_discord.page import views
from bot.local_discord.page.actions import Actions
from bot.local_discord.page.guard import Guard
from bot.local_discord.page.socket import PageSockets
from bot.local_discord.sentences import page_sentences
from bot.local_discord.simulated_discord import SimulatedDiscord

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
SHOWN = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif")
"""What a browser may show by itself; everything else is saved, for it could be a page."""


class Page:
    """The web page and what it asks for."""

    def __init__(
        self, discord: SimulatedDiscord, guard: Guard, sockets: PageSockets, actions: Actions
    ) -> None:
        self.discord = discord
        self.guard = guard
        self.sockets = sockets
        self.actions = actions

    def add_to(self, app: web.Application) -> None:
        """Add all addresses to an application."""
        app.router.add_get("/", self.index)
        app.router.add_get("/page/{name:[\\w./-]+}", self.asset)
        app.router.add_get("/table/words", self.words)
        app.router.add_get("/table/live", self.open_live)
        app.router.add_get("/table/messages", self.messages)
        app.router.add_get("/table/commands", self.commands)
        app.router.add_post("/table/do", self.do)
        app.router.add_get("/cdn/attachments/{channel}/{id:\\d{1,19}}/{name}", self.attachment)
        app.router.add_get("/cdn/{kind}/{path:.*}", self.picture)

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page. The first visit gets its cookie here."""
        if request.host != self.guard.host:
            # Under its other name the page could not show its own pictures.
            raise web.HTTPSeeOther(f"http://{self.guard.host}{request.path_qs}")
        if not self.guard.admits(request):
            self.guard.check(request)
            return self._static("index.html")
        first = self._static("index.html")
        self.guard.remember(first)
        return first

    async def asset(self, request: web.Request) -> web.StreamResponse:
        """A part of the page."""
        self.guard.check(request)
        return self._static(request.match_info["name"])

    def _static(self, name: str) -> web.Response:
        path = (STATIC / name).resolve()
        if not path.is_relative_to(STATIC) or not path.is_file():
            raise web.HTTPNotFound
        headers = {"Cache-Control": "no-cache"}
        return web.Response(
            body=path.read_bytes(),
            content_type=TYPES[path.suffix],
            charset="utf-8",
            headers=headers,
        )

    async def words(self, request: web.Request) -> web.Response:
        """The page's words."""
        self.guard.check(request)
        return web.json_response(page_sentences())

    async def open_live(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket that keeps the page up to date."""
        self.guard.check(request)
        if "Origin" not in request.headers:
            raise web.HTTPForbidden(text="a page has an origin")
        return await self.sockets.serve(request, self.actions.viewer(_number(request, "as")))

    async def messages(self, request: web.Request) -> web.Response:
        """Messages of a channel."""
        self.guard.check(request)
        me = self.actions.user(_number(request, "as"))
        channel = self.actions.visible_channel(_number(request, "channel"), me)
        before = _number(request, "before") or None
        return web.json_response(views.history(self.discord.world, channel, me, before))

    async def commands(self, request: web.Request) -> web.Response:
        """The commands that are offered in a channel."""
        self.guard.check(request)
        me = self.actions.user(_number(request, "as"))
        channel = self.actions.visible_channel(_number(request, "channel"), me)
        return web.json_response(views.commands(self.discord, channel, me))

    async def do(self, request: web.Request) -> web.Response:
        """Carry out an action of a user."""
        self.guard.check(request)
        return await self.actions.do(request)

    # Files. Their addresses are secret, so that a bot needs no cookie to fetch them.

    async def attachment(self, request: web.Request) -> web.Response:
        """A file of a message."""
        file = self.discord.world.storage.file(int(request.match_info["id"]))
        if file is None or file.secret != request.query.get("hm"):
            raise web.HTTPNotFound
        shown = file.content_type in SHOWN
        headers = {} if shown else {"Content-Disposition": "attachment"}
        kind = file.content_type or "application/octet-stream"
        headers |= {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=file.data, content_type=kind, headers=headers)

    async def picture(self, request: web.Request) -> web.Response:
        """An avatar or another picture that the table has no file for: a plain disc."""
        letter = html.escape(request.match_info["path"].rpartition("/")[2][:1].upper())
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
            '<circle cx="32" cy="32" r="32" fill="#6b6f7b"/>'
            '<text x="32" y="42" font-size="28" text-anchor="middle" fill="#fff">'
            f"{letter}</text></svg>"
        )
        return web.Response(body=drawing.encode(), content_type="image/svg+xml")


def _number(request: web.Request, name: str) -> int:
    """An id in the query; 0, which is nobody's, for what is none."""
    value = request.query.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else 0
