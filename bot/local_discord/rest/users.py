"""Routes about users, servers and members."""

from __future__ import annotations

import msgspec
from aiohttp import web

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    Refusal,
    wrong_at,
)
from bot.local_discord.payloads.reading import Snowflake
from bot.local_discord.rest.endpoint import Endpoint, answer

MOST_GUILDS = 200
routes = web.RouteTableDef()


class Recipient(msgspec.Struct):
    """With whom a private conversation is opened."""

    recipient_id: Snowflake


@routes.view("/users/@me")
class OwnUser(Endpoint):
    """The bot itself."""

    async def get(self) -> web.Response:
        """The bot as it sees itself."""
        return answer(objects.own_user(self.bot))


@routes.view("/users/@me/guilds")
class OwnGuilds(Endpoint):
    """The servers the bot is in."""

    async def get(self) -> web.Response:
        """Its servers by id, a page at a time."""
        after, limit = self.asked("after") or 0, self.asked("limit", MOST_GUILDS) or MOST_GUILDS
        found = [
            each
            for each in self.world.guilds.values()
            if self.bot.id in each.members and each.id > after
        ]
        return answer(
            [objects.partial_guild(self.world, each, self.bot.id) for each in found[:limit]]
        )


@routes.view("/users/@me/channels")
class OwnChannels(Endpoint):
    """The bot's private conversations."""

    async def post(self) -> web.Response:
        """Open one. It opens also for people who take no messages; sending fails then."""
        found = self.world.users.get(self.body(Recipient).recipient_id)
        if found is None or found.bot:
            raise wrong_at(("recipient_id",), "INVALID_RECIPIENT", "Invalid Recipient(s)")
        return answer(objects.channel(self.world, self.world.dm(found)))


@routes.view("/guilds/{guild}")
class OneGuild(Endpoint):
    """A server."""

    async def get(self) -> web.Response:
        """What it is."""
        return answer(objects.guild(self.guild()))


@routes.view("/guilds/{guild}/channels")
class Channels(Endpoint):
    """The channels of a server."""

    async def get(self) -> web.Response:
        """All of them, without the threads."""
        channels = self.world.channels_of(self.guild())
        return answer([objects.channel(self.world, each) for each in channels])


@routes.view("/guilds/{guild}/members/{user}")
class OneMember(Endpoint):
    """A member of a server."""

    async def get(self) -> web.Response:
        """Who it is there."""
        guild, number = self.guild(), self.number("user")
        found = guild.members.get(number)
        if found is None:
            raise Refusal(*(UNKNOWN_MEMBER if number in self.world.users else UNKNOWN_USER))
        return answer(objects.member(self.world, found))
