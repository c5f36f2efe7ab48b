"""Routes about the application: itself, its commands, its emojis, the gateway's address."""

from __future__ import annotations

import base64
import re
import secrets

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.commands import read_command, same
from bot.local_discord.payloads.errors import (
    MAX_COMMANDS,
    MISSING_ACCESS,
    UNKNOWN_COMMAND,
    UNKNOWN_EMOJI,
    Refusal,
    Wrong,
    wrong_at,
)
from bot.local_discord.rest.request import Answer, ApiRequest
from bot.local_discord.rest.routes import route
from bot.local_discord.world.models import Attachment, Command, Emoji, Json

MOST_COMMANDS = 100
_PICTURE = re.compile(r"^data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)$", re.DOTALL)


@route("GET", "/gateway")
async def gateway(call: ApiRequest) -> Answer:
    """Where the gateway is."""
    return Answer({"url": call.discord.gateway_url})


@route("GET", "/gateway/bot")
async def gateway_bot(call: ApiRequest) -> Answer:
    """Where the gateway is, and how often a session may be started."""
    gateway = call.discord.gateway
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000}
    limit["max_concurrency"] = gateway.max_concurrency
    return Answer({"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit})


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
@route("PATCH", "/applications/@me")
async def application(call: ApiRequest) -> Answer:
    """The application. What a bot changes in it is not shown anywhere, so it is not kept."""
    return Answer(objects.application(call.world))


# Commands: those of the application, and those of one server.


def _guild_id(call: ApiRequest) -> int | None:
    if call.number("application") != call.bot.id:
        raise Refusal(*MISSING_ACCESS)
    if "guild" not in call.args:
        return None
    number = call.number("guild")
    if number not in call.world.guilds or call.bot.id not in call.world.guilds[number].members:
        raise Refusal(*MISSING_ACCESS)
    return number


def _listed(call: ApiRequest) -> list[Command]:
    guild_id = _guild_id(call)
    return [each for each in call.world.commands.values() if each.guild_id == guild_id]


def _found(call: ApiRequest) -> Command:
    number = call.number("command")
    for command in _listed(call):
        if command.id == number:
            return command
    raise Refusal(*UNKNOWN_COMMAND)


def _put(call: ApiRequest, body: Json) -> tuple[Command, bool]:
    """Store a command; one of the same kind and name is replaced and keeps its id."""
    for before in _listed(call):
        if same(before.body, body):
            if before.body != body:
                before.body, before.version = body, call.world.new_id()
                call.world.put_command(before)
            return before, False
    number = call.world.new_id()
    command = Command(id=number, version=number, guild_id=_guild_id(call), body=body)
    call.world.put_command(command)
    return command, True


def _announce_change(call: ApiRequest) -> None:
    call.world.emit("COMMANDS_UPDATE")


@route("GET", "/applications/{application}/commands")
@route("GET", "/applications/{application}/guilds/{guild}/commands")
async def commands(call: ApiRequest) -> Answer:
    """All commands."""
    return Answer([objects.command(call.world, each) for each in _listed(call)])


@route("PUT", "/applications/{application}/commands")
@route("PUT", "/applications/{application}/guilds/{guild}/commands")
async def replace_commands(call: ApiRequest) -> Answer:
    """Replace all commands: those not listed are removed."""
    before = _listed(call)
    if not isinstance(call.body, list):
        raise wrong_at(code="LIST_TYPE_CONVERT", message="Only iterables may be used in a ListType")
    if len(call.body) > MOST_COMMANDS:
        raise Refusal(*MAX_COMMANDS)
    wrong = Wrong()
    bodies = [read_command(each, wrong.at(at)) for at, each in enumerate(call.body)]
    for at, body in enumerate(bodies):
        if any(same(body, other) for other in bodies[:at]):
            wrong.at(at, "name").add(
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
    wrong.refuse()
    for command in before:
        if not any(same(command.body, body) for body in bodies):
            call.world.drop_command(command)
    put = [_put(call, body)[0] for body in bodies]
    _announce_change(call)
    return Answer([objects.command(call.world, each) for each in put])


@route("POST", "/applications/{application}/commands")
@route("POST", "/applications/{application}/guilds/{guild}/commands")
async def add_command(call: ApiRequest) -> Answer:
    """One command more."""
    wrong = Wrong()
    body = read_command(call.body, wrong)
    wrong.refuse()
    command, is_new = _put(call, body)
    _announce_change(call)
    return Answer(objects.command(call.world, command), 201 if is_new else 200)


@route("GET", "/applications/{application}/commands/{command}")
@route("GET", "/applications/{application}/guilds/{guild}/commands/{command}")
async def command(call: ApiRequest) -> Answer:
    """One command."""
    return Answer(objects.command(call.world, _found(call)))


@route("PATCH", "/applications/{application}/commands/{command}")
@route("PATCH", "/applications/{application}/guilds/{guild}/commands/{command}")
async def change_command(call: ApiRequest) -> Answer:
    """Change parts of a command."""
    found = _found(call)
    wrong = Wrong()
    body = read_command({**found.body, **(call.body or {})}, wrong)
    wrong.refuse()
    found.body, found.version = body, call.world.new_id()
    call.world.put_command(found)
    _announce_change(call)
    return Answer(objects.command(call.world, found))


@route("DELETE", "/applications/{application}/commands/{command}")
@route("DELETE", "/applications/{application}/guilds/{guild}/commands/{command}")
async def delete_command(call: ApiRequest) -> Answer:
    """One command less."""
    call.world.drop_command(_found(call))
    _announce_change(call)
    return Answer(status=204)


# Emojis of the application.


@route("GET", "/applications/{application}/emojis")
async def emojis(call: ApiRequest) -> Answer:
    """All emojis."""
    return Answer({"items": [objects.emoji(call.world, e) for e in call.world.emojis.values()]})


@route("POST", "/applications/{application}/emojis")
async def add_emoji(call: ApiRequest) -> Answer:
    """One emoji more, as a data address."""
    fields = call.fields()
    name = fields.text("name", 32, 2, required=True) or ""
    picture = _PICTURE.match(str(fields.body.get("image", "")))
    if picture is None:
        fields.wrong.at("image").add("IMAGE_INVALID", "Invalid image data")
    fields.wrong.refuse()
    assert picture is not None
    data = base64.b64decode(picture[2])
    emoji = Emoji(id=call.world.new_id(), name=name, content_type=picture[1])
    call.world.emojis[emoji.id] = emoji
    call.world.storage.save(emoji)
    kept = Attachment(
        id=emoji.id,
        channel_id=0,
        filename=name,
        size=len(data),
        secret=secrets.token_hex(16),
        content_type=picture[1],
    )
    call.world.storage.put_file(kept, data)
    return Answer(objects.emoji(call.world, emoji), 201)


def _emoji(call: ApiRequest) -> Emoji:
    found = call.world.emojis.get(call.number("emoji"))
    if found is None:
        raise Refusal(*UNKNOWN_EMOJI)
    return found


@route("GET", "/applications/{application}/emojis/{emoji}")
async def emoji(call: ApiRequest) -> Answer:
    """One emoji."""
    return Answer(objects.emoji(call.world, _emoji(call)))


@route("PATCH", "/applications/{application}/emojis/{emoji}")
async def rename_emoji(call: ApiRequest) -> Answer:
    """An emoji gets another name."""
    found, fields = _emoji(call), call.fields()
    name = fields.text("name", 32, 2, required=True)
    fields.wrong.refuse()
    found.name = name or found.name
    call.world.storage.save(found)
    return Answer(objects.emoji(call.world, found))


@route("DELETE", "/applications/{application}/emojis/{emoji}")
async def delete_emoji(call: ApiRequest) -> Answer:
    """One emoji less."""
    found = _emoji(call)
    del call.world.emojis[found.id]
    call.world.storage.forget(found)
    call.world.storage.drop_file(found.id)
    return Answer(status=204)
