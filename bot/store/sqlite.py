"""SQLite by aiosqlite: a file, one writer at a time, a thread for each connection.

Statements are executed in the thread of an aiosqlite connection, on the SQLite module's own
connection: whole transactions (`transact`), which are all that happens often, in one hop there and
back, blocks (`connect`) in one hop for each statement. docs/decisions/7 has the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, Executable, NullPool, Table, create_engine, event
from sqlalchemy.dialects.sqlite import pysqlite

from bot import private_files
from bot.memory_budget import budget_of
from bot.moment import Span
from bot.store.address import file_of
from bot.store.connection import (
    Body,
    Connection,
    Database,
    Result,
    Statement,
    UntilDone,
    Values,
    adding,
    shielded,
)
from bot.store.sqlite_group_commit import Line, Waiting, answer, carry_out
from bot.store.sqlite_statements import SqliteStatements

T = TypeVar("T")

# It logs what it executes with all parameters, which hold what players chose in secret.
logging.getLogger("aiosqlite").disabled = True

READERS = 4
"""How many may read at once. In WAL mode a writer does not stop them."""
WRITERS_CACHE, READERS_CACHE = 0.5, 0.5 / READERS
"""Which parts of the database's budget the writing connection, and each that reads, keep of the
file in memory at most. Each choice changes some fifteen pages in all parts of the file, which with
a thousand games would be read from the system again each time if there were no more than ..."""
SQLITES_OWN_CACHE = 2_048_000
"""... what SQLite keeps by itself, in bytes."""
RETRY_SECONDS = 0.01
"""Between two tries at what SQLite does not wait for by itself."""
FRESH_SECONDS = 0.1
"""How long it is relied on that no other process has written since SQLite was last asked."""


_STATEMENTS = SqliteStatements()
"""How a statement is compiled does not depend on the file."""


class SqliteDatabase(Database):
    """A SQLite file, in WAL mode with a full sync at every commit."""

    def __init__(self, url: URL, patience: Span) -> None:
        self._url = url
        self._patience = max(1, patience // 1000)
        # BEGIN IMMEDIATE takes the write lock up front, so a transaction cannot fail halfway while
        # upgrading from read to write. All writers share one connection with a warm cache.
        self._writer = Lane(partial(self._open, WRITERS_CACHE), "BEGIN IMMEDIATE", 1)
        self._readers = Lane(partial(self._open, READERS_CACHE), "BEGIN DEFERRED", READERS)
        self._line = Line()
        self._foreign = 0
        self._data_version: int | None = None
        self._looked = -FRESH_SECONDS

    def _opened(self, kept: float, *, foreign_keys: bool = True) -> sqlite3.Connection:
        """Open the file and set it up, in the thread of the connection.

        `kept` is the part of the database's budget that it may keep in memory.
        """
        if self._url.query.get("mode") in (None, "rwc"):
            private_files.prepare_database(file_of(self._url))
        (file,), settings = pysqlite.dialect().create_connect_args(self._url)
        own = {
            "timeout": self._patience / 1000,
            # Transactions are begun by us: the module would begin them late and weakly.
            "isolation_level": None,
            # One thread uses it at a time; closed it is from another.
            "check_same_thread": False,
        }
        connection = sqlite3.Connection(file, **{**settings, **own})
        try:
            self._use_wal(connection)
            connection.execute("PRAGMA synchronous = FULL")
            # What a savepoint could take back would be kept in a file, which no crash needs.
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute(f"PRAGMA cache_size = -{_kibibytes(kept)}")
            connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        except BaseException:
            connection.close()
            raise
        return connection

    async def _open(self, kept: float) -> Handle:
        # By this first: where a file cannot be opened, aiosqlite leaves a thread that fails later.
        await asyncio.to_thread(lambda: self._opened(kept).close())
        driver = aiosqlite.Connection(partial(self._opened, kept), iter_chunk_size=64)
        # A program that ends without closing it must not wait for its thread.
        driver._thread.daemon = True
        return Handle(await driver)

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
        try:
            handle = await shielded(lane.take())
        except BaseException:
            lane.places.release()
            raise

        async def give_back() -> None:
            try:
                await lane.give_back(handle)
            finally:
                lane.places.release()

        connection = Block(handle, give_back)
        await connection.begin(lane.begin)
        return connection

    async def transact(self, body: Body[T], *, writing: bool, patience: float = 0) -> T:
        def work(raw: sqlite3.Connection) -> T:
            return run_to_end(body(InThread(raw)))

        if writing:
            return await self._write(work, patience)
        alone = Waiting(work, is_patient=False)
        async with self._readers.places:
            await self._carry_out([alone], self._readers, await self._readers.ready())
        return alone.done.result()

    async def _write(self, work: Callable[[sqlite3.Connection], T], patience: float) -> T:
        """Carry out a writing transaction, together with those that wait as well."""
        waiting = self._line.join(work, is_patient=patience > 0)
        if patience > 0:
            alone = asyncio.get_running_loop().call_later(patience, self._lead_alone, waiting)
            try:
                return await waiting.done
            finally:
                alone.cancel()
        if not self._line.is_led:
            await self._lead(waiting)
        return await waiting.done

    async def _lead(self, waiting: Waiting[Any]) -> None:
        """Carry out a transaction at once; what has come by then is left to a task."""
        self._line.is_led = True
        try:
            await self._next_group()
        except BaseException:
            self._line.leave(waiting)
            raise
        finally:
            self._line.is_led = False
            self._lead_those_left()

    def _lead_alone(self, waiting: Waiting[Any]) -> None:
        """Carry out a transaction that nothing came along for."""
        waiting.is_patient = False
        self._lead_those_left()

    def _lead_those_left(self) -> None:
        """See that what waits is carried out, if nobody does."""
        if self._line.is_urgent and not self._line.is_led:
            self._line.is_led = True
            self._line.leader = asyncio.create_task(self._lead_on())

    async def _lead_on(self) -> None:
        """Carry out what waits until nothing urgent does."""
        try:
            while self._line.is_urgent:
                await self._next_group()
        except BaseException as error:
            # Nobody may wait for ever.
            self._line.fail_all(error)
            raise
        finally:
            self._line.is_led = False

    async def _next_group(self) -> None:
        async with self._writer.places:
            handle = await self._writer.ready()
            await self._carry_out(self._line.take(), self._writer, handle)

    async def _carry_out(self, group: list[Waiting[Any]], lane: Lane, handle: Handle) -> None:
        try:
            # Once it is in the thread it is not called back: who is cancelled waits for its end.
            await handle.run(partial(self._in_thread, group, lane))
        finally:
            answer(group)
            if handle.is_usable:
                lane.keep(handle)
            else:
                await shielded(lane.give_back(handle))

    def _in_thread(self, group: list[Waiting[Any]], lane: Lane, raw: sqlite3.Connection) -> None:
        carry_out(group, lane.begin, raw)
        if lane is self._writer and self._age() > FRESH_SECONDS / 2:
            # Asked here, in time, it need not be asked from the event loop.
            try:
                self._note_foreign_changes(raw)
            except sqlite3.Error:
                # What was committed is: only what is in memory is not relied on any more.
                self._foreign += 1

    async def foreign_changes(self) -> int | None:
        """Asked of the writer's connection: SQLite tells it what every other one has committed."""
        if self._age() > FRESH_SECONDS:
            writer = self._writer.handles[0] if self._writer.handles else await self._first_writer()
            await writer.run(self._note_foreign_changes)
        return self._foreign

    def _age(self) -> float:
        """For how many seconds what other processes have written was not looked at."""
        return time.monotonic() - self._looked

    async def _first_writer(self) -> Handle:
        async with self._writer.places:
            handle = await shielded(self._writer.take())
            await self._writer.give_back(handle)
            return handle

    def _note_foreign_changes(self, raw: sqlite3.Connection) -> None:
        """Note whether other processes have written; in the writer's thread."""
        found: int = raw.execute("PRAGMA data_version").fetchone()[0]
        if found != self._data_version:
            self._data_version = found
            self._foreign += 1
        self._looked = time.monotonic()

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        def whole() -> T:
            engine = create_engine(
                "sqlite://",
                creator=partial(self._opened, WRITERS_CACHE, foreign_keys=False),
                poolclass=NullPool,
                # Parameters hold what players chose in secret: they belong in no log.
                hide_parameters=True,
            )
            event.listen(engine, "begin", lambda raw: raw.exec_driver_sql("BEGIN IMMEDIATE"))
            with engine.begin() as connection:
                return work(connection)

        async with self._writer.places:
            return await shielded(asyncio.to_thread(whole))

    async def erase_traces(self) -> None:
        """Write the whole file anew, and empty its log: deleted rows leave no byte behind.

        Who wants to write waits meanwhile; reading goes on.
        """
        async with self._writer.places:
            await shielded(asyncio.to_thread(self._rewrite))

    def _rewrite(self) -> None:
        connection = self._opened(WRITERS_CACHE, foreign_keys=False)
        try:
            # The copy that is made may be larger than the memory.
            connection.execute("PRAGMA temp_store = FILE")
            connection.execute("VACUUM")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise sqlite3.OperationalError("the log is being read, and was not emptied")
        finally:
            connection.close()

    async def close(self) -> None:
        await shielded(self._readers.close())
        await shielded(self._writer.close())


