"""What can be done with a database and a connection to it, of whatever kind they are."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeVar

import sqlalchemy
from sqlalchemy import CursorResult, Executable

T = TypeVar("T")
Values = Mapping[str, Any]


class Result(NamedTuple):
    """What a statement gave: rows under names, how many rows it met, the number of a new row."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    met: int
    new: int | None

    @classmethod
    def of(cls, found: CursorResult[Any]) -> Result:
        """Everything of SQLAlchemy's result, fetched."""
        if found.is_insert:
            key = found.inserted_primary_key
            return cls([], [], found.rowcount, key[0] if key else None)
        if not found.returns_rows:
            return cls([], [], found.rowcount, None)
        # SQLAlchemy's names are a kind of string of their own, which msgspec does not accept.
        names = list(map(str, found.keys()))
        return cls(names, [tuple(row) for row in found], found.rowcount, None)


class Connection(ABC):
    """A connection with a transaction begun on it."""

    dialect: str

    @abstractmethod
    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        """Carry out one statement, with values for its parameters or columns."""

    @abstractmethod
    async def commit(self) -> None:
        """Keep what was written."""

    @abstractmethod
    async def close(self) -> None:
        """Give the connection back. What was not committed is undone."""

    async def at_once(self, work: Callable[[Connection], Coroutine[Any, Any, T]]) -> T:
        """Do work that awaits nothing but this connection, in one go where that is cheaper."""
        return await work(self)


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


async def to_its_end(work: Awaitable[T]) -> T:
    """Await what a connection does, and let a cancelled task go only when it is done.

    A statement can't be called back: it goes on in its thread or in the server. Whoever turned away
    from it could leave a transaction open that nobody ends, and lock everybody out.
    """
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        # Looked at, so that asyncio does not complain about an error nobody saw.
        task.cancelled() or task.exception()
        raise cancelled
    return task.result()
