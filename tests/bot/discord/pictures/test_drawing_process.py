"""The process in which pictures are drawn."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.discord.pictures.drawing_process import DrawingProcess


def whose() -> bytes:
    """Which process does this."""
    return str(os.getpid()).encode()


def die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def fail() -> bytes:
    raise ValueError("no paint")


@pytest.fixture
def process() -> Iterator[DrawingProcess]:
    process = DrawingProcess()
    yield process
    process.close()


async def test_all_pictures_are_drawn_in_one_other_process(process: DrawingProcess) -> None:
    first, second = await process.draw(whose), await process.draw(whose)
    assert first == second != whose()


async def test_a_process_that_died_is_replaced(process: DrawingProcess) -> None:
    before = await process.draw(whose)
    os.kill(int(before), signal.SIGKILL)
    after = await process.draw(whose)
    assert after not in (before, whose())


async def test_work_that_kills_every_process_is_given_up_and_other_work_goes_on(
    process: DrawingProcess,
) -> None:
    with pytest.raises(BrokenProcessPool):
        await process.draw(die)
    assert await process.draw(whose) != whose()


async def test_what_goes_wrong_in_it_is_told(process: DrawingProcess) -> None:
    with pytest.raises(ValueError, match="no paint"):
        await process.draw(fail)
