"""The process in which pictures are drawn."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.discord.studio import Studio


def whose() -> bytes:
    """Which process does this."""
    return str(os.getpid()).encode()


def die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def fail() -> bytes:
    raise ValueError("no paint")


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()


async def test_all_pictures_are_drawn_in_one_other_process(studio: Studio) -> None:
    first, second = await studio.draw(whose), await studio.draw(whose)
    assert first == second != whose()


async def test_a_process_that_died_is_replaced(studio: Studio) -> None:
    before = await studio.draw(whose)
    os.kill(int(before), signal.SIGKILL)
    after = await studio.draw(whose)
    assert after not in (before, whose())


async def test_work_that_kills_every_process_is_given_up_and_other_work_goes_on(
    studio: Studio,
) -> None:
    with pytest.raises(BrokenProcessPool):
        await studio.draw(die)
    assert await studio.draw(whose) != whose()


async def test_what_goes_wrong_in_it_is_told(studio: Studio) -> None:
    with pytest.raises(ValueError, match="no paint"):
        await studio.draw(fail)
