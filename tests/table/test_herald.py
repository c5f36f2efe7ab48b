"""Herald itself at the table, played in a real browser: the first minute and what follows.

With HERALD_SHOTS set to a folder, every step is kept there as a picture.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import Config
from bot.table.run import for_table, serve
from bot.table.server import Table
from tests.browser import Browser, NoBrowser, Tab, browser, ensure
from tests.table.conftest import without_limits

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY = "document.body.classList.contains('ready')"
_numbers = itertools.count(1)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests here."""
    try:
        ensure()
    except NoBrowser as absent:
        pytest.skip(f"Herald's page is not tested: {absent}")
    async with browser() as running:
        yield running


@asynccontextmanager
async def herald_at_table(folder: Path, *, pictures: bool) -> AsyncIterator[Table]:
    """`herald table`, as a person starts it."""
    opened: asyncio.Future[Table] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    config = for_table(Config(data_dir=folder, pictures=pictures, log_level="warning"))
    serving = asyncio.create_task(serve(config, port=0, opened=opened.set_result, stop=stop))
    serving.add_done_callback(lambda _: opened.cancel())
    table = await opened
    without_limits(table)
    yield table
    assert table.standin.unmodelled == []
    stop.set()
    assert await serving == 0


@asynccontextmanager
async def page_of(chromium: Browser, table: Table) -> AsyncIterator[Tab]:
    """The page; nothing may go wrong on it."""
    tab = await chromium.tab()
    await tab.size(1200, 900)
    await tab.open(table.address)
    await tab.until(READY)
    yield tab
    assert tab.troubles == []
    await tab.close()


@pytest.fixture(autouse=True)
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells of servers one by one, so the bot waits for more; here there is one."""
    monkeypatch.setattr("bot.discord.client.GUILD_READY_TIMEOUT", 0.05)


async def step(page: Tab, name: str) -> None:
    """Keep what can be seen now, if somebody wants to look."""
    folder = os.environ.get("HERALD_SHOTS")
    if folder:
        await page.picture(Path(folder) / f"{next(_numbers):02}-{name}.png")


async def look_as(page: Tab, name: str) -> None:
    await page.click(f".eye[title^='{name}']")
    await page.until(f"{READY} && document.querySelector('.eye.mine').innerText.includes('{name}')")


async def test_the_first_minute(chromium: Browser, tmp_path: Path) -> None:
    """A lobby is open; one press starts a game with AI players; days pass at another."""
    async with (
        herald_at_table(tmp_path, pictures=True) as table,
        page_of(chromium, table) as page,
    ):
        await page.shows("1 of 4 seats are taken", "#log")
        await step(page, "lobby")
        await page.click("#demo")
        await page.shows("Awaited", "#log")
        await page.until("document.querySelector('.gallery img')?.naturalWidth > 800")
        await step(page, "demo-begins")
        before = table.time.now()
        await page.click("#skip")
        await page.shows("The clock went on by", "#toasts")
        await page.shows("The clock has chosen.", "#log")
        assert table.time.now() > before
        await step(page, "the-clock-played")
    async with (
        herald_at_table(tmp_path, pictures=False) as table,
        page_of(chromium, table) as page,
    ):
        assert table.time.now() > before
        await page.shows("My move", "#log")
        await page.click_text("My move", "#log button")
        await page.shows("Only you can see this", "#log")
        await step(page, "after-a-restart")


async def test_a_game_is_made_joined_and_played(chromium: Browser, tmp_path: Path) -> None:
    """Two people and an AI: a command, buttons, selects, suggestions and a modal."""
    async with (
        herald_at_table(tmp_path, pictures=False) as table,
        page_of(chromium, table) as page,
    ):
        await page.shows("1 of 4 seats are taken", "#log")
        await look_as(page, "Bea")
        await page.click("#text")
        await page.type("/game new")
        await page.press("Enter")
        await page.shows("Standard", ".suggestions")
        await step(page, "game-new")
        await page.press("Enter")
        await page.press("Enter")
        await page.shows("hosts a game already", "#log .ephemeral")
        await page.click_text("Join", "#log button")
        await page.shows("crimson", "#log .ephemeral")
        await page.shows("2 of 4 seats are taken", "#log")
        await step(page, "bea-joined")
        await look_as(page, "Ada")
        await page.click_text("Add an AI player", "#log button")
        await page.shows("3 of 4 seats are taken", "#log")
        await page.click_text("Start", "#log button")
        await page.shows("Turn 0: Placement", "#log")
        await page.shows("Awaited", "#log")
        await step(page, "started")
        await settled_by_command(page)
        await settled_by_panel(page)
        await page.click("#text")
        await page.type("/orders")
        await page.press("Enter")
        await page.click("[aria-label='Run the command']")
        await page.shows("One order per line", ".modal")
        await step(page, "orders")
        await page.press("Escape")
        await page.until("!document.querySelector('dialog')")


async def look_as_awaited(page: Tab) -> None:
    """Look through the eyes of whoever the newest phase post awaits."""
    names = (
        "[...document.querySelectorAll('#log .mention')].map((e) => e.innerText.slice(1))"
        ".filter((name) => ['Ada', 'Bea'].includes(name))"
    )
    await page.until(f"{names}.length")
    await look_as(page, str(await page.run(f"{names}.at(-1)")))


async def settled_by_command(page: Tab) -> None:
    """Whoever is awaited settles somewhere, by `/act` and its suggestions."""
    await look_as_awaited(page)
    await page.click("#text")
    await page.type("/act")
    await page.press("Enter")
    await page.type("gob")
    await page.shows("Gobi", ".suggestions")
    await step(page, "act")
    await page.press("Enter")
    await page.press("Enter")
    await page.shows("settles in Gobi", "#log .ephemeral")
    await step(page, "settled")


async def settled_by_panel(page: Tab) -> None:
    """Whoever is awaited next settles by the panel behind My move: a region from a list."""
    await page.until(
        "[...document.querySelectorAll('#log .message:not(.ephemeral)')]"
        ".some((e) => e.innerText.includes('Gobi') && e.innerText.includes('Awaited'))"
    )
    await look_as_awaited(page)
    await page.click_text("My move", "#log button")
    await page.shows("Where do your people begin?", "#log .ephemeral")
    await page.click_text("Choose one", "#log .ephemeral .select")
    await step(page, "panel")
    await page.press("Enter")
    await page.shows("You choose: Atlantia", "#log .ephemeral")
    await step(page, "chosen")
    await page.click_text("Confirm", "#log .ephemeral button")
    await page.shows("settles in Atlantia", "#log .ephemeral")
    await step(page, "settled-by-panel")
