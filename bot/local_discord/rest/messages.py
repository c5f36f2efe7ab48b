"""Routes about messages: send, read, edit, delete, react."""

from __future__ import annotations

from urllib.parse import unquote

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    NOT_AUTHOR,
    THREAD_ARCHIVED,
    TOO_OLD_TO_DELETE,
    UNKNOWN_EMOJI,
    Refusal,
)
from bot.local_discord.payloads.message_body import read_nonce, write
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.sending import send_message
from bot.local_discord.world.models import Message, Reaction
from bot.local_discord.world.permissions import P
from bot.local_discord.world.snowflake import first_at
from bot.moment import DAY


@route("POST", "/channels/{channel}/messages")
async def send(call: ApiRequest) -> Answer:
    """Say something. With an enforced nonce, the same message twice is one message."""
    channel = call.channel()
    nonce = read_nonce(call.body)
    if nonce is not None and call.body.get("enforce_nonce"):
        before = call.world.with_nonce(call.bot.id, nonce)
        if before is not None:
            return Answer(objects.message(call.world, before))
    message = send_message(call.world, channel, call.bot, call.body, call.files, nonce=nonce)
    return Answer(objects.message(call.world, message))


@route("GET", "/channels/{channel}/messages")
async def history(call: ApiRequest) -> Answer:
    """Messages of a channel, newest first."""
    channel = call.channel()
    if not call.world.allowed(call.bot.id, channel) & P.READ_MESSAGE_HISTORY:
        return Answer([])
    limit = call.limit(100, 50)
    found = [each for each in call.world.messages(channel) if each.only is None]
    if "after" in call.query:
        found = [each for each in found if each.id > int(call.query["after"])][:limit]
    elif "before" in call.query:
        found = [each for each in found if each.id < int(call.query["before"])]
    elif "around" in call.query:
        older = sum(each.id < int(call.query["around"]) for each in found)
        found = found[max(0, older - limit // 2) :][:limit]
    return Answer([objects.message(call.world, each) for each in reversed(found[-limit:])])


@route("GET", "/channels/{channel}/messages/{message}")
async def message(call: ApiRequest) -> Answer:
    """One message."""
    found = call.message(call.channel(P.READ_MESSAGE_HISTORY))
    return Answer(objects.message(call.world, found))


@route("PATCH", "/channels/{channel}/messages/{message}")
async def edit(call: ApiRequest) -> Answer:
    """Change one's own message."""
    channel = call.channel()
    found = call.message(channel)
    if found.author_id != call.bot.id:
        raise Refusal(*NOT_AUTHOR)
    if channel.thread is not None and channel.thread.archived:
        raise Refusal(*THREAD_ARCHIVED)
    write(call.world, channel, found, call.body, call.files)
    found.edited = call.world.now()
    call.world.change_message(found)
    return Answer(objects.message(call.world, found))


@route("DELETE", "/channels/{channel}/messages/{message}")
async def delete(call: ApiRequest) -> Answer:
    """Delete one's own message, or another's with the permission."""
    channel = call.channel()
    found = call.message(channel)
    if found.author_id != call.bot.id:
        call.may(channel, P.MANAGE_MESSAGES)
    call.world.delete_message(found)
    return Answer(status=204)


@route("POST", "/channels/{channel}/messages/bulk-delete")
async def bulk_delete(call: ApiRequest) -> Answer:
    """Delete many messages of the last two weeks at once."""
    channel, fields = call.channel(P.MANAGE_MESSAGES), call.fields()
    numbers = [int(each) for each, _ in fields.listed("messages", 100, 2, required=True)]
    fields.wrong.refuse()
    if any(each < first_at(call.world.now() - 14 * DAY) for each in numbers):
        raise Refusal(*TOO_OLD_TO_DELETE)
    for number in numbers:
        found = call.world.message(channel.id, number)
        if found is not None:
            call.world.delete_message(found)
    return Answer(status=204)


# Reactions. discord.py names an emoji by its letter, or as name:id.


def _reaction(call: ApiRequest, message: Message, *, make: bool = False) -> Reaction:
    name, _, number = unquote(call.args["emoji"]).rpartition(":")
    if not name:
        name, number = number, ""
    emoji_id = int(number) if number.isdigit() else None
    if emoji_id is not None and emoji_id not in call.world.emojis:
        raise Refusal(*UNKNOWN_EMOJI)
    for reaction in message.reactions:
        if (reaction.name, reaction.emoji_id) == (name, emoji_id):
            return reaction
    reaction = Reaction(name=name, emoji_id=emoji_id)
    if make:
        message.reactions.append(reaction)
    return reaction


def _changed(
    call: ApiRequest, message: Message, name: str, reaction: Reaction, user_id: int
) -> Answer:
    message.reactions = [each for each in message.reactions if each.users]
    call.world.storage.save(message)
    channel = call.world.channels[message.channel_id]
    facts = {"emoji": objects.emoji_of(reaction), "user_id": user_id}
    call.world.emit(name, channel=channel, message=message, facts=facts)
    return Answer(status=204)


@route("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
async def react(call: ApiRequest) -> Answer:
    """Put an emoji under a message."""
    message = call.message(call.channel(P.READ_MESSAGE_HISTORY))
    reaction = _reaction(call, message, make=True)
    if not reaction.users:
        call.may(call.world.channels[message.channel_id], P.ADD_REACTIONS)
    if call.bot.id in reaction.users:
        return Answer(status=204)
    reaction.users.append(call.bot.id)
    return _changed(call, message, "MESSAGE_REACTION_ADD", reaction, call.bot.id)


@route("DELETE", "/channels/{channel}/messages/{message}/reactions/{emoji}/{user}")
async def take_reaction(call: ApiRequest) -> Answer:
    """Remove a reaction, the bot's own or a user's."""
    channel = call.channel()
    message = call.message(channel)
    own = call.args["user"] == "@me"
    user_id = call.bot.id if own else call.number("user")
    if user_id != call.bot.id:
        call.may(channel, P.MANAGE_MESSAGES)
    reaction = _reaction(call, message)
    if user_id not in reaction.users:
        return Answer(status=204)
    reaction.users.remove(user_id)
    return _changed(call, message, "MESSAGE_REACTION_REMOVE", reaction, user_id)


@route("GET", "/channels/{channel}/messages/{message}/reactions/{emoji}")
async def who_reacted(call: ApiRequest) -> Answer:
    """Who put an emoji under a message."""
    message = call.message(call.channel(P.READ_MESSAGE_HISTORY))
    users = _reaction(call, message).users
    after = int(call.query.get("after", 0))
    found = [each for each in sorted(users) if each > after][: call.limit(100, 25)]
    return Answer([objects.user(call.world.users[each]) for each in found])


@route("DELETE", "/channels/{channel}/messages/{message}/reactions")
async def clear_reactions(call: ApiRequest) -> Answer:
    """Take all emojis away."""
    channel = call.channel(P.MANAGE_MESSAGES)
    message = call.message(channel)
    message.reactions = []
    call.world.storage.save(message)
    call.world.emit("MESSAGE_REACTION_REMOVE_ALL", channel=channel, message=message)
    return Answer(status=204)
