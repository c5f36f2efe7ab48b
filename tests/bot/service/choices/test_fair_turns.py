"""Expensive requests take turns: nobody waits for one who floods."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from bot.service.choices.fair_turns import AT_ONCE, MOST_WAITING, FairTurns
from bot.service.errors import TooBusy


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


async def test_b_1_after_a_turn_one_rests_and_others_go_first() -> None:
    turns, served = FairTurns(), []
    first = asyncio.Event()
    loop = asyncio.get_running_loop()

    def flood() -> None:
        time.sleep(0.02)
        served.append(1)
        loop.call_soon_threadsafe(first.set)

    floods = [asyncio.create_task(turns.run(1, flood)) for _ in range(MOST_WAITING)]
    await first.wait()
    await turns.run(2, lambda: served.append(2))
    await asyncio.gather(*floods)
    assert served[:2] == [1, 2]


async def test_b_1_a_long_request_holds_up_no_other_user() -> None:
    turns, begun, go_on = FairTurns(), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def long() -> int:
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(60)
        return 1

    first = asyncio.create_task(turns.run(1, long))
    await begun.wait()
    second = asyncio.create_task(turns.run(1, lambda: 2))
    assert await turns.run(3, lambda: 3) == 3
    # Of one user, one request at a time.
    assert not second.done()
    go_on.set()
    assert (await first, await second) == (1, 2)


async def test_b_1_no_more_than_a_few_users_are_served_at_once() -> None:
    turns, go_on = FairTurns(), asyncio.Event()
    at_once = most = 0

    async def work() -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await go_on.wait()
        at_once -= 1

    asked = [asyncio.create_task(turns.run_async(user, work)) for user in range(10)]
    for _ in range(50):
        await asyncio.sleep(0)
    assert most == AT_ONCE
    go_on.set()
    await asyncio.gather(*asked)
    assert most == AT_ONCE
