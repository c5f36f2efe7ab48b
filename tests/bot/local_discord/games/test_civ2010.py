"""Civilization 2010 on the page: two people, every choice with the mouse, to the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.local_discord.builders.visiting import sitting, visitor
from tests.bot.local_discord.games.clicking import Clicker, begin_game, result_is_told
from tests.browser import Browser

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]


async def test_a_turn_is_clicked_to_its_end(chromium: Browser, tmp_path: Path) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        tiles = await begin_game(at, me, "tiles", "civ2010", turn_limit=1)
        clicker = Clicker(at, me, tiles, seed=1)
        await clicker.play(most=80)
        assert "the last turn is over" in await result_is_told(at, me)
        assert clicker.choices > 10


@pytest.mark.soak
async def test_a_whole_game_is_clicked_to_its_end(
    chromium: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sitting(tmp_path, seed=4) as at, visitor(chromium, at.table) as me:
        tiles = await begin_game(at, me, "tiles", "civ2010", turn_limit=0)
        clicker = Clicker(at, me, tiles, seed=1, advised=0.9)
        await clicker.play(most=6000)
        told = await result_is_told(at, me)
        assert "the last turn is over" not in told
    with capsys.disabled():
        print(f"\na whole game: {clicker.choices} choices by {clicker.presses} presses")
