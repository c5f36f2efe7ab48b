"""Routes about threads: start, join, leave, find archived ones."""

from __future__ import annotations

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    THREAD_EXISTS,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    Refusal,
)
from bot.local_discord.rest.channels import read_archive_minutes
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.sending import join_thread
from bot.local_discord.world.models import (
    Channel,
    Flag,
    Kind,
    Message,
    MessageKind,
    ThreadState,
    User,
)
from bot.local_discord.world.permissions import P


@route("POST", "/channels/{channel}/messages/{message}/threads")
async def start_from_message(call: ApiRequest) -> Answer:
    """A thread under a message; it has the message's id."""
    parent = call.channel(P.CREATE_PUBLIC_THREADS)
    message = call.message(parent)
    if message.id in call.world.channels:
        raise Refusal(*THREAD_EXISTS)
    thread = _start(call, parent, Kind.THREAD, message.id)
    message.flags |= Flag.HAS_THREAD
    call.world.change_message(message)
    call.world.post(
        Message(
            id=call.world.new_id(),
            channel_id=thread.id,
            author_id=call.bot.id,
            sent=call.world.now(),
            kind=MessageKind.THREAD_STARTER,
            reference={
                "type": 0,
                "channel_id": str(parent.id),
                "message_id": str(message.id),
                "guild_id": str(parent.guild_id),
            },
        )
    )
    return Answer(objects.channel(call.world, thread, call.bot.id), 201)


@route("POST", "/channels/{channel}/threads")
async def start(call: ApiRequest) -> Answer:
    """Start a thread without a message; a public one is announced in the channel."""
    parent = call.channel()
    kind = call.fields().number("type", 10, 12) or Kind.PRIVATE_THREAD
    private = kind == Kind.PRIVATE_THREAD
    call.may(parent, P.CREATE_PRIVATE_THREADS if private else P.CREATE_PUBLIC_THREADS)
    thread = _start(call, parent, kind, call.world.new_id())
    if not private:
        call.world.post(
            Message(
                id=call.world.new_id(),
                channel_id=parent.id,
                author_id=call.bot.id,
                sent=call.world.now(),
                kind=MessageKind.THREAD_CREATED,
                content=thread.name,
                reference={
                    "type": 0,
                    "channel_id": str(thread.id),
                    "guild_id": str(parent.guild_id),
                },
            )
        )
    return Answer(objects.channel(call.world, thread, call.bot.id), 201)


def _start(call: ApiRequest, parent: Channel, kind: int, number: int) -> Channel:
    if parent.kind not in (Kind.TEXT, Kind.NEWS):
        raise Refusal(*WRONG_CHANNEL_TYPE)
    fields = call.fields()
    name = fields.text("name", 100, 1, required=True, strip=True)
    minutes = read_archive_minutes(fields)
    slowmode = fields.number("rate_limit_per_user", 0, 21600)
    fields.wrong.refuse()
    now = call.world.now()
    state = ThreadState(
        owner_id=call.bot.id,
        created=now,
        archive_moment=now,
        auto_archive_minutes=minutes or 1440,
        invitable=fields.truth("invitable", True),
        members={call.bot.id: now},
    )
    thread = Channel(
        id=number,
        kind=kind,
        name=name or "",
        guild_id=parent.guild_id,
        parent_id=parent.id,
        slowmode=slowmode or 0,
        thread=state,
    )
    return call.world.add_channel(thread)


def _thread(call: ApiRequest) -> Channel:
    found = call.channel()
    if found.thread is None:
        raise Refusal(*WRONG_CHANNEL_TYPE)
    return found


def _somebody(call: ApiRequest) -> User:
    if call.args["user"] == "@me":
        return call.bot
    found = call.world.users.get(call.number("user"))
    if found is None:
        raise Refusal(*UNKNOWN_USER)
    return found


@route("PUT", "/channels/{channel}/thread-members/{user}")
async def join(call: ApiRequest) -> Answer:
    """Join a thread, or add a user."""
    join_thread(call.world, _thread(call), _somebody(call))
    return Answer(status=204)


@route("DELETE", "/channels/{channel}/thread-members/{user}")
async def leave(call: ApiRequest) -> Answer:
    """Leave a thread, or remove a user."""
    found, user = _thread(call), _somebody(call)
    assert found.thread is not None
    if user.id != call.bot.id and found.thread.owner_id != call.bot.id:
        call.may(found, P.MANAGE_THREADS)
    if found.thread.members.pop(user.id, None) is not None:
        call.world.storage.save(found)
        call.world.emit("THREAD_MEMBERS_UPDATE", channel=found, user=user, facts={"joined": False})
    return Answer(status=204)


@route("GET", "/channels/{channel}/thread-members")
async def members(call: ApiRequest) -> Answer:
    """Who is in a thread."""
    found = _thread(call)
    assert found.thread is not None
    return Answer([objects.thread_member(found, each) for each in found.thread.members])


@route("GET", "/channels/{channel}/thread-members/{user}")
async def member(call: ApiRequest) -> Answer:
    """A member of a thread."""
    found, user = _thread(call), _somebody(call)
    assert found.thread is not None
    if user.id not in found.thread.members:
        raise Refusal(*UNKNOWN_MEMBER)
    return Answer(objects.thread_member(found, user.id))


@route("GET", "/channels/{channel}/threads/archived/public")
async def archived(call: ApiRequest) -> Answer:
    """The public threads of a channel that are archived, newest first."""
    return _archived(call, (Kind.THREAD, Kind.NEWS_THREAD))


@route("GET", "/channels/{channel}/threads/archived/private")
async def archived_private(call: ApiRequest) -> Answer:
    """The private threads of a channel that are archived, newest first."""
    return _archived(call, (Kind.PRIVATE_THREAD,))


def _archived(call: ApiRequest, kinds: tuple[int, ...]) -> Answer:
    parent = call.channel(P.READ_MESSAGE_HISTORY)
    found = [
        each
        for each in call.world.channels.values()
        if each.parent_id == parent.id
        and each.kind in kinds
        and each.thread
        and each.thread.archived
        and call.world.sees(call.bot.id, each)
    ]
    found.sort(key=lambda each: each.thread.archive_moment if each.thread else 0, reverse=True)
    limit = call.limit(100, 50)
    joined = [each for each in found if each.thread and call.bot.id in each.thread.members]
    return Answer(
        {
            "threads": [objects.channel(call.world, each, call.bot.id) for each in found[:limit]],
            "members": [objects.thread_member(each, call.bot.id) for each in joined],
            "has_more": len(found) > limit,
        }
    )
