"""A restart at any moment changes nothing: a fresh game master goes on exactly."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.service import Herald
from bot.service.announcements import PhasePost
from bot.service.stand_ins import think
from bot.store import Store, clocks, outbox
from tests.service.builders import (
    ADA,
    HOST,
    a_game,
    a_lobby,
    answer,
    answer_all,
    awaited,
    log_of,
    said,
)
from tests.service.random_play import random_choice
from tests.service.virtual_time import VirtualTime

EVERYDAY = {"placement", "movement", "declare", "challenge", "trade", "purchase"}


async def traces(store: Store, game_id: int) -> dict[str, Any]:
    """All that a game has left in the store, but for numbers that are drawn by chance."""
    async with store.reading() as tx:
        said = [
            (m.kind, m.target, m.payload, m.edits, m.state, m.due_at)
            for m in await outbox.of_game(tx, game_id)
        ]
        running = await clocks.of_game(tx, game_id)
    return {"log": await log_of(store, game_id), "said": said, "clocks": running}


@pytest.mark.parametrize(
    ("seed", "most", "rare"),
    [(6, 45, {"fight", "announce", "standing_orders"}), (1, 96, {"join"})],
)
async def test_a_game_interrupted_after_every_choice_is_the_game_it_would_have_been(
    tmp_path: Path, template: Path, seed: int, most: int, rare: set[str]
) -> None:
    found = []
    for interrupted in (False, True):
        file = tmp_path / f"{interrupted}.db"
        shutil.copy(template, file)
        time, rng = VirtualTime(), Random(seed)
        async with await Store.open(f"sqlite:///{file}") as store:
            herald = Herald(store, time, rng=Random(7))
            info = await a_game(herald, people=3, channel_id=5, options={"turn_limit": 9})
            kinds = set()
            for number in range(most):
                if interrupted:
                    herald = Herald(store, time)
                receipt = await random_choice(herald, info.id, rng, f"click {number}")
                if receipt is None:
                    break
                kinds.add(receipt.kind)
                if interrupted:
                    herald = Herald(store, time)
                time.pass_by(60_000_000)
                await herald.tick()
            found.append(await traces(store, info.id))
    assert kinds >= EVERYDAY | rare
    whole, pieces = found
    for name in whole:
        assert pieces[name] == whole[name]


async def test_ai_players_go_on_where_a_crash_cut_them_off(
    herald: Herald, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald, people=1, ais=3, options={"turn_limit": 3})
    await answer_all(herald, info.id, "movement")
    await answer(herald, info.id, ADA.user_id)
    posts = await said(store, info.id, PhasePost)
    number = (await herald.status(info.id)).number
    thoughts = iter((think, think))

    def think_until_the_crash(*args: Any) -> Any:
        return next(thoughts, crash)(*args)

    with monkeypatch.context() as patch, pytest.raises(BaseExceptionGroup):
        patch.setattr("bot.service.stand_ins.think", think_until_the_crash)
        await Herald(store, herald.time).tick()
    assert (await herald.status(info.id)).number == number + 2
    assert await said(store, info.id, PhasePost) == posts

    fresh = Herald(store, herald.time)
    await fresh.tick()
    assert await awaited(fresh, info.id) == [ADA.user_id]
    post = (await said(store, info.id, PhasePost))[-1]
    assert (post.since, post.number) == (
        posts[-1].number,
        (await fresh.status(info.id)).number,
    )


class Crash(BaseException):
    """The end of the process, as far as a test can have it."""


def crash(*args: Any) -> Any:
    raise Crash


async def test_a_game_that_just_began_goes_on(herald: Herald, store: Store) -> None:
    info = await a_lobby(herald, people=1, ais=2)
    await herald.start(info.id, HOST)
    fresh = Herald(store, herald.time)
    await fresh.tick()
    assert await awaited(fresh, info.id) == [ADA.user_id]
