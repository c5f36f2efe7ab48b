"""Every test of the store runs on SQLite, and on PostgreSQL where there is a server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.store import Store, schema
from tests.store import postgres

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the current schema, to be copied."""
    file = tmp_path_factory.mktemp("template") / "herald.db"
    asyncio.run(schema.upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    with ExitStack() as running:
        try:
            address = running.enter_context(postgres.server())
        except postgres.Absent as absent:
            pytest.skip(f"PostgreSQL: {absent}")
        yield address


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """An empty database with the current schema, to be copied."""
    url = postgres.new_database(postgres_server)
    asyncio.run(schema.upgrade(url))
    return url


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/herald.db"
        return
    server: str = request.getfixturevalue("postgres_server")
    url = postgres.new_database(server)
    yield url
    postgres.drop_database(server, url)


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """The address of a SQLite database with the current schema."""
    shutil.copy(sqlite_template, tmp_path / "herald.db")
    return f"sqlite:///{tmp_path}/herald.db"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database with the current schema."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
        return
    server: str = request.getfixturevalue("postgres_server")
    made = postgres.new_database(server, request.getfixturevalue("postgres_template"))
    yield made
    postgres.drop_database(server, made)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store with nothing in it."""
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
async def other_store(url: str, store: Store) -> AsyncIterator[Store]:
    """The same database, opened by somebody else."""
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """An open store in a SQLite file."""
    async with await Store.open(sqlite_url) as opened:
        yield opened
