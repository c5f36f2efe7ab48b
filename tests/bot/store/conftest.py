"""Every test of the store runs on SQLite, and on PostgreSQL where there is a server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.moment import Span
from bot.store import Store
from bot.store.address import parse
from bot.store.database import PATIENCE, database_at
from tests.bot.builders import postgres
from tests.bot.builders.template import new_database

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the current schema, to be copied."""
    file = tmp_path_factory.mktemp("template") / "herald.db"
    asyncio.run(new_database(file))
    return file


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database in which there is nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/herald.db"
    found: str = request.getfixturevalue("empty_postgres_url")
    return found


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """The address of a SQLite database with the current schema."""
    shutil.copy(sqlite_template, tmp_path / "herald.db")
    return f"sqlite:///{tmp_path}/herald.db"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database with the current schema."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store with nothing in it."""
    async with opened(url) as store:
        if url.startswith("postgresql"):
            await postgres.empty(store)
        yield store


@pytest.fixture
async def other_store(url: str, store: Store) -> AsyncIterator[Store]:
    """The same database, opened by somebody else."""
    async with opened(url) as store:
        yield store


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """An open store in a SQLite file."""
    async with opened(sqlite_url) as store:
        yield store


def opened(url: str, patience: Span = PATIENCE) -> Store:
    """A store on a database that is known to have the current schema."""
    parsed = parse(url)
    return Store(database_at(parsed, patience), parsed)
