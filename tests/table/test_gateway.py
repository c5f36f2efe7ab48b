"""The gateway: broken lines, resuming, sessions that end, bots that are sent away."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from bot.table.gateway import session
from bot.table.gateway.socket import Gateway
from tests.table.conftest import Seated


async def reconnected(seated: Seated, name: str, count: int = 1) -> None:
    """Wait until the bot is back."""
    await asyncio.wait_for(seated.bot.until(name, count), 10)


async def test_a_bot_resumes_and_hears_what_it_missed(seated: Seated) -> None:
    await seated.table.standin.gateway.drop()
    seated.hand("ada").say(seated.channel, "while you were away")
    await reconnected(seated, "resumed")
    heard = [each.content for name, each in seated.bot.heard if name == "message"]
    assert heard == ["while you were away"]
    seated.hand("ada").say(seated.channel, "and now")
    assert (await seated.bot.until("message", 2)).content == "and now"


async def test_a_press_during_a_broken_line_still_counts(seated: Seated) -> None:
    await seated.table.standin.gateway.drop()
    begun = seated.hand("ada").run(seated.channel, "act", what="pass")
    assert await seated.answered(begun) == "INTERACTION_SUCCESS"


async def test_a_bot_that_is_asked_to_reconnect_resumes(seated: Seated) -> None:
    await seated.table.standin.gateway.ask_to_reconnect()
    await reconnected(seated, "resumed")


async def test_a_session_that_ended_begins_anew(seated: Seated) -> None:
    await seated.table.standin.gateway.invalidate()
    await reconnected(seated, "ready", 2)
    assert seated.bot.guilds[0].name == "Harbour"


async def test_a_session_that_missed_too_much_begins_anew(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MOST_KEPT", 3)
    await seated.table.standin.gateway.drop()
    for number in range(8):
        seated.hand("ada").say(seated.channel, f"{number}")
    await reconnected(seated, "ready", 2)


async def test_a_bot_that_is_sent_away_and_comes_back(seated: Seated) -> None:
    world = seated.table.world
    world.leave(seated.guild, world.bot)
    await seated.bot.until("guild_remove")
    assert list(seated.bot.guilds) == []
    assert seated.hand("ada").commands(seated.channel) == []
    world.join(seated.guild, world.bot)
    await seated.bot.until("guild_join")
    await seated.place.send("back again")


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
async def test_what_a_bot_must_not_say_ends_the_line(seated: Seated, frame: str, code: int) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await connect(seated.table.standin.gateway, http)
        await socket.send_str(frame)
        message = await socket.receive()
        assert message.type is aiohttp.WSMsgType.CLOSE
        assert message.data == code


async def test_identifying_twice_unknown_words_and_bad_intents_end_the_line(seated: Seated) -> None:
    gateway = seated.table.standin.gateway
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


async def test_a_bot_whose_heart_stops_is_cut_off(seated: Seated) -> None:
    gateway = seated.table.standin.gateway
    gateway.interval_ms = 20
    async with aiohttp.ClientSession() as http:
        socket = await connect(gateway, http)
        async for _ in socket:
            pass
        assert socket.close_code == 4009


async def test_heartbeats_are_acknowledged(seated: Seated) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await connect(seated.table.standin.gateway, http)
        await socket.send_json({"op": 1, "d": None})
        assert await socket.receive_json() == {"op": 11}
