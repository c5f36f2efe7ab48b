"""Which users and roles a message mentions, within its allowed mentions."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bot.local_discord.payloads.components import walk
from bot.local_discord.payloads.errors import wrong_at
from bot.local_discord.payloads.reading import Snowflake
from bot.local_discord.world.models import Channel, Guild, Message
from bot.local_discord.world.permissions import P
from bot.local_discord.world.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
MOST = 100


class AllowedMentions(msgspec.Struct, kw_only=True):
    """Whom a message may mention of those that its text names."""

    parse: list[Literal["users", "roles", "everyone"]] = []
    users: Annotated[list[Snowflake], Meta(max_length=MOST)] = []
    roles: Annotated[list[Snowflake], Meta(max_length=MOST)] = []
    replied_user: bool = False

    def covers(self, kind: Literal["users", "roles"], number: int) -> bool:
        """Whether a user or a role may be mentioned."""
        return kind in self.parse or number in (self.users if kind == "users" else self.roles)


EVERYBODY = AllowedMentions(parse=["users", "roles", "everyone"], replied_user=True)
"""Without a word about it, everything in the text counts."""


def mark(world: World, channel: Channel, message: Message, allowed: AllowedMentions | None) -> None:
    """Write down whom a message mentions."""
    allowed = allowed or EVERYBODY
    for name in ("users", "roles"):
        if name in allowed.parse and getattr(allowed, name):
            raise wrong_at(
                ("allowed_mentions", name),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.',
            )
    text = "\n".join(
        [message.content, *(each.get("content", "") for each in walk(message.components))]
    )
    guild = world.guild_of(channel)
    users = [int(each) for each in _USER.findall(text)]
    if message.reference is not None and allowed.replied_user:
        replied = world.message(
            int(message.reference["channel_id"]), int(message.reference.get("message_id", 0))
        )
        users += [replied.author_id] if replied else []
    message.mentions = [
        each
        for each in dict.fromkeys(users)
        if each in world.users and allowed.covers("users", each)
    ]
    message.mention_roles = _roles(guild, text, allowed)
    message.mention_everyone = bool(
        guild is not None
        and "everyone" in allowed.parse
        and _EVERYONE.search(text)
        and world.allowed(message.author_id, channel) & P.MENTION_EVERYONE
    )


def _roles(guild: Guild | None, text: str, allowed: AllowedMentions) -> list[int]:
    if guild is None:
        return []
    return [
        each
        for each in dict.fromkeys(map(int, _ROLE.findall(text)))
        if each in guild.roles and allowed.covers("roles", each)
    ]


def pings(world: World, message: Message, user_id: int) -> bool:
    """Whether a message notifies a user."""
    if message.mention_everyone or user_id in message.mentions:
        return True
    guild = world.guild_of(world.channels[message.channel_id])
    member = guild.members.get(user_id) if guild else None
    return member is not None and any(role in message.mention_roles for role in member.roles)
