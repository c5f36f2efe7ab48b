"""A request to the REST interface, and lookups that refuse as Discord does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.local_discord.payloads.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MESSAGE,
    Refusal,
    Wrong,
    wrong_at,
)
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.world.models import Channel, Guild, Message, User
from bot.local_discord.world.permissions import P, in_guild
from bot.local_discord.world.world import World


@dataclass
class Answer:
    """What a route answers: a status and JSON, or nothing (204)."""

    body: Any = None
    status: int = 200


@dataclass
class ApiRequest:
    """A request. Its finders answer what it is about, or refuse as Discord does."""

    discord: SimulatedDiscord
    args: dict[str, str]
    query: Mapping[str, str]
    body: Any
    files: dict[int, Upload]

    @property
    def world(self) -> World:
        """The table's world."""
        return self.discord.world

    @property
    def bot(self) -> User:
        """Who calls."""
        return self.world.bot

    def number(self, name: str) -> int:
        """An id in the path."""
        value = self.args[name]
        if not value.isdigit():
            raise wrong_at(
                f"{name}_id",
                code="NUMBER_TYPE_COERCE",
                message=f'Value "{value}" is not snowflake.',
            )
        return int(value)

    def limit(self, most: int, usual: int, name: str = "limit") -> int:
        """How many things the query asks for."""
        value = self.query.get(name, str(usual))
        if not value.isdigit() or not 1 <= int(value) <= most:
            raise wrong_at(
                name,
                code="NUMBER_TYPE_MAX",
                message=f"int value should be between 1 and {most}.",
            )
        return int(value)

    def fields(self) -> Fields:
        """The body, to be read field by field."""
        return Fields(self.body, Wrong())

    def guild(self) -> Guild:
        """The server in the path, which the bot is in."""
        guild = self.world.guilds.get(self.number("guild"))
        if guild is None or self.bot.id not in guild.members:
            raise Refusal(*UNKNOWN_GUILD)
        return guild

    def guild_needs(self, guild: Guild, permission: int) -> None:
        """Refuse unless the bot may do something in a server."""
        if not in_guild(guild, self.bot.id) & permission:
            raise Refusal(*MISSING_PERMISSIONS)

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


Handler = Callable[[ApiRequest], Awaitable[Answer]]