class Handle(NamedTuple):
    """An open connection."""

    driver: aiosqlite.Connection

    def run(self, work: Callable[[sqlite3.Connection], T]) -> UntilDone[T]:
        """Run something in the driver's thread, where nothing has to wait for it.

        All methods of aiosqlite put one call of the SQLite module each into this queue; a name for
        it that is public it has not.
        """
        found: UntilDone[T] = UntilDone()
        self.driver._tx.put_nowait((found, partial(work, self.driver._conn)))
        return found

    async def close(self) -> None:
        """Close the file, and end the thread."""
        await self.driver.close()

    @property
    def is_usable(self) -> bool:
        """Whether it can be used for another transaction."""
        return not self.driver.in_transaction


class Lane:
    """Some connections of one purpose, each used by one transaction at a time.

    SQLite's own way of waiting is to try again now and then, in no order. Here those who wait stand
    in a queue.
    """

    def __init__(self, open_one: Callable[[], Awaitable[Handle]], begin: str, width: int) -> None:
        self.places = asyncio.Semaphore(width)
        self.handles: list[Handle] = []
        """The open connections, whether transactions use them now or not."""
        self.begin = begin
        """What each transaction begins with."""
        self._free: list[Handle] = []
        self._open = open_one

    def free(self) -> Handle | None:
        """A connection that is open and that no transaction uses, if there is one."""
        return self._free.pop() if self._free else None

    async def ready(self) -> Handle:
        """A connection for the next transaction."""
        handle = self.free()
        return await shielded(self.take()) if handle is None else handle

    def keep(self, handle: Handle) -> None:
        """Keep a connection for the next transaction."""
        self._free.append(handle)

    async def take(self) -> Handle:
        """A connection that no other transaction uses: a free one, or a new one."""
        if self._free:
            return self._free.pop()
        handle = await self._open()
        self.handles.append(handle)
        return handle

    async def give_back(self, handle: Handle) -> None:
        """Keep a connection for the next transaction, unless its last one could not be ended."""
        if handle.is_usable:
            self.keep(handle)
        else:
            self.handles.remove(handle)
            await handle.close()

    async def close(self) -> None:
        """Close all connections, and with each its thread."""
        self._free.clear()
        while self.handles:
            await self.handles.pop().close()


