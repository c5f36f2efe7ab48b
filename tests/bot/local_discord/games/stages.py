"""The table as a stage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.config import Config
from bot.discord.client import Bot
from bot.discord.pictures.pictures import NoPictures
from bot.discord.run import assembled
from bot.local_discord.interactions import Interaction
from bot.local_discord.server import LocalDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Message
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.builders.transcript import Component, Seen, Stage
from tests.bot.local_discord.builders.resting import Resting
from tests.bot.local_discord.conftest import checked_table, without_haste
from tests.cast import PEOPLE

NAMES = PEOPLE[:3]
"""Those who play on every stage."""
SEED = 4


class AtTable:
    """The flow at the table."""

    def __init__(self, table: LocalDiscord, bot: Bot, channel: Channel) -> None:
        self.table = table
        self.bot = bot
        self.channel = channel
        self.names = {each.id: each.global_name or "" for each in table.world.people()}
        self.names[channel.id] = channel.name
        self.resting = Resting(table)
        self._greetings = {each.id for each in table.world.messages(channel)}
        """What Herald said to the server when it came, which on simcord has no channel then."""
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

    def form(self) -> Component | None:
        return None if self._last is None else self._last.modal

    def everything(self) -> list[Seen]:
        world = self.table.world
        found = [
            _seen(each, self.names[each.only] if each.only else "all")
            for each in world.messages(self.channel)
            if each.id not in self._greetings
        ]
        for user in world.people():
            letters = world.find_dm(user.id)
            for each in world.messages(letters) if letters else ():
                found.append(_seen(each, f"{user.global_name} in private"))
        return found


def _seen(message: Message, audience: str) -> Seen:
    return Seen(
        message.id,
        audience,
        message.content,
        message.components,
        message.mentions,
        [each.filename for each in message.attachments],
        message.pinned is not None,
        message.flags,
    )


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
            while not list(world.messages(channel)):
                await asyncio.sleep(0.02)
            yield AtTable(table, bot, channel)
        await asyncio.gather(playing, return_exceptions=True)
