"""People who play many games at the table by hand, each at their own pace, from lobby to result."""

from __future__ import annotations

import asyncio
import time
from random import Random

from bot.cli.bench.answer_times import AnswerTimes, usable
from bot.discord.client import Bot
from bot.local_discord.interactions import Interaction
from bot.local_discord.payloads import components as c
from bot.local_discord.server import LocalDiscord
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Json, Message, User
from bot.local_discord.world.world import Event
from bot.service import Actor
from tests.bot.local_discord.games.clicking import ENDS, is_after, is_answer
from tests.browser import PATIENCE

DEFERRED = (5, 6)
AI = 1
CONTENT = 0.5
"""How often somebody ends what can be ended instead of doing more."""


class Club:
    """All players, and what is measured of their interactions."""

    def __init__(self, table: LocalDiscord, bot: Bot, rng: Random, pause: float) -> None:
        self.table = table
        self.bot = bot
        self.rng = rng
        self.pause = pause
        self.times = AnswerTimes(table.world)
        self._edited: dict[int, asyncio.Future[None]] = {}
        table.world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if event.message is not None and event.name in ("MESSAGE_UPDATE", "MESSAGE_DELETE"):
            edited = self._edited.pop(event.message.id, None)
            if edited is not None and not edited.done():
                edited.set_result(None)

    async def think(self) -> None:
        """Nobody presses twice at once."""
        await asyncio.sleep(self.rng.expovariate(1 / self.pause) if self.pause else 0)

    async def answer(self, begun: Interaction, what: str) -> Message | None:
        """Wait for all of an answer; gives the message that it is or changed."""
        edited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answered = self.times.begin(begun, what, time.perf_counter())
        source = begun.message
        if source is not None and source.only is not None:
            self._edited[source.id] = edited
        if not await answered:
            return None
        target = begun.original or (None if source is None else source.id)
        if target is None:
            return None
        if begun.answer in DEFERRED and not edited.done():
            self._edited[target] = edited
            await asyncio.wait_for(edited, PATIENCE)
        return self.table.world.message(begun.channel.id, target)


class Circle:
    """The people of one channel, who play one game after another."""

    def __init__(self, club: Club, channel: Channel, people: list[User], turns: int) -> None:
        self.club = club
        self.channel = channel
        self.clients = {user.id: UserClient(club.table.discord, user) for user in people}
        self.turns = turns
        self.finished = 0

    async def play(self) -> None:
        """Play until cancelled."""
        herald = self.club.bot.herald
        while True:
            info = await herald.look.in_channel(self.channel.id)
            if info is None:
                await self.begin()
                continue
            status = await herald.look.status(info.id)
            waiting = [each.seat.user_id for each in status.awaited if each.seat.kind == "human"]
            await self.club.think()
            if waiting:
                await self.choose(self.clients[self.club.rng.choice(waiting) or 0])

    async def begin(self) -> None:
        """A new game: a command, the others' Join, an AI player, Start."""
        host, *others = self.clients.values()
        club, herald = self.club, self.club.bot.herald
        seats = len(self.clients) + AI
        line = host.run(self.channel, "game new", rules="standard", seats=seats)
        await club.answer(line, "game new")
        info = await herald.look.in_channel(self.channel.id)
        assert info is not None
        await herald.lobby.set_options(info.id, {"turn_limit": self.turns}, Actor(host.user.id))
        for client in others:
            await self.press_post(client, "Join")
        for _ in range(AI):
            await self.press_post(host, "Add an AI player")
        await self.press_post(host, "Start")
        self.finished += 1

    async def press_post(self, client: UserClient, label: str) -> Message | None:
        """Press a button of the newest post that has it; wait until there is one."""
        while True:
            for message in self.club.table.world.newest(self.channel):
                buttons = usable(message, (c.BUTTON,)) if message.only is None else []
                for each in buttons:
                    if each.get("label") == label:
                        pressed = client.press(message, each["custom_id"])
                        return await self.club.answer(pressed, label)
            await self.club.think()

    async def choose(self, client: UserClient) -> None:
        """One choice, by the panel or by a few letters."""
        if self.club.rng.random() < 0.25 and await self.by_words(client):
            return
        panel = await self.press_post(client, "My move")
        for _ in range(30):
            if panel is None or not (ways := answers(panel)):
                return
            await self.club.think()
            panel = await self.step(client, panel, ways)
            if panel is None or "✅" in text_of(panel):
                return

    async def by_words(self, client: UserClient) -> bool:
        """Take something that is suggested for `/act`."""
        typing = client.type_in(self.channel, "act", "what", what="")
        await self.club.answer(typing, "suggestions")
        if not typing.choices:
            return False
        value = self.club.rng.choice(typing.choices)["value"]
        await self.club.think()
        await self.club.answer(client.run(self.channel, "act", what=value), "act")
        return True

    async def step(self, client: UserClient, panel: Message, ways: list[Json]) -> Message | None:
        """One press in a panel, towards its end."""
        rng = self.club.rng
        by_label = {each["label"]: each for each in ways if not each["select"]}
        ending = [each for label, each in by_label.items() if label.startswith(ENDS)]
        content = rng.random() < CONTENT
        way = ending[0] if content and ending else None
        if way is None and content:
            way = by_label.get("Nothing")
        way = way or rng.choice([each for each in ways if is_answer(each)] or ways)
        if not way["select"]:
            return await self.club.answer(client.press(panel, way["id"]), "press")
        spec = way["spec"]
        values = [option["value"] for option in spec["options"]]
        ends = [each["value"] for each in spec["options"] if each["label"].startswith(ENDS)]
        least, most = max(1, spec.get("min_values", 1)), spec.get("max_values", 1)
        chosen = ends[:1] if content and ends else rng.sample(values, rng.randint(least, most))
        return await self.club.answer(client.choose(panel, way["id"], chosen), "choose")


def answers(panel: Message) -> list[Json]:
    """The ways to answer a panel's question, as they stand there."""
    found: list[Json] = []
    for each in c.walk(panel.components):
        if each["type"] not in (c.BUTTON, c.STRING_SELECT) or "custom_id" not in each:
            continue
        select = each["type"] == c.STRING_SELECT
        label = str(each.get("placeholder" if select else "label"))
        way = {"select": select, "label": label, "id": each["custom_id"], "spec": each}
        if is_after(way):
            break
        if not each.get("disabled") and (is_answer(way) or label == "Nothing"):
            found.append(way)
    return found


def text_of(message: Message) -> str:
    """What a message says."""
    return "\n".join(str(e["content"]) for e in c.walk(message.components) if "content" in e)
