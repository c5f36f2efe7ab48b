"""The comparison of answers is the same for the same code, and sees what is different."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.discord.screen import Screen
from tests.proof.answers import Walk, same_each_time


async def settings_seen(folder: Path) -> list[str]:
    """What someone sees who tries all of their settings."""
    folder.mkdir()
    async with same_each_time(folder) as world:
        ada, walk = world.person("Ada"), Walk(world, "standard")
        await walk.everything(ada, "settings", partial(ada.slash, "settings"))
        return walk.facts


async def test_the_same_code_answers_the_same(tmp_path: Path) -> None:
    first, second = [await settings_seen(tmp_path / name) for name in ("first", "second")]
    assert first == second and len(first) > 8
    assert any('"modal"' in fact or '"title"' in fact for fact in first), "forms are filled in"


async def test_another_sentence_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await settings_seen(tmp_path / "before")
    view = Screen.view
    monkeypatch.setattr(Screen, "view", lambda screen: view(screen.noted("planted")))
    assert await settings_seen(tmp_path / "after") != before
