"""The gateway: broken lines, resuming, sessions that end, bots that are sent away."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from bot.local_discord.gateway import session
from bot.local_discord.gateway.socket import Gateway
from tests.bot.local_discord.conftest import Online
from tests.browser import PATIENCE


async def reconnected(online: Online, name: str, count: int = 1) -> None:
    """Wait until the bot is back."""
    await asyncio.wait_for(online.bot.until(name, count), PATIENCE)


async def test_a_bot_resumes_and_hears_what_it_missed(online: Online) -> None:
    await online.table.discord.gateway.drop()
    online.as_user("ada").say(online.channel, "while you were away")
    await reconnected(online, "resumed")
    heard = [each.content for name, each in online.bot.heard if name == "message"]
    assert heard == ["while you were away"]
    online.as_user("ada").say(online.channel, "and now")
    assert (await online.bot.until("message", 2)).content == "and now"


async def test_a_press_during_a_broken_line_still_counts(online: Online) -> None:
    await online.table.discord.gateway.drop()
    begun = online.as_user("ada").run(online.channel, "act", what="pass")
    assert await online.answered(begun) == "INTERACTION_SUCCESS"


async def test_a_bot_that_is_asked_to_reconnect_resumes(online: Online) -> None:
    await online.table.discord.gateway.ask_to_reconnect()
    await reconnected(online, "resumed")


async def test_a_session_that_ended_begins_anew(online: Online) -> None:
    await online.table.discord.gateway.invalidate()
    await reconnected(online, "ready", 2)
    assert online.bot.guilds[0].name == "Harbour"


async def test_a_session_that_missed_too_much_begins_anew(
    online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MOST_KEPT", 3)
    await online.table.discord.gateway.drop()
    for number in range(8):
        online.as_user("ada").say(online.channel, f"{number}")
    await reconnected(online, "ready", 2)


async def test_a_bot_that_is_sent_away_and_comes_back(online: Online) -> None:
    world = online.table.world
    world.leave(online.guild, world.bot)
    await online.bot.until("guild_remove")
    assert list(online.bot.guilds) == []
    assert online.as_user("ada").commands(online.channel) == []
    world.join(online.guild, world.bot)
    await online.bot.until("guild_join")
    await online.place.send("back again")


async def connect(gateway: Gateway, http: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
    socket = await http.ws_connect(gateway.url + "?v=10&encoding=json")
    assert (await socket.receive_json())["op"] == 10
    return socket


IDENTIFY = {"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (json.dumps(IDENTIFY), 4004),
        (json.dumps({"op": 8, "d": {}}), 4003),
        ("no json", 4002),
    ],
)
async def test_what_a_bot_must_not_say_ends_the_line(online: Online, frame: str, code: int) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await connect(online.table.discord.gateway, http)
        await socket.send_str(frame)
        message = await socket.receive()
        assert message.type is aiohttp.WSMsgType.CLOSE
        assert message.data == code


async def test_identifying_twice_unknown_words_and_bad_intents_end_the_line(
    online: Online,
) -> None:
    gateway = online.table.discord.gateway
    good = {"op": 2, "d": {"token": gateway.token, "intents": 0, "properties": {}}}
    bad = {"op": 2, "d": {"token": gateway.token, "intents": -1, "properties": {}}}
    for frames, code in (([good, good], 4005), ([good, {"op": 77}], 4001), ([bad], 4013)):
        async with aiohttp.ClientSession() as http:
            socket = await connect(gateway, http)
            for frame in frames:
                await socket.send_json(frame)
            async for _ in socket:
                pass
            assert socket.close_code == code


async def test_a_bot_whose_heart_stops_is_cut_off(online: Online) -> None:
    gateway = online.table.discord.gateway
    gateway.interval_ms = 20
    async with aiohttp.ClientSession() as http:
        socket = await connect(gateway, http)
        async for _ in socket:
            pass
        assert socket.close_code == 4009


async def test_heartbeats_are_acknowledged(online: Online) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await connect(online.table.discord.gateway, http)
        await socket.send_json({"op": 1, "d": None})
        assert await socket.receive_json() == {"op": 11}
