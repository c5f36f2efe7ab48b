"""Herald itself at the table, in a real browser: the first minute, and what can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.local_discord.builders.visiting import (
    READY,
    Visitor,
    herald_at_table,
    sitting,
    visitor,
)
from tests.browser import Browser

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]


async def test_the_first_minute(chromium: Browser, tmp_path: Path) -> None:
    """A lobby is open; one press starts a game with AI players; days pass at another."""
    async with (
        herald_at_table(tmp_path, pictures=True) as table,
        visitor(chromium, table) as me,
    ):
        await me.shows("1 of 4 seats is taken")
        await me.step("lobby")
        await me.tab.click("#demo")
        await me.shows("Waiting for")
        await me.tab.until("document.querySelector('.gallery img')?.naturalWidth > 800")
        await me.step("demo-begins")
        before = table.time.now()
        await me.tab.click("#skip")
        await me.shows("The clock went on by", "#toasts")
        await me.shows("A stand-in played for them")
        assert table.time.now() > before
    async with (
        herald_at_table(tmp_path, pictures=False) as table,
        visitor(chromium, table) as me,
    ):
        assert table.time.now() > before
        await me.shows("Waiting for")
        assert "Choose your second region" in await me.my_move()
        await me.step("after-a-restart")


async def test_the_keyboard_alone_is_enough(chromium: Browser, tmp_path: Path) -> None:
    """A panel is opened and answered without a mouse: Tab, arrows, Enter, Alt and a number."""
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        await me.shows("1 of 4 seats is taken")
        tab = me.tab
        await tab.press("2", alt=True)
        looking = "document.querySelector('.eye.mine')?.innerText.includes('Bea')"
        await tab.until(f"{READY} && {looking}")
        await tab.press("/")
        await tab.until("document.activeElement.value === '/'")
        await tab.type("game join")
        await me.shows("/game join", ".suggestions")
        await tab.press("Enter")
        await tab.until("document.activeElement.matches('.send')")
        await tab.press("Enter")
        await me.shows("You have a seat")
        await me.shows("2 of 4 seats are taken")
        await tab.run("document.querySelector('#log').focus()")
        for _ in range(30):
            await tab.press("Tab")
            if await tab.run("document.activeElement.innerText === 'Leave'"):
                break
        await tab.press("Enter")
        await me.shows("You have left the table.")
        await me.shows("1 of 4 seats is taken")


async def set_up(me: Visitor, label: str) -> None:
    """Press a button of the settings."""
    await me.tab.click("[aria-label='Settings']")
    await me.tab.click_text(label, "dialog .button")
    await me.tab.until("!document.querySelector('dialog')")


async def test_trouble_is_told_and_the_game_goes_on(chromium: Browser, tmp_path: Path) -> None:
    """Closed private messages, Herald sent away and invited again, the channel deleted."""
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        await me.shows("1 of 4 seats is taken")
        await me.be("Bea")
        await me.tab.click("[aria-label='Settings']")
        await me.tab.click("dialog input[type=checkbox]")
        await me.tab.press("Escape")
        assert "Your direct messages are closed for me." in await me.press("Join")
        await me.be("Ada")
        await me.tab.click("#demo")
        await me.shows("Placement")
        (name,) = await at.awaited("games")
        await me.be("Ada")
        await set_up(me, "Remove Herald")
        await me.tab.until("!document.querySelector('#members .app-tag')")
        assert "Herald is not in this server any more." in await me.press("My move")
        await set_up(me, "Invite Herald")
        await me.tab.until("document.querySelector('#members .app-tag')")
        await me.be(name)
        assert "Where do your people begin?" in await me.my_move()
        await me.be("Ada")
        await me.tab.click("[aria-label='Settings']")
        await me.tab.click_text("Delete this channel", "dialog button")
        await me.shows("games")
        await me.tab.click_text("Press again to delete #games", "dialog button")
        await me.be(name)
        await me.go("Herald")
        told = await me.slash("play", expect=["Where do your people begin?"])
        assert "Only you can see this" in told
