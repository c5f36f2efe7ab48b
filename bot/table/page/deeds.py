"""What people do on the page, from its requests to their hands."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from bot.moment import HOUR, SECOND
from bot.table.faults import Fault
from bot.table.forms.errors import Refusal
from bot.table.forms.uploads import Upload
from bot.table.hand import Hand
from bot.table.invocation import NotPossible
from bot.table.page import views
from bot.table.standin import StandIn
from bot.table.world.permissions import P, in_guild
from bot.table.world.things import Channel, Guild, Json, Message, Overwrite, User

MOST_SKIP = 24 * 366 * HOUR


class Deeds:
    """Answers the page's requests. `next_deadline` and `demo` come from whoever runs the bot."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self.world = standin.world
        self.next_deadline: Callable[[], Awaitable[int | None]] = self._next_wait
        self.demo: Callable[[User, Channel], Awaitable[None]] | None = None

    async def _next_wait(self) -> int | None:
        return self.world.time.next_wait()

    async def do(self, request: web.Request) -> web.Response:
        """Carry out what a page asks for; what is not possible comes back as a sentence's key."""
        body, files = await read(request)
        deed: Callable[[Json, dict[str, list[Upload]]], Awaitable[Json]] | None
        deed = getattr(self, f"do_{body.get('do')}", None)
        if deed is None:
            raise web.HTTPNotFound(text="no such deed")
        try:
            answer = await deed(body, files)
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
        """Whose eyes a request looks through; never the bot's."""
        found = self.world.users.get(_number(number))
        if found is None or found.bot:
            raise web.HTTPNotFound(text="nobody of that id")
        return found

    def eyes(self, number: Any) -> User:
        """Whose eyes a page opens with: the first person's, if it remembers another table's."""
        found = self.world.users.get(_number(number))
        return found if found is not None and not found.bot else self.world.people()[0]

    def _hand(self, body: Json) -> Hand:
        return Hand(self.standin, self.user(body.get("as")))

    def channel(self, body: Json, me: User) -> Channel:
        """The channel of a request, if these eyes see it."""
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

    # Talking.

    async def do_say(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Say something."""
        hand = self._hand(body)
        reply = body.get("reply_to")
        message = hand.say(
            self.channel(body, hand.user),
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
        hand = self._hand(body)
        hand.delete(self._message(body, hand.user))
        return {}

    async def do_react(self, body: Json, _: Any) -> Json:
        """Put an emoji under a message, or take it away."""
        hand = self._hand(body)
        hand.react(self._message(body, hand.user), str(body["emoji"]))
        return {}

    async def do_dm(self, body: Json, _: Any) -> Json:
        """Open the private conversation with the bot."""
        return {"channel": str(self._hand(body).dm().id)}

    async def do_dms_open(self, body: Json, _: Any) -> Json:
        """Take private messages, or not."""
        self._hand(body).set_dms(bool(body["open"]))
        return {}

    # Interactions.

    async def do_run(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Run a slash command."""
        hand = self._hand(body)
        values = {**body.get("values", {}), **{name: each[0] for name, each in files.items()}}
        begun = hand.run(self.channel(body, hand.user), str(body["line"]), **values)
        return {"interaction": str(begun.id)}

    async def do_type(self, body: Json, _: Any) -> Json:
        """Type an option, to get suggestions."""
        hand = self._hand(body)
        begun = hand.type_in(
            self.channel(body, hand.user),
            str(body["line"]),
            str(body["focused"]),
            **body.get("values", {}),
        )
        return {"interaction": str(begun.id)}

    async def do_run_on(self, body: Json, _: Any) -> Json:
        """Run a command from a message's menu."""
        hand = self._hand(body)
        message = self._message(body, hand.user)
        begun = hand.run_on(self.channel(body, hand.user), str(body["name"]), message)
        return {"interaction": str(begun.id)}

    async def do_press(self, body: Json, _: Any) -> Json:
        """Press a button."""
        hand = self._hand(body)
        begun = hand.press(self._message(body, hand.user), str(body["custom_id"]))
        return {"interaction": str(begun.id)}

    async def do_choose(self, body: Json, _: Any) -> Json:
        """Choose in a select."""
        hand = self._hand(body)
        values = [str(each) for each in body["values"]]
        begun = hand.choose(self._message(body, hand.user), str(body["custom_id"]), values)
        return {"interaction": str(begun.id)}

    async def do_submit(self, body: Json, files: dict[str, list[Upload]]) -> Json:
        """Hand in a modal."""
        hand = self._hand(body)
        shown = self.standin.interactions.with_modal(_number(body["interaction"]))
        if shown is None:
            raise NotPossible("no_such_modal")
        begun = hand.submit(shown, {**body["values"], **files})
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
        """A new channel, made by whoever manages the server."""
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
        """Let the bot speak in a channel, or forbid it."""
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
        """Let something go wrong: a fault of the REST interface, or of the gateway."""
        gateway = self.standin.gateway
        what = body.get("gateway")
        if what == "drop":
            await gateway.drop()
        elif what == "reconnect":
            await gateway.ask_to_reconnect()
        elif what == "invalidate":
            await gateway.invalidate()
        elif what is None:
            fields = Fault.__struct_fields__
            self.standin.faults.add(Fault(**{name: body[name] for name in fields if name in body}))
        else:
            raise web.HTTPBadRequest(text="no such fault")
        return {"struck": self.standin.faults.struck}


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
