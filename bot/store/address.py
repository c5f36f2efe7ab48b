"""The address of the database, read from the configuration."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import postgresql_address
from bot.store.errors import BadDatabaseUrl

_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def parse(url: str) -> URL:
    """The address with the driver we use; raises `BadDatabaseUrl` for one that can't be used.

    One of PostgreSQL may have the parameters that libpq knows, such as `sslmode`. A SQLite database
    in memory is refused: games that vanish with the process are not kept.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadDatabaseUrl(
            "not an address; write sqlite:///herald.db or postgresql://user:password@host/name"
        ) from None
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise BadDatabaseUrl(f"{parsed.drivername} is not supported; use sqlite or postgresql")
    parsed = parsed.set(drivername=driver)
    in_memory = not parsed.database or ":memory:" in parsed.database
    if is_sqlite(parsed) and (in_memory or parsed.query.get("mode") == "memory"):
        raise BadDatabaseUrl("name a file: a database in memory would lose every game")
    if is_sqlite(parsed):
        return parsed
    if importlib.util.find_spec("asyncpg") is None:
        python = shlex.quote(sys.executable)
        raise BadDatabaseUrl(f"PostgreSQL needs asyncpg; type: {python} -m pip install asyncpg")
    return postgresql_address.checked(parsed)


def is_sqlite(url: URL) -> bool:
    """Whether the address is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def name_of(url: URL) -> str:
    """The database's name for messages: the file, or the address without its password."""
    if is_sqlite(url):
        return str(file_of(url))
    # What else is said in it may be a password, too.
    shown = {name: value for name, value in url.query.items() if name in ("host", "port", "dbname")}
    return url.set(drivername="postgresql", query=shown).render_as_string(hide_password=True)


def file_of(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(str(url.database).removeprefix("file:"))
