"""Rhye's and Fall on the page: two people, every choice with the mouse, to the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.local_discord.builders.visiting import sitting, visitor
from tests.bot.local_discord.games.clicking import Clicker, begin_game, result_is_told
from tests.browser import Browser

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]


async def test_a_turn_is_clicked_to_its_end(chromium: Browser, tmp_path: Path) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        realms = await begin_game(at, me, "realms", "rhye", turn_limit=1)
        clicker = Clicker(at, me, realms, seed=1)
        await clicker.play(most=60)
        await result_is_told(at, me)
        assert clicker.choices > 3


@pytest.mark.soak
async def test_a_whole_game_is_clicked_to_its_end(
    chromium: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        realms = await begin_game(at, me, "realms", "rhye", turn_limit=0)
        clicker = Clicker(at, me, realms, seed=1, advised=0.95)
        await clicker.play(most=3000)
        told = await result_is_told(at, me)
        assert "the turn limit of the table was reached" not in told
    with capsys.disabled():
        print(f"\na whole game: {clicker.choices} choices by {clicker.presses} presses")
