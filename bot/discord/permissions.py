"""What Herald asks of Discord: its intents, and the scopes and permissions of its invitation.

The link, `herald check`, refusals and docs/hosting.md all come from here. What each permission is
called in Discord's settings and what it is for stands in the catalog, under `permission` and
`permission_for`.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord.utils import oauth_url

SCOPES = ("bot", "applications.commands")
INTENTS = discord.Intents(guilds=True, moderation=True)
"""What Herald is told of. None of it is privileged: it reads no messages and lists no members."""
IN_CHANNEL = ("view_channel", "send_messages")
IN_THREAD = ("view_channel", "send_messages_in_threads")
"""Without these nothing can be posted there."""
FOR_THREAD = ("view_channel", "send_messages", "create_public_threads", "send_messages_in_threads")
"""With these a thread can be opened in a channel, and a game played in it."""
PERMISSIONS = (
    *("view_channel", "send_messages", "send_messages_in_threads", "create_public_threads"),
    *("attach_files", "read_message_history", "pin_messages"),
)
"""All that Herald uses, by the names of `discord.Permissions`."""


def wanted() -> discord.Permissions:
    """The permissions of the invitation."""
    return discord.Permissions(**dict.fromkeys(PERMISSIONS, True))


def invitation(application_id: int) -> str:
    """The link by which Herald is put on a server."""
    return oauth_url(application_id, permissions=wanted(), scopes=SCOPES)


def granted_in(channel: discord.abc.GuildChannel, me: discord.Member) -> discord.Permissions:
    """What Herald is granted in a channel, by roles and by the channel itself.

    What only follows from that is not taken off, as `permissions_for` of a text channel does: who
    may not write may attach nothing, which is no other fault.
    """
    return discord.abc.GuildChannel.permissions_for(channel, me)


def lacking(granted: discord.Permissions, names: Iterable[str]) -> tuple[str, ...]:
    """Those of some permissions that are not granted."""
    return tuple(name for name in names if not getattr(granted, name))


def may_pin(client: discord.Client, channel_id: int | None) -> bool:
    """Whether the bot may pin in a channel; *Pin Messages* is a permission of its own."""
    channel = None if channel_id is None else client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    return channel.permissions_for(channel.guild.me).pin_messages
