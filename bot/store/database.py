"""How the database is reached: its address, what a connection can do, what its complaints mean."""

from __future__ import annotations

import asyncio
import importlib.util
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy
from sqlalchemy import URL, CursorResult, Executable, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.errors import (
    BadDatabaseUrl,
    Conflict,
    DatabaseCorrupt,
    DatabaseFault,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnreachable,
)
from bot.store.moment import SECOND, Span

T = TypeVar("T")

VARIABLE = "HERALD_DATABASE_URL"
DEFAULT_URL = "sqlite:///herald.db"
PATIENCE: Span = 5 * SECOND
"""How long to wait for somebody else's lock."""

_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

_SQLITE_FAULTS: dict[int, type[DatabaseFault]] = {
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_PERM: DatabaseReadOnly,
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_LOCKED: DatabaseLocked,
    sqlite3.SQLITE_CORRUPT: DatabaseCorrupt,
    sqlite3.SQLITE_NOTADB: DatabaseCorrupt,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnreachable,
}

# By the SQLSTATE, or its class of two characters.
_POSTGRES_FAULTS: dict[str, type[DatabaseFault]] = {
    "53100": DatabaseFull,
    "25006": DatabaseReadOnly,
    "42501": DatabaseReadOnly,
    "55P03": DatabaseLocked,
    "40001": DatabaseLocked,
    "40P01": DatabaseLocked,
    "XX001": DatabaseCorrupt,
    "XX002": DatabaseCorrupt,
    "3D000": DatabaseUnreachable,
    "08": DatabaseUnreachable,
    "28": DatabaseUnreachable,
    "53": DatabaseUnreachable,
    "57": DatabaseUnreachable,
}


def database_url(environ: Mapping[str, str]) -> str:
    """Where games are kept: `HERALD_DATABASE_URL`, else a SQLite file in the working directory."""
    return environ.get(VARIABLE) or DEFAULT_URL


def parse(url: str) -> URL:
    """The address with the driver we use; raises `BadDatabaseUrl` for one that can't be used.

    A SQLite database in memory is refused: games that vanish with the process are not kept.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadDatabaseUrl(
            "not an address; write sqlite:///herald.db or postgresql://user:password@host/name"
        ) from None
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise BadDatabaseUrl(f"{parsed.drivername} is not supported; use sqlite or postgresql")
    in_memory = not parsed.database or ":memory:" in parsed.database
    if driver == "sqlite" and (in_memory or parsed.query.get("mode") == "memory"):
        raise BadDatabaseUrl("name a file: a database in memory would lose every game")
    if driver != "sqlite" and importlib.util.find_spec("asyncpg") is None:
        raise BadDatabaseUrl("PostgreSQL needs asyncpg; install herald[postgresql]")
    return parsed.set(drivername=driver)


def is_sqlite(url: URL) -> bool:
    """Whether the address is a SQLite file."""
    return url.drivername == "sqlite"


def name_of(url: URL) -> str:
    """The database's name for messages: the file, or the address without its password."""
    return str(file_of(url)) if is_sqlite(url) else url.render_as_string(hide_password=True)


def file_of(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(str(url.database).removeprefix("file:"))


class Result(NamedTuple):
    """What a statement gave: rows under names, how many rows it met, the key of a new row."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    count: int
    key: int | None

    @classmethod
    def of(cls, found: CursorResult[Any]) -> Result:
        """Everything of SQLAlchemy's result, fetched."""
        if found.returns_rows:
            # SQLAlchemy's names are a kind of string of their own, which msgspec does not accept.
            names = list(map(str, found.keys()))
            return cls(names, [tuple(row) for row in found], found.rowcount, None)
        key = found.inserted_primary_key if found.is_insert else None
        number = key[0] if key and isinstance(key[0], int) else None
        return cls([], [], found.rowcount, number)


class Connection(ABC):
    """A connection with a transaction begun on it."""

    dialect: str

    @abstractmethod
    async def execute(self, statement: Executable) -> Result:
        """Carry out one statement."""

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


@contextmanager
def told_plainly(database: str) -> Iterator[None]:
    """Turn what drivers raise into the store's own errors. Nothing of SQLAlchemy gets out."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(" ".join(str(error.orig).split())) from error
    except DBAPIError as error:
        raise _fault(error)(database, str(error.orig)) from error
    except PoolTimeout as error:
        raise DatabaseLocked(database, "no connection became free") from error
    except msgspec.MsgspecError as error:
        # A row that is there and can't be read: its JSON is cut, or a value is of no known kind.
        raise DatabaseCorrupt(database, str(error)) from error
    except OSError as error:
        # A server that does not answer: the driver lets the socket's error through.
        raise DatabaseUnreachable(database, str(error)) from error


def _fault(error: DBAPIError) -> type[DatabaseFault]:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        # The low byte is the error, the rest says more about it.
        return _SQLITE_FAULTS.get(code & 0xFF, DatabaseFault)
    state = getattr(error.orig, "sqlstate", None) or ""
    found = _POSTGRES_FAULTS.get(state) or _POSTGRES_FAULTS.get(state[:2])
    if found is None and error.connection_invalidated:
        return DatabaseUnreachable
    return found or DatabaseFault
