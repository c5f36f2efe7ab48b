"""Takes the pictures of the local table that the README shows, on a phone and on a desktop.

    python -m tests.bot.local_discord.games.screenshots docs/table

A person and three AI players begin a game of Standard, as a newcomer would: what is seen is kept.
With `--rules`, the first posts and panels of another rule set are kept instead.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image

from tests.bot.local_discord.builders.visiting import READY, Sitting, Visitor, sitting
from tests.bot.local_discord.games.clicking import Clicker
from tests.browser import Tab, browser

CHANNEL = "harbour"
PHONE, DESKTOP = (390, 844), (1280, 800)
TURN = 1
"""When the pictures are taken: something has happened by then."""
LAST = "[...document.querySelectorAll('#log .message')].at(-1)"
POST = (
    "[...document.querySelectorAll('#log .message:not(.ephemeral)')]"
    ".filter((e) => e.innerText.includes('Waiting for')).at(-1)"
)
FIRST = "[...document.querySelectorAll('#log .message')].at(-2)"
PATIENCE = 180.0
QUALITY, WIDEST = 88, 1000
AROUND = 230
"""Pixels of a phone above and below the messages."""


class OnPhone(Visitor):
    """Ada alone, on a phone that shows no other eyes to look through."""

    async def be(self, name: str) -> None:
        assert name == "Ada"


class Camera:
    """Keeps what a tab shows as pictures in a folder."""

    def __init__(self, tab: Tab, folder: Path) -> None:
        self.tab = tab
        self.folder = folder
        self.is_phone = True

    async def keep(self, name: str, top: str = LAST) -> None:
        """Keep the page with an element at its top; a phone is as high as the element."""
        await self.tab.until(f"Boolean({top})", top)
        if self.is_phone:
            high = float(await self.tab.run(f"{top}.getBoundingClientRect().height"))
            await self.tab.size(PHONE[0], max(PHONE[1], int(high) + AROUND), phone=True)
        # A picture is loaded when it comes into sight, and a post may still be edited.
        await self.tab.until(
            f"((shown) => {{ shown.scrollIntoView(); return [...shown.querySelectorAll('img')]"
            f".every((e) => e.complete && e.naturalWidth); }})({top})",
            f"the pictures of {top}",
        )
        shot = Path(tempfile.mkdtemp()) / "shot.png"
        await self.tab.picture(shot)
        self.folder.mkdir(parents=True, exist_ok=True)
        image = Image.open(io.BytesIO(shot.read_bytes())).convert("RGB")
        image.thumbnail((WIDEST, image.height))
        image.save(self.folder / f"{name}.webp", quality=QUALITY, method=6)
        if self.is_phone:
            await self.tab.size(*PHONE, phone=True)
        await self.tab.run("document.querySelector('#log').scrollTop = 1e9")


async def begin(at: Sitting, me: Visitor, rules: str, seats: int) -> Clicker:
    """Ada sits down with AI players, and is about to play as she is advised."""
    world = at.table.world
    place = world.text_channel(next(iter(world.guilds.values())), CHANNEL, "")
    await me.tab.size(*DESKTOP)
    await me.go(CHANNEL)
    await me.tab.size(*PHONE, phone=True)
    at.table.as_user("ada").run(place, "game new", rules=rules, seats=seats)
    await me.shows(f"1 of {seats} seats")
    for _ in range(seats - 1):
        await me.press_card("Add an AI player")
    await me.press_card("Start")
    await me.shows("Waiting for")
    return Clicker(at, me, place, seed=1, advised=1.0)


async def journey(at: Sitting, tab: Tab, folder: Path, rules: str, choices: int) -> None:
    """The first turns of a game on a phone: what is posted, and the panel, every few choices."""
    me, camera = OnPhone(tab), Camera(tab, folder)
    player = await begin(at, me, rules, seats=3)
    await camera.keep("begin", FIRST)
    for number in range(choices):
        if not await at.awaited(CHANNEL):
            break
        await camera.keep(f"{number:02}-post", POST)
        await me.my_move()
        await camera.keep(f"{number:02}-panel")
        await player.choose("Ada")


async def turn_of(at: Sitting) -> int:
    """The turn that the game is in."""
    place = next(each for each in at.table.world.channels.values() if each.name == CHANNEL)
    info = await at.herald.look.in_channel(place.id)
    assert info is not None
    view = (await at.herald.look.status(info.id)).view
    return 0 if view is None else view.turn


async def renew(at: Sitting, tab: Tab, folder: Path) -> None:
    """The pictures of the README."""
    me, camera = OnPhone(tab), Camera(tab, folder)
    await tab.size(*PHONE, phone=True)
    player = await begin(at, me, "standard", seats=3)
    while await turn_of(at) < TURN:
        await player.choose("Ada")
    await camera.keep("phone-post", POST)
    await me.my_move()
    await camera.keep("phone-panel")
    await tab.size(*DESKTOP)
    camera.is_phone = False
    await camera.keep("panel")
    camera.is_phone = True
    await tab.size(*PHONE, phone=True)
    await me.press("Map")
    await camera.keep("phone-map")


async def main(folder: Path, rules: str | None, choices: int) -> None:
    """Begin a game at a table of its own, and keep what is seen of it."""
    for method in (Tab.until, Tab.run, Tab.call):
        # Nobody waits for a script: a busy machine may take its time.
        assert method.__kwdefaults__ is not None
        method.__kwdefaults__["patience"] = PATIENCE
    with tempfile.TemporaryDirectory() as data:
        async with browser() as chromium, sitting(Path(data), seed=4, pictures=True) as at:
            tab = await chromium.tab()
            await tab.size(*PHONE, phone=True)
            await tab.open(at.table.address)
            await tab.until(READY)
            if rules is None:
                await renew(at, tab, folder)
            else:
                await journey(at, tab, folder, rules, choices)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rules", help="play this rule set and keep every step")
    parser.add_argument("--choices", type=int, default=12, help="how many choices to make")
    given = parser.parse_args()
    asyncio.run(main(given.folder, given.rules, given.choices))
