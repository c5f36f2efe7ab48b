"""The first post on a server: what to type, and which permissions are missing. Once for each."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

import discord

from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.interactions.replies import with_retries
from bot.discord.page import notice
from bot.discord.permissions import IN_CHANNEL, PERMISSIONS, lacking
from bot.discord.screen import Screen
from bot.discord.voices import escape
from bot.service.seats.servers import Servers
from engine.core.messages import Voice

log = logging.getLogger("herald.discord")


class Greeter:
    """Greets each server once, in the first channel where Herald may write."""

    def __init__(self, servers: Servers, voice: Voice) -> None:
        self._servers = servers
        self._voice = voice
        self._greeting: set[int] = set()

    async def greet(self, guild: discord.Guild) -> None:
        """Say how to begin, unless that was said before or a game was there.

        Where Herald may not write at all the log says why, and it is tried again as soon as
        something has changed.
        """
        if guild.id in self._greeting:
            return
        self._greeting.add(guild.id)
        try:
            if not guild.unavailable and await self._servers.is_new(guild.id):
                await self._greet(guild)
        finally:
            self._greeting.discard(guild.id)

    async def _greet(self, guild: discord.Guild) -> None:
        for channel in open_channels(guild):
            if await self._said(channel):
                await self._servers.note_greeted(guild.id)
                return
        missing = lacking(guild.me.guild_permissions, IN_CHANNEL) or IN_CHANNEL
        log.warning("guild=%s has no channel for me: %s", guild.id, named(missing, self._voice))

    async def _said(self, channel: discord.TextChannel) -> bool:
        screen = greeting(channel, self._voice)
        allowed, nonce = screen.allowed_mentions(), f"hello.{channel.guild.id:x}"
        try:
            await with_retries(
                lambda: channel.send(view=screen.view(), nonce=nonce, allowed_mentions=allowed)
            )
        except DISCORD_ERRORS as error:
            log.warning("channel=%s cannot be greeted: %s", channel.id, error)
            return False
        return True


def open_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The text channels in which Herald may write, in the order in which people see them."""
    for _, channels in guild.by_category():
        for channel in channels:
            if isinstance(channel, discord.TextChannel):
                granted = channel.permissions_for(guild.me)
                if not lacking(granted, IN_CHANNEL):
                    yield channel


def greeting(channel: discord.TextChannel, voice: Voice) -> Screen:
    """What to type first; and what Herald may not do yet, with what that is for and who sets it."""
    me = channel.guild.me
    on_server = lacking(me.guild_permissions, PERMISSIONS)
    here = [e for e in lacking(channel.permissions_for(me), PERMISSIONS) if e not in on_server]
    lines = [voice.say("greeting.begin")]
    if on_server:
        role = channel.guild.self_role
        name = escape(me.display_name if role is None else role.name)
        lines.append(
            voice.say("greeting.lacks", permissions=with_reasons(on_server, voice), role=name)
        )
    if here:
        lines.append(voice.say("greeting.lacks_here", permissions=with_reasons(here, voice)))
    return notice("\n".join(lines))


def named(permissions: Sequence[str], voice: Voice) -> str:
    """Permissions as Discord's settings call them."""
    return voice.join([voice.say(f"permission.{each}") for each in permissions])


def with_reasons(permissions: Sequence[str], voice: Voice) -> str:
    """Permissions as Discord's settings call them, each in a line with what it is for."""
    lines = [
        voice.say(
            "greeting.permission",
            permission=voice.say(f"permission.{each}"),
            reason=voice.say(f"permission_for.{each}"),
        )
        for each in permissions
    ]
    return "\n".join(lines)
