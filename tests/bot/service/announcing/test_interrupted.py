"""Herald is killed between two choices of AI players: what is announced stays the same."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.service import Herald, Store
from bot.service.announcing.announcements import PhasePost
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.builders.template import new_database
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import BEA, a_game, answer, awaited, messages_of, said

CHOICES = 14


@pytest.fixture(autouse=True)
def the_same_dice() -> Iterator[None]:
    with steady_dice():
        yield


@asynccontextmanager
async def a_store(file: Path) -> AsyncIterator[Store]:
    await new_database(file)
    async with await Store.open(f"sqlite:///{file}") as store:
        yield store


async def announced(file: Path, restart: Callable[[Herald], Herald]) -> list[bytes]:
    """What is announced in a game in which each choice of an AI player is made after `restart`."""
    async with a_store(file) as store:
        herald = Herald(store, VirtualTime(), rng=Random(4))
        game = (await a_game(herald, people=2, ais=1, channel_id=7)).id

        async def go_on() -> None:
            while True:
                after = restart(herald)
                if not await after.stand_ins._go_on(game):
                    return

        for number in range(CHOICES):
            users = await awaited(herald, game)
            await answer(herald, game, users[0])
            await go_on()
            if number == CHOICES // 2:
                await herald.seats.stand_in(game, BEA.user_id)
                await go_on()
                await herald.seats.come_back(game, BEA.user_id)
                await go_on()
        assert len(await said(store, game, PhasePost)) > 2
        found = await messages_of(store, game)
        return [
            msgspec.json.encode((each.kind, each.target, each.payload), order="deterministic")
            for each in found
        ]


async def test_a_kill_between_choices_of_ai_players_changes_no_announcement(
    tmp_path: Path,
) -> None:
    usual = await announced(tmp_path / "usual.db", lambda herald: herald)

    def killed(herald: Herald) -> Herald:
        return Herald(herald.store, herald.time)

    assert await announced(tmp_path / "killed.db", killed) == usual
