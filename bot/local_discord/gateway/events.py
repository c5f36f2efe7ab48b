"""Gateway events: the payload of each change of the world."""

from __future__ import annotations

from bot.local_discord import interactions as life
from bot.local_discord.payloads import objects
from bot.local_discord.world.models import Channel, Json
from bot.local_discord.world.world import Event, World

MESSAGES = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
CHANNELS = (
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
)
MEMBERS = ("GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE")


def guild_of(event: Event) -> int | None:
    """The server on which something happened; None for what happened on none."""
    if event.guild is not None:
        return event.guild.id
    interaction: life.Interaction | None = event.facts.get("interaction")
    channel = event.channel if interaction is None else interaction.channel
    return None if channel is None else channel.guild_id


def payload_of(world: World, event: Event) -> Json | None:
    """The data of an event, or None when the bot does not hear of it."""
    bot = world.bot.id
    channel, message, guild = event.channel, event.message, event.guild
    if channel is not None and not (world.sees(bot, channel) or event.name == "CHANNEL_DELETE"):
        return None
    if message is not None:
        # Ephemeral messages are no part of a channel: the bot knows them from its own answers.
        return None if message.only is not None else _of_message(world, event)
    if event.name == "INTERACTION_CREATE":
        return life.form(world, event.facts["interaction"])
    if channel is not None:
        return _of_channel(world, event, channel)
    if guild is None or (bot not in guild.members and event.name != "GUILD_DELETE"):
        return None
    if event.name in MEMBERS and event.user is not None:
        place = {"guild_id": str(guild.id)}
        if event.name == "GUILD_MEMBER_REMOVE":
            return {**place, "user": objects.user(event.user)}
        return {**objects.member(world, guild.members[event.user.id]), **place}
    if event.name == "GUILD_CREATE":
        return objects.gateway_guild(world, guild, bot)
    if event.name == "GUILD_UPDATE":
        return objects.guild(guild)
    if event.name == "GUILD_DELETE":
        return {"id": str(guild.id)}
    return None


def _place(channel: Channel) -> Json:
    form: Json = {"channel_id": str(channel.id)}
    if channel.guild_id is not None:
        form["guild_id"] = str(channel.guild_id)
    return form


def _of_message(world: World, event: Event) -> Json | None:
    message, channel = event.message, event.channel
    assert message is not None and channel is not None
    if event.name in MESSAGES:
        form = {**objects.message(world, message), **_place(channel)}
        guild = world.guild_of(channel)
        author = guild.members.get(message.author_id) if guild else None
        if author is not None:
            form["member"] = objects.member(world, author, with_user=False)
        form["channel_type"] = channel.kind
        return form
    if event.name == "MESSAGE_DELETE":
        return {**_place(channel), "id": str(message.id)}
    return None


def _of_channel(world: World, event: Event, channel: Channel) -> Json | None:
    bot = world.bot.id
    if event.name in CHANNELS:
        form = objects.channel(world, channel, bot)
        if event.name == "THREAD_CREATE":
            form["newly_created"] = True
        return form
    if event.name == "THREAD_DELETE":
        return {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "parent_id": str(channel.parent_id),
            "type": channel.kind,
        }
    if event.name == "CHANNEL_PINS_UPDATE":
        return {**_place(channel), "last_pin_timestamp": objects.stamp(channel.last_pin)}
    if event.name == "THREAD_MEMBERS_UPDATE" and event.user is not None:
        assert channel.thread is not None
        form = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.members),
        }
        if event.facts["joined"]:
            form["added_members"] = [objects.thread_member(channel, event.user.id)]
        else:
            form["removed_member_ids"] = [str(event.user.id)]
        return form
    return None
