"""What every kind of database offers: connections, whole transactions, work that is shielded."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import sqlalchemy
from sqlalchemy import Executable, Insert, Table
from sqlalchemy.sql.dml import ReturningInsert

T = TypeVar("T")
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""Values for the parameters or columns of a statement; several, to execute it for each."""
Statement = tuple[Executable, Values | None]


class Result(NamedTuple):
    """What a statement gave: rows under names, and how many rows it met."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    met: int


class Connection(ABC):
    """A connection with an open transaction."""

    dialect: str
    """The kind of SQL that is spoken here."""

    @abstractmethod
    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        """Execute one statement, with values for its parameters or columns."""

    async def execute_all(self, statements: Sequence[Statement]) -> None:
        """Execute statements one after the other."""
        for statement, values in statements:
            await self.execute(statement, values)

    async def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
        """Add rows, all with the same columns, and give their numbers in the same order."""
        values = rows[0] if len(rows) == 1 else rows
        return tuple(one[0] for one in (await self.execute(_numbered(table), values)).rows)

    @abstractmethod
    async def commit(self) -> None:
        """Keep what was written."""

    @abstractmethod
    async def close(self) -> None:
        """Give the connection back. What was not committed is rolled back."""


@cache
def adding(table: Table) -> Insert:
    """Adds rows. Made once, for it takes a while."""
    return table.insert()


@cache
def _numbered(table: Table) -> ReturningInsert[tuple[int]]:
    """Adds rows and gives their numbers in the same order."""
    (key,) = table.primary_key
    return table.insert().returning(key, sort_by_parameter_order=True)


Body = Callable[[Connection], Coroutine[Any, Any, T]]
"""Everything that happens in one transaction."""


class Database(ABC):
    """A database of one kind, with its connections."""

    @abstractmethod
    async def connect(self, *, writing: bool) -> Connection:
        """Begin a transaction. One that only reads sees one moment of the database throughout."""

    @abstractmethod
    async def transact(self, body: Body[T], *, writing: bool, patience: float = 0) -> T:
        """Run a whole transaction and commit it, as cheaply as this database can.

        The body may be run in another thread, so it may wait for nothing but its connection. Where
        committing several together is cheaper, `patience` is how many seconds it may wait for
        another one to come along.
        """

    @abstractmethod
    async def foreign_changes(self) -> int | None:
        """A number that changes whenever another process has written; None if that is not known."""

    @abstractmethod
    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        """Run synchronous work in a writing transaction and commit it.

        Foreign keys are not enforced where that is possible: rebuilding a table must not delete
        the rows that refer to it. If two processes do this at once, one waits.
        """

    @abstractmethod
    async def erase_traces(self) -> None:
        """Overwrite what was deleted, where the database leaves it lying about."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


_SHIELDED: set[asyncio.Future[Any] | None] = set()
"""The tasks of `shielded`, which are not cancelled with those that wait for them."""


async def shielded(work: Awaitable[T]) -> T:
    """Await what a connection does; if the caller is cancelled, finish that first.

    A statement cannot be called back: it goes on in its thread or in the server. Leaving it would
    leave a transaction open that nobody ends, and lock everybody out.
    """
    if asyncio.current_task() in _SHIELDED:
        return await work
    task = asyncio.ensure_future(work)
    _SHIELDED.add(task)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        # Retrieved, so that asyncio does not log an exception that nobody retrieved.
        task.cancelled() or task.exception()
        raise
    finally:
        _SHIELDED.discard(task)


class UntilDone(asyncio.Future[T]):
    """The result of work that goes on whatever becomes of those who wait for it.

    A task that is cancelled while it waits for this is cancelled when the work is done.
    """

    def cancel(self, msg: Any | None = None) -> bool:
        """Work in a thread cannot be called back."""
        return False
