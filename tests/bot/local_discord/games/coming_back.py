"""Three days away from a game at the pace *a turn a day*, and back, on a phone.

    python -m tests.bot.local_discord.games.coming_back docs/table

Ada, Bea and Cyn begin a game; then Ada does not look for three days, while the others play on. What
she finds, reads and presses when she comes back is kept as pictures of 390 by 844 pixels.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from pathlib import Path
from random import Random

from PIL import Image

from bot.moment import HOUR
from bot.service import Actor, NewLobby, Person, Refused
from bot.store.games import Pace, at_pace
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset
from tests.bot.local_discord.builders.resting import Resting
from tests.bot.local_discord.builders.visiting import READY, Sitting, sitting
from tests.bot.local_discord.games.clicking import Clicker
from tests.bot.local_discord.games.screenshots import OnPhone
from tests.browser import Browser, Tab, browser

CHANNEL = "harbour"
PHONE, DESKTOP = (390, 844), (1280, 800)
OTHERS = {"Bea", "Cyn"}
LOOKS_A_DAY = 3
DAYS_BEFORE, DAYS_AWAY = 4, 3
QUALITY = 88
LAST = "[...document.querySelectorAll('#log .message')].at(-1)"
POST = (
    "[...document.querySelectorAll('#log .message:not(.ephemeral)')]"
    ".filter((e) => e.innerText.includes('Waiting for')).at(-1)"
)
PANEL = "[...document.querySelectorAll('#log .message.ephemeral')].at(-1)"
GALLERY = f"{PANEL}.querySelector('.gallery')"


class Return:
    """A game that Ada leaves alone, and what she sees of it afterwards."""

    def __init__(self, at: Sitting, tab: Tab, folder: Path | None = None) -> None:
        self.at = at
        self.tab = tab
        self.folder = folder
        self.me = OnPhone(tab)
        self.resting = Resting(at.table)
        self.rng = Random(3)
        self.game = 0

    async def begin(self) -> None:
        """The three sit down, and play for two days."""
        world = self.at.table.world
        guild = next(iter(world.guilds.values()))
        place = world.text_channel(guild, CHANNEL, "")
        ada, *others = (self._person(name) for name in ("ada", "bea", "cyn"))
        new = NewLobby(
            ruleset="standard",
            host=ada,
            seats=3,
            guild_id=guild.id,
            channel_id=place.id,
            pace=at_pace(Pace(), "daily"),
        )
        self.game = (await self.at.herald.lobby.open(new)).id
        for each in others:
            await self.at.herald.lobby.join(self.game, each)
        await self.at.herald.lobby.start(self.game, Actor(ada.user_id))
        await self._rest()
        await self.pass_days(DAYS_BEFORE, {"Ada", *OTHERS})

    def _person(self, name: str) -> Person:
        user = self.at.table.as_user(name).user
        return Person(user.id, user.global_name or name)

    async def pass_days(self, days: int, here: set[str]) -> None:
        """Let days pass, in which those who are `here` look in and answer what they are asked."""
        for _ in range(days * LOOKS_A_DAY):
            for name in sorted(here):
                while name in (awaited := await self._awaited()):
                    if not await self._answer(awaited[name]):
                        # A stand-in was faster: there was no time left for this.
                        await self._rest()
            self.at.table.time.skip(24 * HOUR // LOOKS_A_DAY)
            await self._rest()

    async def _awaited(self) -> dict[str, int]:
        status = await self.at.herald.look.status(self.game)
        seats = [each.seat for each in status.awaited]
        return {seat.name: seat.user_id for seat in seats if seat.user_id is not None}

    async def _answer(self, user: int) -> bool:
        """Answer as the steward would; False where that is not asked any more."""
        desk = await self.at.herald.look.desk(self.game, user)
        decisions = [each.decision for each in desk.decisions if each.decision.blocking]
        if not decisions:
            return False
        eyes = Eyes(ruleset("standard"), desk.seat.seat, decisions, lambda _: desk.view)
        choice = policy("steward").choose(eyes, self.rng)
        click = f"{user}:{desk.number}"
        try:
            await self.at.herald.play.choose(
                self.game, user, choice.decision, choice.value, interaction=click
            )
        except Refused:
            return False
        return True

    async def _rest(self) -> None:
        assert self.at.bot is not None
        await self.resting.until(self.at.bot)

    async def turn(self) -> int:
        """The turn that the game is in."""
        return (await self.at.herald.look.view(self.game)).turn

    async def go(self, channel: str) -> None:
        """Open a channel: on a phone the list of them is folded away."""
        await self.tab.size(*DESKTOP)
        await self.me.go(channel)
        await self.tab.size(*PHONE, phone=True)

    async def come_back(self) -> str:
        """Read the latest post, and open one's panel; gives what it says."""
        await self.go(CHANNEL)
        await self.keep("back-post", POST)
        shown = await self.me.my_move()
        await self.keep("back-panel", PANEL)
        await self.keep("back-question", GALLERY)
        return shown

    async def height_of_news(self) -> float:
        """How high what happened is on the panel, with its picture: pixels from its top."""
        picture = f"({GALLERY} ?? {PANEL}).getBoundingClientRect().bottom"
        return float(await self.tab.run(f"{picture} - {PANEL}.getBoundingClientRect().top"))

    async def play_on(self) -> str:
        """Do what the panel puts first, and read what became of it."""
        place = next(e for e in self.at.table.world.channels.values() if e.name == CHANNEL)
        player = Clicker(self.at, self.me, place, seed=1, advised=1.0)
        await player.choose("Ada")
        said = self.me.answered
        await self.keep("back-played", PANEL)
        return said

    async def keep(self, name: str, top: str) -> None:
        """Keep the phone as it is with a message at its top, for those who want to look."""
        await self.tab.until(
            f"((shown) => {{ if (!shown) return false; shown.scrollIntoView();"
            " return [...shown.querySelectorAll('img')]"
            f".every((e) => e.complete && e.naturalWidth); }})({top})",
            f"the pictures of {name}",
        )
        await self.tab.run(
            f"Promise.all([...{top}.querySelectorAll('img')].map((e) => e.decode()))"
        )
        if self.folder is None:
            return
        with tempfile.TemporaryDirectory() as scratch:
            shot = Path(scratch) / "shot.png"
            await self.tab.picture(shot)
            image = Image.open(io.BytesIO(shot.read_bytes())).convert("RGB")
        self.folder.mkdir(parents=True, exist_ok=True)
        image.save(self.folder / f"{name}.webp", quality=QUALITY, method=6)


async def on_phone(chromium: Browser, at: Sitting) -> Tab:
    """The page of a table on a phone."""
    tab = await chromium.tab()
    await tab.size(*PHONE, phone=True)
    await tab.open(at.table.address)
    await tab.until(READY)
    return tab


async def main(folder: Path) -> None:
    """Take the pictures."""
    async with browser() as chromium:
        with tempfile.TemporaryDirectory() as data:
            async with sitting(Path(data), seed=4, pictures=True) as at:
                story = Return(at, await on_phone(chromium, at), folder)
                await story.begin()
                await story.pass_days(DAYS_AWAY, OTHERS)
                await story.come_back()
                await story.play_on()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    asyncio.run(main(parser.parse_args().folder))
