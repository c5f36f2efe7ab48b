"""Routes about the application: itself, its commands, the gateway's address."""

from __future__ import annotations

from aiohttp import web

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.commands import read_commands
from bot.local_discord.payloads.errors import MISSING_ACCESS, Refusal
from bot.local_discord.rest.endpoint import Endpoint, answer
from bot.local_discord.world.models import Command, Json

routes = web.RouteTableDef()


@routes.view("/gateway")
class Gateway(Endpoint):
    """Where the gateway is, for everybody."""

    needs_token = False

    async def get(self) -> web.Response:
        """The address."""
        return answer({"url": self.discord.gateway.url})


@routes.view("/gateway/bot")
class GatewayOfBot(Endpoint):
    """Where the gateway is, and how often a session may be started."""

    async def get(self) -> web.Response:
        """The address, and how many shards are recommended."""
        gateway = self.discord.gateway
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000}
        limit["max_concurrency"] = gateway.max_concurrency
        return answer({"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit})


@routes.view("/oauth2/applications/@me")
class Application(Endpoint):
    """The application."""

    async def get(self) -> web.Response:
        """What it is."""
        return answer(objects.application(self.world))


@routes.view("/applications/{application}/commands")
@routes.view("/applications/{application}/guilds/{guild}/commands")
class Commands(Endpoint):
    """The commands of the application, or those of one server."""

    async def put(self) -> web.Response:
        """Replace all commands: those not listed are removed."""
        guild_id = self._guild_id()
        bodies = read_commands(self.json)
        before = [each for each in self.world.commands.values() if each.guild_id == guild_id]
        for command in before:
            if command.body["name"] not in {body["name"] for body in bodies}:
                self.world.drop_command(command)
        known = {each.body["name"]: each for each in before}
        put = [self._put(known.get(body["name"]), body, guild_id) for body in bodies]
        self.world.emit("COMMANDS_UPDATE")
        return answer([objects.command(self.world, each) for each in put])

    def _guild_id(self) -> int | None:
        if self.number("application") != self.bot.id:
            raise Refusal(*MISSING_ACCESS)
        if "guild" not in self.request.match_info:
            return None
        guild = self.world.guilds.get(self.number("guild"))
        if guild is None or self.bot.id not in guild.members:
            raise Refusal(*MISSING_ACCESS)
        return guild.id

    def _put(self, before: Command | None, body: Json, guild_id: int | None) -> Command:
        """Store a command; one of the same name is replaced and keeps its id."""
        if before is not None and before.body == body:
            return before
        number = self.world.new_id()
        command = Command(
            id=number if before is None else before.id,
            version=number,
            guild_id=guild_id,
            body=body,
        )
        self.world.put_command(command)
        return command
