"""What a user can see, as JSON for the page."""

from __future__ import annotations

from itertools import islice, takewhile

from bot.local_discord.invocation import usable
from bot.local_discord.payloads import objects
from bot.local_discord.payloads.mentions import pings
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.world.models import Channel, Guild, Json, Kind, Message, User
from bot.local_discord.world.permissions import P, in_guild
from bot.local_discord.world.world import World

PAGE = 50
MOST_UNREAD = 99
"""Unread messages are counted no further back; so many are always in memory."""


def person(world: World, user: User) -> Json:
    """A user at the table."""
    return {
        "id": str(user.id),
        "name": user.global_name or user.username,
        "username": user.username,
        "hue": user.avatar_hue,
        "bot": user.bot,
        "dms_open": user.dms_open,
    }


def snapshot(discord: SimulatedDiscord, me: User) -> Json:
    """Everything but the messages, as a user sees it."""
    world = discord.world
    guilds = [guild for guild in world.guilds.values() if me.id in guild.members]
    dm = world.find_dm(me.id)
    return {
        "me": str(me.id),
        "bot": person(world, world.bot),
        "online": discord.gateway.connected,
        "people": [person(world, each) for each in world.people()],
        "guilds": [guild_entry(world, each, me) for each in guilds],
        "dms": [] if dm is None else [channel_entry(world, dm, me)],
        "waiting": waiting(world),
        "unmodelled": discord.unmodelled,
        "clock": clock(world),
    }


def clock(world: World) -> Json:
    """The table's time in milliseconds, and how far it is ahead."""
    return {"now": world.now() // 1000, "ahead": world.time.offset // 1000}


def guild_entry(world: World, guild: Guild, me: User) -> Json:
    """A server with what a user can see of it."""
    channels = [each for each in world.channels_of(guild) if world.sees(me.id, each)]
    threads = [
        each
        for each in world.threads_of(guild)
        if each.thread and not each.thread.archived and world.sees(me.id, each)
    ]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner": guild.owner_id == me.id,
        "manager": bool(in_guild(guild, me.id) & P.MANAGE_GUILD),
        "has_bot": world.bot.id in guild.members,
        "members": [str(each) for each in guild.members],
        "roles": {str(each.id): each.name for each in guild.roles.values()},
        "channels": [channel_entry(world, each, me) for each in [*channels, *threads]],
    }


def channel_entry(world: World, channel: Channel, me: User) -> Json:
    """A channel in a user's list."""
    last = world.last_read(me.id, channel)
    granted = world.allowed(me.id, channel)
    sending = P.SEND_MESSAGES_IN_THREADS if channel.thread else P.SEND_MESSAGES
    unread, mentions = unread_in(world, channel, me, last)
    return {
        "id": str(channel.id),
        "kind": channel.kind,
        "name": channel.name,
        "topic": channel.topic,
        "guild": None if channel.guild_id is None else str(channel.guild_id),
        "parent": None if channel.parent_id is None else str(channel.parent_id),
        "private": channel.kind == Kind.PRIVATE_THREAD,
        "thread": channel.thread is not None,
        "can_speak": bool(granted & sending),
        "can_manage": bool(granted & P.MANAGE_MESSAGES),
        "bot_speaks": bool(world.allowed(world.bot.id, channel) & sending),
        "last_read": str(last),
        "unread": unread,
        "pings": mentions,
    }


def unread_in(world: World, channel: Channel, me: User, last: int) -> tuple[bool, int]:
    """Whether something is new to a user in a channel, and how often they are pinged."""
    unread = takewhile(lambda each: each.id > last, islice(world.newest(channel), MOST_UNREAD))
    fresh = [each for each in unread if each.author_id != me.id and each.only in (None, me.id)]
    if channel.is_dm:
        return bool(fresh), len(fresh)
    return bool(fresh), sum(pings(world, each, me.id) for each in fresh)


def waiting(world: World) -> Json:
    """For everybody: how many messages call them, so that one sees whom to play next."""
    found: Json = {}
    for user in world.people():
        seen = [each for each in world.channels.values() if world.sees(user.id, each)]
        counts = [unread_in(world, each, user, world.last_read(user.id, each))[1] for each in seen]
        found[str(user.id)] = sum(counts)
    return found


def visible(world: World, message: Message, me: User) -> bool:
    """Whether a user can see a message."""
    channel = world.channels.get(message.channel_id)
    return channel is not None and world.sees(me.id, channel) and message.only in (None, me.id)


def message_view(world: World, message: Message, me: User) -> Json:
    """A message as a user sees it."""
    return {
        **objects.message(world, message, me.id),
        "own": message.author_id == me.id,
        "ephemeral": message.ephemeral,
        "pings_me": pings(world, message, me.id),
    }


def history(world: World, channel: Channel, me: User, before: int | None) -> Json:
    """The newest messages of a channel, or those before one, oldest first."""
    found = (
        each
        for each in world.newest(channel)
        if visible(world, each, me) and (before is None or each.id < before)
    )
    page = list(islice(found, PAGE + 1))
    return {
        "messages": [message_view(world, each, me) for each in reversed(page[:PAGE])],
        "more": len(page) > PAGE,
    }


def commands(discord: SimulatedDiscord, channel: Channel, me: User) -> list[Json]:
    """The commands a user is offered in a channel."""
    return [objects.command(discord.world, each) for each in usable(discord.world, me, channel)]
