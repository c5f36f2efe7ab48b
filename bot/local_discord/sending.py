"""Sending messages to channels and threads, with Discord's permission checks."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads.errors import (
    CANNOT_SEND_TO_USER,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILDS,
    THREAD_ARCHIVED,
    WRONG_CHANNEL_TYPE,
    Refusal,
)
from bot.local_discord.payloads.message_body import write
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.world.models import Channel, Flag, Kind, Message, User
from bot.local_discord.world.permissions import P
from bot.local_discord.world.world import World


def send_message(
    world: World,
    channel: Channel,
    author: User,
    body: Any,
    files: dict[int, Upload],
    nonce: str | int | None = None,
) -> Message:
    """Post a message, or refuse it as Discord does."""
    check_can_send(world, channel, author, files)
    message = Message(
        id=world.new_id(),
        channel_id=channel.id,
        author_id=author.id,
        sent=world.now(),
        nonce=nonce,
    )
    write(world, channel, message, body, files, new=True)
    message.flags &= ~Flag.EPHEMERAL
    unarchive_thread(world, channel, author)
    return world.post(message)


def check_can_send(world: World, channel: Channel, author: User, files: dict[int, Upload]) -> None:
    """Refuse unless the author may send this here."""
    if channel.kind == Kind.CATEGORY:
        raise Refusal(*WRONG_CHANNEL_TYPE)
    if channel.is_dm:
        _check_can_reach(world, channel, author)
    granted = world.allowed(author.id, channel)
    if not granted & P.VIEW_CHANNEL:
        raise Refusal(*MISSING_ACCESS)
    needs = P.SEND_MESSAGES_IN_THREADS if channel.thread else P.SEND_MESSAGES
    if files:
        needs |= P.ATTACH_FILES
    if granted & needs != needs:
        raise Refusal(*MISSING_PERMISSIONS)
    closed = channel.thread and channel.thread.archived and channel.thread.locked
    if closed and not granted & P.MANAGE_THREADS:
        raise Refusal(*THREAD_ARCHIVED)


def _check_can_reach(world: World, channel: Channel, author: User) -> None:
    """The bot reaches people who share a server with it and take its private messages."""
    if not author.bot:
        return
    other = next(world.users[each] for each in channel.recipients if each != author.id)
    if not other.dms_open:
        raise Refusal(*CANNOT_SEND_TO_USER)
    if not any({author.id, other.id} <= guild.members.keys() for guild in world.guilds.values()):
        raise Refusal(*NO_MUTUAL_GUILDS)


def unarchive_thread(world: World, channel: Channel, author: User) -> None:
    """A message adds its author to a thread and unarchives it."""
    thread = channel.thread
    if thread is None:
        return
    if thread.archived:
        thread.archived = False
        thread.archive_moment = world.now()
        world.change_channel(channel)
    join_thread(world, channel, author)


def join_thread(world: World, channel: Channel, user: User) -> None:
    """Add a user to a thread, unless already in it."""
    assert channel.thread is not None
    if user.id in channel.thread.members:
        return
    channel.thread.members[user.id] = world.now()
    world.storage.save(channel)
    world.emit("THREAD_MEMBERS_UPDATE", channel=channel, user=user, facts={"joined": True})
