"""What Discord says: the token, the intents, the clock, and permissions where games are played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from email.utils import parsedate_to_datetime

import aiohttp
import discord
from discord.http import Route

from bot.cli.check.findings import Finding
from bot.cli.console import DO_NOT_RESTART, FAILED, TRY_AGAIN
from bot.config import BadConfig
from bot.discord.application import CannotRun, logged_in
from bot.discord.permissions import INTENTS, PERMISSIONS, granted_in, invitation, lacking
from bot.discord.voices import plain_voice
from bot.moment import SECOND, Span, moment
from bot.service import Time
from bot.store.inspection import Hosted

CLOCK_OFF: Span = 10 * SECOND
"""How much the clock may differ from Discord's, which tells whole seconds."""
ABOVE_THREADS = ("send_messages", "create_public_threads")
"""Permissions that a game in a thread does without."""
PRIVILEGED = {
    "members": ("Server Members Intent", "gateway_guild_members"),
    "presences": ("Presence Intent", "gateway_presence"),
    "message_content": ("Message Content Intent", "gateway_message_content"),
}
"""By the name of the intent: what the developer portal calls it, and the application's flag."""


async def discord_side(token: str, hosted: Sequence[Hosted], time: Time) -> AsyncIterator[Finding]:
    """What Discord says of the token, and of the servers and channels with games."""
    try:
        async with logged_in(token) as client:
            yield Finding("token", f"Discord knows it as {client.user}")
            yield intents(client.application)
            yield await clock(time)
            async for each in servers(client, hosted):
                yield each
    except BadConfig as error:
        yield Finding("token", str(error), DO_NOT_RESTART)
    except CannotRun as error:
        yield Finding("discord", str(error), TRY_AGAIN if error.passes else DO_NOT_RESTART)


def intents(application: discord.AppInfo | None) -> Finding:
    """Whether the application is granted what Herald asks to be told of."""
    asked = {name for name, wanted in INTENTS if wanted} & PRIVILEGED.keys()
    flags = application.flags if application is not None else discord.ApplicationFlags()
    missing = []
    for name in sorted(asked):
        title, flag = PRIVILEGED[name]
        if not (getattr(flags, flag) or getattr(flags, f"{flag}_limited")):
            missing.append(title)
    if missing:
        where = "developer portal, Bot, Privileged Gateway Intents"
        text = f"{' and '.join(missing)} is switched off ({where})"
        return Finding("intents", text, DO_NOT_RESTART)
    return Finding("intents", "granted" if asked else "none of the privileged ones is needed")


async def clock(time: Time) -> Finding:
    """How far the machine's clock is from Discord's."""
    async with aiohttp.ClientSession() as session, session.get(f"{Route.BASE}/gateway") as answer:
        told = answer.headers.get("Date")
    if told is None:
        return Finding("clock", "Discord did not say what time it is")
    off = (time.now() - moment(parsedate_to_datetime(told))) / SECOND
    if abs(off) * SECOND > CLOCK_OFF:
        side = "ahead of" if off > 0 else "behind"
        text = f"{abs(off):,.0f} seconds {side} Discord's; let the machine keep time (NTP)"
        return Finding("clock", text, FAILED)
    return Finding("clock", "agrees with Discord's")


async def servers(client: discord.Client, hosted: Sequence[Hosted]) -> AsyncIterator[Finding]:
    """Whether Herald may do what it needs on each of its servers, and in each channel of a game."""
    joined = {guild.id async for guild in client.fetch_guilds(limit=None)}
    if not joined and client.application_id is not None:
        text = f"on no server yet; invite it: {invitation(client.application_id)}"
        yield Finding("servers", text, FAILED)
    for guild_id in sorted({each.guild_id for each in hosted if each.guild_id} - joined):
        games = ", ".join(each.code for each in hosted if each.guild_id == guild_id)
        text = f"no longer on server {guild_id}, where {games} is played; invite it again"
        yield Finding("servers", text, FAILED)
    for guild_id in sorted(joined):
        there = [each for each in hosted if each.guild_id == guild_id]
        async for finding in _server(client, guild_id, there):
            yield finding


async def _server(
    client: discord.Client, guild_id: int, hosted: Sequence[Hosted]
) -> AsyncIterator[Finding]:
    assert client.user is not None
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    if not hosted:
        yield _verdict(
            f"server {guild.name}", me.guild_permissions, PERMISSIONS, "Server Settings, Roles"
        )
        return
    channels = {each.id: each for each in await guild.fetch_channels()}
    for game in hosted:
        yield await _channel(guild, me, channels, game)


async def _channel(
    guild: discord.Guild,
    me: discord.Member,
    channels: Mapping[int, discord.abc.GuildChannel],
    game: Hosted,
) -> Finding:
    place = f"{guild.name}, game {game.code}"
    found: discord.abc.GuildChannel | discord.Thread | None = channels.get(game.channel_id)
    try:
        found = found or await guild.fetch_channel(game.channel_id)
    except discord.Forbidden:
        return Finding("permissions", f"{place}: Herald cannot see its channel", FAILED)
    except discord.NotFound:
        text = f"{place}: its channel was deleted; the players go on in private"
        return Finding("permissions", text, FAILED)
    # Threads have the permissions of the channel that they are in.
    above = channels.get(found.parent_id) if isinstance(found, discord.Thread) else found
    granted = discord.Permissions() if above is None else granted_in(above, me)
    spared = ABOVE_THREADS if isinstance(found, discord.Thread) else ()
    needed = [each for each in PERMISSIONS if each not in spared]
    return _verdict(f"{place}, #{found.name}", granted, needed, "Edit Channel, Permissions")


def _verdict(
    place: str, granted: discord.Permissions, needed: Iterable[str], where: str
) -> Finding:
    # Who may not see a channel may do nothing there, which is no other fault.
    asked = needed if granted.view_channel else ["view_channel"]
    voice = plain_voice()
    missing = [voice.say(f"permission.{name}") for name in lacking(granted, asked)]
    if not missing:
        return Finding("permissions", f"{place}: all are granted")
    return Finding("permissions", f"{place}: Herald lacks {voice.join(missing)} ({where})", FAILED)
