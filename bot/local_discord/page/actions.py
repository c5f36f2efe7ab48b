"""What the page can do: each request becomes a call of the user's client."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from aiohttp import BodyPartReader, web

from bot.local_discord.faults import Fault
from bot.local_discord.invocation import NotPossible
from bot.local_discord.page import views
from bot.local_discord.payloads.errors import Refusal
from bot.local_discord.payloads.reading import Snowflake, read
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Guild, Json, Message, Overwrite, User
from bot.local_discord.world.permissions import P, in_guild
from bot.moment import HOUR, SECOND

MOST_SKIP = 24 * 366 * HOUR // SECOND
Files: TypeAlias = Mapping[str, list[Upload]]


class Action(msgspec.Struct, tag_field="do", kw_only=True):
    """Something that a user does on the page; `as` says who."""

    user: Snowflake = msgspec.field(name="as", default=0)

    async def do(self, page: Actions, files: Files) -> Json:
        """Carry it out, and give what the page needs to go on."""
        raise NotImplementedError


class InChannel(Action):
    """An action in a channel."""

    channel: Snowflake = 0


class OnMessage(InChannel):
    """An action on a message."""

    message: Snowflake = 0


# Messages.


class Say(InChannel, tag="say", kw_only=True):
    """Send a message."""

    text: str = ""
    reply_to: Snowflake | None = None

    async def do(self, page: Actions, files: Files) -> Json:
        channel, uploads = page.channel(self), files.get("files", [])
        message = page.client(self).say(channel, self.text, uploads, reply_to=self.reply_to)
        return {"id": str(message.id)}


class Read(OnMessage, tag="read", kw_only=True):
    """Note that a channel was read."""

    async def do(self, page: Actions, files: Files) -> Json:
        page.world.read(page.user(self.user).id, page.channel(self), self.message)
        return {"waiting": views.waiting(page.world)}


class Delete(OnMessage, tag="delete", kw_only=True):
    """Delete a message, or dismiss it."""

    async def do(self, page: Actions, files: Files) -> Json:
        page.client(self).delete(page.message(self))
        return {}


class OpenDm(Action, tag="dm", kw_only=True):
    """Open the private conversation with the bot."""

    async def do(self, page: Actions, files: Files) -> Json:
        return {"channel": str(page.client(self).dm().id)}


class TakeDms(Action, tag="dms_open", kw_only=True):
    """Take private messages, or not."""

    open: bool

    async def do(self, page: Actions, files: Files) -> Json:
        page.client(self).set_dms(self.open)
        return {}


# Interactions.


class Run(InChannel, tag="run", kw_only=True):
    """Run a slash command."""

    line: str
    values: dict[str, Any] = {}

    async def do(self, page: Actions, files: Files) -> Json:
        begun = page.client(self).run(page.channel(self), self.line, **self.values)
        return {"interaction": str(begun.id)}


class Type(InChannel, tag="type", kw_only=True):
    """Type an option, to get suggestions."""

    line: str
    focused: str
    values: dict[str, Any] = {}

    async def do(self, page: Actions, files: Files) -> Json:
        client, channel = page.client(self), page.channel(self)
        begun = client.type_in(channel, self.line, self.focused, **self.values)
        return {"interaction": str(begun.id)}


class Press(OnMessage, tag="press", kw_only=True):
    """Press a button."""

    custom_id: str

    async def do(self, page: Actions, files: Files) -> Json:
        begun = page.client(self).press(page.message(self), self.custom_id)
        return {"interaction": str(begun.id)}


class Choose(OnMessage, tag="choose", kw_only=True):
    """Choose in a select."""

    custom_id: str
    values: list[str]

    async def do(self, page: Actions, files: Files) -> Json:
        begun = page.client(self).choose(page.message(self), self.custom_id, self.values)
        return {"interaction": str(begun.id)}


class Submit(Action, tag="submit", kw_only=True):
    """Submit a modal."""

    interaction: Snowflake
    values: dict[str, Any]

    async def do(self, page: Actions, files: Files) -> Json:
        shown = page.discord.interactions.with_modal(self.interaction)
        if shown is None:
            raise NotPossible("no_such_modal")
        begun = page.client(self).submit(shown, self.values)
        return {"interaction": str(begun.id)}


# The local Discord itself.


class Skip(Action, tag="skip", kw_only=True):
    """Put the clock forward by some seconds, or to the next deadline."""

    seconds: float | None = None

    async def do(self, page: Actions, files: Files) -> Json:
        if self.seconds is not None:
            if not 0 <= self.seconds <= MOST_SKIP:
                raise web.HTTPBadRequest(text="too far")
            page.world.time.skip(int(self.seconds * SECOND))
            return views.clock(page.world)
        until = await page.next_deadline()
        if until is None:
            raise NotPossible("no_deadline")
        page.world.time.skip_to(until)
        return views.clock(page.world)


class Demo(InChannel, tag="demo", kw_only=True):
    """Start the demo game."""

    async def do(self, page: Actions, files: Files) -> Json:
        me = page.user(self.user)
        if page.demo is None:
            raise NotPossible("no_demo")
        await page.demo(me, page.channel(self))
        return {}


class NewChannel(Action, tag="new_channel", kw_only=True):
    """Create a channel; the user needs to manage the server."""

    guild: Snowflake
    name: str = ""

    async def do(self, page: Actions, files: Files) -> Json:
        guild = page.managed(self.guild, self)
        name = self.name.strip().lower().replace(" ", "-")[:100]
        if not name:
            raise NotPossible("needs_name")
        return {"channel": str(page.world.text_channel(guild, name).id)}


class DeleteChannel(InChannel, tag="delete_channel", kw_only=True):
    """Delete a channel or thread."""

    async def do(self, page: Actions, files: Files) -> Json:
        page.world.delete_channel(page.managed_channel(self))
        return {}


class BotInServer(Action, tag="bot_in_server", kw_only=True):
    """Invite the bot to a server, or send it away."""

    guild: Snowflake
    inside: bool = msgspec.field(name="in")

    async def do(self, page: Actions, files: Files) -> Json:
        guild, bot = page.managed(self.guild, self), page.world.bot
        if self.inside and bot.id not in guild.members:
            page.world.join(guild, bot)
        elif not self.inside and bot.id in guild.members:
            page.world.leave(guild, bot)
        return {}


class BotMaySpeak(InChannel, tag="bot_may_speak", kw_only=True):
    """Allow the bot to write in a channel, or forbid it."""

    may: bool

    async def do(self, page: Actions, files: Files) -> Json:
        channel, bot = page.managed_channel(self), page.world.bot.id
        if self.may:
            channel.overwrites.pop(bot, None)
        else:
            channel.overwrites[bot] = Overwrite(id=bot, kind=1, deny=P.SEND_MESSAGES)
        page.world.change_channel(channel)
        return {}


class InjectFault(Action, tag="fault", kw_only=True):
    """Inject a fault into the REST interface."""

    fault: Fault

    async def do(self, page: Actions, files: Files) -> Json:
        try:
            page.discord.faults.add(self.fault)
        except re.error as error:
            raise web.HTTPBadRequest(text=f"no pattern: {error}") from None
        return {"struck": page.discord.faults.struck}


class DisturbGateway(Action, tag="gateway", kw_only=True):
    """Close the gateway's lines, or have the bot come back by itself."""

    how: Literal["drop", "reconnect", "invalidate"]

    async def do(self, page: Actions, files: Files) -> Json:
        gateway = page.discord.gateway
        if self.how == "drop":
            await gateway.drop()
        elif self.how == "reconnect":
            await gateway.ask_to_reconnect()
        else:
            await gateway.invalidate()
        return {}


