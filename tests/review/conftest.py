from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service import Herald, Store
from tests.bot.discord.world import World, a_world
from tests.bot.service.virtual_time import VirtualTime
from tests.bot.template import new_database


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as made:
        yield made


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    await new_database(tmp_path / "herald.db")
    async with await Store.open(f"sqlite:///{tmp_path / 'herald.db'}") as opened:
        yield opened


@pytest.fixture
def herald(store: Store) -> Herald:
    return Herald(store, VirtualTime())
