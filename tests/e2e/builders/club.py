"""Herald as it is, logged in over HTTP and a websocket at the local table, and people who play.

At the end every request that it made is held against Discord's own description of its interface
and against the limits that it does not know; and nothing may have been called a fault.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.config import Config
from bot.discord.client import Bot
from bot.discord.interactions.verbs import Verb
from bot.discord.pictures.pictures import Pictures
from bot.discord.run import assembled
from bot.discord.screen import Picture
from bot.local_discord.demo import create_demo_server
from bot.local_discord.interactions import Interaction
from bot.local_discord.payloads import components as c
from bot.local_discord.rest.dispatch import Answered, Asked
from bot.local_discord.server import LocalDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Guild, Message
from bot.service import GameInfo
from bot.store import outbox
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.builders.template import new_database
from tests.bot.discord.builders import needs, traffic
from tests.bot.discord.builders.world import Faults
from tests.bot.local_discord.builders.resting import Resting
from tests.bot.local_discord.conftest import without_limits
from tests.discord_api.description import discord_api

PATIENCE = 120.0
"""Seconds after which something that is waited for will never happen."""
TRIES = 40
TEXT, BUTTON, SELECT = 10, 2, 3
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


NEW_EACH_TIME = re.compile("[Ll]og(?: [0-9a-f]{4}){4}|[0-9]{5,}")


class DotPictures(Pictures):
    """Hands out the same dot for everything."""

    async def drawn(
        self, name: str, work: Callable[[], bytes], alt: str, process: Any = None
    ) -> Picture | None:
        return Picture(name, PNG, alt)


def words(message: Message) -> str:
    """What a message says."""
    return "\n".join(e["content"] for e in c.walk(message.components) if e["type"] == TEXT)


def labels(message: Message) -> dict[str, str]:
    """The buttons of a message: their labels and ids."""
    found = [each for each in c.walk(message.components) if each["type"] == BUTTON]
    return {each["label"]: each["custom_id"] for each in found if "custom_id" in each}


def options(message: Message) -> dict[str, tuple[str, str]]:
    """The options of all selects of a message: label, the select's id, the value."""
    return {
        option["label"]: (each["custom_id"], option["value"])
        for each in c.walk(message.components)
        if each["type"] == SELECT
        for option in each["options"]
    }


