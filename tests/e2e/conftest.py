"""Herald at the table, for every test here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.e2e.builders.club import Club, a_club
from tests.e2e.builders.haste import haste


@pytest.fixture(autouse=True)
def in_haste() -> Iterator[None]:
    with haste():
        yield


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path) as opened:
        yield opened
