"""Several writers at once, and writers that die."""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import Store, Transaction, choices, clocks, games, lifecycle, outbox
from bot.store.choices import AlreadyRecorded, LogEntry
from bot.store.errors import ChannelTaken, StaleWrite
from bot.store.games import GameRow
from tests.bot.store.builders import (
    NOON,
    a_choice,
    a_clock,
    a_game,
    a_lobby,
    a_post,
    a_state,
    fingerprint_of,
    history,
    play,
    record,
)
from tests.bot.store.conftest import opened

ROOT = Path(__file__).parents[3]


async def test_of_two_choices_at_once_one_counts(store: Store, other_store: Store) -> None:
    game = await a_game(store)
    results = await asyncio.gather(
        record(store, a_choice(game, seat=0)),
        record(other_store, a_choice(game, seat=1)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Recorded", "StaleWrite"]
    assert len(await history(store, game.id)) == 1


async def test_a_choice_on_top_of_one_that_is_being_kept_waits_for_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks_again, check_next = asyncio.Event(), choices.check_next

    async def check(tx: Transaction, new: LogEntry) -> GameRow:
        asks_again.set()
        return await check_next(tx, new)

    monkeypatch.setattr(choices, "check_next", check)
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        game = await a_game(store)
        first = a_choice(game)
        second = a_choice(game, number=2, prev_hash=first.hash, seat=1)
        async with store.transaction() as tx:
            await lifecycle.record_choice(tx, first, a_state(1))
            late = asyncio.create_task(record(other, second))
            await asks_again.wait()
        await late
        assert await history(store, game.id) == [first, second]


async def test_of_two_deliveries_of_one_click_one_counts(store: Store, other_store: Store) -> None:
    game = await a_game(store)
    click = a_choice(game, interaction_id="9001")
    results = await asyncio.gather(
        record(store, click), record(other_store, click), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["AlreadyRecorded", "Recorded"]
    (refused,) = [result for result in results if isinstance(result, AlreadyRecorded)]
    assert refused.choice == click


async def test_writers_that_read_again_all_get_through(store: Store, other_store: Store) -> None:
    game = await a_game(store)

    async def play_on(through: Store, seat: int) -> None:
        left = 5
        while left:
            async with through.reading() as tx:
                seen = await games.get(tx, game.id)
            try:
                await record(through, a_choice(seen, seat=seat))
                left -= 1
            except StaleWrite:
                continue

    await asyncio.gather(play_on(store, 0), play_on(store, 1), play_on(other_store, 2))
    played = await history(store, game.id)
    assert sorted(choice.seat or 0 for choice in played) == [0] * 5 + [1] * 5 + [2] * 5
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, game.id, fingerprint=fingerprint_of) == 15


async def test_whoever_locks_a_game_has_it_alone(store: Store, other_store: Store) -> None:
    game = await a_game(store)
    locked = asyncio.Event()

    async def first() -> int:
        async with store.transaction() as tx:
            seen = await games.lock(tx, game.id)
            locked.set()
            await lifecycle.record_choice(tx, a_choice(seen), b"first")
            return seen.choice_count

    async def second() -> int:
        await locked.wait()
        async with other_store.transaction() as tx:
            return (await games.lock(tx, game.id)).choice_count

    seen = await asyncio.gather(first(), second())
    assert list(seen) == [0, 1]


async def test_a_reader_sees_one_moment_while_others_write(
    store: Store, other_store: Store
) -> None:
    game = await a_game(store)
    async with store.reading() as tx:
        before = await games.get(tx, game.id)
        await play(other_store, game.id, 2)
        assert await games.get(tx, game.id) == before
        assert await choices.of_game(tx, game.id) == []
    assert len(await history(store, game.id)) == 2


async def test_two_lobbies_at_once_in_one_channel_become_one(
    store: Store, other_store: Store
) -> None:
    results = await asyncio.gather(
        a_lobby(store, channel_id=5),
        a_lobby(other_store, channel_id=5),
        return_exceptions=True,
    )
    (refused,) = [result for result in results if isinstance(result, BaseException)]
    assert isinstance(refused, ChannelTaken)


async def test_two_senders_never_hold_the_same_message(store: Store, other_store: Store) -> None:
    async with store.transaction() as tx:
        posted = [
            await outbox.post(tx, None, a_post(channel_id=channel), NOON) for channel in range(12)
        ]

    async def claim(through: Store) -> list[int]:
        mine = list[int]()
        while True:
            async with through.transaction() as tx:
                batch = await outbox.claim(tx, "one", NOON, limit=2)
            if not batch:
                return mine
            mine += [message.id for message in batch]

    one, two, three = await asyncio.gather(claim(store), claim(other_store), claim(store))
    # A sender that finds everything locked goes home early; nothing is lost or doubled by that.
    assert sorted(one + two + three + await claim(store)) == posted


async def test_a_task_that_would_wait_for_itself_is_told(store: Store) -> None:
    async with store.transaction():
        with pytest.raises(RuntimeError, match="wait for itself"):
            async with store.transaction():
                pass
    async with store.transaction():
        pass


async def test_a_reading_transaction_refuses_to_write(store: Store) -> None:
    game = await a_game(store)
    async with store.reading() as tx:
        with pytest.raises(RuntimeError, match="reading"):
            await clocks.start(tx, game.id, a_clock())
        with pytest.raises(RuntimeError, match="reading"):
            await clocks.stop(tx, game.id)
        with pytest.raises(RuntimeError, match="reading"):
            async with tx.attempt():
                pass


async def test_many_more_readers_than_connections_all_get_their_turn(store: Store) -> None:
    game = await a_game(store)

    async def read() -> int:
        async with store.reading() as tx:
            await games.get(tx, game.id)
            return len(await choices.of_game(tx, game.id, after=-1))

    *read_by, _ = await asyncio.gather(*(read() for _ in range(40)), play(store, game.id, 2))
    assert all(seen in (1, 2, 3) for seen in read_by)


async def test_a_killed_process_loses_nothing_it_said_it_had_kept(store: Store, url: str) -> None:
    game = await a_game(store)
    said = await asyncio.to_thread(kill_in_the_middle, url, game.id, after=6)
    async with store.reading() as tx:
        proved = await choices.verify_chain(
            tx,
            game.id,
            fingerprint=fingerprint_of,
            hash_state=lambda state: hashlib.sha256(state).hexdigest(),
        )
        latest = await choices.snapshot(tx, game.id)
        assert len(await clocks.of_game(tx, game.id)) == proved
        assert len(await outbox.of_game(tx, game.id)) == proved
    assert proved >= said
    assert latest is not None
    assert latest.state == a_state(proved)
    assert (await play(store, game.id)).choice_count == proved + 1


def kill_in_the_middle(url: str, game_id: int, after: int) -> int:
    """Let another process play, kill it outright, and tell the last choice it reported."""
    command = [sys.executable, "-m", "tests.bot.store.writer", url, str(game_id)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [int(process.stdout.readline()) for _ in range(after)]
        process.kill()
        said += [int(line) for line in process.stdout if line.endswith("\n")]
    return said[-1]