class Club:
    """A server with a channel at the table, four people, and Herald."""

    def __init__(self, table: LocalDiscord, config: Config) -> None:
        self.table = table
        self.config = config
        self.bot: Bot
        self.guild: Guild = next(iter(table.world.guilds.values()))
        self.channel: Channel = table.world.channels_of(self.guild)[0]
        self.asked: list[Asked] = []
        self.expected: list[str] = []
        """Parts of log lines that are no surprise in this test."""
        self._clicks = count(1)
        self.resting = Resting(table)
        self._stack = AsyncExitStack()
        table.dispatcher.asked = self.asked

    # Herald comes and goes.

    async def open(self, pictures: Pictures | None = None) -> None:
        """Start Herald and wait until it is there."""
        time = self.table.time
        drawing = pictures or DotPictures()
        making = assembled(self.config, time=time, pictures=drawing, rng=Random(4))
        self.bot = await self._stack.enter_async_context(making)
        # A server that has known Herald for long: what it says to a new one has tests of its own.
        await self.bot.herald.servers.note_greeted(self.guild.id)
        await self._stack.enter_async_context(self.bot)
        running = asyncio.create_task(self.bot.start(self.table.token))
        waiting = asyncio.create_task(self.bot.wait_until_ready())
        self._stack.push_async_callback(self._ended, running, waiting)
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        await self.rest()

    async def _ended(self, *tasks: asyncio.Task[Any]) -> None:
        await self.bot.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop Herald."""
        await self._stack.aclose()

    async def restart(self) -> None:
        """Stop Herald and start it again on what it has stored."""
        await self.close()
        await self.open()

    # Waiting.

    async def rest(self) -> None:
        """Wait until Herald has done what there is to do now."""
        await self.resting.until(self.bot)

    async def catch_up(self) -> None:
        """Rest, and let time pass until nothing waits for another try."""
        await self.rest()
        for _ in range(TRIES):
            again = await self._tried_again_at()
            if again is None:
                return
            self.table.time.skip_to(again)
            await self.rest()
        raise AssertionError("something is tried again and again")

    async def _tried_again_at(self) -> int | None:
        async with self.bot.herald.store.reading() as tx:
            moment = await outbox.next_moment(tx, self.table.time.now())
            tried = [e for game in (1, 2) for e in await outbox.of_game(tx, game, "pending")]
        return moment if any(each.attempts for each in tried) else None

    async def until(self, fits: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not fits():
                await asyncio.sleep(0.004)

    async def pass_time(self, span: int, steps: int = 1) -> None:
        """Let time pass at the table, and Herald do what falls due."""
        for _ in range(steps):
            self.table.time.skip(span // steps)
            await self.rest()

    # What people do.

    def client(self, name: str) -> UserClient:
        return self.table.as_user(name)

    def label_id(self, message: Message, label: str) -> str:
        """The id of a button."""
        return labels(message)[label]

    async def choose(self, kind: str, value: Any, *, patient: bool = True) -> None:
        """Have somebody who is awaited make a choice, to bring the game to where it is wanted."""
        game = await self.game()
        name = (await self.awaited())[0]
        user = self.client(name).user.id
        click = f"test:{next(self._clicks)}"
        await self.bot.herald.play.choose(game.id, user, kind, value, interaction=click)
        self.bot.sender.wake()
        await (self.catch_up() if patient else self.rest())

    async def run(self, name: str, line: str, **values: Any) -> Message | None:
        """Use a command; gives the message it was answered with."""
        begun = self.table.as_user(name).run(self.channel, line, **values)
        return await self.shown(begun)

    async def press(self, name: str, message: Message, label: str) -> Message | None:
        """Press a button; gives the message it changed, or the new one."""
        begun = self.table.as_user(name).press(message, labels(message)[label])
        return await self.shown(begun)

    async def pick(self, name: str, message: Message, label: str) -> Message | None:
        """Choose an option of a select by its label."""
        custom_id, value = options(message)[label]
        return await self.shown(self.table.as_user(name).choose(message, custom_id, [value]))

    async def shown(self, begun: Interaction) -> Message | None:
        """The message that an interaction has come to, when all is done."""
        await self.catch_up()
        assert begun.answer is not None, "it was never answered"
        return self.table.world.message(begun.channel.id, begun.original or 0)

    async def suggestions(self, name: str, line: str, option: str, typed: str) -> dict[str, str]:
        """What is suggested while typing, by name."""
        begun = self.table.as_user(name).type_in(self.channel, line, option, **{option: typed})
        await self.rest()
        return {each["name"]: each["value"] for each in begun.choices}

    async def place(self, *regions: str) -> None:
        """Have whoever is awaited place in these regions, one after the other."""
        for region in regions:
            await self.choose("placement", region)

    # What they see.

    def posts(self) -> list[Message]:
        """What everybody sees in the channel, oldest first."""
        return [each for each in self.table.world.messages(self.channel) if each.only is None]

    def last(self) -> Message:
        return self.posts()[-1]

    def letters(self, name: str) -> list[Message]:
        """What Herald wrote to somebody in private."""
        return list(self.table.world.messages(self.table.as_user(name).dm()))

    def transcript(self) -> list[str]:
        """All that can be read anywhere, without what differs from day to day."""
        said = [("channel", words(each), len(each.attachments)) for each in self.posts()]
        for user in self.table.world.people():
            said += [(user.username, words(m), 0) for m in self.letters(user.username)]
        return [f"{where}: {NEW_EACH_TIME.sub('…', text)} {files}" for where, text, files in said]

    async def game(self) -> GameInfo:
        """The game of the channel."""
        found = await self.bot.herald.look.in_channel(self.channel.id)
        assert found is not None
        return found

    async def awaited(self) -> list[str]:
        """The names of those who are awaited."""
        status = await self.bot.herald.look.status((await self.game()).id)
        users = self.table.world.users
        return [users[e.seat.user_id].username for e in status.awaited if e.seat.user_id]

    async def begun(self, *, hours: int = 24) -> None:
        """A game of Ada and Bea that has just begun."""
        await self.run("ada", "game new", rules="standard", seats=2, hours=hours)
        await self.press("bea", self.posts()[0], "Join")
        await self.press("ada", self.posts()[0], "Start")

    async def nearly_placed(self) -> None:
        """A game with one region to be placed: with it, the next part of the turn begins."""
        await self.begun()
        await self.place("patagonia", "italia", "congo")

    async def settle(self, count: int = 1) -> None:
        """Have whoever is awaited place, by their panel, so many times."""
        for _ in range(count):
            (name,) = await self.awaited()
            panel = await self.run(name, "play")
            assert panel is not None
            await self.pick(name, panel, self._a_place(panel))

    def _a_place(self, panel: Message) -> str:
        """The first place that a panel offers, or the part of the world to look into for one."""
        verbs = {
            label: self.bot.page.ids.read(each).verb for label, (each, _) in options(panel).items()
        }
        ways = [
            label
            for label, verb in verbs.items()
            if verb not in (Verb.OPEN_DECISION, Verb.SHOW_LIST_PART)
        ]
        return next(
            iter(ways or [label for label, verb in verbs.items() if verb == Verb.SHOW_LIST_PART])
        )


@asynccontextmanager
async def a_club(folder: Path, pictures: Pictures | None = None) -> AsyncIterator[Club]:
    """Herald at a table. Whatever goes wrong inside Herald fails the test at the end."""
    config = Config(
        database_url=f"sqlite:///{folder / 'herald.db'}", data_dir=folder / "data", pictures=False
    )
    await new_database(folder / "herald.db")
    faults = Faults()
    # A simulation that ran in this process before leaves its way to answer interactions behind.
    async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # discord.py has no types there
    logging.getLogger("herald").addHandler(faults)
    seen: list[Answered] = []
    try:
        async with LocalDiscord(folder / "table.db") as table, AsyncExitStack() as stack:
            stack.enter_context(steady_dice())
            table.dispatcher.seen = seen
            without_limits(table)
            create_demo_server(table.world)
            club = Club(table, config)
            try:
                await club.open(pictures)
                yield club
            finally:
                await club.close()
    finally:
        logging.getLogger("herald").removeHandler(faults)
    found = [each for each in faults.found if not any(part in each for part in club.expected)]
    assert not found, "\n".join(found)
    assert table.discord.unmodelled == []
    check(club.asked, seen)


def check(asked: list[Asked], seen: list[Answered]) -> None:
    """Hold all requests and answers against what Discord takes and gives."""
    for body in traffic.messages(asked):
        traffic.check_message(body)
    api = discord_api()
    different = {(each.route, *each.params, json.dumps(each.json)): each for each in asked}
    for each in different.values():
        api.request(each.method, each.path, each.json, each.params)
    needs.check(asked)
    for request, status, answer in seen:
        api.answer(request.method, request.path, status, answer)
