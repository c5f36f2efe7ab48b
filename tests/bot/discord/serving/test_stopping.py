"""Herald stops: what is being answered is no fault, and nothing more is taken on."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
import pytest

from bot.discord import client as client_module
from tests.bot.discord.builders.world import World


async def test_stopping_amid_an_answer_logs_no_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    people = await world.running(2)
    monkeypatch.setattr(client_module, "LAST_ANSWERS", 0.01)
    reached = asyncio.Event()

    async def hanging(*args: Any, **options: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(world.herald.look, "desk", hanging)
    bot, post = world.bot, world.posts()[-1]
    pressing = asyncio.create_task(people[0].raw_press(post, "My move"))
    await reached.wait()
    with caplog.at_level(logging.WARNING):
        await bot.close()
    pressing.cancel()
    assert bot.is_closed() and not bot._answering
    faults = [each for each in caplog.records if each.levelno >= logging.ERROR or each.exc_info]
    assert not faults


async def test_what_is_pressed_while_stopping_is_not_taken_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.running(2)
    world.bot._stopped.set()
    seen: list[Any] = []
    monkeypatch.setattr("bot.discord.client.answer_press", lambda *given: seen.append(given))

    class Pressed:
        type = discord.InteractionType.component

    await world.bot.on_interaction(Pressed())  # type: ignore[arg-type]  # nothing else of it is looked at
    assert not seen
