"""The demo: a server with four people, an open lobby, and a game at the press of a button.

The lobby is opened the way a player does it, by the bot's own command. Filling it with AI players
and beginning are asked of the game master directly: nobody should have to press five times to see a
game.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.local_discord.invocation import NotPossible
from bot.local_discord.sentences import say
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, Kind, User
from bot.local_discord.world.world import Event, World
from bot.moment import Moment
from bot.service import Actor, GameInfo, Herald, Person, Refused, Rights

if TYPE_CHECKING:
    from bot.discord.client import Bot

PEOPLE = ("Ada", "Bea", "Cyn", "Dan")
RULES = "standard"
SEATS = 4
log = logging.getLogger(__name__)


def create_demo_server(world: World) -> None:
    """A bot, four people, a server and a channel, if the world is still empty."""
    if world.users:
        return
    bot = world.add_user("herald", "Herald", bot=True)
    people = [world.add_user(name.lower(), name) for name in PEOPLE]
    guild = world.add_guild(say("demo.server"), people[0])
    for user in [*people[1:], bot]:
        world.join(guild, user)
    world.text_channel(guild, say("demo.channel"), say("demo.topic"))
    world.storage.commit()


class Demo:
    """What the page's buttons for the clock and the demo do, with Herald at the table."""

    def __init__(self, table: LocalDiscord, bot: Bot) -> None:
        self.table = table
        self.bot = bot
        table.actions.next_deadline = self.next_deadline
        table.actions.demo = self.start

    @property
    def herald(self) -> Herald:
        """The game master."""
        return self.bot.herald

    async def next_deadline(self) -> Moment | None:
        """When the next clock of a game runs out."""
        return (
            await self.herald.scheduler.next_deadline() or await self.herald.scheduler.next_moment()
        )

    def first_channel(self) -> Channel | None:
        """The oldest text channel that is still there."""
        channels = self.table.world.channels.values()
        return next((each for each in channels if each.kind == Kind.TEXT), None)

    async def welcome(self) -> None:
        """At the very first start: open a lobby, as soon as the bot is there."""
        world = self.table.world
        channel = self.first_channel()
        if channel is None or any(world.messages(channel)):
            return
        await self.table.discord.gateway.identified.wait()
        host = world.people()[0]
        await self._open(host, channel)

    async def _open(self, host: User, channel: Channel) -> None:
        """Run the bot's command for a new game, and wait until it has answered."""
        answered = asyncio.Event()

        def heard(event: Event) -> None:
            if event.facts.get("interaction") is begun and event.name != "INTERACTION_CREATE":
                answered.set()

        begun = None
        self.table.world.listen(heard)
        begun = self.table.as_user(host).run(channel, "game new", rules=RULES, seats=SEATS)
        await answered.wait()

    async def start(self, me: User, channel: Channel) -> None:
        """Fill the lobby of a channel with AI players and begin; open one where there is none.

        Raises `NotPossible` where a game runs already.
        """
        if not self.bot.is_ready():
            raise NotPossible("demo_not_ready")
        info = await self.herald.look.in_channel(channel.id)
        if info is None:
            await self._open(me, channel)
            info = await self.herald.look.in_channel(channel.id)
        if info is None or info.game.status != "lobby":
            raise NotPossible("demo_runs")
        try:
            await self._begin(info, me)
        except Refused as refused:
            log.warning("the demo did not begin: %s", refused)
            raise NotPossible("demo_runs") from None
        self.bot.sender.wake()

    async def _begin(self, info: GameInfo, me: User) -> None:
        by = Actor(me.id, Rights(moderates=True))
        if info.seat_of(me.id) is None and info.free_seats:
            name = me.global_name or me.username
            info = await self.herald.lobby.join(info.id, Person(me.id, name))
        while info.free_seats:
            info = await self.herald.lobby.add_ai(info.id, by)
        await self.herald.lobby.start(info.id, by)
