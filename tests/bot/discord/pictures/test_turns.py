"""Pictures that users ask for are drawn in turns; those of posts wait for none of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from bot.discord.interactions.asker import ASKER
from bot.discord.pictures import pictures as module
from bot.discord.pictures.drawing_process import DrawingProcess
from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.service.choices.fair_turns import MOST_WAITING


class Easel(DrawingProcess):
    """Draws when it is let, and knows what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[bytes] = []
        self.let = asyncio.Event()

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        self.given.append(work())
        await self.let.wait()
        return work()


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    made = Easel()
    monkeypatch.setattr(module, "DRAWING_PROCESS", made)
    yield made


async def asked_by(user: int | None, pictures: Pictures, easel: Easel) -> Picture | None:
    ASKER.set(user)
    content = str(user).encode()
    return await pictures.drawn("map.png", lambda: content, "", easel)


async def test_b_3_many_pictures_of_one_user_hold_up_no_post(easel: Easel) -> None:
    pictures = Pictures()
    flood = [asyncio.create_task(asked_by(1, pictures, easel)) for _ in range(4 * MOST_WAITING)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert easel.given == [b"1"]
    post = asyncio.create_task(asked_by(None, pictures, easel))
    other = asyncio.create_task(asked_by(2, pictures, easel))
    for _ in range(20):
        await asyncio.sleep(0)
    assert easel.given == [b"1", b"None", b"2"]
    easel.let.set()
    assert await post is not None and await other is not None
    drawn = await asyncio.gather(*flood)
    # What is too much is answered without a picture.
    assert 0 < len([each for each in drawn if each is not None]) <= MOST_WAITING + 1
