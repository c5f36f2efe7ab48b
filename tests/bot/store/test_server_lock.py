"""A database on a server is served by one Herald, whatever machine it runs on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.address import parse
from bot.store.errors import DatabaseUnreachable
from bot.store.server_lock import ServerLock, serving_server_alone
from bot.store.serving_lock import ServedAlready
from tests.bot.builders.postgres import cut_off, serving_pid


@pytest.fixture
async def lock(postgres_url: str) -> AsyncIterator[ServerLock]:
    """The lock of a Herald that serves."""
    async with serving_server_alone(postgres_url) as taken:
        assert taken is not None
        yield taken


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[ServerLock]:
    """The lock of another Herald, not taken yet."""
    lock = ServerLock(parse(postgres_url))
    yield lock
    await lock.release()


async def test_the_second_is_refused_in_words_until_the_first_is_gone(
    postgres_url: str, other: ServerLock
) -> None:
    async with serving_server_alone(postgres_url):
        with pytest.raises(ServedAlready, match=r"another Herald serves postgresql.*stop it first"):
            await other.take()
    await other.take()


async def test_a_password_is_not_said(postgres_url: str, lock: ServerLock) -> None:
    url = parse(postgres_url).set(password="pass1234")
    refused = ServerLock(url)
    with pytest.raises(ServedAlready) as caught:
        await refused.take()
    await refused.release()
    assert "pass1234" not in str(caught.value)


async def test_a_lost_connection_is_made_again_and_the_lock_with_it(
    postgres_url: str, lock: ServerLock, other: ServerLock
) -> None:
    keeping = asyncio.create_task(lock.keep())
    before = await cut_off(postgres_url)
    async with asyncio.timeout(60):
        while await serving_pid(postgres_url) in (None, before):
            assert not keeping.done()
    with pytest.raises(ServedAlready):
        await other.take()
    assert not keeping.done()
    keeping.cancel()


async def test_who_finds_another_there_gives_up(
    postgres_url: str, lock: ServerLock, other: ServerLock
) -> None:
    await cut_off(postgres_url)
    await other.take()
    with pytest.raises(ServedAlready):
        await lock.keep()


async def test_its_own_connection_that_the_server_still_believes_in_is_ended(
    lock: ServerLock, other: ServerLock
) -> None:
    # As after a cut that the server has not noticed: the same Herald comes again.
    other.holder = lock.holder
    await other.take()
    with pytest.raises(ServedAlready):
        await lock.keep()


async def test_it_tries_again_while_the_server_is_away(
    lock: ServerLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0
    take = ServerLock.take

    async def away_at_first(self: ServerLock) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise DatabaseUnreachable("the database")
        await take(self)
        raise asyncio.CancelledError

    monkeypatch.setattr(ServerLock, "take", away_at_first)
    monkeypatch.setattr("bot.store.server_lock.RETRY_AFTER", 0)
    keeping = asyncio.create_task(lock.keep())
    assert lock.holder is not None
    await lock._let_go()
    with pytest.raises(asyncio.CancelledError):
        await keeping
    assert tries == 3


async def test_a_file_needs_no_server(tmp_path: Path) -> None:
    async with serving_server_alone(f"sqlite:///{tmp_path}/herald.db") as lock:
        assert lock is None
