"""Nothing of the rules lacks a case: no technology, unit, card, action or marker."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rulesets.rhye.actions.action import ACTIONS
from engine.rulesets.rhye.tables import TABLES
from tests.covering import covered

ALL = {
    "technology": [each.id for each in TABLES.technologies],
    "unit": [each.id for each in TABLES.units],
    "wonder": [each.id for each in TABLES.wonders],
    "government": [each.id for each in TABLES.governments],
    "religion": [each.id for each in TABLES.religions],
    "civilization": [each.id for each in TABLES.civilizations],
    "action": list(ACTIONS),
    "marker": [
        name for name in TABLES.markers if any(board.markers.get(name) for board in TABLES.boards)
    ],
    "level": list(TABLES.stability),
}


CASES = Path(__file__).parent


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in covered(CASES)] == []


def test_nothing_is_covered_that_does_not_exist() -> None:
    known = {f"{kind}.{name}" for kind, names in ALL.items() for name in names}
    assert sorted({*covered(CASES)} - known) == []
