"""Nobody but the page itself, opened by its secret address, can drive the table."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.table.faults import Fault
from bot.table.server import Table
from tests.table.conftest import Seated, furnish


@pytest.fixture
async def http() -> Any:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def test_the_address_with_the_key_opens_the_page(
    table: Table, http: aiohttp.ClientSession
) -> None:
    furnish(table)
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
    table: Table, http: aiohttp.ClientSession, path: str
) -> None:
    furnish(table)
    async with http.get(table.origin + path) as refused:
        assert refused.status == 403


async def test_the_page_is_at_home_under_one_name(
    table: Table, http: aiohttp.ClientSession
) -> None:
    furnish(table)
    other = table.address.replace("127.0.0.1", "localhost")
    async with http.get(other) as page:
        assert page.status == 200
        assert str(page.url) == table.address


async def test_another_page_cannot_press_buttons(
    seated: Seated, http: aiohttp.ClientSession
) -> None:
    table = seated.table
    body = {
        "do": "say",
        "as": str(seated.hand("ada").user.id),
        "channel": str(seated.channel.id),
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
    assert [each.content for each in seated.messages()] == ["hi"]


async def test_a_foreign_name_for_this_machine_is_refused_everywhere(
    seated: Seated, http: aiohttp.ClientSession
) -> None:
    for path in ("/api/v10/gateway", "/gateway", "/cdn/embed/avatars/1.png"):
        async with http.get(
            seated.table.origin + path, headers={"Host": "evil.example"}
        ) as refused:
            assert refused.status == 403


async def test_files_cannot_be_guessed(seated: Seated, http: aiohttp.ClientSession) -> None:
    from tests.table.tiny_bot import picture

    sent = await seated.place.send(file=picture())
    url = sent.attachments[0].url
    async with http.get(url) as right:
        assert right.status == 200
    async with http.get(url.partition("?")[0]) as wrong:
        assert wrong.status == 404


async def test_faults_can_be_asked_for_by_the_debug_route(
    seated: Seated, http: aiohttp.ClientSession
) -> None:
    headers = {"X-Table-Key": seated.table.guard.key}
    address = f"{seated.table.origin}/table/do"
    wanted = {"do": "fault", "kind": "status", "path": "/messages$", "status": 503}
    async with http.post(address, json=wanted, headers=headers) as done:
        assert done.status == 200
    assert seated.table.faults.waiting == [Fault(kind="status", path="/messages$", status=503)]
    async with http.post(address, json={"do": "fault", "gateway": "drop"}, headers=headers) as done:
        assert done.status == 200
    await seated.bot.until("resumed")
