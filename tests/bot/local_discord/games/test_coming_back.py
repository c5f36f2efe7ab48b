"""Three days away: whoever comes back reads what happened, understands it, and plays on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.local_discord.builders.visiting import sitting
from tests.bot.local_discord.games.coming_back import DAYS_AWAY, OTHERS, PHONE, Return, on_phone
from tests.browser import Browser

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCREENS = 1.5


async def test_ada_comes_back_after_three_days_and_plays_on(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sitting(tmp_path, seed=4, pictures=True) as at:
        tab = await on_phone(chromium, at)
        story = Return(at, tab)
        await story.begin()
        turn = await story.turn()
        await story.pass_days(DAYS_AWAY, OTHERS)
        # Nobody has waited for her: there was a turn a day.
        assert DAYS_AWAY - 1 <= await story.turn() - turn <= DAYS_AWAY + 1
        shown = await story.come_back()
        assert "While you were away · turns" in shown
        assert "Your time ran out" in shown
        assert shown.index("While you were away") < shown.index("Turn ")
        assert await story.height_of_news() <= SCREENS * PHONE[1]
        assert "✅" in await story.play_on()
        assert "While you were away" not in await story.me.my_move()
        await tab.close()
