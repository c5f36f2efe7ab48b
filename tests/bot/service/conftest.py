"""A game master over an empty database, in a time that stands still.

The database is SQLite; tests that are marked with `databases` run on PostgreSQL, too.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.service import Herald
from bot.store import Store
from tests.bot.builders import postgres
from tests.bot.builders.template import new_database
from tests.bot.builders.virtual_time import VirtualTime


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("databases") is not None:
        metafunc.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """Which database is used."""
    return getattr(request, "param", "sqlite")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the current schema, to be copied."""
    file = tmp_path_factory.mktemp("template") / "herald.db"
    asyncio.run(new_database(file))
    return file


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest, tmp_path: Path, template: Path) -> str:
    """The address of a database with nothing in it."""
    if database == "postgres":
        found: str = request.getfixturevalue("postgres_url")
        return found
    shutil.copy(template, tmp_path / "herald.db")
    return f"sqlite:///{tmp_path}/herald.db"


@pytest.fixture
async def store(url: str, database: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        if database == "postgres":
            await postgres.empty(opened)
        yield opened


@pytest.fixture
async def other_store(url: str, store: Store) -> AsyncIterator[Store]:
    """The same database, as another process has it open."""
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
def time() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def herald(store: Store, time: VirtualTime) -> Herald:
    return Herald(store, time, rng=Random(7))
