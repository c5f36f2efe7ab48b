"""Whatever is sent to the local Discord, it is refused as a fault of who sent it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.bot.local_discord.conftest import Online

DEEP = 5_000
BIG = 10**30
COMPONENT = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
SAID: dict[str, Any] = {
    "no JSON": b"{",
    "not UTF-8": b"\xff\xfe",
    "half a letter": b'{"content": "\\ud800"}',
    "a deep list": b"[" * DEEP + b"]" * DEEP,
    "deep components": b'{"flags": 32768, "components": '
    + b'[{"type": 17, "components": ' * DEEP
    + b"[]"
    + b"}]" * DEEP
    + b"}",
    "not a number": b'{"flags": NaN, "type": NaN}',
    "a list": [],
    "a text": "content",
    "nothing": None,
    "a list as a text": {"content": ["x"], "type": 4, "data": {"content": ["x"]}},
    "flags as a text": {"content": "x", "flags": "many", "type": 4, "data": {"flags": "many"}},
    "a huge number": {"flags": BIG, "recipient_id": BIG, "type": BIG, "nonce": BIG},
    "a number below zero": {"flags": -1, "recipient_id": -1, "type": -1, "name": ""},
    "nonce as a list": {"content": "x" * 2001, "nonce": [1], "enforce_nonce": True},
    "components as a text": {"components": "x", "type": 4, "data": {"components": "x"}},
    "components of numbers": {"components": [1, None], "type": 9, "data": {"components": [1]}},
    "components without a type": {"components": [{}], "type": 8, "data": {"choices": [{}]}},
    "a type as a list": {"components": [{"type": [1]}], "type": [4]},
    "the same twice": {"components": [COMPONENT, COMPONENT]},
    "mentions of nobody": {
        "content": "x" * 2001,
        "allowed_mentions": {"users": [None]},
        "type": 4,
        "data": {"allowed_mentions": 5},
    },
    "a reply to itself": {"content": "x", "message_reference": {"message_id": BIG}},
    "attachments as numbers": {"content": "x", "attachments": [1]},
    "an attachment that did not come": {"content": "x", "attachments": [{"id": 7}]},
    "a thread of a wrong kind": {"name": "x", "type": 99, "auto_archive_duration": 7},
    "data as a list": {"type": 4, "data": [1]},
}
WILD = {
    name: said if isinstance(said, bytes) else json.dumps(said).encode()
    for name, said in SAID.items()
}
DOORS = {
    "sending": ("POST", "/channels/{channel}/messages"),
    "editing": ("PATCH", "/channels/{channel}/messages/{message}"),
    "a thread": ("POST", "/channels/{channel}/threads"),
    "changing a thread": ("PATCH", "/channels/{thread}"),
    "a private conversation": ("POST", "/users/@me/channels"),
    "commands": ("PUT", "/applications/{bot}/commands"),
    "answering": ("POST", "/interactions/{interaction}/{token}/callback"),
    "following up": ("POST", "/webhooks/{bot}/{followed}"),
    "editing an answer": ("PATCH", "/webhooks/{bot}/{followed}/messages/@original"),
}


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def places(online: Online) -> dict[str, Any]:
    """What the paths of the doors stand for."""
    sent = await online.place.send("x")
    thread = await online.place.create_thread(name="Game")
    ada = online.as_user("ada")
    waiting = ada.run(online.channel, "crash")
    answered = ada.run(online.channel, "slow")
    await online.bot.until("slow")
    online.table.dispatcher.seen = None
    return {
        "channel": online.channel.id,
        "message": sent.id,
        "thread": thread.id,
        "bot": online.table.world.bot.id,
        "interaction": waiting.id,
        "token": waiting.token,
        "followed": answered.token,
    }


async def test_no_body_breaks_the_local_discord(
    online: Online, http: aiohttp.ClientSession
) -> None:
    at = await places(online)
    headers = {
        "Authorization": f"Bot {online.table.token}",
        "Content-Type": "application/json",
    }
    unkind = []
    for door, (method, path) in DOORS.items():
        address = f"{online.table.origin}/api/v10{path.format(**at)}"
        for name, body in WILD.items():
            async with http.request(method, address, data=body, headers=headers) as response:
                if response.status >= 500:
                    unkind.append((door, name, response.status))
    assert unkind == []


@pytest.mark.parametrize("name", ["no JSON", "a text", "flags as a text", "components as a text"])
async def test_a_wild_body_is_refused(
    online: Online, http: aiohttp.ClientSession, name: str
) -> None:
    address = f"{online.table.origin}/api/v10/channels/{online.channel.id}/messages"
    headers = {"Authorization": f"Bot {online.table.token}", "Content-Type": "application/json"}
    async with http.post(address, data=WILD[name], headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] in (50035, 50109)
    online.table.dispatcher.seen = None
    assert online.messages() == []


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=a", b"--a\r\n\r\n"),
        ("multipart/form-data; boundary=a", b"--a\r\nContent-Disposition: form-data\r\n\r\nx\r\n"),
        (
            "multipart/form-data; boundary=a",
            b'--a\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--a--\r\n',
        ),
    ],
)
async def test_no_broken_form_breaks_it(
    online: Online, http: aiohttp.ClientSession, content_type: str, body: bytes
) -> None:
    address = f"{online.table.origin}/api/v10/channels/{online.channel.id}/messages"
    headers = {"Authorization": f"Bot {online.table.token}", "Content-Type": content_type}
    async with http.post(address, data=body, headers=headers) as response:
        assert 400 <= response.status < 500
    online.table.dispatcher.seen = None


@pytest.mark.parametrize(
    "path",
    [
        "/channels/{channel}/messages?limit=many",
        "/channels/{channel}/messages?limit=101",
        "/channels/{channel}/messages?after=x",
        "/channels/{channel}/messages?before=" + "9" * 40,
        "/channels/{channel}/messages/" + "9" * 30,
        "/channels/x",
        "/channels/" + "9" * 5000,
        "/users/@me/guilds?after=-1",
        "/guilds/٣",
    ],
)
async def test_no_path_or_query_breaks_it(
    online: Online, http: aiohttp.ClientSession, path: str
) -> None:
    address = f"{online.table.origin}/api/v10{path.format(channel=online.channel.id)}"
    headers = {"Authorization": f"Bot {online.table.token}"}
    async with http.get(address, headers=headers) as response:
        assert 400 <= response.status < 500
    online.table.dispatcher.seen = None


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"[" * DEEP,
        b'{"do": "fly"}',
        b'{"do": "say", "as": "x"}',
        b'{"do": "press", "as": "1"}',
        b'{"do": "dms_open", "as": "1", "open": "perhaps"}',
        b'{"do": "skip", "seconds": "NaN"}',
        b'{"do": "skip", "seconds": -1}',
        b'{"do": "fault", "fault": {"kind": "status", "path": "("}}',
        b'{"do": "submit", "interaction": 1e40, "values": {}}',
    ],
)
async def test_no_body_breaks_the_page(
    online: Online, http: aiohttp.ClientSession, body: bytes
) -> None:
    headers = {"X-Table-Key": online.table.guard.key, "Content-Type": "application/json"}
    address = f"{online.table.origin}/table/do"
    async with http.post(address, data=body, headers=headers) as response:
        assert 400 <= response.status < 500