class InThread(Connection):
    """A connection for a body that runs in the connection's own thread and never waits."""

    dialect = "sqlite"

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return _STATEMENTS.execute(self._raw, statement, values)

    async def execute_all(self, statements: Sequence[Statement]) -> None:
        for statement, values in statements:
            _STATEMENTS.execute(self._raw, statement, values)

    async def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
        return _STATEMENTS.insert(self._raw, adding(table), rows)

    async def commit(self) -> None:
        raise RuntimeError("the transaction is committed at its end")

    async def close(self) -> None:
        raise RuntimeError("the transaction is closed at its end")


class Block(Connection):
    """A transaction whose statements go one by one to the connection's thread."""

    dialect = "sqlite"

    def __init__(self, handle: Handle, give_back: Callable[[], Awaitable[None]]) -> None:
        self._handle = handle
        self._give_back = give_back

    async def begin(self, begin: str) -> None:
        """Begin; if that fails the connection is given back."""
        try:
            await self._handle.run(lambda raw: raw.execute(begin))
        except BaseException:
            await self.close()
            raise

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return await self._handle.run(lambda raw: _STATEMENTS.execute(raw, statement, values))

    async def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
        return await self._handle.run(lambda raw: _STATEMENTS.insert(raw, adding(table), rows))

    async def commit(self) -> None:
        await self._handle.run(lambda raw: raw.execute("COMMIT"))

    async def close(self) -> None:
        await shielded(self._close())

    async def _close(self) -> None:
        try:
            await self._handle.run(_roll_back)
        finally:
            await self._give_back()


def _kibibytes(part: float) -> int:
    """A part of the database's budget, and no less than SQLite keeps by itself."""
    return max(int(budget_of("database") * part), SQLITES_OWN_CACHE) >> 10


def _roll_back(raw: sqlite3.Connection) -> None:
    """End a transaction that was not committed, if there is one."""
    # One that cannot be ended is seen by the lane that gets the connection back, which closes it.
    with contextlib.suppress(sqlite3.Error):
        raw.rollback()


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that has nothing to wait for."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    work.close()
    raise RuntimeError("a transaction may wait for nothing but its database")
