"""What the page can do: each request becomes a call of the user's client."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from bot.local_discord.faults import Fault
from bot.local_discord.invocation import NotPossible
from bot.local_discord.page import views
from bot.local_discord.payloads.errors import Refusal
from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.simulated_discord import SimulatedDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Guild, Json, Message, Overwrite, User
from bot.local_discord.world.permissions import P, in_guild
from bot.moment import HOUR, SECOND

MOST_SKIP = 24 * 366 * HOUR


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
        body, files = await read(request)
        action: Callable[[Json, dict[str, list[Upload]]], Awaitable[Json]] | None
        action = getattr(self, f"do_{body.get('do')}", None)
        if action is None:
            raise web.HTTPNotFound(text="no such action")
        try:
            answer = await action(body, files)
        except NotPossible as impossible:
            refused = {"key": impossible.key, "facts": impossible.facts}
            return web.json_response({"refused": refused})
        except Refusal as refusal:
            refused = {"key": "discord", "facts": {"message": refusal.body["message"]}}
            return web.json_response({"refused": refused})
        self.world.storage.commit()
        return web.json_response(answer)

    # Who, where, what.

    def user(self, number: Any) -> User:
        """The user a request acts as; never the bot."""
        found = self.world.users.get(_number(number))
        if found is None or found.bot:
            raise web.HTTPNotFound(text="nobody of that id")
        return found

    def viewer(self, number: Any) -> User:
        """The user a page opens as: the first, if it remembers one of another table."""
        found = self.world.users.get(_number(number))
        return found if found is not None and not found.bot else self.world.people()[0]

    def _client(self, body: Json) -> UserClient:
        return UserClient(self.discord, self.user(body.get("as")))

    def channel(self, body: Json, me: User) -> Channel:
        """The channel of a request, if the user can see it."""
        found = self.world.channels.get(_number(body.get("channel")))
        if found is None or not self.world.sees(me.id, found):
            raise web.HTTPNotFound(text="no such channel")
        return found

    def _message(self, body: Json, me: User) -> Message:
        channel = self.channel(body, me)
        found = self.world.message(channel.id, _number(body.get("message")))
        if found is None or not views.visible(self.world, found, me):
            raise web.HTTPNotFound(text="no such message")
        return found

    def _managed(self, body: Json, me: User) -> Guild:
        guild = self.world.guilds.get(_number(body.get("guild")))
        if guild is None or not in_guild(guild, me.id) & P.MANAGE_GUILD:
            raise NotPossible("not_allowed")
        return guild

    # Messages.

    async def do_say(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Send a message."""
        client = self._client(body)
        reply = body.get("reply_to")
        message = client.say(
            self.channel(body, client.user),
            str(body.get("text", "")),
            files.get("files", []),
            reply_to=None if reply is None else _number(reply),
        )
        return {"id": str(message.id)}

    async def do_read(self, body: Json, _: Any) -> Json:
        """Note that a channel was read."""
        me = self.user(body.get("as"))
        channel = self.channel(body, me)
        self.world.read(me.id, channel, _number(body.get("message")))
        return {"waiting": views.waiting(self.world)}

    async def do_delete(self, body: Json, _: Any) -> Json:
        """Delete a message, or dismiss it."""
        client = self._client(body)
        client.delete(self._message(body, client.user))
        return {}

    async def do_react(self, body: Json, _: Any) -> Json:
        """Add a reaction, or remove it."""
        client = self._client(body)
        client.react(self._message(body, client.user), str(body["emoji"]))
        return {}

    async def do_dm(self, body: Json, _: Any) -> Json:
        """Open the private conversation with the bot."""
        return {"channel": str(self._client(body).dm().id)}

    async def do_dms_open(self, body: Json, _: Any) -> Json:
        """Take private messages, or not."""
        self._client(body).set_dms(bool(body["open"]))
        return {}

    # Interactions.

    async def do_run(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Run a slash command."""
        client = self._client(body)
        values = {**body.get("values", {}), **{name: each[0] for name, each in files.items()}}
        begun = client.run(self.channel(body, client.user), str(body["line"]), **values)
        return {"interaction": str(begun.id)}

    async def do_type(self, body: Json, _: Any) -> Json:
        """Type an option, to get suggestions."""
        client = self._client(body)
        begun = client.type_in(
            self.channel(body, client.user),
            str(body["line"]),
            str(body["focused"]),
            **body.get("values", {}),
        )
        return {"interaction": str(begun.id)}

    async def do_run_on(self, body: Json, _: Any) -> Json:
        """Run a command from a message's menu."""
        client = self._client(body)
        message = self._message(body, client.user)
        begun = client.run_on(self.channel(body, client.user), str(body["name"]), message)
        return {"interaction": str(begun.id)}

    async def do_press(self, body: Json, _: Any) -> Json:
        """Press a button."""
        client = self._client(body)
        begun = client.press(self._message(body, client.user), str(body["custom_id"]))
        return {"interaction": str(begun.id)}

    async def do_choose(self, body: Json, _: Any) -> Json:
        """Choose in a select."""
        client = self._client(body)
        values = [str(each) for each in body["values"]]
        begun = client.choose(self._message(body, client.user), str(body["custom_id"]), values)
        return {"interaction": str(begun.id)}

    async def do_submit(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Submit a modal."""
        client = self._client(body)
        shown = self.discord.interactions.with_modal(_number(body["interaction"]))
        if shown is None:
            raise NotPossible("no_such_modal")
        begun = client.submit(shown, {**body["values"], **files})
        return {"interaction": str(begun.id)}

    # The table itself.

    async def do_skip(self, body: Json, _: Any) -> Json:
        """Put the clock forward by some seconds, or to the next deadline."""
        if body.get("seconds") is not None:
            span = int(float(body["seconds"]) * SECOND)
            if not 0 <= span <= MOST_SKIP:
                raise web.HTTPBadRequest(text="too far")
            self.world.time.skip(span)
            return views.clock(self.world)
        until = await self.next_deadline()
        if until is None:
            raise NotPossible("no_deadline")
        self.world.time.skip_to(until)
        return views.clock(self.world)

    async def do_demo(self, body: Json, _: Any) -> Json:
        """Start the demo game."""
        me = self.user(body.get("as"))
        if self.demo is None:
            raise NotPossible("no_demo")
        await self.demo(me, self.channel(body, me))
        return {}

    async def do_new_channel(self, body: Json, _: Any) -> Json:
        """Create a channel; the user needs to manage the server."""
        guild = self._managed(body, self.user(body.get("as")))
        name = str(body.get("name", "")).strip().lower().replace(" ", "-")[:100]
        if not name:
            raise NotPossible("needs_name")
        return {"channel": str(self.world.text_channel(guild, name).id)}

    async def do_delete_channel(self, body: Json, _: Any) -> Json:
        """Delete a channel or thread."""
        me = self.user(body.get("as"))
        channel = self.channel(body, me)
        if channel.is_dm or not self.world.allowed(me.id, channel) & P.MANAGE_CHANNELS:
            raise NotPossible("not_allowed")
        self.world.delete_channel(channel)
        return {}

    async def do_bot_in_server(self, body: Json, _: Any) -> Json:
        """Invite the bot to a server, or send it away."""
        guild = self._managed(body, self.user(body.get("as")))
        inside = self.world.bot.id in guild.members
        if bool(body["in"]) and not inside:
            self.world.join(guild, self.world.bot)
        elif not body["in"] and inside:
            self.world.leave(guild, self.world.bot)
        return {}

    async def do_bot_may_speak(self, body: Json, _: Any) -> Json:
        """Allow the bot to write in a channel, or forbid it."""
        me = self.user(body.get("as"))
        channel = self.channel(body, me)
        if channel.is_dm or not self.world.allowed(me.id, channel) & P.MANAGE_CHANNELS:
            raise NotPossible("not_allowed")
        bot = self.world.bot.id
        if body["may"]:
            channel.overwrites.pop(bot, None)
        else:
            channel.overwrites[bot] = Overwrite(id=bot, kind=1, deny=P.SEND_MESSAGES)
        self.world.change_channel(channel)
        return {}

    async def do_fault(self, body: Json, _: Any) -> Json:
        """Inject a fault into the REST interface or the gateway."""
        gateway = self.discord.gateway
        what = body.get("gateway")
        if what == "drop":
            await gateway.drop()
        elif what == "reconnect":
            await gateway.ask_to_reconnect()
        elif what == "invalidate":
            await gateway.invalidate()
        elif what is None:
            fields = Fault.__struct_fields__
            self.discord.faults.add(Fault(**{name: body[name] for name in fields if name in body}))
        else:
            raise web.HTTPBadRequest(text="no such fault")
        return {"struck": self.discord.faults.struck}


def _number(value: Any) -> int:
    text = str(value)
    return int(text) if text.isdigit() else 0


async def read(request: web.Request) -> tuple[Json, dict[str, list[Upload]]]:
    """The JSON of a page's request, and its files by field."""
    if request.content_type != "multipart/form-data":
        body = await request.json()
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="an object is needed")
        return body, {}
    found: Json = {}
    files: dict[str, list[Upload]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise web.HTTPBadRequest(text="a flat form is needed")
        data = bytes(await part.read(decode=False))
        if part.name == "body":
            found = json.loads(data)
        elif part.name:
            files.setdefault(part.name, []).append(Upload(part.filename or "file", data))
    return found, files
