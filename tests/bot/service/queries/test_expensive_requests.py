"""Requests that take long: made once, in fair turns, and never under the game's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.service import Herald
from bot.service.choices.fair_turns import MOST_WAITING
from bot.service.errors import TooBusy
from bot.service.queries.whole_games import WholeGame
from bot.store import Store
from engine.core.game import Game
from tests.bot.service.builders import ADA, BEA, a_game, answer, awaited


class SlowReading:
    """Reads of whole games that wait until they may go on, and are counted."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        read = WholeGame.read

        async def slowly(whole: WholeGame, store: Store) -> Game:
            self.count += 1
            self.begun.set()
            await self.go_on.wait()
            return await read(whole, store)

        patch.setattr(WholeGame, "read", slowly)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> SlowReading:
    return SlowReading(monkeypatch)


async def test_b_3_a_game_goes_on_while_its_file_is_made(
    herald: Herald, reading: SlowReading
) -> None:
    info = await a_game(herald)
    export = asyncio.create_task(herald.look.export(info.id, ADA.user_id))
    await reading.begun.wait()
    (user_id, *_) = await awaited(herald, info.id)
    receipt = await answer(herald, info.id, user_id)
    assert receipt.number == 1
    reading.go_on.set()
    # The file is of the moment at which it was asked for.
    assert b"Placed" not in (await export).content


async def test_b_3_a_file_is_made_once_until_the_game_goes_on(
    herald: Herald, reading: SlowReading
) -> None:
    info = await a_game(herald)
    reading.go_on.set()
    first = await herald.look.export(info.id, ADA.user_id)
    assert await herald.look.export(info.id, BEA.user_id) == first
    assert reading.count == 1
    (user_id, *_) = await awaited(herald, info.id)
    await answer(herald, info.id, user_id)
    assert await herald.look.export(info.id, BEA.user_id) != first
    assert reading.count == 2


async def test_b_3_who_asks_for_one_file_after_the_other_waits_for_others(
    herald: Herald, reading: SlowReading
) -> None:
    info = await a_game(herald)
    flood = [
        asyncio.create_task(herald.look.export(info.id, ADA.user_id))
        for _ in range(MOST_WAITING + 3)
    ]
    await reading.begun.wait()
    other = asyncio.create_task(herald.look.export(info.id, BEA.user_id))
    reading.go_on.set()
    assert not (await other).finished
    found = await asyncio.gather(*flood, return_exceptions=True)
    assert sum(isinstance(each, TooBusy) for each in found) >= 2


REQUESTS: dict[str, Callable[[Herald, int, int], Awaitable[object]]] = {
    "a page of the log": lambda herald, game, user: herald.look.log_page(game, user, letters=1000),
    "what was heard": lambda herald, game, user: herald.look.heard(game, user),
    "a position of long ago": lambda herald, game, user: herald.look.view(game, user, 0),
    "the inbox": lambda herald, game, user: herald.look.inbox(user),
    "what can be typed": lambda herald, game, user: herald.orders.search(game, user, "move"),
    "typed orders": lambda herald, game, user: herald.orders.read(game, user, "move a"),
    "a file": lambda herald, game, user: herald.look.export(game, user),
}


@pytest.mark.parametrize("request_name", REQUESTS)
async def test_b_3_who_asks_without_end_is_refused_and_others_are_not(
    herald: Herald, request_name: str
) -> None:
    info = await a_game(herald)
    (user_id, *_) = await awaited(herald, info.id)
    await answer(herald, info.id, user_id)
    ask = REQUESTS[request_name]
    flood = [
        asyncio.ensure_future(ask(herald, info.id, ADA.user_id)) for _ in range(3 * MOST_WAITING)
    ]
    await asyncio.sleep(0)
    await ask(herald, info.id, BEA.user_id)
    found = await asyncio.gather(*flood, return_exceptions=True)
    refused = [each for each in found if isinstance(each, TooBusy)]
    assert len(refused) >= MOST_WAITING
    assert [each for each in found if isinstance(each, Exception)] == refused


async def test_b_3_an_earlier_view_is_made_outside_of_the_games_lock(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald)
    for _ in range(2):
        (user_id, *_) = await awaited(herald, info.id)
        await answer(herald, info.id, user_id)
    read, begun, go_on = herald.store.read, asyncio.Event(), asyncio.Event()

    async def slowly(work: object) -> object:
        begun.set()
        await go_on.wait()
        return await read(work)  # type: ignore[arg-type]  # any work

    monkeypatch.setattr(herald.store, "read", slowly)
    looking = asyncio.create_task(herald.look.view(info.id, ADA.user_id, 1))
    await begun.wait()
    monkeypatch.setattr(herald.store, "read", read)
    (user_id, *_) = await awaited(herald, info.id)
    assert (await answer(herald, info.id, user_id)).number == 3
    go_on.set()
    assert (await looking).seat == 0
