"""What every request to the REST interface goes through: faults, token, limits, body, errors."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler

from bot.local_discord.faults import Fault
from bot.local_discord.payloads.errors import (
    INVALID_JSON,
    TOO_LARGE,
    UNAUTHORIZED,
    Refusal,
    not_modelled,
)
from bot.local_discord.payloads.objects import UPLOAD_LIMIT
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.rate_limits import retry
from bot.local_discord.rest import (
    application,
    channels,
    interaction_responses,
    messages,
    threads,
    users,
)
from bot.local_discord.rest.endpoint import BODY, DISCORD, FILES, Endpoint, answer
from bot.local_discord.simulated_discord import SimulatedDiscord

BASE = "/api/v10"
PARTS = (interaction_responses, application, channels, messages, users, threads)
MAJOR = ("channel", "guild", "token")
"""What in a path separates the rate limits of two requests to one route."""

MOST_BYTES = 25 * 1024 * 1024 + UPLOAD_LIMIT
_FILE_FIELD = re.compile(r"^files?\[(\d{1,3})\]$")


class Asked(NamedTuple):
    """A request that was carried out, or refused for its content."""

    method: str
    path: str
    route: str
    params: Mapping[str, str]
    json: Any
    files: int


class Answered(NamedTuple):
    """A request with its answer."""

    asked: Asked
    status: int
    body: Any


class Dispatcher:
    """Answers everything below `BASE`. For tests, `seen` hears of every answer, `asked` of every
    request."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.discord = discord
        self.seen: list[Answered] | None = None
        self.asked: list[Asked] | None = None
        self.app = web.Application(middlewares=[self._pass])
        self.app[DISCORD] = discord
        for part in PARTS:
            self.app.add_routes(part.routes)

    @web.middleware
    async def _pass(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """One request, with the fault that strikes it."""
        path = request.path.removeprefix(BASE)
        uploads = request.content_type == "multipart/form-data"
        fault = self.discord.faults.strike(request.method, path, uploads=uploads)
        if fault is not None:
            early = await self._strike(request, fault)
            if early is not None:
                return early
        response = await self._answer(request, path, handler)
        self.discord.world.storage.commit()
        if fault is not None and fault.kind == "lose_answer":
            return _hang_up(request)
        if fault is not None and fault.kind == "lose_answer_status":
            return plain(fault.status, "upstream answer lost")
        return response

    async def _strike(self, request: web.Request, fault: Fault) -> web.StreamResponse | None:
        """Let a fault happen that comes before the effect."""
        if fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        elif fault.kind == "rate_limit":
            await request.read()
            if fault.bare:
                return plain(429, "error code: 1015")
            headers = {"X-RateLimit-Scope": "global" if fault.everywhere else "shared"}
            return _limited(fault.seconds, headers | retry(fault.seconds), fault.everywhere)
        elif fault.kind == "status":
            await request.read()
            return plain(fault.status, "injected fault")
        elif fault.kind == "drop":
            return _hang_up(request)
        return None

    async def _answer(
        self, request: web.Request, path: str, handler: Handler
    ) -> web.StreamResponse:
        endpoint, method = request.match_info.handler, request.method
        if not (
            isinstance(endpoint, type)
            and issubclass(endpoint, Endpoint)
            and hasattr(endpoint, method.lower())
        ):
            return self._refused(not_modelled(f"{method} {path}"))
        if endpoint.needs_token and not self._authorized(request):
            return self._refused(Refusal(*UNAUTHORIZED))
        resource = request.match_info.route.resource
        assert resource is not None
        route = f"{method} {resource.canonical.removeprefix(BASE)}"
        args = request.match_info
        major = "+".join(args[name] for name in MAJOR if name in args)
        verdict = self.discord.limits.take(route, major)
        if not verdict.passed:
            return _limited(verdict.retry_after, verdict.headers, verdict.everywhere)
        asked = Asked(method, path, route, request.query, None, 0)
        try:
            request[BODY], request[FILES] = await _read(request)
            asked = asked._replace(json=request[BODY], files=len(request[FILES]))
            if self.asked is not None:
                self.asked.append(asked)
            response = await handler(request)
        except Refusal as refusal:
            response = self._refused(refusal, route)
        if self.seen is not None and isinstance(response, web.Response):
            told = json.loads(response.text) if response.text else None
            self.seen.append(Answered(asked, response.status, told))
        response.headers.update(verdict.headers)
        return response

    def _authorized(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bot {self.discord.token}"

    def _refused(self, refusal: Refusal, route: str = "") -> web.Response:
        """A refusal as an answer; what is not modelled is also noted, and shown on the page."""
        if refusal.status == 501:
            facts = {"what": f"{refusal} {route}".split("does not model ")[1].rstrip()}
            self.discord.world.emit("UNMODELLED", facts=facts)
        return answer(refusal.body, refusal.status)


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON body and the files of a request."""
    if request.content_length is not None and request.content_length > MOST_BYTES:
        raise Refusal(*TOO_LARGE)
    if request.content_type != "multipart/form-data":
        data = await request.read()
        return (_parse(data) if data else {}), {}
    try:
        return await _read_form(request)
    except (ValueError, AssertionError):
        # What aiohttp raises at a form that is cut off, or without a boundary.
        raise Refusal(*INVALID_JSON) from None


async def _read_form(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refusal(*INVALID_JSON)
        data = bytes(await part.read(decode=False))
        match = _FILE_FIELD.match(part.name or "")
        if match:
            files[int(match[1])] = Upload(part.filename or "unknown", data)
        elif part.name == "payload_json":
            body = _parse(data)
    return body, files


def _parse(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        raise Refusal(*INVALID_JSON) from None


def plain(status: int, text: str) -> web.Response:
    """An answer of the proxy before Discord, which is not JSON."""
    return web.Response(status=status, text=text)


def _limited(seconds: float, headers: dict[str, str], everywhere: bool) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(seconds, 3),
        "global": everywhere,
        "code": 0,
    }
    response = answer(body, 429)
    response.headers.update(headers)
    return response


def _hang_up(request: web.Request) -> web.StreamResponse:
    """Close the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
