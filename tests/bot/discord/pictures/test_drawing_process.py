"""The process in which pictures are drawn."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.discord.pictures.drawing_process import DrawingDied, DrawingProcess


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
    with pytest.raises(DrawingDied):
        await process.draw(die)
    assert await process.draw(whose) != whose()


def speak() -> bytes:
    print("not an answer")
    return b"answer"


async def test_what_is_printed_there_is_no_answer(process: DrawingProcess) -> None:
    assert await process.draw(speak) == b"answer"


async def test_who_no_longer_waits_leaves_the_next_their_own_answer(
    process: DrawingProcess,
) -> None:
    await process.draw(whose)
    left = asyncio.create_task(process.draw(slow))
    await asyncio.sleep(0)
    left.cancel()
    assert await process.draw(speak) == b"answer"


def slow() -> bytes:
    time.sleep(0.05)
    return b"late"


async def test_it_ends_with_the_process_that_started_it() -> None:
    code = (
        "import asyncio, os\n"
        "from bot.discord.pictures.drawing_process import DrawingProcess\n"
        "print(asyncio.run(DrawingProcess().draw(os.getpid)), flush=True)\n"
        "os._exit(1)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    for _ in range(500):
        if not is_running(int(done.stdout)):
            return
        time.sleep(0.01)
    raise AssertionError("it draws on for nobody")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


async def test_what_goes_wrong_in_it_is_told(process: DrawingProcess) -> None:
    with pytest.raises(ValueError, match="no paint"):
        await process.draw(fail)
