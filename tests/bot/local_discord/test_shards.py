"""Several shards: each hears of its servers, and is broken and resumed by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import discord
import msgspec
import pytest

from bot.config import Config
from bot.discord import sharding
from bot.discord.client import Bot
from bot.discord.pictures.pictures import NoPictures
from bot.discord.run import assembled
from bot.discord.sharding import Shards
from bot.local_discord.gateway.session import Shard
from bot.local_discord.rate_limits import Limit
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, Guild
from tests.browser import PATIENCE

SHARDS = 2


class Sharded(msgspec.Struct):
    """Herald at a table with a server for each shard; Ada is on all of them."""

    table: LocalDiscord
    bot: Bot
    guilds: list[Guild]
    channels: list[Channel]
    resumed: list[int]

    async def until_resumed(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.resumed) < count:
                await asyncio.sleep(0.01)

    async def answered(self, channel: Channel, command: str, **options: str) -> str:
        """The outcome of a command that Ada uses there."""
        done: asyncio.Queue[str] = asyncio.Queue()
        begun = self.table.as_user("ada").run(channel, command, **options)

        def hear(event: object) -> None:
            if getattr(event, "facts", {}).get("interaction") is begun:
                done.put_nowait(event.name)  # type: ignore[attr-defined]  # an event has one

        self.table.world.listen(hear)
        return await asyncio.wait_for(done.get(), PATIENCE)


def a_server_of(table: LocalDiscord, shard: int) -> Guild:
    """A server whose number belongs to a shard."""
    world = table.world
    ada = next(each for each in world.people() if each.username == "ada")
    while True:
        guild = world.add_guild(f"Harbour {shard}", ada)
        if Shard(shard, SHARDS).has(guild.id):
            return guild
        # Numbers of the next moment.
        world.new_id()
        table.time.skip(1000)


@asynccontextmanager
async def sharded(folder: Path) -> AsyncIterator[Sharded]:
    async with LocalDiscord(folder / "table.db") as table:
        world, gateway = table.world, table.discord.gateway
        table.discord.limits.limits = {}
        table.discord.limits.default = table.discord.limits.everywhere = Limit(10_000, 1.0)
        table.discord.interactions.seconds = 60
        gateway.shards = SHARDS
        herald = world.add_user("herald", "Herald", bot=True)
        world.add_user("ada", "Ada")
        guilds = [a_server_of(table, shard) for shard in range(SHARDS)]
        channels = [world.text_channel(guild, "games") for guild in guilds]
        for guild in guilds:
            world.join(guild, herald)
        world.storage.commit()
        config = Config(
            database_url=f"sqlite:///{folder / 'herald.db'}", data_dir=folder, pictures=False
        )
        async with assembled(config, time=table.time, pictures=NoPictures(), rng=Random(1)) as bot:
            for guild in guilds:
                await bot.herald.servers.note_greeted(guild.id)
            found = Sharded(table, bot, guilds, channels, [])

            async def on_shard_resumed(shard: int) -> None:
                found.resumed.append(shard)

            bot.event(on_shard_resumed)
            async with bot:
                playing = asyncio.create_task(bot.start(table.token))
                await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
                yield found
            await asyncio.gather(playing, return_exceptions=True)


@pytest.fixture
async def online(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sharded]:
    monkeypatch.setattr("bot.discord.client.GUILD_READY_TIMEOUT", 0.05)
    monkeypatch.setattr(sharding, "IDENTIFY_SECONDS", 0.01)
    async with sharded(tmp_path) as found:
        yield found


async def test_each_shard_has_its_servers_and_the_first_the_direct_messages(
    online: Sharded,
) -> None:
    assert (online.bot.shard_count, sorted(online.bot.shards)) == (SHARDS, [0, 1])
    assert {each.id: each.shard_id for each in online.bot.guilds} == {
        guild.id: shard for shard, guild in enumerate(online.guilds)
    }
    sessions = {each.shard.number: each for each in online.table.discord.gateway.sessions.values()}
    heard = {number: each.number for number, each in sessions.items()}
    for shard, channel in enumerate(online.channels):
        assert await online.answered(channel, "help") == "INTERACTION_SUCCESS"
        assert sessions[shard].number > heard[shard]
        assert sessions[1 - shard].number == heard[1 - shard]
        heard[shard] = sessions[shard].number
    direct = online.table.as_user("ada").dm()
    assert await online.answered(direct, "help") == "INTERACTION_SUCCESS"
    assert sessions[0].number > heard[0]
    assert sessions[1].number == heard[1]


async def test_a_game_is_played_on_the_second_shard(online: Sharded) -> None:
    channel = online.channels[1]
    begun = await online.answered(channel, "game new", rules="standard")
    assert begun == "INTERACTION_SUCCESS"
    async with asyncio.timeout(PATIENCE):
        while not list(online.table.world.messages(channel)):
            await asyncio.sleep(0.01)
    assert list(online.table.world.messages(online.channels[0])) == []


async def test_a_shard_that_breaks_is_resumed_and_the_others_go_on(online: Sharded) -> None:
    gateway = online.table.discord.gateway
    before = {each.shard.number: each.id for each in gateway.sessions.values()}
    await gateway.drop(shard=1)
    assert await online.answered(online.channels[0], "help") == "INTERACTION_SUCCESS"
    # What happens on its servers meanwhile is told when it is back.
    assert await online.answered(online.channels[1], "help") == "INTERACTION_SUCCESS"
    await online.until_resumed(1)
    assert online.resumed == [1]
    assert {each.shard.number: each.id for each in gateway.sessions.values()} == before


async def test_every_shard_that_breaks_is_resumed(online: Sharded) -> None:
    await online.table.discord.gateway.drop()
    await online.until_resumed(2)
    assert sorted(online.resumed) == [0, 1]


async def test_who_is_stopped_before_it_is_there_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalDiscord(tmp_path / "table.db") as table:
        table.world.add_user("herald", "Herald", bot=True)
        table.discord.gateway.is_dark = True
        tried = asyncio.Event()
        launch = Bot.launch_shard

        async def launch_shard(bot: Bot, *where: Any, **how: Any) -> None:
            tried.set()
            await launch(bot, *where, **how)

        monkeypatch.setattr(Bot, "launch_shard", launch_shard)
        config = Config(
            database_url=f"sqlite:///{tmp_path / 'herald.db'}", data_dir=tmp_path, pictures=False
        )
        async with assembled(config, time=table.time, pictures=NoPictures()) as bot, bot:
            playing = asyncio.create_task(bot.start(table.token))
            await asyncio.wait_for(tried.wait(), PATIENCE)
            await bot.close()
            await asyncio.wait_for(playing, PATIENCE)


async def identified(table: LocalDiscord, *shards: object) -> list[int]:
    """What the gateway says to shards that identify themselves one after the other."""
    gateway, answers = table.discord.gateway, []
    async with aiohttp.ClientSession() as http:
        for shard in shards:
            socket = await http.ws_connect(gateway.url + "?v=10&encoding=json")
            assert (await socket.receive_json())["op"] == 10
            said = {"token": gateway.token, "intents": 1, "properties": {}, "shard": shard}
            await socket.send_json({"op": 2, "d": said})
            answer = await socket.receive()
            closed = answer.type is aiohttp.WSMsgType.CLOSE
            answers.append(answer.data if closed else msgspec.json.decode(answer.data)["op"])
    return answers


DISPATCH, INVALID = 0, 9


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """A table with a bot on it that is not there."""
    async with LocalDiscord(tmp_path / "table.db") as opened:
        opened.world.add_user("herald", "Herald", bot=True)
        yield opened


async def test_a_shard_that_is_none_is_refused(table: LocalDiscord) -> None:
    found = await identified(table, [2, 2], [-1, 2], [0], "0", [0, 2])
    assert found == [4010, 4010, 4010, 4010, DISPATCH]


async def test_too_many_servers_need_shards(table: LocalDiscord) -> None:
    world = table.world
    owner = world.add_user("ada", "Ada")
    for name in ("a", "b"):
        world.join(world.add_guild(name, owner), world.bot)
    table.discord.gateway.guilds_most = 2
    assert (await identified(table, [0, 1]))[0] == 4011


async def test_shards_of_one_group_wait_for_each_other(table: LocalDiscord) -> None:
    gateway = table.discord.gateway
    gateway.identify_seconds = 60
    gateway.max_concurrency = 2
    shards = ([0, 4], [1, 4], [2, 4], [3, 4])
    assert await identified(table, *shards) == [DISPATCH, DISPATCH, INVALID, INVALID]


class Gateway:
    """What Discord says about shards."""

    def __init__(self, shards: int, concurrency: int) -> None:
        self.answer = (shards, "wss://gateway", {"max_concurrency": concurrency, "remaining": 1000})
        self.asked = 0

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        self.asked += 1
        return self.answer


async def agreed(wanted: int | None, gateway: Gateway) -> tuple[Shards, discord.AutoShardedClient]:
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    client.http = gateway  # type: ignore[assignment]  # what is asked of it
    shards = Shards(client, wanted)
    await shards.agree()
    return shards, client


@pytest.mark.parametrize(("wanted", "count", "asked"), [(None, 16, 1), (3, 3, 1), (1, 1, 0)])
async def test_there_are_as_many_as_recommended_or_as_set(
    wanted: int | None, count: int, asked: int
) -> None:
    gateway = Gateway(16, 1)
    _, client = await agreed(wanted, gateway)
    assert (client.shard_count, gateway.asked) == (count, asked)


async def test_each_waits_for_those_of_its_group(monkeypatch: pytest.MonkeyPatch) -> None:
    shards, _ = await agreed(None, Gateway(4, 2))
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds, 1))

    with monkeypatch.context() as patch:
        patch.setattr("asyncio.sleep", sleep)
        for shard in (0, 1, 2, 3, 2):
            await shards.wait_for_turn(shard)
    assert waits == [0, 0, 5, 5, 10]
