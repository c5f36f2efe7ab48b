"""Permissions of members and roles in servers and channels, computed as Discord documents it."""

from __future__ import annotations

from bot.local_discord.world.models import Channel, Guild


class P:
    """Permission bits."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1

MEMBER = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.SEND_MESSAGES_IN_THREADS
    | P.CREATE_PUBLIC_THREADS
    | P.CREATE_PRIVATE_THREADS
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS
    | P.USE_APPLICATION_COMMANDS
    | P.CHANGE_NICKNAME
)
"""What everyone may do on a fresh server."""

BOT = MEMBER | P.MANAGE_MESSAGES | P.MANAGE_THREADS | P.PIN_MESSAGES
"""What an invited bot is given."""

DM = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS
    | P.USE_APPLICATION_COMMANDS
    | P.MENTION_EVERYONE
    | P.PIN_MESSAGES
)
"""What both sides may do in a private conversation."""


def in_guild(guild: Guild, user_id: int) -> int:
    """What a member may do in a server as a whole; nothing when they are not in it."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    return ALL if granted & P.ADMINISTRATOR else granted


def in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """What a member may do in a channel of the server. A thread goes by its parent."""
    granted = in_guild(guild, user_id)
    if granted == ALL or user_id not in guild.members:
        return granted
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        granted = granted & ~everyone.deny | everyone.allow
    roles = [
        channel.overwrites[role]
        for role in guild.members[user_id].roles
        if role in channel.overwrites
    ]
    for role in roles:
        granted &= ~role.deny
    for role in roles:
        granted |= role.allow
    own = channel.overwrites.get(user_id)
    if own is not None:
        granted = granted & ~own.deny | own.allow
    return _implied(granted)


def _implied(granted: int) -> int:
    """Some permissions mean nothing without others."""
    if not granted & P.VIEW_CHANNEL:
        return 0
    if not granted & P.SEND_MESSAGES:
        granted &= ~(P.MENTION_EVERYONE | P.EMBED_LINKS | P.ATTACH_FILES)
    return granted
