"""The table's clock can be put forward, and whoever waits for it wakes."""

from __future__ import annotations

import asyncio

import pytest

from bot.local_discord.clock import SkippableTime
from bot.moment import DAY, HOUR
from tests.browser import PATIENCE


async def test_waiting_for_tomorrow_ends_when_tomorrow_is_skipped_to() -> None:
    time, never = SkippableTime(), asyncio.Event()
    waiting = asyncio.create_task(time.wait(time.now() + DAY, never))
    await asyncio.sleep(0)
    assert time.next_wait() is not None
    time.skip(23 * HOUR)
    await asyncio.sleep(0)
    assert not waiting.done()
    time.skip(2 * HOUR)
    await asyncio.wait_for(waiting, PATIENCE)
    assert time.next_wait() is None


async def test_waiting_ends_when_woken() -> None:
    time, wake = SkippableTime(), asyncio.Event()
    waiting = asyncio.create_task(time.wait(None, wake))
    await asyncio.sleep(0)
    time.skip(DAY)
    await asyncio.sleep(0)
    assert not waiting.done()
    wake.set()
    await asyncio.wait_for(waiting, PATIENCE)


async def test_a_moment_that_has_come_is_not_waited_for() -> None:
    time = SkippableTime()
    await asyncio.wait_for(time.wait(time.now() - 1, asyncio.Event()), PATIENCE)
    await asyncio.wait_for(time.wait(time.now() + 1000, asyncio.Event()), PATIENCE)


def test_the_clock_never_goes_back() -> None:
    time = SkippableTime(offset=HOUR)
    with pytest.raises(ValueError, match="forward"):
        time.skip(-1)
    ahead = time.offset
    time.skip_to(time.now() - DAY)
    assert time.offset == ahead
