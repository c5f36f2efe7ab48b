"""Handles an HTTP request: token, faults, rate limits, body, route, errors."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, web

from bot.local_discord.faults import Fault
from bot.local_discord.payloads.errors import TOO_LARGE, UNAUTHORIZED, Refusal
from bot.local_discord.payloads.objects import UPLOAD_LIMIT
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.rate_limits import retry
from bot.local_discord.rest import (
    application,
    channels,
    interaction_responses,
    messages,
    routes,
    threads,
    users,
)
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.simulated_discord import SimulatedDiscord

DECLARED = (interaction_responses, application, channels, messages, users, threads)
"""Importing them declares their routes."""

MOST_BYTES = 25 * 1024 * 1024 + UPLOAD_LIMIT
_FILE_FIELD = re.compile(r"^files?\[(\d+)\]$")
log = logging.getLogger(__name__)


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
    """Answers everything below `/api/v10`. For tests, `seen` hears of every answer, `asked` of
    every request."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.discord = discord
        self.seen: list[Answered] | None = None
        self.asked: list[Asked] | None = None

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request."""
        path = "/" + request.match_info["path"]
        uploads = request.content_type == "multipart/form-data"
        fault = self.discord.faults.strike(request.method, path, uploads=uploads)
        if fault is not None:
            early = await self._strike(request, fault)
            if early is not None:
                return early
        response = await self._answer(request, path)
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

    async def _answer(self, request: web.Request, path: str) -> web.StreamResponse:
        found = routes.find(request.method, path)
        if found is None:
            return self._unmodelled(request.method, path)
        route, args = found
        if route.needs_token and not self._authorized(request):
            return _json(Refusal(*UNAUTHORIZED))
        verdict = self.discord.limits.take(route.key, routes.major(args))
        if not verdict.passed:
            return _limited(verdict.retry_after, verdict.headers, verdict.everywhere)
        asked = Asked(request.method, path, route.key, request.query, None, 0)
        try:
            body, files = await _read(request)
            asked = asked._replace(json=body, files=len(files))
            if self.asked is not None:
                self.asked.append(asked)
            call = ApiRequest(self.discord, args, request.query, body, files)
            answer = await route.handler(call)
        except Refusal as refusal:
            if refusal.status == 501:
                self._loud(f"{route.key}: {refusal}")
            answer = Answer(refusal.body, refusal.status)
        if self.seen is not None:
            self.seen.append(Answered(asked, answer.status, answer.body))
        return _response(answer, verdict.headers)

    def _authorized(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bot {self.discord.token}"

    def _unmodelled(self, method: str, path: str) -> web.Response:
        what = f"{method} {path}"
        self._loud(what)
        message = f"The table does not model {what}"
        return _response(Answer({"message": message, "code": 0}, 501), {})

    def _loud(self, what: str) -> None:
        log.error("the table does not model %s", what)
        self.discord.unmodelled.append(what)
        self.discord.world.emit("UNMODELLED", facts={"what": what})


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON body and the files of a request."""
    if request.content_length is not None and request.content_length > MOST_BYTES:
        raise Refusal(*TOO_LARGE)
    if request.content_type != "multipart/form-data":
        data = await request.read()
        return (_parse(data) if data else {}), {}
    body: Any = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refusal(400, 50109, "The request body contains invalid JSON.")
        data = bytes(await part.read(decode=False))
        match = _FILE_FIELD.match(part.name or "")
        if match:
            files[int(match[1])] = Upload(part.filename or "unknown", data)
        elif part.name == "payload_json":
            body = _parse(data)
    return body, files


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None


def _json(refusal: Refusal) -> web.Response:
    return _response(Answer(refusal.body, refusal.status), {})


def _response(answer: Answer, headers: dict[str, str]) -> web.Response:
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    # discord.py reads an answer as JSON only when the type is this and nothing more.
    sent = {**headers, "Content-Type": "application/json"}
    return web.Response(body=json.dumps(answer.body).encode(), status=answer.status, headers=sent)


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
    return _response(Answer(body, 429), headers)


def _hang_up(request: web.Request) -> web.StreamResponse:
    """Close the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
