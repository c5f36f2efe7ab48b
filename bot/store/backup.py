"""A consistent copy of a live SQLite database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from sqlalchemy import URL

from bot import private_files
from bot.store.address import file_of, is_sqlite, name_of, parse
from bot.store.errors import (
    BackupRefused,
    DatabaseCorrupt,
    DatabaseFault,
    DatabaseFull,
    DatabaseUnreachable,
)


def backup(url: str, to: Path) -> None:
    """Copy the database at `url` to a new file, whether or not Herald is running on it.

    The copy is one moment of the database, checked before it gets its name. Raises `BackupRefused`
    when there is a file of that name or the database is not SQLite, `DatabaseFault` when reading or
    writing fails; then there is no file.
    """
    copy_live(parse(url), to)


def copy_live(url: URL, to: Path) -> None:
    """`backup` for an address that is parsed already."""
    if not is_sqlite(url):
        raise BackupRefused("Herald backs up SQLite only; use pg_dump for PostgreSQL")
    source = file_of(url)
    if not source.is_file():
        raise DatabaseUnreachable(name_of(url), "there is no such file")
    try:
        # Takes the name first, so that no other file can be overwritten.
        private_files.create_new(to)
    except FileExistsError:
        raise BackupRefused(f"{to} exists; choose a name that is free") from None
    except OSError as error:
        raise BackupRefused(f"{to}: {error.strerror}") from error
    partial = to.with_name(f"{to.name}.partial")
    try:
        _copy(source, partial)
        partial.replace(to)
    except BaseException as error:
        partial.unlink(missing_ok=True)
        to.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise _fault(error)(str(to), str(error)) from error
        if isinstance(error, OSError):
            raise BackupRefused(f"{to}: {error.strerror}") from error
        raise


def _copy(source: Path, partial: Path) -> None:
    partial.unlink(missing_ok=True)
    private_files.create_new(partial)
    with (
        contextlib.closing(
            sqlite3.connect(source.absolute().as_uri() + "?mode=ro", uri=True)
        ) as live,
        contextlib.closing(sqlite3.connect(partial)) as copy,
    ):
        # All pages in one step: a writer in between would make it start over, again and again.
        live.backup(copy, pages=-1)
        # One file that can be carried away, with no log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        verdict = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise DatabaseCorrupt(str(source), verdict)
    with partial.open("rb") as file:
        os.fsync(file.fileno())


def _fault(error: sqlite3.Error) -> type[DatabaseFault]:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DatabaseFull
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DatabaseCorrupt
    return DatabaseFault
