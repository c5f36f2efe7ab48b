"""Expensive requests take turns: nobody waits for one who floods."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.service.errors import TooBusy
from bot.service.play.fair_turns import MOST_WAITING, FairTurns


async def test_b_1_users_take_turns_whoever_came_first() -> None:
    turns, served = FairTurns(), []

    async def ask(user_id: int, number: int) -> None:
        await turns.run(user_id, lambda: served.append((user_id, number)))

    floods = [asyncio.create_task(ask(1, number)) for number in range(MOST_WAITING)]
    await asyncio.sleep(0)
    await ask(2, 0)
    await asyncio.gather(*floods)
    assert served.index((2, 0)) <= 1
    assert [number for user, number in served if user == 1] == list(range(MOST_WAITING))


async def test_b_1_one_who_floods_is_refused() -> None:
    turns = FairTurns()
    floods = [turns.run(1, lambda: time.sleep(0.01)) for _ in range(MOST_WAITING + 3)]
    found = await asyncio.gather(*floods, return_exceptions=True)
    assert sum(isinstance(each, TooBusy) for each in found) >= 2


async def test_b_1_a_fault_is_the_askers_own() -> None:
    turns = FairTurns()
    with pytest.raises(ZeroDivisionError):
        await turns.run(1, lambda: 1 // 0)
    assert await turns.run(2, lambda: 3) == 3
