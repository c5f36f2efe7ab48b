"""Gateway intents: which events a bot subscribes to."""

from __future__ import annotations

from bot.local_discord.payloads.mentions import pings
from bot.local_discord.world.models import Json, Message
from bot.local_discord.world.world import World

GUILDS = 1 << 0
MEMBERS = 1 << 1
PRESENCES = 1 << 8
MESSAGES = 1 << 9
DM_MESSAGES = 1 << 12
CONTENT = 1 << 15
ALL = (1 << 29) - 1
PRIVILEGED = MEMBERS | PRESENCES | CONTENT

_NEEDED = {
    "MESSAGE_CREATE": (MESSAGES, DM_MESSAGES),
    "MESSAGE_UPDATE": (MESSAGES, DM_MESSAGES),
    "MESSAGE_DELETE": (MESSAGES, DM_MESSAGES),
    "CHANNEL_PINS_UPDATE": (GUILDS, DM_MESSAGES),
    "GUILD_MEMBER_ADD": (MEMBERS, MEMBERS),
    "GUILD_MEMBER_REMOVE": (MEMBERS, MEMBERS),
    "INTERACTION_CREATE": (ALL, ALL),
    "USER_UPDATE": (ALL, ALL),
}


def wanted(intents: int, name: str, *, private: bool) -> bool:
    """Whether a bot with these intents hears of an event."""
    needed = _NEEDED.get(name, (GUILDS, DM_MESSAGES))[private]
    return needed == ALL or bool(intents & needed)


def without_content(world: World, message: Message, form: Json) -> Json:
    """A message as a bot gets it that may not read what people write to each other."""
    bot = world.bot.id
    private = world.channels[message.channel_id].is_dm
    if private or message.author_id == bot or pings(world, message, bot):
        return form
    return {**form, "content": "", "embeds": [], "attachments": [], "components": []}
