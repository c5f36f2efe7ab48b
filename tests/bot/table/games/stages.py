"""Two places where the same people can play: simcord, and the table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from simcord import InteractionResult

from bot.config import Config
from bot.discord.client import Bot
from bot.discord.pictures.pictures import NoPictures
from bot.discord.run import assembled
from bot.table.interactions import Interaction
from bot.table.local_table import LocalTable
from bot.table.user_client import UserClient
from bot.table.world.models import Channel, Message
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.discord.builders.world import Panel, Person, World, a_world
from tests.bot.table.builders.resting import Resting
from tests.bot.table.conftest import checked_table, without_haste
from tests.bot.table.games.transcript import Seen, Stage

NAMES = ("Ada", "Bea", "Cyd")
SEED = 4


class OnSimcord:
    """The flow on simcord."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bot = world.bot
        self.people: dict[str, Person] = {name: world.person(name) for name in NAMES}
        self.names = {each.id: name for name, each in self.people.items()}
        self.names[world.channel.id] = "games"
        self._readers: dict[int, str] = {}
        self._last: InteractionResult | None = None

    def _did(self, who: str, result: InteractionResult) -> None:
        self._last = result
        for each in self.world.env.backend.messages[self.world.channel.id].values():
            if each.is_ephemeral:
                self._readers.setdefault(each.id, who)

    async def slash(self, who: str, line: str, **values: Any) -> None:
        self._did(who, await self.people[who].actor.slash(self.world.channel, line, **values))

    def _panel(self, on: Seen, who: str) -> tuple[Any, Panel]:
        person = self.people[who]
        place = self.world.channel.id
        if on.audience.endswith("in private"):
            place = person.actor.user.dm_channel.id
        panel = Panel(self.world.env, place, on.id)
        return person._who(panel), panel

    async def press(self, who: str, on: Seen, custom_id: str) -> None:
        actor, panel = self._panel(on, who)
        self._did(who, await actor.click(panel.handle, custom_id=custom_id))

    async def choose(self, who: str, on: Seen, custom_id: str, values: Sequence[str]) -> None:
        actor, panel = self._panel(on, who)
        self._did(who, await actor.select(panel.handle, values, custom_id=custom_id))

    async def fill(self, who: str, **values: str) -> None:
        assert self._last is not None and self._last.modal is not None
        self._did(who, await self.people[who].actor.submit_modal(self._last, values))

    async def suggestions(self, who: str, line: str, option: str, typed: str) -> list[str]:
        return list(await self.people[who].suggestions(line, option, typed))

    def everything(self) -> list[Seen]:
        found = [
            Seen(each.id, self._readers.get(each.id, "all"), each.content or "", each.components)
            for each in self.world.env.backend.messages[self.world.channel.id].values()
        ]
        for name, person in self.people.items():
            if person.id in self.world.env.backend.dm_channels:
                for letter in person.letters():
                    stored = letter.stored
                    private = f"{name} in private"
                    found.append(Seen(letter.id, private, stored.content or "", stored.components))
        return found


class AtTable:
    """The flow at the table."""

    def __init__(self, table: LocalTable, bot: Bot, channel: Channel) -> None:
        self.table = table
        self.bot = bot
        self.channel = channel
        self.names = {each.id: each.global_name or "" for each in table.world.people()}
        self.names[channel.id] = channel.name
        self.resting = Resting(table)
        self._last: Interaction | None = None

    def _client(self, who: str) -> UserClient:
        return self.table.as_user(who.lower())

    async def _did(self, begun: Interaction) -> Interaction:
        """Wait until it was answered, and until Herald rests."""
        await self.resting.until(self.bot)
        assert begun.answer is not None, "the interaction was never answered"
        self._last = begun
        return begun

    async def slash(self, who: str, line: str, **values: Any) -> None:
        await self._did(self._client(who).run(self.channel, line, **values))

    def _message(self, on: Seen) -> Message:
        for channel in self.table.world.channels.values():
            found = self.table.world.message(channel.id, on.id)
            if found is not None:
                return found
        raise AssertionError("the message is gone")

    async def press(self, who: str, on: Seen, custom_id: str) -> None:
        await self._did(self._client(who).press(self._message(on), custom_id))

    async def choose(self, who: str, on: Seen, custom_id: str, values: Sequence[str]) -> None:
        await self._did(self._client(who).choose(self._message(on), custom_id, values))

    async def fill(self, who: str, **values: str) -> None:
        assert self._last is not None
        await self._did(self._client(who).submit(self._last, values))

    async def suggestions(self, who: str, line: str, option: str, typed: str) -> list[str]:
        begun = self._client(who).type_in(self.channel, line, option, **{option: typed})
        return [each["name"] for each in (await self._did(begun)).choices]

    def everything(self) -> list[Seen]:
        world = self.table.world
        found = [
            Seen(
                each.id,
                self.names[each.only] if each.only else "all",
                each.content,
                each.components,
            )
            for each in world.messages(self.channel)
        ]
        for user in world.people():
            letters = world.find_dm(user.id)
            for each in world.messages(letters) if letters else ():
                private = f"{user.global_name} in private"
                found.append(Seen(each.id, private, each.content, each.components))
        return found


@asynccontextmanager
async def on_simcord(folder: Path) -> AsyncIterator[Stage]:
    """Herald on simcord, with its dice on a seed."""
    async with a_world(folder) as world:
        yield OnSimcord(world)


@asynccontextmanager
async def at_table(folder: Path) -> AsyncIterator[Stage]:
    """Herald at a table, with its dice on the same seed."""
    config = Config(
        database_url=f"sqlite:///{folder / 'herald.db'}", data_dir=folder, pictures=False
    )
    async with (
        AsyncExitStack() as stack,
        checked_table(folder) as table,
        assembled(config, time=table.time, pictures=NoPictures(), rng=Random(SEED)) as bot,
    ):
        stack.enter_context(steady_dice())
        without_haste(table)
        world = table.world
        herald = world.add_user("herald", "Herald", bot=True)
        people = [world.add_user(name.lower(), name) for name in NAMES]
        owner = world.add_user("owner", "Owner")
        guild = world.add_guild("The Club", owner)
        for user in [*people, herald]:
            world.join(guild, user)
        channel = world.text_channel(guild, "games")
        async with bot:
            playing = asyncio.create_task(bot.start(table.token))
            await asyncio.wait_for(bot.wait_until_ready(), 30)
            yield AtTable(table, bot, channel)
        await asyncio.gather(playing, return_exceptions=True)
