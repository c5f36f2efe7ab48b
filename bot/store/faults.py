"""Translates errors of the database drivers into the store's own."""

from __future__ import annotations

import sqlite3
from types import TracebackType

import msgspec
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.errors import (
    Conflict,
    DatabaseCorrupt,
    DatabaseFault,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseRefused,
    DatabaseUnreachable,
)

_SQLITE_FAULTS: dict[int, type[DatabaseFault]] = {
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_PERM: DatabaseReadOnly,
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_LOCKED: DatabaseLocked,
    sqlite3.SQLITE_CORRUPT: DatabaseCorrupt,
    sqlite3.SQLITE_NOTADB: DatabaseCorrupt,
    sqlite3.SQLITE_CANTOPEN: DatabaseRefused,
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
    "3D000": DatabaseRefused,
    "08": DatabaseUnreachable,
    "28": DatabaseRefused,
    "53": DatabaseUnreachable,
    "57": DatabaseUnreachable,
}


def translate_errors(database: str) -> Translating:
    """A block in which what drivers raise becomes the store's own errors.

    Nothing of theirs is chained to them: it quotes values, and what is logged must not hold any.
    """
    return Translating(database)


class Translating:
    """See `translate_errors`. A generator would cost more than many a statement inside it."""

    __slots__ = ("_database",)

    def __init__(self, database: str) -> None:
        self._database = database

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            translate(error, self._database)


def translate(error: BaseException, database: str) -> None:
    """Raise the store's own error for one of a driver's; return for any other."""
    if isinstance(error, sqlite3.IntegrityError):
        raise Conflict(str(error)) from None
    if isinstance(error, sqlite3.ProgrammingError):
        # A value that no column could hold: a fault of the caller's, not of the database.
        raise TypeError(str(error)) from None
    if isinstance(error, sqlite3.DatabaseError):
        raise _sqlite_fault(error)(database, str(error)) from None
    if isinstance(error, IntegrityError):
        raise Conflict(_said_by(error)) from None
    if isinstance(error, DBAPIError):
        raise _fault(error)(database, _said_by(error)) from None
    if isinstance(error, StatementError):
        # The same, found before the driver saw it.
        raise (error.orig or error) from None
    if isinstance(error, PoolTimeout):
        raise DatabaseLocked(database, "no connection became free") from error
    if isinstance(error, msgspec.MsgspecError | RecursionError):
        # A row that is there and can't be read: its JSON is cut, or a value is of no known kind.
        raise DatabaseCorrupt(database, str(error)) from error
    if isinstance(error, OSError):
        # A server that does not answer: the driver lets the socket's error through.
        raise DatabaseUnreachable(database, str(error)) from error


def _said_by(error: DBAPIError) -> str:
    """The driver's own line: PostgreSQL's details, which quote the row, stand in the next."""
    lines = str(error.orig).strip().splitlines()
    return " ".join(lines[0].split()) if lines else ""


def _sqlite_fault(error: BaseException | None) -> type[DatabaseFault]:
    if "Could not decode to UTF-8" in str(error):
        return DatabaseCorrupt
    # The low byte is the error, the rest says more about it.
    code = getattr(error, "sqlite_errorcode", None)
    return DatabaseFault if code is None else _SQLITE_FAULTS.get(code & 0xFF, DatabaseFault)


def _fault(error: DBAPIError) -> type[DatabaseFault]:
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_fault(error.orig)
    state = getattr(error.orig, "sqlstate", None) or ""
    found = _POSTGRES_FAULTS.get(state) or _POSTGRES_FAULTS.get(state[:2])
    if found is None and error.connection_invalidated:
        return DatabaseUnreachable
    return found or DatabaseFault
