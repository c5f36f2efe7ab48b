"""Whoever is cancelled, at whatever moment, leaves nothing half done and locks nobody out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import Store, choices, clocks, games, lifecycle, outbox
from bot.store.errors import Conflict
from bot.store.sqlite import READERS
from tests.bot.store.builders import (
    NOON,
    a_choice,
    a_clock,
    a_game,
    a_post,
    fingerprint_of,
    history,
    play,
    record,
)
from tests.bot.store.conftest import opened


async def for_turns(turns: int, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start something and let the event loop turn so many times."""
    task = asyncio.create_task(work)
    for _ in range(turns):
        await asyncio.sleep(0)
    return task


async def test_a_cancelled_writer_leaves_nothing_and_stops_nobody(store: Store) -> None:
    game = await a_game(store)
    begun = asyncio.Event()

    async def writer() -> None:
        async with store.transaction() as tx:
            await lifecycle.record_choice(tx, a_choice(game), b"never", say=[a_post()])
            begun.set()
            await asyncio.get_running_loop().create_future()

    task = asyncio.create_task(writer())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await history(store, game.id) == []
    await record(store, a_choice(game))


async def test_writers_cancelled_at_any_point_leave_whole_steps_only(store: Store) -> None:
    game = await a_game(store)
    for turns in range(0, 120, 7):
        async with store.reading() as tx:
            seen = await games.get(tx, game.id)
        clock = a_clock(0, f"entry {seen.choice_count + 1}")
        task = await for_turns(turns, record(store, a_choice(seen), start_clocks=[clock]))
        task.cancel()
        await asyncio.wait([task])
    game = await play(store, game.id)
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, game.id, fingerprint=fingerprint_of) > 0
        assert len(await clocks.of_game(tx, game.id)) == game.choice_count - 1


async def step_by_step(store: Store, game_id: int) -> None:
    """A transaction of several statements, which leaves a clock and a message."""
    async with store.transaction() as tx:
        game = await games.lock(tx, game_id)
        await clocks.start(tx, game.id, a_clock(0, f"since {game.choice_count}"))
        async with tx.attempt():
            await outbox.post(tx, game.id, a_post(), NOON)


async def test_between_any_two_statements_a_cancelled_writer_makes_way(
    store: Store, other_store: Store
) -> None:
    game = await a_game(store)
    for turns in range(0, 70, 6):
        task = await for_turns(turns, step_by_step(store, game.id))
        task.cancel()
        await asyncio.wait([task])
        game = await play(other_store, game.id)
    async with store.reading() as tx:
        kept = await clocks.of_game(tx, game.id)
        assert len(kept) == len(await outbox.of_game(tx, game.id)) < game.choice_count


LONG = text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
    " SELECT count(*) FROM n"
)


async def test_a_writer_cancelled_again_and_again_goes_when_it_has_let_go(
    store: Store, url: str
) -> None:
    game = await a_game(store)
    begun = asyncio.Event()

    async def writer() -> None:
        async with store.transaction() as tx:
            await games.lock(tx, game.id)
            begun.set()
            await tx.scalar(LONG)

    task = asyncio.create_task(writer())
    await begun.wait()
    while not task.done():
        task.cancel()
        await asyncio.sleep(0)
    async with opened(url, patience=0) as impatient, impatient.transaction() as tx:
        await games.lock(tx, game.id)


async def test_a_program_that_is_interrupted_leaves_no_lock(
    store: Store, other_store: Store
) -> None:
    game = await a_game(store)
    mine = asyncio.all_tasks()
    for turns in range(1, 60, 7):
        seen = await play(other_store, game.id)
        await for_turns(turns, record(store, a_choice(seen), say=[a_post()]))
        # As asyncio does it at the end: also the tasks that others would have waited for.
        interrupted = asyncio.all_tasks() - mine
        for task in interrupted:
            task.cancel()
        await asyncio.gather(*interrupted, return_exceptions=True)
    game = await play(store, game.id)
    async with other_store.reading() as tx:
        proved = await choices.verify_chain(tx, game.id, fingerprint=fingerprint_of)
        assert proved == game.choice_count


async def test_a_writer_that_is_cancelled_in_the_queue_is_not_waited_for(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        waiting = [await for_turns(1, play(store, game.id)) for _ in range(3)]
        waiting[1].cancel()
        await lifecycle.record_choice(tx, a_choice(game), b"first")
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(results[1], asyncio.CancelledError)
    await play(store, game.id)


async def test_cancelled_readers_give_their_places_back(store: Store) -> None:
    game = await a_game(store)
    for turns in range(3 * READERS):
        task = await for_turns(turns, history(store, game.id))
        task.cancel()
        await asyncio.wait([task])
    read = await asyncio.gather(*(history(store, game.id) for _ in range(2 * READERS)))
    assert read == [[]] * (2 * READERS)


async def test_a_commit_that_fails_keeps_nothing_and_locks_nobody_out(
    sqlite_store: Store, tmp_path: Path
) -> None:
    game = await a_game(sqlite_store)
    with pytest.raises(Conflict):
        async with sqlite_store.transaction() as tx:
            # Found out at the very end.
            await tx.write(text("PRAGMA defer_foreign_keys = ON"))
            await clocks.start(tx, game.id, a_clock())
            await clocks.start(tx, game.id + 1, a_clock())
    with closing(sqlite3.connect(tmp_path / "herald.db", timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
    async with sqlite_store.reading() as tx:
        assert await clocks.of_game(tx, game.id) == []
    await record(sqlite_store, a_choice(game))
