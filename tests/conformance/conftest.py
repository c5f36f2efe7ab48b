"""The tables the suite runs over, as fixtures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.playouts import (
    SEED,
    Playout,
    Table,
    opening_tables,
    playout,
    soak_tables,
    whole_tables,
)


def for_the_long_run(table: Table) -> Any:
    """A table that only `make soak` plays at."""
    return pytest.param(table, marks=pytest.mark.soak, id=str(table))


def pytest_generate_tests(metafunc: Any) -> None:
    """Give `game` every playout, `whole_game` those played to the end."""
    whole = [pytest.param(table, id=str(table)) for table in whole_tables()]
    openings = [pytest.param(table, id=str(table)) for table in opening_tables()]
    # Thousands of tests that are then left out would take seconds to collect.
    if "not soak" not in metafunc.config.option.markexpr:
        whole += map(for_the_long_run, soak_tables())
        openings += map(for_the_long_run, opening_tables(SEED + 1))
    for name, tables in {"game": openings + whole, "whole_game": whole}.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, tables, indirect=True)


@pytest.fixture(scope="session")
def game(request: pytest.FixtureRequest) -> Playout:
    """A game between random players, or the opening of one."""
    table: Table = request.param
    return playout(table)


@pytest.fixture(scope="session")
def whole_game(request: pytest.FixtureRequest) -> Playout:
    """A game between random players, from the first choice to the last."""
    table: Table = request.param
    return playout(table)
