"""What holds for every test."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings

from tests.doors import Count, Doors, mark

# How long an example takes says more about the machine than about the code. A test that wants more
# examples than this says so itself.
settings.register_profile("herald", deadline=None, max_examples=40)
settings.load_profile("herald")

_count = Count()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    doors = Doors(config.rootpath / ".pytest_cache" / "doors.json")
    mark(items, doors)
    doors.save()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _count.add(report)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _count.inner or _count.others:
        terminalreporter.write_line(str(_count))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of tests are there to stay: Python need not look through them for unused cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture
def original(request: pytest.FixtureRequest) -> Path:
    """What a test marked `extra` compares with: the path in the variable that the mark names."""
    mark = request.node.get_closest_marker("extra")
    path = Path(os.environ[mark.args[0]])
    assert path.exists(), f"{mark.args[0]} names {path}, which is not there"
    return path


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    # Most tests have no use for a database and need not wait for what it takes.
    from tests.bot.builders import postgres

    with ExitStack() as running:
        try:
            address = running.enter_context(postgres.server())
        except postgres.Absent as absent:
            pytest.skip(f"NOT TESTED: PostgreSQL. {absent}")
        yield address


@pytest.fixture(scope="session")
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of a PostgreSQL database with the current schema."""
    from bot.store import schema
    from tests.bot.builders import postgres

    url = postgres.new_database(postgres_server)
    asyncio.run(schema.upgrade(url))
    yield url
    postgres.drop_database(postgres_server, url)


@pytest.fixture
def empty_postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of a PostgreSQL database in which there is nothing yet."""
    from tests.bot.builders import postgres

    url = postgres.new_database(postgres_server)
    yield url
    postgres.drop_database(postgres_server, url)
