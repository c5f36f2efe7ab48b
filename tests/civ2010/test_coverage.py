"""No card, piece, token or house rule is without a named case."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    CITY_STATES,
    CIVILIZATIONS,
    CULTURE,
    GOVERNMENTS,
    INVESTMENTS,
    PEOPLE,
    PERSON_TYPES,
    POLICIES,
    RELICS,
    TECHNOLOGIES,
    TOKENS,
    WONDERS,
)
from tests.civ2010.covered import COVERED

OTHER_OPTIONS = ("civilizations", "sets", "turn_limit")
ALL = {
    "technology": list(TECHNOLOGIES),
    "civilization": list(CIVILIZATIONS),
    "government": list(GOVERNMENTS),
    "policy": list(POLICIES),
    "building": list(BUILDINGS),
    "person_type": list(PERSON_TYPES),
    "wonder": list(WONDERS),
    "card": list(CULTURE),
    "person": list(PEOPLE),
    "token": list(TOKENS),
    "city_state": list(CITY_STATES),
    "relic": list(RELICS),
    "investment": list(INVESTMENTS),
    "house": [f.name for f in RULESET.options.fields if f.name not in OTHER_OPTIONS],
}


@pytest.fixture(scope="module", autouse=True)
def cases() -> None:
    """Read every file of cases."""
    here = Path(__file__).parent
    for file in here.rglob("test_[0-9]*.py"):
        within = ".".join(file.relative_to(here).with_suffix("").parts)
        importlib.import_module(f"tests.civ2010.{within}")


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in COVERED] == []


def test_nothing_is_covered_that_does_not_exist() -> None:
    known = {f"{kind}.{name}" for kind, names in ALL.items() for name in names}
    assert sorted(set(COVERED) - known) == []
