"""SQLite: a file, and one writer at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, Executable, event
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store import one_trip, private
from bot.store.address import file_of
from bot.store.connection import Connection, Database, Result, Values, to_its_end
from bot.store.moment import Span

T = TypeVar("T")

READERS = 8
"""How many may read at once. WAL lets them, whoever writes."""
_BEGIN = "herald_begin"


class SqliteDatabase(Database):
    """A SQLite file, in WAL mode with a full sync at every commit."""

    def __init__(self, url: URL, patience: Span) -> None:
        self._url = url
        self._patience = max(1, patience // 1000)
        self._engine = create_async_engine(
            url,
            async_creator=self._open,
            # Besides those that read, the one that writes and the one that migrates.
            pool_size=READERS + 2,
            max_overflow=0,
        )
        event.listen(self._engine.sync_engine, "connect", self._set_up)
        event.listen(self._engine.sync_engine, "begin", _say_begin)
        # A transaction that starts as a reader and writes later can fail in the middle, and no
        # waiting helps then; a writer takes its place at the start.
        self._for_writing = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._reading = asyncio.Semaphore(READERS)
        # SQLite's own way of waiting is to try again now and then, in no order. Writers of this
        # process stand in a queue instead, and share a connection.
        self._writing = asyncio.Semaphore(1)
        self._writer: AsyncConnection | None = None
        self._closed = False

    async def _open(self) -> aiosqlite.Connection:
        if self._url.query.get("mode") in (None, "rwc"):
            private.create_file(file_of(self._url))
        place, settings = self._engine.dialect.create_connect_args(self._url)
        # Transactions are begun by us: the driver would begin them late and weakly.
        return await one_trip.connect(*place, **settings, isolation_level=None)

    def _set_up(self, connection: Any, _record: Any) -> None:
        # First of all, for the next line can meet a lock already.
        connection.execute(f"PRAGMA busy_timeout = {self._patience}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    async def connect(self, *, writing: bool) -> Connection:
        place = self._writing if writing else self._reading
        await place.acquire()
        raw = self._for_writing.connect() if writing else self._engine.connect()
        if writing:
            raw = self._writer = self._writer or raw
        connection = SqliteConnection(raw, self, writing)
        try:
            await to_its_end(_begun(raw))
        except BaseException:
            await connection.close()
            raise
        return connection

    async def end(self, raw: AsyncConnection, *, writing: bool) -> None:
        """End a connection's transaction; what was not committed is undone."""
        try:
            await to_its_end(self._ended(raw, keep=writing and not self._closed))
        finally:
            (self._writing if writing else self._reading).release()

    async def _ended(self, raw: AsyncConnection, *, keep: bool) -> None:
        if not _is_open(raw):
            self._let_go(raw)
            return
        try:
            if raw.in_transaction():
                await raw.rollback()
            if self._closed:
                # The pool is gone, so that nobody would close it later.
                await raw.invalidate()
            if not keep:
                await raw.close()
        except BaseException:
            # Whatever it is that cannot be undone must not be met by the next one.
            self._let_go(raw)
            await raw.invalidate()
            await raw.close()
            raise

    def _let_go(self, raw: AsyncConnection) -> None:
        if self._writer is raw:
            self._writer = None

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        async def in_transaction() -> T:
            async with self._for_writing.connect() as connection:
                try:
                    # Has no effect inside a transaction, so before it.
                    driver = (await connection.get_raw_connection()).driver_connection
                    assert driver is not None
                    await driver.execute("PRAGMA foreign_keys = OFF")
                    async with connection.begin():
                        return await connection.run_sync(work)
                finally:
                    # It must not come back to others without its foreign keys.
                    await connection.invalidate()

        async with self._writing:
            return await to_its_end(in_transaction())

    async def close(self) -> None:
        self._closed = True
        await to_its_end(self._all_closed())

    async def _all_closed(self) -> None:
        writer, self._writer = self._writer, None
        # One in the middle of a transaction is closed by whoever ends that.
        if writer is not None and not writer.in_transaction():
            await writer.close()
        await self._engine.dispose()


class SqliteConnection(Connection):
    """A connection to the file."""

    dialect = "sqlite"

    def __init__(self, raw: AsyncConnection, database: SqliteDatabase, writing: bool) -> None:
        self._raw = raw
        self._database = database
        self._writing = writing

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return Result.of(await to_its_end(self._raw.execute(statement, values)))

    async def commit(self) -> None:
        # One that only reads has nothing to keep, and is ended by closing it.
        if self._writing:
            await to_its_end(self._raw.commit())

    async def close(self) -> None:
        await self._database.end(self._raw, writing=self._writing)


def _say_begin(connection: sqlalchemy.Connection) -> None:
    statement = connection.get_execution_options().get(_BEGIN, "BEGIN DEFERRED")
    connection.exec_driver_sql(statement)
