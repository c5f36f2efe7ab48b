"""No technology, wonder, improvement, unit, marker or end is without a case that exercises it.

A technology is bought, an improvement is built and serves a settlement at production, a wonder has
its effect, a unit fights at its level, a settler looks at a marker, a game ends.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import pytest

from engine.core.messages import catalog
from engine.rulesets.advanced.tables import TABLES
from tests.advanced.watching import watching
from tests.covering import shown_by

IMPROVEMENTS = [each.id for each in TABLES.improvements]
NOT_HERE = ("modern_technologies", "last_one_standing", "turn_limit")
"""Ends of Standard's catalog that are none of these rules, and the table's own limit."""
ALL = {
    "technology": list(TABLES.cards),
    "wonder": [wonder.id for wonder in TABLES.wonders],
    "improvement": IMPROVEMENTS,
    "built": IMPROVEMENTS,
    "unit": [level.id for level in TABLES.levels],
    "marker": list(TABLES.marker_names),
    "end": [
        key.removeprefix("end.")
        for key in catalog("advanced").entries
        if key.startswith("end.") and key.removeprefix("end.") not in NOT_HERE
    ],
}
CHAPTERS = ("5_battles", "6_trade", "7_production", "9_eras", "10_end", "13_technologies")
WATCHED = (*(f"test_{name}" for name in CHAPTERS), "test_3_exploration", "test_14_effects")
"""The files of cases that exercise things one by one; running all would take twice as long."""


@cache
def exercised() -> frozenset[str]:
    found: set[str] = set()
    for name in WATCHED:
        assert (Path(__file__).parent / f"{name}.py").exists()
        module = importlib.import_module(f"tests.advanced.{name}")
        for case in (each for key, each in vars(module).items() if key.startswith("test_")):
            found |= shown_by(case, watching)
    return frozenset(found)


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in exercised()] == []
