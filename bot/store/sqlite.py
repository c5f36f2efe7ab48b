"""SQLite: a file, and one writer at a time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeVar

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import private_files
from bot.moment import Span
from bot.store import one_trip
from bot.store.address import file_of
from bot.store.connection import Connection, Database, Statement, shielded

T = TypeVar("T")

READERS = 8
"""How many may read at once. WAL lets them, whoever writes."""
AGAIN = 0.01
"""Seconds between two tries at what SQLite does not wait for by itself."""


class SqliteDatabase(Database):
    """A SQLite file, in WAL mode with a full sync at every commit."""

    def __init__(self, url: URL, patience: Span) -> None:
        self._url = url
        self._patience = max(1, patience // 1000)
        self._readers = self._engine("BEGIN DEFERRED", READERS)
        # A transaction that starts as a reader and writes later can fail in the middle, and no
        # waiting helps then; a writer takes its place at the start. All share one connection, which
        # has everything at hand that the one before needed.
        self._writers = self._engine("BEGIN IMMEDIATE", 1)
        self._reading = asyncio.Semaphore(READERS)
        # SQLite's own way of waiting is to try again now and then, in no order. Writers of this
        # process stand in a queue instead.
        self._writing = asyncio.Semaphore(1)

    def _engine(self, begin: str, connections: int) -> AsyncEngine:
        engine = create_async_engine(
            self._url,
            async_creator=self._open,
            pool_size=connections,
            max_overflow=0,
            # `Connection` gives none back with a transaction open. To make sure again would
            # be another trip for each.
            pool_reset_on_return=None,
        )
        event.listen(engine.sync_engine, "begin", lambda raw: raw.exec_driver_sql(begin))
        return engine

    async def _open(self) -> aiosqlite.Connection:
        if self._url.query.get("mode") in (None, "rwc"):
            private_files.create_file(file_of(self._url))
        place, settings = self._writers.dialect.create_connect_args(self._url)
        # Transactions are begun by us: the driver would begin them late and weakly.
        connection = await one_trip.connect(*place, **settings, isolation_level=None)
        try:
            await connection.execute_fetchall(f"PRAGMA busy_timeout = {self._patience}")
            await self._use_wal(connection)
            await connection.execute_fetchall("PRAGMA synchronous = FULL")
            await connection.execute_fetchall("PRAGMA foreign_keys = ON")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _use_wal(self, connection: aiosqlite.Connection) -> None:
        clock = asyncio.get_running_loop()
        until = clock.time() + self._patience / 1000
        while True:
            try:
                await connection.execute_fetchall("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # Of two that open a new file at once, SQLite lets one fail without any waiting.
                busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or clock.time() > until:
                    raise
                await asyncio.sleep(AGAIN)

    async def connect(self, *, writing: bool) -> Connection:
        place = self._writing if writing else self._reading
        await place.acquire()
        engine = self._writers if writing else self._readers
        connection = SqliteConnection(engine.connect(), place.release)
        await connection.begin()
        return connection

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        async def in_transaction() -> T:
            async with self._writers.connect() as connection:
                try:
                    driver = (await connection.get_raw_connection()).driver_connection
                    assert isinstance(driver, aiosqlite.Connection)
                    # Has no effect inside a transaction, so before it.
                    await driver.execute("PRAGMA foreign_keys = OFF")
                    async with connection.begin():
                        return await connection.run_sync(work)
                finally:
                    # It must not come back to others without its foreign keys.
                    await connection.invalidate()

        async with self._writing:
            return await shielded(in_transaction())

    async def close(self) -> None:
        await shielded(self._readers.dispose())
        await shielded(self._writers.dispose())


class SqliteConnection(Connection):
    """A connection to the file."""

    async def execute_all(self, statements: Sequence[Statement]) -> None:
        if statements:
            await shielded(self._raw.run_sync(_execute_all, statements))


def _execute_all(raw: sqlalchemy.Connection, statements: Sequence[Statement]) -> None:
    """Carry out statements in one trip."""
    *first, last = statements
    driver = raw.connection.driver_connection
    assert isinstance(driver, one_trip.Connection)
    with driver.together() as the_last_follows:
        for one in first:
            raw.execute(*one)
        the_last_follows()
        raw.execute(*last)
