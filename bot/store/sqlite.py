"""SQLite: a file, threads to wait for it, and one writer at a time.

Each statement is one trip to a thread and back, and `at_once` makes one trip of many statements.
The usual asynchronous driver makes four trips of one (ask for a cursor, execute, fetch, close), and
on a busy machine the trips are what a commit costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import URL, Executable, create_engine, event

from bot.store.connection import Connection, Database, Result, Values, to_its_end
from bot.store.moment import Span

T = TypeVar("T")

READERS = 8
"""How many may read at once. WAL lets them, whoever writes."""
_WRITING = "herald_writing"


class SqliteDatabase(Database):
    """A SQLite file, in WAL mode with a full sync at every commit."""

    def __init__(self, url: URL, patience: Span) -> None:
        self._patience = max(1, patience // 1000)
        self._engine = create_engine(
            url,
            # Transactions are begun by us: the driver would begin them late and weakly.
            connect_args={"isolation_level": None, "check_same_thread": False},
            pool_size=READERS + 2,
            max_overflow=0,
        )
        event.listen(self._engine, "connect", self._set_up)
        event.listen(self._engine, "begin", _say_begin)
        self._threads = ThreadPoolExecutor(READERS + 1, thread_name_prefix="herald-store")
        # A thread that waits for a free connection would keep the one that could free it from
        # running, so the waiting is done here.
        self._reading = asyncio.Semaphore(READERS)
        # SQLite's own way of waiting is to try again now and then, in no order. Writers of this
        # process stand in a queue instead.
        self._writing = asyncio.Semaphore(1)

    def _set_up(self, connection: Any, _record: Any) -> None:
        # First of all, for the next line can meet a lock already.
        connection.execute(f"PRAGMA busy_timeout = {self._patience}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    async def connect(self, *, writing: bool) -> Connection:
        place = self._writing if writing else self._reading
        await place.acquire()
        begun: list[sqlalchemy.Connection] = []
        try:
            await self._do(self._begin, begun, writing)
        except BaseException:
            try:
                # Cancelled while it was begun: then it has to be ended.
                for raw in begun:
                    await self._do(raw.close)
            finally:
                place.release()
            raise
        return SqliteConnection(begun[0], self, place)

    def _begin(self, begun: list[sqlalchemy.Connection], writing: bool) -> None:
        connection = self._engine.connect()
        try:
            connection.execution_options(**{_WRITING: writing})
            connection.begin()
        except BaseException:
            connection.close()
            raise
        begun.append(connection)

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        def in_thread() -> T:
            with self._engine.connect() as connection:
                try:
                    # Has no effect inside a transaction, so before it.
                    connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
                    connection.execution_options(**{_WRITING: True})
                    with connection.begin():
                        return work(connection)
                finally:
                    # It must not come back to others without its foreign keys.
                    connection.invalidate()

        async with self._writing:
            return await self._do(in_thread)

    async def close(self) -> None:
        await self._do(self._engine.dispose)
        self._threads.shutdown(wait=False)

    async def _do(self, work: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        return await to_its_end(loop.run_in_executor(self._threads, work, *args))


class SqliteConnection(Connection):
    """A connection whose every act is done in a thread."""

    dialect = "sqlite"

    def __init__(
        self, raw: sqlalchemy.Connection, database: SqliteDatabase, place: asyncio.Semaphore
    ) -> None:
        self._raw = raw
        self._database = database
        self._place = place

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return await self._database._do(_execute, self._raw, statement, values)

    async def at_once(self, work: Callable[[Connection], Coroutine[Any, Any, T]]) -> T:
        return await self._database._do(_drive, work, _InThread(self._raw))

    async def commit(self) -> None:
        await self._database._do(self._raw.commit)

    async def close(self) -> None:
        try:
            await self._database._do(self._raw.close)
        finally:
            self._place.release()


class _InThread(Connection):
    """The same connection for work that is in a thread already: it never has to wait."""

    dialect = "sqlite"

    def __init__(self, raw: sqlalchemy.Connection) -> None:
        self._raw = raw

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return _execute(self._raw, statement, values)

    async def commit(self) -> None:
        raise RuntimeError("a part of a transaction does not end it")

    async def close(self) -> None:
        raise RuntimeError("a part of a transaction does not end it")


def _say_begin(connection: sqlalchemy.Connection) -> None:
    # A transaction that starts as a reader and writes later can fail in the middle, and no waiting
    # helps then; a writer takes its place at the start.
    writing = connection.get_execution_options().get(_WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN DEFERRED")


def _execute(raw: sqlalchemy.Connection, statement: Executable, values: Values | None) -> Result:
    return Result.of(raw.execute(statement, values))


def _drive(work: Callable[[Connection], Coroutine[Any, Any, T]], connection: Connection) -> T:
    """Run a coroutine that never has to wait to its end, without an event loop."""
    running = work(connection)
    try:
        running.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    running.close()
    raise RuntimeError("work done at once awaits nothing but its connection")
