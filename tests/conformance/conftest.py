"""The tables the suite runs over, as fixtures."""

from __future__ import annotations

from typing import Any

import pytest

from engine.conformance.playouts import WHOLE, Playout, Table, playout
from tests.conformance.tables import (
    SOAK_OPENINGS,
    SOAK_SEEDS,
    opening_tables,
    soak_tables,
    whole_tables,
)


def parameter(table: Table) -> Any:
    """A table, marked if only `make soak` plays at it."""
    marks = [pytest.mark.soak] if table.seed in (*SOAK_OPENINGS, *SOAK_SEEDS) else []
    return pytest.param(table, marks=marks, id=str(table))


def pytest_generate_tests(metafunc: Any) -> None:
    """Give `game` every playout, `whole_game` those played to the end."""
    tables = opening_tables() + whole_tables()
    # Thousands of tests that are then left out would take seconds to collect.
    if "not soak" not in metafunc.config.option.markexpr:
        tables += soak_tables()
    whole = [table for table in tables if table.limit == WHOLE]
    for name, wanted in {"game": tables, "whole_game": whole}.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, [*map(parameter, wanted)], indirect=True)


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
