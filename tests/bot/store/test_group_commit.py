"""Writers that wait for each other are committed together, and each is still whole or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import Store, Transaction, people
from bot.store import sqlite as sqlite_module
from bot.store.errors import Conflict, DatabaseUnreachable
from bot.store.people import User
from bot.store.sqlite_group_commit import carry_out
from bot.store.tables import clocks

USERS = range(1, 8)


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many transactions were committed together, each time."""
    sizes: list[int] = []
    real = carry_out

    def counted(group: Any, begin: str, raw: Any) -> None:
        if "IMMEDIATE" in begin:
            sizes.append(len(group))
        real(group, begin, raw)

    monkeypatch.setattr(sqlite_module, "carry_out", counted)
    return sizes


Work = Callable[[Transaction], Awaitable[None]]


def saving(user_id: int) -> Work:
    async def save(tx: Transaction) -> None:
        await people.save_user(tx, User(user_id=user_id, notify="dm"))

    return save


async def at_once(store: Store, *works: Work, cancel: int | None = None) -> list[Any]:
    """What becomes of writers that all have to wait for the same one before them."""
    async with store.transaction():
        tasks = [asyncio.create_task(store.write(work)) for work in works]
        await asyncio.sleep(0)
    if cancel is not None:
        await asyncio.sleep(0)
        tasks[cancel].cancel()
    return await asyncio.gather(*tasks, return_exceptions=True)


async def saved(store: Store) -> set[int]:
    async with store.reading() as tx:
        found = await people.users(tx, list(USERS))
    return {user.user_id for user in found.values() if user.notify == "dm"}


# PostgreSQL has connections for all writers.
pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


async def test_who_waits_is_committed_together(store: Store, groups: list[int]) -> None:
    assert await at_once(store, *map(saving, USERS)) == [None] * len(USERS)
    assert groups == [len(USERS)]
    assert await saved(store) == set(USERS)


async def test_one_that_fails_leaves_nothing_and_harms_no_other(
    store: Store, groups: list[int]
) -> None:
    async def half(tx: Transaction) -> None:
        await saving(4)(tx)
        await tx.insert(clocks, {"game_id": 99, "decision": "x", "kind": "decision"})

    works = [half if user == 4 else saving(user) for user in USERS]
    done = await at_once(store, *works)
    assert [type(each) for each in done if each is not None] == [Conflict]
    assert groups == [len(USERS)]
    assert await saved(store) == {*USERS} - {4}


async def test_when_the_commit_fails_nobody_is_told_that_it_was_kept(store: Store) -> None:
    async def too_late(tx: Transaction) -> None:
        await tx.write(text("PRAGMA defer_foreign_keys = ON"))
        values = {"opened_at": 0, "due_at": 0, "reminded": 0}
        await tx.insert(clocks, {"game_id": 99, "decision": "x", "kind": "vote", **values})

    done = await at_once(store, saving(1), too_late, saving(2))
    assert [type(each) for each in done] == [Conflict] * 3
    assert await saved(store) == set()
    # And the next one finds a connection that works.
    await store.write(saving(3))
    assert await saved(store) == {3}


@pytest.mark.parametrize("gone", [0, 3])
async def test_one_that_is_cancelled_harms_no_other(store: Store, gone: int) -> None:
    done = await at_once(store, *map(saving, USERS), cancel=gone)
    assert isinstance(done[gone], asyncio.CancelledError)
    kept = await saved(store)
    assert kept >= {user for at, user in enumerate(USERS) if at != gone}
    await store.write(saving(USERS[gone]))
    assert await saved(store) == set(USERS)


async def test_a_patient_one_is_committed_with_the_next_and_sees_what_that_wrote(
    store: Store, groups: list[int]
) -> None:
    async def seen(tx: Transaction) -> str:
        return (await people.user(tx, 1)).notify

    patient = asyncio.create_task(store.write(seen, patience=60))
    await asyncio.sleep(0)
    await store.write(saving(1))
    assert await patient == "dm"
    assert groups == [2]


async def test_a_patient_one_goes_alone_when_nobody_comes(store: Store, groups: list[int]) -> None:
    await store.write(saving(1), patience=0.001)
    assert groups == [1]
    assert await saved(store) == {1}


async def test_a_patient_one_that_comes_during_a_commit_waits_for_the_next(
    store: Store, groups: list[int]
) -> None:
    await store.write(saving(1))
    first = asyncio.create_task(store.write(saving(2)))
    await asyncio.sleep(0)
    patient = asyncio.create_task(store.write(saving(3), patience=60))
    await first
    assert not patient.done()
    await store.write(saving(4))
    await patient
    assert groups == [1, 1, 2]


async def test_patient_ones_are_not_left_behind_by_one_that_cannot_begin(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = asyncio.create_task(store.write(saving(1), patience=0.05))
    await asyncio.sleep(0)
    real, broken = sqlite_module.Lane.ready, [True]

    async def ready(lane: sqlite_module.Lane) -> sqlite_module.Handle:
        if broken:
            broken.clear()
            raise OSError("no more files")
        return await real(lane)

    monkeypatch.setattr(sqlite_module.Lane, "ready", ready)
    with pytest.raises(DatabaseUnreachable):
        await store.write(saving(2))
    await patient
    assert await saved(store) == {1}
