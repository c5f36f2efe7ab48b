"""Saying something in a channel: what the bot and the people at the table have in common."""

from __future__ import annotations

from typing import Any

from bot.table.forms.errors import (
    CANNOT_SEND_TO_USER,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILDS,
    THREAD_ARCHIVED,
    WRONG_CHANNEL_TYPE,
    Refusal,
)
from bot.table.forms.message_body import write
from bot.table.forms.uploads import Upload
from bot.table.world.permissions import P
from bot.table.world.things import Channel, Flag, Kind, Message, User
from bot.table.world.world import World


def speak(
    world: World,
    channel: Channel,
    author: User,
    body: Any,
    files: dict[int, Upload],
    *,
    nonce: str | int | None = None,
) -> Message:
    """Post a message, or refuse it as Discord does."""
    may_speak(world, channel, author, body, files)
    message = Message(
        id=world.new_id(),
        channel_id=channel.id,
        author_id=author.id,
        sent=world.now(),
        nonce=nonce,
    )
    write(world, channel, message, body, files, new=True)
    message.flags &= ~Flag.EPHEMERAL
    wake_thread(world, channel, author)
    return world.post(message)


def may_speak(
    world: World, channel: Channel, author: User, body: Any, files: dict[int, Upload]
) -> None:
    """Refuse somebody who may not say this here."""
    if channel.kind == Kind.CATEGORY:
        raise Refusal(*WRONG_CHANNEL_TYPE)
    if channel.is_dm:
        _may_reach(world, channel, author)
    granted = world.allowed(author.id, channel)
    if not granted & P.VIEW_CHANNEL:
        raise Refusal(*MISSING_ACCESS)
    needs = P.SEND_MESSAGES_IN_THREADS if channel.thread else P.SEND_MESSAGES
    if isinstance(body, dict) and body.get("embeds"):
        needs |= P.EMBED_LINKS
    if files:
        needs |= P.ATTACH_FILES
    if granted & needs != needs:
        raise Refusal(*MISSING_PERMISSIONS)
    closed = channel.thread and channel.thread.archived and channel.thread.locked
    if closed and not granted & P.MANAGE_THREADS:
        raise Refusal(*THREAD_ARCHIVED)


def _may_reach(world: World, channel: Channel, author: User) -> None:
    """The bot reaches people who share a server with it and take its private messages."""
    if not author.bot:
        return
    other = next(world.users[each] for each in channel.recipients if each != author.id)
    if not other.dms_open:
        raise Refusal(*CANNOT_SEND_TO_USER)
    if not any({author.id, other.id} <= guild.members.keys() for guild in world.guilds.values()):
        raise Refusal(*NO_MUTUAL_GUILDS)


def wake_thread(world: World, channel: Channel, author: User) -> None:
    """Whoever speaks in a thread joins it, and an archived one comes back."""
    thread = channel.thread
    if thread is None:
        return
    if thread.archived:
        thread.archived = False
        thread.archive_moment = world.now()
        world.change_channel(channel)
    join_thread(world, channel, author)


def join_thread(world: World, channel: Channel, user: User) -> None:
    """Somebody joins a thread; those in it already stay."""
    assert channel.thread is not None
    if user.id in channel.thread.members:
        return
    channel.thread.members[user.id] = world.now()
    world.storage.save(channel)
    world.tell("THREAD_MEMBERS_UPDATE", channel=channel, user=user, facts={"joined": True})
