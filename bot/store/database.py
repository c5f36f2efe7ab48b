"""How the database is reached: its address, its connections, and what its complaints mean."""

from __future__ import annotations

import asyncio
import importlib.util
import sqlite3
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

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
DEFAULT_URL = "sqlite+aiosqlite:///herald.db"
PATIENCE: Span = 5 * SECOND
"""How long to wait for somebody else's lock."""

WRITING = "herald_writing"

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
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
    if driver.startswith("sqlite") and (
        parsed.database in (None, "", ":memory:")
        or ":memory:" in str(parsed.database)
        or parsed.query.get("mode") == "memory"
    ):
        raise BadDatabaseUrl("name a file: a database in memory would lose every game")
    if driver.startswith("postgresql") and importlib.util.find_spec("asyncpg") is None:
        raise BadDatabaseUrl("PostgreSQL needs asyncpg; install herald[postgresql]")
    return parsed.set(drivername=driver)


def is_sqlite(url: URL) -> bool:
    """Whether the address is a SQLite file."""
    return url.drivername.startswith("sqlite")


def name_of(url: URL) -> str:
    """The database's name for messages: the file, or the address without its password."""
    if is_sqlite(url):
        return str(url.database).removeprefix("file:")
    return url.render_as_string(hide_password=True)


def file_of(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(str(url.database).removeprefix("file:"))


def make_engine(url: URL, *, patience: Span = PATIENCE, foreign_keys: bool = True) -> AsyncEngine:
    """Connections to the database, set up the way the store promises.

    SQLite: WAL with a full sync at every commit, and transactions begun by us, because the driver
    would begin them late and weakly. PostgreSQL: read committed, with a limit to waiting for locks.
    """
    milliseconds = max(1, patience // 1000)
    if not is_sqlite(url):
        return create_async_engine(
            url,
            pool_pre_ping=True,
            connect_args={
                # A server that is gone without a word must not keep anybody waiting for ever.
                "timeout": 10,
                "command_timeout": 30,
                "server_settings": {
                    "application_name": "herald",
                    "lock_timeout": str(milliseconds),
                },
            },
        )
    engine = create_async_engine(url, connect_args={"isolation_level": None})

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        # First of all, for the next line can meet a lock already.
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that starts as a reader and writes later can fail in the middle, and no
        # waiting helps then; a writer takes its place at the start.
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN DEFERRED")

    return engine


async def to_its_end(work: Awaitable[T]) -> T:
    """Await what a connection does, and let a cancelled task go only when it is done.

    A statement can't be called back: it goes on in the driver's thread or in the server. Whoever
    turned away from it could leave a transaction open that nobody ends, and lock everybody out.
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
