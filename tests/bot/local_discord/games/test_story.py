"""One game at the table, as three people play it on the page, with Herald restarted on the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.discord.pictures.pictures import Pictures
from tests.bot.local_discord.builders.visiting import Sitting, Visitor, sitting, visitor
from tests.browser import Browser

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]

CHANNEL = "harbour"
PEOPLE = ("Ada", "Bea", "Cyn")


class Story:
    """The steps of the game, each as a player makes it."""

    def __init__(self, at: Sitting, me: Visitor) -> None:
        self.at = at
        self.me = me

    async def awaited(self) -> list[str]:
        """Who is awaited now."""
        return await self.at.awaited(CHANNEL)

    async def become_awaited(self) -> str:
        """Look through the eyes of the one who is awaited."""
        (name,) = await self.awaited()
        await self.me.be(name)
        return name

    async def act(self, words: str) -> str:
        """Type a few letters of a choice, and take what is suggested first."""
        return await self.me.slash("act", words, expect=["✅"])

    async def create(self) -> None:
        me, tab = self.me, self.me.tab
        await tab.click("[aria-label='Settings']")
        await tab.click("[aria-label='Name of the channel']")
        await tab.type(CHANNEL)
        await tab.click_text("New channel")
        await me.go(CHANNEL)
        await tab.click("#text")
        await tab.type("/game new")
        await me.shows("/game new", ".suggestions")
        await me.step("commands")
        await tab.press("Enter")
        await tab.click_text("rules", ".add-option")
        await tab.type("Stand")
        await me.shows("Standard", ".suggestions")
        await tab.press("Enter")
        await tab.click_text("seats", ".add-option")
        await tab.type("3")
        await tab.press("Enter")
        await me.shows("1 of 3 seats is taken")

    async def join(self) -> None:
        for name in PEOPLE[1:]:
            await self.me.be(name)
            assert "You have a seat" in await self.me.press("Join")
        await self.me.shows("3 of 3 seats are taken")
        await self.me.be("Ada")
        await self.me.press_card("Start")
        await self.me.shows("Placement")

    async def place(self) -> None:
        """By `/act`, taken back and done again; by the panel; then the rest."""
        me = self.me
        first = await self.become_awaited()
        assert f"{first} settles in Gobi" in await self.act("gob")
        await me.step("act")
        assert "Taken back." in await me.press("Undo: Gobi")
        await self.act("gobi")
        await me.news("0", "Gobi", "Waiting for")
        await self.become_awaited()
        assert "Where do your people begin?" in await me.my_move()
        await me.pick("Africa", "Asia", exact=True)
        assert "settles in Steppe" in await me.pick("Asia: choose one", "Steppe")
        for region in ("gaul", "congo", "murray", "dakota"):
            await self.become_awaited()
            await self.act(region)
        await me.shows("Turn 1 · Movement")

    async def move(self) -> None:
        me = self.me
        name = await self.become_awaited()
        await me.my_move()
        await me.press("Step by step")
        await me.press("Gobi · a swordsman and a settler")
        await me.pick("Choose from 1 to 2", "Settler")
        moved = await me.pick("Choose one", "Himalaya")
        assert f"{name} moves a settler from Gobi" in moved
        for _ in PEOPLE:
            await self.become_awaited()
            await self.act("end")

    async def trade(self) -> None:
        me = self.me
        await me.be("Ada")
        await me.slash("trade", expect=["Trade is open"])
        await me.press("Make an offer")
        await me.press("Bea · 20 gold; wine and horses")
        await me.pick("How many?", "5")
        await me.press("Nothing")
        await me.pick("How many?", "2")
        assert "Ada offers Bea 5 gold for 2 gold" in await me.press("Nothing")
        await me.be("Bea")
        assert "Ada offers Bea 5 gold for 2 gold" in await me.my_move()
        await me.step("trade")
        assert "23 gold" in await me.press("Accept")
        for name in PEOPLE:
            await me.be(name)
            await self.act("done")
        await me.shows("Turn 1 · Purchase")

    async def buy(self) -> None:
        """Herald is stopped and started while a panel is half filled in; the panel goes on."""
        me = self.me
        assert await self.become_awaited() == "Ada"
        await me.my_move()
        await me.press("Step by step")
        await me.pick("Choose one", "Horseman")
        await self.at.leave()
        await me.tab.until("document.querySelector('.avatar.offline')")
        await self.at.come()
        await me.tab.until("document.querySelector('.avatar.online')")
        await me.press("Gobi")
        assert "buys a horseman in Gobi" in await me.pick("How many?", "1")
        await self.act("done")
        assert await self.become_awaited() == "Bea"
        await self.act("horseman steppe")
        await self.act("done")
        await self.become_awaited()
        await self.act("done")
        await me.shows("Turn 2 · Movement")

    async def attack(self) -> None:
        me = self.me
        assert await self.become_awaited() == "Bea"
        await self.act("move swordsman horseman steppe gobi")
        await self.act("end")
        await me.my_move()
        assert "Attack Ada in Gobi" in await me.press("Attack Ada in Gobi")
        await me.be("Ada")
        await me.my_move()
        await me.press("No challenge")
        await me.shows("Battle in Gobi: Bea against Ada.")

    async def fight(self) -> None:
        """Both choose in their private messages; nothing is told before both have."""
        me = self.me
        assert set(await self.awaited()) == {"Ada", "Bea"}
        for name, unit in (("Bea", "Horseman"), ("Ada", "Swordsman")):
            await me.be(name)
            await me.go("Herald")
            await me.shows("Round 1 in Gobi. Which unit do you send?")
            await me.step("asked-in-private")
            assert f"✅ {unit}" in await me.press(unit)
            await me.go(CHANNEL)
            if name == "Bea":
                told = await me.news("0", "Battle in Gobi, Bea against Ada.", "1 of 2 have chosen")
                chosen = told.partition("Battle in Gobi")[2].replace("horseman bought", "")
                assert "orseman" not in chosen
        await me.shows("a swordsman lost")
        await me.step("fought")

    async def look(self) -> None:
        """The map as a picture, and large, once Herald can draw."""
        me, tab = self.me, self.me.tab
        assert self.at.bot is not None
        self.at.bot.parts = replace(self.at.bot.parts, pictures=Pictures())
        await me.press("Map")
        await tab.until(
            "document.querySelector('#log .ephemeral .gallery img')?.naturalWidth > 800"
        )
        await tab.click("#log .ephemeral .picture-open")
        await tab.until("document.querySelector('.lightbox img').naturalWidth > 800")
        await me.shows("Bea (Crimson)", ".lightbox")
        await me.step("map")
        await tab.press("Escape")
        await tab.until("!document.querySelector('dialog')")


class StoryDice(Random):
    """Gives the seed with which Ada begins and Bea's villages have wine and horses."""

    def randbytes(self, n: int) -> bytes:
        return b"story 1401".ljust(n, b".")


async def test_three_people_play_and_herald_is_restarted(chromium: Browser, tmp_path: Path) -> None:
    dice = StoryDice(4)
    async with sitting(tmp_path, seed=4, rng=dice) as at, visitor(chromium, at.table) as me:
        story = Story(at, me)
        await me.shows("1 of 4 seats is taken")
        await story.create()
        await story.join()
        await story.place()
        await story.move()
        await story.trade()
        await story.buy()
        await story.attack()
        await story.fight()
        await story.look()
