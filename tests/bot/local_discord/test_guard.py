"""Nobody but the page itself, opened by its secret address, can drive the table."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.local_discord.faults import Fault
from bot.local_discord.server import LocalDiscord
from tests.bot.local_discord.conftest import Online, create_demo_server


@pytest.fixture
async def http() -> Any:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def test_the_address_with_the_key_opens_the_page(
    table: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    create_demo_server(table)
    async with http.get(table.address) as page:
        assert page.status == 200
        assert "HttpOnly" in page.headers["Set-Cookie"]
        assert "SameSite=Strict" in page.headers["Set-Cookie"]
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    async with http.get(f"{table.origin}/table/words") as words:
        assert words.status == 200


@pytest.mark.parametrize(
    "path", ["/", "/?key=wrong", "/page/app.js", "/table/words", "/table/live?as=1"]
)
async def test_without_the_key_nothing_opens(
    table: LocalDiscord, http: aiohttp.ClientSession, path: str
) -> None:
    create_demo_server(table)
    async with http.get(table.origin + path) as refused:
        assert refused.status == 403


async def test_the_page_is_at_home_under_one_name(
    table: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    create_demo_server(table)
    other = table.address.replace("127.0.0.1", "localhost")
    async with http.get(other) as page:
        assert page.status == 200
        assert str(page.url) == table.address


async def test_another_page_cannot_press_buttons(
    online: Online, http: aiohttp.ClientSession
) -> None:
    table = online.table
    body = {
        "do": "say",
        "as": str(online.as_user("ada").user.id),
        "channel": str(online.channel.id),
        "text": "hi",
    }
    address = f"{table.origin}/table/do"
    async with http.get(table.address):
        pass
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        async with http.post(address, json=body, headers=headers) as refused:
            assert refused.status == 403
    async with http.post(address, json=body, headers={"Origin": table.origin}) as done:
        assert done.status == 200
    assert [each.content for each in online.messages()] == ["hi"]


async def test_a_foreign_name_for_this_machine_is_refused_everywhere(
    online: Online, http: aiohttp.ClientSession
) -> None:
    for path in ("/api/v10/gateway", "/gateway", "/cdn/embed/avatars/1.png"):
        async with http.get(
            online.table.origin + path, headers={"Host": "evil.example"}
        ) as refused:
            assert refused.status == 403


async def test_files_cannot_be_guessed(online: Online, http: aiohttp.ClientSession) -> None:
    from tests.bot.local_discord.builders.tiny_bot import picture

    sent = await online.place.send(file=picture())
    url = sent.attachments[0].url
    async with http.get(url) as right:
        assert right.status == 200
    async with http.get(url.partition("?")[0]) as wrong:
        assert wrong.status == 404


async def test_faults_can_be_asked_for_by_the_debug_route(
    online: Online, http: aiohttp.ClientSession
) -> None:
    headers = {"X-Table-Key": online.table.guard.key}
    address = f"{online.table.origin}/table/do"
    fault = {"kind": "status", "path": "/messages$", "status": 503}
    wanted = {"do": "fault", "fault": fault}
    async with http.post(address, json=wanted, headers=headers) as done:
        assert done.status == 200
    assert online.table.faults.waiting == [Fault(kind="status", path="/messages$", status=503)]
    async with http.post(address, json={"do": "gateway", "how": "drop"}, headers=headers) as done:
        assert done.status == 200
    await online.bot.until("resumed")
