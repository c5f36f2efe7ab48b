"""What the database can't do is said in one clear line, and nothing is half done."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from bot.moment import SECOND
from bot.store import Store, choices, games, lifecycle, outbox, tables
from bot.store.address import parse
from bot.store.errors import (
    BadDatabaseUrl,
    Conflict,
    DatabaseCorrupt,
    DatabaseFault,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnreachable,
    StoreError,
)
from tests.bot.store.builders import NOON, a_choice, a_game, a_post, history, play, record
from tests.bot.store.conftest import opened

SOON = SECOND // 20


def clear(error: StoreError, *words: str) -> bool:
    """Whether an error says these words in one line."""
    said = str(error)
    return "\n" not in said and all(word in said for word in words)


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@contextlib.asynccontextmanager
async def impatient(url: str) -> AsyncIterator[Store]:
    """A store that does not wait long for locks."""
    async with opened(url, SOON) as store:
        yield store


async def test_sqlite_is_set_up_to_lose_nothing(sqlite_store: Store) -> None:
    async with sqlite_store.reading() as tx:
        assert await tx.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await tx.scalar(text("PRAGMA synchronous")) == 2  # FULL
        assert await tx.scalar(text("PRAGMA foreign_keys")) == 1
        assert await tx.scalar(text("PRAGMA busy_timeout")) == 5000


async def test_what_holds_the_seeds_is_for_its_owner_alone(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/herald.db") as store:
        await a_game(store)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
        await store.backup(tmp_path / "copy.db")
    assert modes == dict.fromkeys(("herald.db", "herald.db-wal", "herald.db-shm"), 0o600)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


async def test_the_rights_of_a_database_that_is_there_are_its_owners_business(
    sqlite_url: str,
) -> None:
    file_of(sqlite_url).chmod(0o640)
    async with await Store.open(sqlite_url) as store:
        await a_game(store)
        assert file_of(sqlite_url).stat().st_mode & 0o777 == 0o640


async def test_a_full_disk_is_said_and_the_game_goes_on_when_there_is_room(
    sqlite_store: Store,
) -> None:
    store = sqlite_store
    game = await play(store, (await a_game(store)).id)
    with pytest.raises(DatabaseFull) as caught:
        async with store.transaction() as tx:
            pages = await tx.scalar(text("PRAGMA page_count"))
            await tx.scalar(text(f"PRAGMA max_page_count = {pages}"))
            await lifecycle.record_choice(tx, a_choice(game), b"x" * 100_000, say=[a_post()])
    assert clear(caught.value, store.name, "disk is full")
    async with store.transaction() as tx:
        await tx.scalar(text("PRAGMA max_page_count = 1000000"))
        assert await games.get(tx, game.id) == game
        assert await outbox.of_game(tx, game.id) == []
    await record(store, a_choice(game))


async def test_a_file_that_cannot_be_written_is_said_at_once(sqlite_url: str) -> None:
    read_only = f"sqlite:///file:{file_of(sqlite_url)}?mode=ro&uri=true"
    with pytest.raises(DatabaseReadOnly) as caught:
        await Store.open(read_only)
    assert clear(caught.value, str(file_of(sqlite_url)), "cannot be written", "rights")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_file_without_the_right_to_write_is_said(sqlite_url: str) -> None:
    file_of(sqlite_url).chmod(0o400)
    with pytest.raises(DatabaseReadOnly):
        await Store.open(sqlite_url)


async def test_a_program_that_holds_the_file_too_long_is_said(sqlite_url: str) -> None:
    async with impatient(sqlite_url) as store:
        game = await a_game(store)
        with contextlib.closing(sqlite3.connect(file_of(sqlite_url))) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseLocked) as caught:
                await record(store, a_choice(game))
            assert clear(caught.value, store.name, "another program holds the database")
            with pytest.raises(DatabaseLocked):
                await Store.open(sqlite_url, patience=SOON)
            assert await history(store, game.id) == []
        await record(store, a_choice(game))


async def test_a_file_that_is_no_database_is_said_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "herald.db"
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(DatabaseCorrupt) as caught:
        await Store.open(f"sqlite:///{file}")
    assert clear(caught.value, str(file), "not a database", "backup")
    assert file.read_bytes() == b"Dear diary, " * 1000


async def test_a_damaged_file_is_said_when_the_damage_is_met(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        game = await a_game(store)
        await play(store, game.id, 5, value="x" * 5000)
    file = file_of(sqlite_url)
    with file.open("r+b") as damaged:
        # All but the first page, which holds the schema.
        damaged.seek(4096)
        damaged.write(b"\xff" * (file.stat().st_size - 4096))
    with pytest.raises(DatabaseCorrupt) as caught:
        async with await Store.open(sqlite_url) as store, store.reading() as tx:
            await choices.verify_chain(tx, game.id)
    assert clear(caught.value, "damaged")


async def test_a_row_that_cannot_be_read_is_damage_too(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await tx.write(text("""UPDATE games SET options = '{"cut' """))
    async with store.reading() as tx:
        with pytest.raises(DatabaseCorrupt) as caught:
            await games.get(tx, game.id)
    assert clear(caught.value, "damaged")


async def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable) as caught:
        await Store.open(f"sqlite:///{tmp_path}/nowhere/herald.db")
    assert clear(caught.value, "nowhere/herald.db", "cannot be opened")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("herald.db", "not an address"),
        ("mysql://localhost/herald", "mysql is not supported"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite+aiosqlite:///file:games?mode=memory&uri=true", "in memory"),
        ("sqlite+aiosqlite:///file::memory:?cache=shared&uri=true", "in memory"),
    ],
)
async def test_an_address_of_no_use_is_refused(url: str, reason: str) -> None:
    with pytest.raises(BadDatabaseUrl) as caught:
        await Store.open(url)
    assert clear(caught.value, "HERALD_DATABASE_URL", reason)


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite"])
def test_short_and_long_addresses_mean_the_same(scheme: str) -> None:
    assert parse(f"{scheme}:///herald.db") == parse("sqlite:///herald.db")


async def test_a_server_that_does_not_answer_is_said_without_the_password(
    postgres_url: str, tmp_path: Path
) -> None:
    with pytest.raises(DatabaseUnreachable) as caught:
        await Store.open(f"postgresql://herald:sesame@/herald?host={tmp_path}")
    assert clear(caught.value, "cannot be opened")
    assert "sesame" not in str(caught.value)


async def test_a_server_that_went_away_is_said_to_whoever_writes_next(
    postgres_url: str, tmp_path: Path
) -> None:
    async with impatient(f"postgresql://herald@/herald?host={tmp_path}") as store:
        for begin in (store.transaction, store.reading):
            with pytest.raises(DatabaseUnreachable):
                async with begin():
                    pass


async def test_a_database_that_the_server_lacks_is_said(postgres_url: str) -> None:
    elsewhere = parse(postgres_url).set(database="elsewhere").render_as_string(False)
    with pytest.raises(DatabaseUnreachable) as caught:
        await Store.open(elsewhere)
    assert clear(caught.value, '"elsewhere" does not exist')


async def test_a_row_held_too_long_is_said(postgres_url: str) -> None:
    async with impatient(postgres_url) as store, impatient(postgres_url) as other:
        game = await a_game(store)
        async with store.transaction() as tx:
            await games.lock(tx, game.id)
            with pytest.raises(DatabaseLocked):
                await record(other, a_choice(game))
        await record(other, a_choice(game))


async def test_a_server_that_may_only_read_is_said(postgres_url: str) -> None:
    async with impatient(postgres_url) as store:
        game = await a_game(store)
        with pytest.raises(DatabaseReadOnly):
            async with store.transaction() as tx:
                await tx.write(text("SET TRANSACTION READ ONLY"))
                await outbox.post(tx, game.id, a_post(), NOON)


async def test_a_lost_connection_is_said_and_the_next_one_works(postgres_url: str) -> None:
    async with impatient(postgres_url) as store, impatient(postgres_url) as other:
        game = await a_game(store)
        with pytest.raises(DatabaseUnreachable):
            async with store.transaction() as tx:
                backend = await tx.scalar(text("SELECT pg_backend_pid()"))
                async with other.transaction() as killer:
                    await killer.scalar(text(f"SELECT pg_terminate_backend({backend})"))
                await lifecycle.record_choice(tx, a_choice(game), b"never")
        assert await history(store, game.id) == []
        await record(store, a_choice(game))


async def test_any_other_fault_is_one_line_too(store: Store) -> None:
    async with store.reading() as tx:
        with pytest.raises(DatabaseFault) as caught:
            await tx.scalar(text("SELECT nonsense\nFROM nowhere"))
    assert clear(caught.value, "the database failed", "nowhere")


async def test_d_no_sql_parameter_reaches_a_log_at_any_level(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = await a_game(store)
    choice = a_choice(game, value="a secret plan", interaction_id="once")
    await record(store, choice, say=[a_post("a secret letter")])
    async with store.transaction() as tx:
        with pytest.raises(Conflict) as caught:
            await tx.add(tables.choices, msgspec.structs.asdict(choice))
    logging.getLogger("herald").error("it failed", exc_info=caught.value)
    assert "it failed" in caplog.text
    assert "secret" not in caplog.text
