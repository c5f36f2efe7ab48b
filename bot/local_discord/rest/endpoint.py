"""A path of the REST interface, and lookups that refuse as Discord does."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from aiohttp import web

from bot.local_discord.payloads.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MESSAGE,
    Refusal,
    wrong_at,
)
from bot.local_discord.payloads.reading import BIGGEST_ID, read
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.world.models import Channel, Guild, Message, User
from bot.local_discord.world.permissions import P
from bot.local_discord.world.world import World

DISCORD = web.AppKey("discord", SimulatedDiscord)
BODY = web.RequestKey("body", object)
FILES = web.RequestKey("files", dict[int, Upload])
T = TypeVar("T")


def answer(body: Any, status: int = 200) -> web.Response:
    """An answer with JSON."""
    # discord.py reads an answer as JSON only when the type is this and nothing more.
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


def nothing() -> web.Response:
    """An answer that only says that it is done."""
    return web.Response(status=204)


class Endpoint(web.View):
    """One path. Its finders give what a request is about, or refuse as Discord does."""

    needs_token = True
    """Whether only the bot may call it."""

    @property
    def discord(self) -> SimulatedDiscord:
        """The local Discord as a whole."""
        return self.request.app[DISCORD]

    @property
    def world(self) -> World:
        """Its world."""
        return self.discord.world

    @property
    def bot(self) -> User:
        """Who calls."""
        return self.world.bot

    @property
    def json(self) -> Any:
        """The body as it came."""
        return self.request[BODY]

    @property
    def files(self) -> dict[int, Upload]:
        """The files that came with it."""
        return self.request[FILES]

    def body(self, kind: type[T]) -> T:
        """The body as what it should be."""
        return read(kind, self.json)

    def arg(self, name: str) -> str:
        """What stands for a name in the path."""
        return self.request.match_info[name]

    def number(self, name: str) -> int:
        """An id in the path."""
        return _number(self.arg(name), f"{name}_id", BIGGEST_ID)

    def asked(self, name: str, most: int = BIGGEST_ID) -> int | None:
        """A number in the query."""
        value = self.request.query.get(name)
        return None if value is None else _number(value, name, most)

    def guild(self) -> Guild:
        """The server in the path, which the bot is in."""
        guild = self.world.guilds.get(self.number("guild"))
        if guild is None or self.bot.id not in guild.members:
            raise Refusal(*UNKNOWN_GUILD)
        return guild

    def channel(self, needs: int = 0) -> Channel:
        """The channel in the path, in which the bot has the permissions."""
        channel = self.world.channels.get(self.number("channel"))
        if channel is None:
            raise Refusal(*UNKNOWN_CHANNEL)
        self.may(channel, needs)
        return channel

    def may(self, channel: Channel, needs: int) -> None:
        """Refuse unless the bot sees a channel and has all permissions there."""
        granted = self.world.allowed(self.bot.id, channel)
        if not granted & P.VIEW_CHANNEL:
            raise Refusal(*MISSING_ACCESS)
        if granted & needs != needs:
            raise Refusal(*MISSING_PERMISSIONS)

    def message(self, channel: Channel) -> Message:
        """The message in the path. Ephemeral ones are out of reach here, as in Discord."""
        message = self.world.message(channel.id, self.number("message"))
        if message is None or message.only is not None:
            raise Refusal(*UNKNOWN_MESSAGE)
        return message


def _number(value: str, name: str, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(BIGGEST_ID))):
        raise wrong_at((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    if int(value) > most:
        message = f"Value should be less than or equal to {most}."
        raise wrong_at((name,), "NUMBER_TYPE_MAX", message)
    return int(value)