AnyAction: TypeAlias = (
    Say
    | Read
    | Delete
    | OpenDm
    | TakeDms
    | Run
    | Type
    | Press
    | Choose
    | Submit
    | Skip
    | Demo
    | NewChannel
    | DeleteChannel
    | BotInServer
    | BotMaySpeak
    | InjectFault
    | DisturbGateway
)


class Request(msgspec.Struct):
    """What the page asks for."""

    action: AnyAction


class Actions:
    """Answers the page's requests. `next_deadline` and `demo` are set by what runs the bot."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.discord = discord
        self.world = discord.world
        self.next_deadline: Callable[[], Awaitable[int | None]] = self._next_wait
        self.demo: Callable[[User, Channel], Awaitable[None]] | None = None

    async def _next_wait(self) -> int | None:
        return self.world.time.next_wait()

    async def do(self, request: web.Request) -> web.Response:
        """Carry out an action; a refusal comes back as the key of a sentence."""
        body, files = await _read(request)
        try:
            action = read(Request, {"action": body}).action
        except Refusal as refusal:
            raise web.HTTPBadRequest(text=str(refusal.body["errors"])) from None
        try:
            answer = await action.do(self, files)
        except NotPossible as impossible:
            refused = {"key": impossible.key, "facts": impossible.facts}
            return web.json_response({"refused": refused})
        except Refusal as refusal:
            refused = {"key": "discord", "facts": {"message": refusal.body["message"]}}
            return web.json_response({"refused": refused})
        self.world.storage.commit()
        return web.json_response(answer)

    # Who, where, what.

    def user(self, number: int) -> User:
        """The user a request acts as; never the bot."""
        found = self.world.users.get(number)
        if found is None or found.bot:
            raise web.HTTPNotFound(text="nobody of that id")
        return found

    def viewer(self, number: int) -> User:
        """The user a page opens as: the first, if it remembers one of another table."""
        found = self.world.users.get(number)
        return found if found is not None and not found.bot else self.world.people()[0]

    def client(self, action: Action) -> UserClient:
        """The client of the user who acts."""
        return UserClient(self.discord, self.user(action.user))

    def channel(self, action: InChannel) -> Channel:
        """The channel of an action, if the user can see it."""
        return self.visible_channel(action.channel, self.user(action.user))

    def visible_channel(self, number: int, me: User) -> Channel:
        """A channel, if a user can see it."""
        found = self.world.channels.get(number)
        if found is None or not self.world.sees(me.id, found):
            raise web.HTTPNotFound(text="no such channel")
        return found

    def message(self, action: OnMessage) -> Message:
        """The message of an action, if the user can see it."""
        found = self.world.message(self.channel(action).id, action.message)
        if found is None or not views.visible(self.world, found, self.user(action.user)):
            raise web.HTTPNotFound(text="no such message")
        return found

    def managed(self, number: int, action: Action) -> Guild:
        """A server that the user may manage."""
        guild, me = self.world.guilds.get(number), self.user(action.user)
        if guild is None or not in_guild(guild, me.id) & P.MANAGE_GUILD:
            raise NotPossible("not_allowed")
        return guild

    def managed_channel(self, action: InChannel) -> Channel:
        """A channel of a server that the user may manage."""
        channel = self.channel(action)
        if channel.is_dm or not self.world.allowed(action.user, channel) & P.MANAGE_CHANNELS:
            raise NotPossible("not_allowed")
        return channel


async def _read(request: web.Request) -> tuple[Any, dict[str, list[Upload]]]:
    """The JSON of a page's request, and its files by field."""
    files: dict[str, list[Upload]] = {}
    try:
        if request.content_type != "multipart/form-data":
            return msgspec.json.decode(await request.read()), files
        body: Any = None
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise web.HTTPBadRequest(text="a flat form is needed")
            data = bytes(await part.read(decode=False))
            if part.name == "body":
                body = msgspec.json.decode(data)
            elif part.name:
                files.setdefault(part.name, []).append(Upload(part.filename or "file", data))
    except (ValueError, AssertionError, RecursionError):
        raise web.HTTPBadRequest(text="JSON is needed") from None
    return body, files
