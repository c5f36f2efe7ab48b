"""Herald on a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.discord.builders.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    # The tests of the store and of the table have no use for the simulation and all it loads.
    from tests.bot.discord.builders.world import a_world

    async with a_world(tmp_path) as made:
        yield made
