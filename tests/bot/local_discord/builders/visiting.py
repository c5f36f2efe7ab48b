"""Herald at the table, visited with a real browser, by somebody who reads, presses and types.

With HERALD_SHOTS set to a folder, every step is kept there as a picture.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.config import Config
from bot.discord.client import Bot
from bot.local_discord.demo import create_demo_server
from bot.local_discord.run import for_table, running_bot, serve
from bot.local_discord.server import LocalDiscord
from bot.service import Herald
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.local_discord.conftest import checked, checked_table, without_haste, without_limits
from tests.browser import PATIENCE, Browser, Tab

READY = "document.body.classList.contains('ready')"
FRESH = """[...document.querySelectorAll('#log .message')]
    .filter((e) => BigInt(e.dataset.id) > {after}n && !e.querySelector('.thinking'))"""
NEWEST = "[...document.querySelectorAll('#log .message')].at(-1)?.dataset.id ?? '0'"
REFUSED = "'.toast, .failed'"
READING = """((message) => {
    const copy = message.cloneNode(true);
    // A list shows at once what was chosen in it, before any answer.
    copy.querySelectorAll('.select, .select-panel').forEach((e) => e.remove());
    return `${copy.textContent}
        ${[...message.querySelectorAll('[data-custom-id]')].map((e) => e.dataset.customId)}`;
})"""
_numbers = itertools.count(1)


@asynccontextmanager
async def herald_at_table(folder: Path, *, pictures: bool) -> AsyncIterator[LocalDiscord]:
    """`herald table`, as a person starts it."""
    opened: asyncio.Future[LocalDiscord] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    config = for_table(Config(data_dir=folder, pictures=pictures, log_level="warning"))
    serving = asyncio.create_task(serve(config, port=0, opened=opened.set_result, stop=stop))
    serving.add_done_callback(lambda _: opened.cancel())
    table = await opened
    without_limits(table)
    without_haste(table)
    with checked(table):
        yield table
        assert table.discord.unmodelled == []
        stop.set()
        assert await serving == 0


class Sitting:
    """A table that stays open while Herald can leave it and come back."""

    def __init__(self, table: LocalDiscord, config: Config, rng: Random) -> None:
        self.table = table
        self.config = config
        self.rng = rng
        self._stack = AsyncExitStack()
        self.bot: Bot | None = None
        self._news = asyncio.Event()
        table.world.listen(lambda _: self._news.set())

    @property
    def herald(self) -> Herald:
        assert self.bot is not None
        return self.bot.herald

    async def come(self) -> None:
        """Herald sits down and is ready."""
        playing = await self._stack.enter_async_context(
            running_bot(self.config, self.table, rng=self.rng)
        )
        self.bot = playing.bot
        await asyncio.wait_for(self.bot.wait_until_ready(), PATIENCE)

    async def awaited(self, channel: str) -> list[str]:
        """Which people are awaited in the game of a channel; none when it is over."""
        (place,) = (each for each in self.table.world.channels.values() if each.name == channel)
        while True:
            self._news.clear()
            info = await self.herald.look.in_channel(place.id)
            if info is None:
                return []
            seats = [each.seat for each in (await self.herald.look.status(info.id)).awaited]
            people = [each.name for each in seats if each.kind == "human"]
            if people:
                return people
            # An AI player is up. When it has chosen, something is posted.
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def leave(self) -> None:
        """Herald stops."""
        self.bot = None
        await self._stack.aclose()


@asynccontextmanager
async def sitting(
    folder: Path, *, seed: int, rng: Random | None = None, pictures: bool = False
) -> AsyncIterator[Sitting]:
    """Herald at a table of its own, with dice that fall the same each time."""
    config = for_table(Config(data_dir=folder, pictures=pictures, log_level="warning"))
    async with checked_table(config.data_dir) as table, AsyncExitStack() as stack:
        stack.enter_context(steady_dice())
        without_haste(table)
        create_demo_server(table.world)
        found = Sitting(table, config, rng or Random(seed))
        await found.come()
        try:
            yield found
        finally:
            await found.leave()
        assert table.discord.unmodelled == []


@asynccontextmanager
async def visitor(
    chromium: Browser, table: LocalDiscord, *, height: int = 900
) -> AsyncIterator[Visitor]:
    """Somebody at the page; nothing may go wrong on it."""
    tab = await chromium.tab()
    await tab.size(1200, height)
    await tab.open(table.address)
    await tab.until(READY)
    me = Visitor(tab)
    try:
        yield me
    except BaseException:
        await me.step("failed")
        raise
    assert tab.troubles == []
    await tab.close()


class Visitor:
    """What somebody does at the page, in the words of the page."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.answered = ""

    async def step(self, name: str) -> None:
        """Keep what can be seen now, if somebody wants to look."""
        folder = os.environ.get("HERALD_SHOTS")
        if folder:
            await self.tab.picture(Path(folder) / f"{next(_numbers):02}-{name}.png")

    async def be(self, name: str) -> None:
        """Look through somebody's eyes."""
        eye = f"document.querySelector('.eye.mine')?.innerText.includes('{name}')"
        if not await self.tab.run(f"{READY} && {eye}"):
            await self.tab.click(f".eye[title^='{name}']")
            await self.tab.until(f"{READY} && {eye}")

    async def go(self, channel: str) -> None:
        """Open a channel, or the conversation with Herald."""
        await self.tab.click_text(channel, "#sidebar .channel")
        await self.tab.until(
            f"document.querySelector('#chat-head h1').innerText.includes({json.dumps(channel)})"
            " && document.querySelector('#log').dataset.channel === location.hash.slice(1)"
        )

    async def shows(self, text: str, within: str = "#log") -> None:
        """Wait until a text can be read."""
        await self.tab.shows(text, within)

    async def mark(self) -> str:
        """The newest message there is now; what comes later is news."""
        return str(await self.tab.run(NEWEST))

    async def news(self, after: str, *texts: str) -> str:
        """Wait for a message after a mark that says something; gives all of it."""
        found = FRESH.format(after=after)
        says = " && ".join(f"e.innerText.includes({json.dumps(each)})" for each in texts)
        await self.tab.until(f"{found}.some((e) => {says})", f"news that say {texts}")
        return str(await self.tab.run(f"{found}.find((e) => {says}).innerText"))

    async def read(self, script: str) -> Any:
        """What a script of the page gives as JSON."""
        return json.loads(await self.tab.run(script))

    async def press(self, label: str) -> str:
        """Press the newest button that says something; gives the answer, or the changed panel."""
        selector = "#log .button:not(:disabled)"
        async with self.answer(selector, label, exact=True):
            await self.tab.click_text(label, selector, exact=True)
        return self.answered

    async def press_card(self, label: str) -> None:
        """Press a button of the lobby card; what it changes on the card is the answer."""
        selector = "#log .button:not(:disabled)"
        async with self.answer(selector, label, exact=True, in_place=True):
            await self.tab.click_text(label, selector, exact=True)

    async def my_move(self) -> str:
        """Open one's panel; pressed once more where the post has just made room for a newer one."""
        for _ in range(3):
            shown = await self.press("My move")
            if "Only you can see this" in shown:
                return shown
        raise AssertionError(f"no panel opens: {shown}")

    async def press_id(self, custom_id: str) -> str:
        """Press one certain button; gives the answer, or the changed panel."""
        selector = f"[data-custom-id='{custom_id}']"
        async with self.answer(selector):
            await self.tab.click_text("", selector)
        return self.answered

    async def pick(self, placeholder: str, *labels: str, exact: bool = False) -> str:
        """Choose in the newest list that says something; gives the answer, or the changed panel."""
        async with self.answer("#log .select", placeholder, exact=exact):
            await self.tab.click_text(placeholder, "#log .select", exact=exact)
            for label in labels:
                await self.tab.click_text(
                    label, ".select-panel:not([hidden]) .option-label", exact=True
                )
            await self.tab.press("Escape")
        return self.answered

    @asynccontextmanager
    async def answer(
        self, selector: str, text: str = "", *, exact: bool = False, in_place: bool = False
    ) -> AsyncIterator[None]:
        """Wait until what is pressed inside this was answered; `answered` is what it says.

        What all can see is answered with a message for one's own eyes, or `in_place`; one's own
        panel changes. A press that comes too late is told so.
        """
        what, wanted = f"{selector} {text}", json.dumps(text)
        fits = f"e.innerText.trim() === {wanted}" if exact else f"e.innerText.includes({wanted})"
        noted = await self.tab.until(
            f"(() => {{ const m = [...document.querySelectorAll({json.dumps(selector)})]"
            f".filter((e) => {fits}).at(-1)?.closest('.message');"
            f" if (!m) return null; window.readBefore = {READING}(m);"
            f" return `${{m.dataset.id}} ${{{NEWEST}}}`; }})()",
            what,
        )
        number, mark = noted.split()
        await self.tab.run(f"document.querySelectorAll({REFUSED}).forEach((e) => e.remove())")
        private = "!!document.querySelector('#members[hidden]') || e.matches('.ephemeral')"
        changes = "true" if in_place else private
        found = (
            f"(() => {{ const e = document.querySelector('[data-id=\"{number}\"]');"
            f" const own = {FRESH.format(after=mark)}"
            ".filter((e) => e.matches('.ephemeral')).at(-1);"
            " if (document.querySelector('.waiting, .thinking')) return null;"
            f" const refused = document.querySelector({REFUSED}); if (refused) return refused;"
            f" return own ?? (e && ({changes}) && {READING}(e) !== window.readBefore ? e : null);"
            " })()"
        )
        yield
        self.answered = str(await self.tab.until(f"{found}?.innerText", f"an answer to {what}"))

    async def slash(self, line: str, *values: str, expect: Sequence[str] = ()) -> str:
        """Type a command, take the first suggestion for each value, and run it."""
        mark = await self.mark()
        await self.tab.click("#text")
        await self.tab.type(f"/{line}")
        await self.tab.shows(f"/{line}", ".suggestions .option-label")
        await self.tab.press("Enter")
        for value in values:
            await self.tab.until("document.activeElement.closest('.command-field')")
            await self._suggested(value)
            await self.tab.press("Enter")
        await self.tab.until("document.activeElement.matches('.send')")
        await self.tab.press("Enter")
        return await self.news(mark, *expect) if expect else ""

    async def _suggested(self, value: str) -> None:
        """Type until something like it is suggested; a busy machine may not do so at once."""
        last = json.dumps(value.split()[-1].lower())
        option = "document.querySelector('.suggestions .option.active')?.innerText.toLowerCase()"
        for _ in range(3):
            await self.tab.run("document.activeElement.select()")
            await self.tab.type(value)
            await self.tab.until(
                f"{option}?.includes({last}) || document.querySelector('.suggestions .nothing')",
                f"a suggestion for {value!r}",
            )
            if await self.tab.run(f"Boolean({option}?.includes({last}))"):
                return
        raise AssertionError(f"nothing is suggested for {value!r}")
