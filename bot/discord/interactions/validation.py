"""Checks interactions as they arrive: malformed ones are refused before discord.py fails on them.

The library trusts what comes over the gateway: a field that is missing would end the connection.
Here every interaction is looked at first; one that cannot be read is answered all the same.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import discord
import msgspec
from discord.http import Route

from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.screen import Screen, notify, text

log = logging.getLogger("herald.discord")

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
SAY, SUGGEST = 4, 8
EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
NUMBERS = 1 << 63
"""Discord's numbers are below that, as the database wants them."""
_encode = msgspec.json.Encoder().encode
_TOKEN = re.compile(r"[\w.=+-]{1,400}", re.ASCII)
_ZERO = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A zero character as JSON has it, and not a backslash that stands before "u0000"."""
NESTED_MOST = 8
"""How deep options and components lie within each other, at most."""


class Unreadable(Exception):
    """No interaction, or none of a kind that is known."""


class Arrivals:
    """Stands before the library's own reading of interactions."""

    def __init__(
        self, client: discord.Client, unreadable: str, read: Callable[[Any], None]
    ) -> None:
        self._client = client
        self._unreadable = unreadable
        self._read = read
        self._refusing: set[asyncio.Task[None]] = set()

    def __call__(self, data: Any) -> None:
        """Hand an interaction on, or refuse it."""
        try:
            check(data)
            self._read(data)
        except Exception as wrong:
            log.warning(
                "an interaction that cannot be read: %s: %.200s", type(wrong).__name__, wrong
            )
            task = asyncio.get_running_loop().create_task(self._refuse(data))
            self._refusing.add(task)
            task.add_done_callback(self._refusing.discard)

    async def _refuse(self, data: Any) -> None:
        """Answer what cannot be read, if it says how."""
        data = data if isinstance(data, dict) else {}
        number, token = data.get("id"), data.get("token")
        if not is_number(number) or not is_token(token):
            return
        route = Route(
            "POST",
            "/interactions/{interaction_id}/{interaction_token}/callback",
            interaction_id=number,
            interaction_token=token,
        )
        try:
            await self._client.http.request(route, json=self._refusal(data.get("type")))
        except DISCORD_ERRORS as error:
            log.warning("could not refuse interaction %s: %s", number, error)

    def _refusal(self, kind: Any) -> dict[str, Any]:
        if kind == AUTOCOMPLETE:
            return {"type": SUGGEST, "data": {"choices": []}}
        sentence = self._unreadable
        message = {
            "components": Screen([text(sentence)]).components(),
            "allowed_mentions": notify().to_dict(),
            "flags": EPHEMERAL | LAYOUT,
        }
        return {"type": SAY, "data": message}


def check(payload: Any) -> None:
    """See whether a payload is an interaction; raises `Unreadable`."""
    data = _part(payload, "data")
    try:
        written = _encode(payload)
    except UnicodeEncodeError:
        # Half of a sign, which nobody can type: no database and no answer could hold it.
        raise Unreadable("text that is none") from None
    if _ZERO.search(written):
        # Nor can anybody type this, and PostgreSQL keeps none.
        raise Unreadable("text with a zero in it")
    if not all(is_number(payload.get(name)) for name in ("id", "application_id")):
        raise Unreadable("no number")
    if not is_token(payload.get("token")):
        raise Unreadable("no token")
    _check_user(payload)
    _check_channel(payload)
    kind = payload.get("type")
    if kind in (COMPONENT, MODAL):
        if not isinstance(data.get("custom_id"), str):
            raise Unreadable("no id")
        _check_values(data)
        _check_nested(data, "components")
    elif kind in (COMMAND, AUTOCOMPLETE):
        if not isinstance(data.get("name"), str):
            raise Unreadable("no name")
        _check_nested(data, "options")
        _check_resolved(data)
    else:
        raise Unreadable(f"an unknown kind: {kind!r:.20}")


def is_number(value: Any) -> bool:
    """Whether something is a number as Discord writes its own: in digits, as text."""
    written = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20
    return written and 0 < int(value) < NUMBERS


def is_token(value: Any) -> bool:
    """Whether something can be a token: it becomes part of an address."""
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _part(whole: Any, name: str) -> dict[str, Any]:
    found = whole.get(name) if isinstance(whole, dict) else None
    if not isinstance(found, dict):
        raise Unreadable(f"no {name}")
    return found


def _check_user(payload: dict[str, Any]) -> None:
    if payload.get("guild_id") is not None and not is_number(payload["guild_id"]):
        raise Unreadable("no server")
    holder = payload if payload.get("guild_id") is None else _part(payload, "member")
    user = _part(holder, "user")
    named = all(isinstance(user.get(name), str) for name in ("username", "discriminator"))
    # Without one of these the library goes on with no user at all.
    if not is_number(user.get("id")) or not named or "avatar" not in user:
        raise Unreadable("no user")


def _check_channel(payload: dict[str, Any]) -> None:
    """Where it happened, as far as it says so: what has no place can still be answered."""
    channel = payload.get("channel", {})
    if not isinstance(channel, dict) or not is_number(channel.get("id", "1")):
        raise Unreadable("no channel")


def _check_values(data: dict[str, Any]) -> None:
    values = data.get("values", [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise Unreadable("no values")


def _check_resolved(data: dict[str, Any]) -> None:
    """Who and what the options name: each by its number, and under no other."""
    for kind in _part({"resolved": {}, **data}, "resolved").values():
        if not isinstance(kind, dict):
            raise Unreadable("nothing named")
        for number, named in kind.items():
            # A member is described without the number, beside the user.
            if not isinstance(named, dict) or not is_number(number):
                raise Unreadable("nothing named")
            if named.get("id", number) != number:
                raise Unreadable("named by another number")


def _check_nested(data: dict[str, Any], name: str, depth: int = 0) -> None:
    """Components or options, and those within them: all of them objects in lists."""
    inside = data.get(name, [])
    if not isinstance(inside, list) or depth > NESTED_MOST:
        raise Unreadable(f"no {name}")
    if "component" in data:
        inside = [*inside, data["component"]]
    for each in inside:
        if not isinstance(each, dict):
            raise Unreadable(f"no {name}")
        if not isinstance(each.get("custom_id", ""), str):
            raise Unreadable("no id")
        _check_values(each)
        _check_nested(each, name, depth + 1)
