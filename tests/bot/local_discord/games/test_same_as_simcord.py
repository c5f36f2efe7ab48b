"""The same people do the same things on simcord and at the table, and see the same."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.bot.builders.transcript import Script
from tests.bot.discord.builders.on_simcord import on_simcord
from tests.bot.local_discord.games.stages import NAMES, at_table

pytestmark = pytest.mark.usefixtures("quick_start")


async def a_game(script: Script) -> None:
    """New game, join, start; place, move, type, order, trade, take back; look things up."""
    await script.slash("Ada", "game new", rules="standard", seats=3)
    for name in NAMES[1:]:
        await script.press(name, "Join")
    await script.press("Bea", "Start")
    await script.press("Ada", "Start")
    await placing(script)
    await moving(script)
    await trading(script)
    (buyer,) = await script.awaited()
    await script.slash(buyer, "play")
    await script.slash("Ada", "board")
    await script.slash("Bea", "rules", about="plague")
    await script.slash("Cyd", "game status")
    await script.slash("Cyd", "inbox")
    await script.slash("Cyd", "log")


async def placing(script: Script) -> None:
    for region in ("Gobi", "Steppe", "Gaul", "Congo", "Murray", "Dakota"):
        (name,) = await script.awaited()
        if region == "Gobi":
            await script.type(name, "act", "what", "gob")
            await script.slash(name, "act", what="gobi")
            await script.press(name, "Undo")
        if region == "Steppe":
            await script.press(name, "My move")
            await script.pick(name, "Asia")
            await script.pick(name, "Steppe")
        else:
            await script.slash(name, "act", what=region)


async def moving(script: Script) -> None:
    (name,) = await script.awaited()
    await script.press(name, "My move")
    await script.press(name, "Step by step")
    await script.press(name, "Back")
    for _ in NAMES:
        (name,) = await script.awaited()
        await script.slash(name, "orders")
        await script.fill(name, orders="nonsense\nend")
        await script.slash(name, "orders")
        await script.fill(name, orders="end")
        await script.press(name, "Do it")


async def trading(script: Script) -> None:
    await script.slash("Ada", "trade")
    await script.press("Ada", "Make an offer")
    await script.press("Ada", "Bea · 20 gold; horses")
    await script.pick("Ada", "5")
    await script.press("Ada", "Nothing")
    await script.pick("Ada", "2")
    await script.press("Ada", "Nothing")
    await script.press("Cyd", "My move")
    await script.press("Bea", "Accept")
    for name in NAMES:
        await script.slash(name, "act", what="done")


async def test_the_same_flow_shows_the_same(tmp_path: Path) -> None:
    told: dict[str, list[str]] = {}
    for name, stage in (("simcord", on_simcord), ("the table", at_table)):
        folder = tmp_path / name
        folder.mkdir()
        async with stage(folder) as opened:
            script = Script(opened)
            await a_game(script)
        told[name] = "\n".join(script.lines).splitlines()
    assert len(told["simcord"]) > 500, "the flow shows a game"
    differences = difflib.unified_diff(
        told["simcord"], told["the table"], "simcord", "the table", lineterm="", n=2
    )
    found = "\n".join(differences)
    assert not found, found[:6000]
