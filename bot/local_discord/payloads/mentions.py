"""Which users and roles a message mentions, within its allowed mentions."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.local_discord.payloads.components import walk
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.world.models import Channel, Guild, Message
from bot.local_discord.world.permissions import P
from bot.local_discord.world.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
MOST = 100


class Allowed(NamedTuple):
    """What a bot allows its message to mention. None for a list means: everybody in the text."""

    users: list[int] | None = None
    roles: list[int] | None = None
    everyone: bool = True
    replied: bool = True


def read_allowed(fields: Fields) -> Allowed:
    """The field `allowed_mentions`; without it everything in the text counts."""
    if not fields.has("allowed_mentions"):
        return Allowed()
    inner = fields.inside("allowed_mentions")
    parse = [each for each, _ in inner.listed("parse", 3)]
    found: dict[str, list[int] | None] = {}
    for name in ("users", "roles"):
        listed = [int(each) for each, _ in inner.listed(name, MOST) if str(each).isdigit()]
        found[name] = None if name in parse else listed
        if name in parse and listed:
            inner.wrong.at(name).add(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.',
            )
    return Allowed(found["users"], found["roles"], "everyone" in parse, inner.truth("replied_user"))


def mark(world: World, channel: Channel, message: Message, allowed: Allowed) -> None:
    """Write down whom a message mentions."""
    text = "\n".join(
        [message.content, *(each.get("content", "") for each in walk(message.components))]
    )
    guild = world.guild_of(channel)
    users = [int(each) for each in _USER.findall(text)]
    if message.reference is not None and allowed.replied:
        replied = world.message(
            int(message.reference["channel_id"]), int(message.reference.get("message_id", 0))
        )
        users += [replied.author_id] if replied else []
    message.mentions = [
        each
        for each in dict.fromkeys(users)
        if each in world.users and (allowed.users is None or each in allowed.users)
    ]
    message.mention_roles = _roles(guild, text, allowed)
    message.mention_everyone = bool(
        guild is not None
        and allowed.everyone
        and _EVERYONE.search(text)
        and world.allowed(message.author_id, channel) & P.MENTION_EVERYONE
    )


def _roles(guild: Guild | None, text: str, allowed: Allowed) -> list[int]:
    if guild is None:
        return []
    return [
        each
        for each in dict.fromkeys(map(int, _ROLE.findall(text)))
        if each in guild.roles and (allowed.roles is None or each in allowed.roles)
    ]


def pings(world: World, message: Message, user_id: int) -> bool:
    """Whether a message notifies a user."""
    if message.mention_everyone or user_id in message.mentions:
        return True
    guild = world.guild_of(world.channels[message.channel_id])
    member = guild.members.get(user_id) if guild else None
    return member is not None and any(role in message.mention_roles for role in member.roles)
