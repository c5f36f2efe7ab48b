"""What can be done with a database and a connection to it, of whatever kind they are."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy
from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""Values for the parameters or columns of a statement; several, if it is to be done for each."""
Statement = tuple[Executable, Values | None]


class Result(NamedTuple):
    """What a statement gave: rows under names, and how many rows it met."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    met: int

    @classmethod
    def of(cls, found: CursorResult[Any]) -> Result:
        """Everything of SQLAlchemy's result, fetched."""
        if not found.returns_rows:
            return cls([], [], found.rowcount)
        # SQLAlchemy's names are a kind of string of their own, which msgspec does not accept.
        names = list(map(str, found.keys()))
        return cls(names, [tuple(row) for row in found], found.rowcount)


class Connection:
    """A connection and a transaction on it. `when_closed` is told when both have ended."""

    def __init__(
        self, raw: AsyncConnection, when_closed: Callable[[], None] = lambda: None
    ) -> None:
        self._raw = raw
        self._when_closed = when_closed

    @property
    def dialect(self) -> str:
        """The kind of SQL that is spoken here."""
        return self._raw.dialect.name

    async def begin(self) -> None:
        """Connect and begin; where that fails the connection is closed again."""

        async def connect_and_begin() -> None:
            await self._raw.start()
            await self._raw.begin()

        try:
            await shielded(connect_and_begin())
        except BaseException:
            await self.close()
            raise

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        """Carry out one statement, with values for its parameters or columns."""
        return Result.of(await shielded(self._raw.execute(statement, values)))

    async def execute_all(self, statements: Sequence[Statement]) -> None:
        """Carry out statements one after the other."""
        for statement, values in statements:
            await self.execute(statement, values)

    async def commit(self) -> None:
        """Keep what was written."""

        async def commit() -> None:
            try:
                await self._raw.commit()
            except BaseException:
                # SQLAlchemy takes the transaction for ended then. SQLite does not, and would keep
                # everybody else out.
                await self._raw.invalidate()
                raise

        await shielded(commit())

    async def close(self) -> None:
        """Give the connection back. What was not committed is undone."""

        async def close() -> None:
            if self._raw.sync_connection is None:
                return
            try:
                if self._raw.in_transaction():
                    await self._raw.rollback()
            except DBAPIError:
                # Without its connection the transaction is undone as well.
                await self._raw.invalidate()
            finally:
                await self._raw.close()

        try:
            await shielded(close())
        finally:
            self._when_closed()


class Database(ABC):
    """A database of one kind, with its connections."""

    @abstractmethod
    async def connect(self, *, writing: bool) -> Connection:
        """Begin a transaction. One that only reads sees one moment of the database throughout."""

    @abstractmethod
    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        """Do work that knows nothing of asyncio in a writing transaction, and commit it.

        Foreign keys are not enforced where that can be had: a table that is rebuilt must not take
        along the rows that refer to it. Of two processes that do this at once, one waits.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


_UNBROKEN: set[asyncio.Future[Any] | None] = set()
"""The tasks of `shielded`, which are not cancelled with those that wait for them."""


async def shielded(work: Awaitable[T]) -> T:
    """Await what a connection does, and let a cancelled task go only when it is done.

    A statement can't be called back: it goes on in its thread or in the server. Whoever turned away
    from it could leave a transaction open that nobody ends, and lock everybody out. Work of several
    statements can be given as one, which is cheaper.
    """
    if asyncio.current_task() in _UNBROKEN:
        return await work
    task = asyncio.ensure_future(work)
    _UNBROKEN.add(task)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        # Looked at, so that asyncio does not complain about an error nobody saw.
        task.cancelled() or task.exception()
        raise
    finally:
        _UNBROKEN.discard(task)
