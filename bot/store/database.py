"""Opens the database at an address: SQLite or PostgreSQL."""

from __future__ import annotations

from sqlalchemy import URL

from bot.moment import SECOND, Span
from bot.store.address import is_sqlite
from bot.store.connection import Database
from bot.store.sqlite import SqliteDatabase

PATIENCE: Span = 5 * SECOND
"""How long to wait for another connection's lock."""


def database_at(url: URL, patience: Span = PATIENCE) -> Database:
    """The database at an address, whatever schema it has."""
    if is_sqlite(url):
        return SqliteDatabase(url, patience)
    from bot.store.postgresql import PostgresDatabase

    return PostgresDatabase(url, patience)
