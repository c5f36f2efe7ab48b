"""Routes about channels: read, change, delete, permissions, pins, typing."""

from __future__ import annotations

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import MAX_PINS, WRONG_CHANNEL_TYPE, Refusal
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.world.models import Channel, Message, MessageKind, Overwrite
from bot.local_discord.world.permissions import P

MOST_PINS = 250
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


@route("GET", "/channels/{channel}")
async def channel(call: ApiRequest) -> Answer:
    """A channel."""
    return Answer(objects.channel(call.world, call.channel(), call.bot.id))


@route("PATCH", "/channels/{channel}")
async def change_channel(call: ApiRequest) -> Answer:
    """Rename a channel or change what it is about; archive, lock or rename a thread."""
    found, fields = call.channel(), call.fields()
    if found.is_dm:
        raise Refusal(*WRONG_CHANNEL_TYPE)
    if found.thread is None:
        call.may(found, P.MANAGE_CHANNELS)
        _change_channel(found, fields)
    else:
        if found.thread.owner_id != call.bot.id:
            call.may(found, P.MANAGE_THREADS)
        _change_thread(call, found, fields)
    call.world.change_channel(found)
    return Answer(objects.channel(call.world, found, call.bot.id))


def _change_channel(found: Channel, fields: Fields) -> None:
    name = fields.text("name", 100, 1)
    topic = fields.text("topic", 1024)
    slowmode = fields.number("rate_limit_per_user", 0, 21600)
    position = fields.number("position", 0, 1000)
    fields.wrong.refuse()
    found.name = name or found.name
    found.topic = topic if "topic" in fields.body else found.topic
    found.slowmode = found.slowmode if slowmode is None else slowmode
    found.position = found.position if position is None else position
    if "parent_id" in fields.body:
        found.parent_id = fields.snowflake("parent_id")


def _change_thread(call: ApiRequest, found: Channel, fields: Fields) -> None:
    thread = found.thread
    assert thread is not None
    name = fields.text("name", 100, 1)
    minutes = read_archive_minutes(fields)
    fields.wrong.refuse()
    if thread.locked:
        call.may(found, P.MANAGE_THREADS)
    found.name = name or found.name
    thread.auto_archive_minutes = minutes or thread.auto_archive_minutes
    thread.locked = fields.truth("locked", thread.locked)
    archived = fields.truth("archived", thread.archived)
    if archived != thread.archived:
        thread.archived = archived
        thread.archive_moment = call.world.now()


def read_archive_minutes(fields: Fields) -> int | None:
    """After how long without a word a thread is archived."""
    minutes = fields.body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        fields.wrong.at("auto_archive_duration").choices(", ".join(map(str, ARCHIVE_MINUTES)))
        return None
    return minutes


@route("DELETE", "/channels/{channel}")
async def delete_channel(call: ApiRequest) -> Answer:
    """Delete a channel or thread."""
    found = call.channel()
    if found.is_dm:
        return Answer(objects.channel(call.world, found))
    call.may(found, P.MANAGE_THREADS if found.thread else P.MANAGE_CHANNELS)
    form = objects.channel(call.world, found)
    call.world.delete_channel(found)
    return Answer(form)


@route("PUT", "/channels/{channel}/permissions/{target}")
async def allow(call: ApiRequest) -> Answer:
    """Set what a role or member may do in a channel."""
    found, fields = call.channel(P.MANAGE_ROLES), call.fields()
    kind = fields.number("type", 0, 1, required=True)
    allowed = fields.number("allow", 0, 2**60) or 0
    denied = fields.number("deny", 0, 2**60) or 0
    fields.wrong.refuse()
    target = call.number("target")
    found.overwrites[target] = Overwrite(id=target, kind=kind, allow=allowed, deny=denied)
    call.world.change_channel(found)
    return Answer(status=204)


@route("DELETE", "/channels/{channel}/permissions/{target}")
async def disallow(call: ApiRequest) -> Answer:
    """Let a role or member do in a channel what they may do elsewhere."""
    found = call.channel(P.MANAGE_ROLES)
    found.overwrites.pop(call.number("target"), None)
    call.world.change_channel(found)
    return Answer(status=204)


@route("POST", "/channels/{channel}/typing")
async def typing(call: ApiRequest) -> Answer:
    """The bot is about to say something."""
    found = call.channel(P.SEND_MESSAGES)
    call.world.emit("TYPING_START", channel=found, user=call.bot)
    return Answer(status=204)


def _pins(call: ApiRequest, found: Channel) -> list[Message]:
    pinned = [each for each in call.world.messages(found) if each.pinned is not None]
    return sorted(pinned, key=lambda each: each.pinned or 0, reverse=True)


@route("GET", "/channels/{channel}/messages/pins")
async def pins(call: ApiRequest) -> Answer:
    """The pinned messages, newest first."""
    pinned = _pins(call, call.channel(P.READ_MESSAGE_HISTORY))
    limit = call.limit(50, 50)
    items = [
        {"pinned_at": objects.stamp(each.pinned), "message": objects.message(call.world, each)}
        for each in pinned[:limit]
    ]
    return Answer({"items": items, "has_more": len(pinned) > limit})


@route("GET", "/channels/{channel}/pins")
async def old_pins(call: ApiRequest) -> Answer:
    """The pinned messages, in the older form."""
    pinned = _pins(call, call.channel(P.READ_MESSAGE_HISTORY))
    return Answer([objects.message(call.world, each) for each in pinned[:50]])


@route("PUT", "/channels/{channel}/messages/pins/{message}")
@route("PUT", "/channels/{channel}/pins/{message}")
async def pin(call: ApiRequest) -> Answer:
    """Pin a message; the channel announces it."""
    found = call.channel(P.PIN_MESSAGES)
    message = call.message(found)
    if message.pinned is not None:
        return Answer(status=204)
    if len(_pins(call, found)) >= MOST_PINS:
        raise Refusal(*MAX_PINS)
    world = call.world
    message.pinned = found.last_pin = world.now()
    world.change_message(message)
    world.emit("CHANNEL_PINS_UPDATE", channel=found)
    reference = {"type": 0, "channel_id": str(found.id), "message_id": str(message.id)}
    world.post(
        Message(
            id=world.new_id(),
            channel_id=found.id,
            author_id=call.bot.id,
            sent=world.now(),
            kind=MessageKind.PINNED,
            reference=reference,
        )
    )
    return Answer(status=204)


@route("DELETE", "/channels/{channel}/messages/pins/{message}")
@route("DELETE", "/channels/{channel}/pins/{message}")
async def unpin(call: ApiRequest) -> Answer:
    """Take a pin off a message."""
    found = call.channel(P.PIN_MESSAGES)
    message = call.message(found)
    message.pinned = None
    call.world.change_message(message)
    call.world.emit("CHANNEL_PINS_UPDATE", channel=found)
    return Answer(status=204)
