"""aiosqlite with one trip to its thread for each statement.

Its own cursors make four of it: ask for a cursor, execute, fetch, close. On a busy machine the
trips are what a transaction costs. And as nothing of a statement is left behind in the thread,
whoever turns away from it in the middle leaves no half-read rows that would hold a lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import aiosqlite

_CHUNK = 64
"""Asked for by aiosqlite, for a way of reading that we do not use."""


class Work(NamedTuple):
    """A statement and its parameters, or a row of them for each time it is to be done."""

    sql: str
    parameters: Sequence[Any]
    many: bool = False


class Done(NamedTuple):
    """What a statement gave, with its rows."""

    description: Any
    rowcount: int
    lastrowid: int | None
    rows: list[Any]


_NOTHING = Done(None, -1, None, [])


class Cursor:
    """As much of a cursor as SQLAlchemy asks for."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._done = _NOTHING

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Carry out a statement and fetch its rows."""
        self._done = await self._connection.carry_out(Work(sql, parameters))
        return self

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> Cursor:
        """Carry out a statement once for each row of values."""
        self._done = await self._connection.carry_out(Work(sql, rows, many=True))
        return self

    async def fetchall(self) -> list[Any]:
        """The rows, which are here already."""
        return self._done.rows

    async def close(self) -> None:
        """Nothing is open."""

    @property
    def description(self) -> Any:
        """The columns, or None for a statement that gives no rows."""
        return self._done.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._done.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row added last."""
        return self._done.lastrowid


class Connection(aiosqlite.Connection):
    """A connection whose statements take one trip each, or less."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, _CHUNK)
        self._before: list[Work] = []
        self._waiting = False

    def cursor(self) -> Cursor:  # type: ignore[override]  # SQLAlchemy needs no more than this.
        """A cursor, at no cost."""
        return Cursor(self)

    @contextmanager
    def together(self) -> Iterator[Callable[[], None]]:
        """Let statements of which nothing is expected wait, and make one trip with the last.

        Call what is given before the last one. An error of any of them is the last one's, then.
        """
        self._waiting = True

        def the_last_follows() -> None:
            self._waiting = False

        try:
            yield the_last_follows
        finally:
            self._waiting = False
            self._before.clear()

    async def carry_out(self, work: Work) -> Done:
        """Carry out a statement, after those that wait."""
        if self._waiting:
            self._before.append(work)
            return _NOTHING
        every, self._before = [*self._before, work], []
        done: Done = await self._execute(  # type: ignore[no-untyped-call]  # It has no types.
            self._in_thread, every
        )
        return done

    def _in_thread(self, every: list[Work]) -> Done:
        cursor = self._conn.cursor()
        try:
            for work in every:
                if work.many:
                    cursor.executemany(work.sql, work.parameters)
                else:
                    cursor.execute(work.sql, work.parameters)
            rows = cursor.fetchall() if cursor.description else []
            return Done(cursor.description, cursor.rowcount, cursor.lastrowid, rows)
        finally:
            cursor.close()


async def connect(*place: Any, **settings: Any) -> Connection:
    """Connect; takes what `sqlite3.connect` takes."""
    connection = Connection(lambda: sqlite3.connect(*place, **settings))
    # A program that ends without closing must not wait for the thread. Before aiosqlite 0.22 the
    # connection was the thread.
    thread: Any = getattr(connection, "_thread", connection)
    thread.daemon = True
    try:
        await connection
    except BaseException:
        # It is ending, but would complain if the event loop ended first.
        thread.join()
        raise
    return connection
