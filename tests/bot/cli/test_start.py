"""What a start costs: nothing is loaded that only some hosts or some commands need."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = "import bot.cli.program, bot.discord.run, sys; print(*sys.modules, sep='\\n')"


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    return set(subprocess.check_output([sys.executable, "-c", RUN], text=True).split())


@pytest.mark.parametrize(
    "module",
    ["PIL", "alembic", "asyncpg", "prometheus_client", "sqlalchemy.ext.asyncio", "sqlalchemy.orm"],
)
def test_herald_on_sqlite_starts_without(module: str, loaded: set[str]) -> None:
    assert "bot.store.sqlite" in loaded
    assert module not in loaded
