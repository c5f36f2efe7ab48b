"""A whole game on the page: from the lobby to the result, the replay and the proof."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.discord.pictures.pictures import Pictures
from bot.local_discord.world.models import Channel
from tests.bot.local_discord.builders.visiting import Sitting, Visitor, sitting, visitor
from tests.bot.local_discord.games.clicking import Clicker, result_is_told
from tests.browser import Browser

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]


def channel_of(at: Sitting) -> Channel:
    return next(each for each in at.table.world.channels.values() if each.name == "games")


async def begin(at: Sitting, me: Visitor, *, people: int, ai: int, turns: int) -> None:
    """The lobby that is there is filled, its options are set, and the game begins."""
    await me.shows("1 of 4 seats is taken")
    for name in ("Bea", "Cyn", "Dan")[: people - 1]:
        await me.be(name)
        await me.press("Join")
    await me.be("Ada")
    for _ in range(ai):
        await me.press_card("Add an AI player")
    await me.shows(f"{people + ai} of 4 seats are taken")
    await me.press("Options")
    if turns:
        await me.tab.click_text("Last turn:", "#log .button")
        await me.tab.until("document.querySelector('.modal input')")
        await me.tab.click(".modal input")
        await me.tab.run("document.querySelector('.modal input').select()")
        await me.tab.type(str(turns))
        await me.tab.click_text("Submit", ".modal button")
        await me.shows(f"Last turn: {turns}")
    await me.press_card("Start")
    await me.shows("The game begins:")


async def replay_is_shown(at: Sitting, me: Visitor) -> None:
    """The whole game as a moving picture, which takes its time to draw."""
    assert at.bot is not None
    at.bot.parts = replace(at.bot.parts, pictures=Pictures())
    await me.tab.click_text("Replay", "#log .button")
    await me.shows("Herald is thinking")
    film = "document.querySelector('#log .ephemeral .gallery img')"
    await me.tab.until(f"{film}?.naturalWidth > 300", "the replay", patience=300)
    await me.step("replay")


async def test_a_short_game_is_clicked_to_its_end(chromium: Browser, tmp_path: Path) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        await begin(at, me, people=1, ai=2, turns=1)
        clicker = Clicker(at, me, channel_of(at), seed=1)
        await clicker.play(most=60)
        assert "the turn limit of the table was reached" in await result_is_told(at, me)
        assert clicker.choices > 2


@pytest.mark.soak
async def test_a_whole_standard_game_is_clicked_to_its_end(
    chromium: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        await begin(at, me, people=2, ai=1, turns=0)
        clicker = Clicker(at, me, channel_of(at), seed=1)
        await clicker.play(most=3000)
        await result_is_told(at, me)
        await replay_is_shown(at, me)
    with capsys.disabled():
        print(f"\na whole game: {clicker.choices} choices by {clicker.presses} presses")
