"""A game master over an empty SQLite database, in a time that stands still."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.service import Herald
from bot.store import Store, schema
from tests.service.virtual_time import VirtualTime


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the current schema, to be copied."""
    file = tmp_path_factory.mktemp("template") / "herald.db"
    asyncio.run(schema.upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture
def url(tmp_path: Path, template: Path) -> str:
    """The address of a database with nothing in it."""
    shutil.copy(template, tmp_path / "herald.db")
    return f"sqlite:///{tmp_path}/herald.db"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
def time() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def herald(store: Store, time: VirtualTime) -> Herald:
    return Herald(store, time, rng=Random(7))
