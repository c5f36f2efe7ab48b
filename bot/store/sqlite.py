"""SQLite: a file, one writer at a time, and threads of our own in which whole transactions run."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import URL, Executable, NullPool, create_engine, event
from sqlalchemy.dialects.sqlite import pysqlite

from bot import private_files
from bot.moment import Span
from bot.store.address import file_of
from bot.store.compiled import execute
from bot.store.connection import Body, Connection, Database, Result, Statement, Values, shielded

T = TypeVar("T")

READERS = 4
"""How many may read at once. In WAL mode a writer does not stop them."""
RETRY_SECONDS = 0.01
"""Between two tries at what SQLite does not wait for by itself."""


class SqliteDatabase(Database):
    """A SQLite file, in WAL mode with a full sync at every commit."""

    def __init__(self, url: URL, patience: Span) -> None:
        self._url = url
        self._patience = max(1, patience // 1000)
        # BEGIN IMMEDIATE takes the write lock up front, so a transaction cannot fail halfway while
        # upgrading from read to write. All writers share one connection with a warm cache.
        self._writer = Lane(self._open, "BEGIN IMMEDIATE", 1)
        self._readers = Lane(self._open, "BEGIN DEFERRED", READERS)
        self._foreign = 0
        self._data_version: int | None = None

    def _open(self, *, foreign_keys: bool = True) -> sqlite3.Connection:
        if self._url.query.get("mode") in (None, "rwc"):
            private_files.create_file(file_of(self._url))
        (place,), settings = pysqlite.dialect().create_connect_args(self._url)
        connection = sqlite3.connect(
            place,
            self._patience / 1000,
            # Transactions are begun by us: the module would begin them late and weakly.
            isolation_level=None,
            # One transaction uses it at a time, but not always from the same thread.
            check_same_thread=False,
            uri=bool(settings.get("uri")),
        )
        try:
            self._use_wal(connection)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _use_wal(self, connection: sqlite3.Connection) -> None:
        until = time.monotonic() + self._patience / 1000
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # Of two that open a new file at once, SQLite lets one fail without any waiting.
                busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > until:
                    raise
                time.sleep(RETRY_SECONDS)

    async def connect(self, *, writing: bool) -> Connection:
        lane = self._writer if writing else self._readers
        await lane.places.acquire()
        connection = SqliteConnection(lane)
        await connection.begin()
        return connection

    async def transact(self, body: Body[T], *, writing: bool) -> T:
        lane = self._writer if writing else self._readers
        async with lane.places:
            return await lane.call(lambda: self._whole(lane, body))

    def _whole(self, lane: Lane, body: Body[T]) -> T:
        """A whole transaction, in the thread of its connection."""
        raw = lane.take()
        try:
            raw.execute(lane.begin)
            found = run_to_end(body(InThread(raw)))
            raw.execute("COMMIT")
            return found
        finally:
            lane.give_back(raw)

    async def foreign_changes(self) -> int | None:
        """Asked of the writer's connection: SQLite tells it what every other one has committed."""
        return await self._writer.call(self._look_for_foreign_changes)

    def _look_for_foreign_changes(self) -> int:
        found: int = self._writer.opened().execute("PRAGMA data_version").fetchone()[0]
        if found != self._data_version:
            self._data_version = found
            self._foreign += 1
        return self._foreign

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        def whole() -> T:
            engine = create_engine(
                "sqlite://",
                creator=lambda: self._open(foreign_keys=False),
                poolclass=NullPool,
                hide_parameters=True,
            )
            event.listen(engine, "begin", lambda raw: raw.exec_driver_sql("BEGIN IMMEDIATE"))
            with engine.begin() as connection:
                return work(connection)

        async with self._writer.places:
            return await self._writer.call(whole)

    async def close(self) -> None:
        await self._readers.close()
        await self._writer.close()


class Lane:
    """Some connections of one purpose, each used by one transaction at a time, and their threads.

    SQLite's own way of waiting is to try again now and then, in no order. Here those who wait stand
    in a queue.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], begin: str, width: int) -> None:
        self.begin = begin
        self.places = asyncio.Semaphore(width)
        self._connect = connect
        self._open: list[sqlite3.Connection] = []
        self._free: list[sqlite3.Connection] = []
        self._threads = ThreadPoolExecutor(width, thread_name_prefix="herald-sqlite")

    async def call(self, work: Callable[[], T]) -> T:
        """Run something in one of the threads, to its end even if the caller is cancelled."""
        loop = asyncio.get_running_loop()
        return await shielded(loop.run_in_executor(self._threads, work))

    def opened(self) -> sqlite3.Connection:
        """A connection that is open, whether a transaction uses it now or not."""
        if not self._open:
            self.give_back(self.take())
        return self._open[0]

    def take(self) -> sqlite3.Connection:
        """A connection that no other transaction uses: a free one, or a new one."""
        if self._free:
            return self._free.pop()
        raw = self._connect()
        self._open.append(raw)
        return raw

    def give_back(self, raw: sqlite3.Connection) -> None:
        """Keep a connection for the next transaction; what was not committed is rolled back."""
        try:
            # An open transaction would keep everybody else out.
            if raw.in_transaction:
                raw.execute("ROLLBACK")
        except sqlite3.Error:
            self._open.remove(raw)
            raw.close()
        else:
            self._free.append(raw)

    async def close(self) -> None:
        """Close all connections and end the threads."""

        def close() -> None:
            while self._open:
                self._open.pop().close()

        await self.call(close)
        self._threads.shutdown(wait=False)


class InThread(Connection):
    """A connection for a body that runs in the connection's own thread and never waits."""

    dialect = "sqlite"

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return execute(self._raw, statement, values)

    async def commit(self) -> None:
        raise RuntimeError("the transaction is committed at its end")

    async def close(self) -> None:
        raise RuntimeError("the transaction is closed at its end")


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that has nothing to wait for."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    work.close()
    raise RuntimeError("a transaction may wait for nothing but its database")


class SqliteConnection(Connection):
    """A connection whose statements go to its thread one by one."""

    dialect = "sqlite"

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._raw: sqlite3.Connection | None = None

    async def begin(self) -> None:
        """Take a connection and begin; if that fails it is given back."""

        def take_and_begin() -> None:
            self._raw = self._lane.take()
            self._raw.execute(self._lane.begin)

        try:
            await self._lane.call(take_and_begin)
        except BaseException:
            await self.close()
            raise

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        raw = self._raw
        assert raw is not None
        return await self._lane.call(lambda: execute(raw, statement, values))

    async def execute_all(self, statements: Sequence[Statement]) -> None:
        raw = self._raw
        assert raw is not None

        def every() -> None:
            for statement, values in statements:
                execute(raw, statement, values)

        await self._lane.call(every)

    async def commit(self) -> None:
        raw = self._raw
        assert raw is not None
        await self._lane.call(lambda: raw.execute("COMMIT"))

    async def close(self) -> None:
        raw, self._raw = self._raw, None

        try:
            if raw is not None:
                await self._lane.call(lambda: self._lane.give_back(raw))
        finally:
            self._lane.places.release()
