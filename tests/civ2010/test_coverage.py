"""No card, piece, token or house rule is without a named case."""

from __future__ import annotations

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
from tests.covering import covered

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


CASES = Path(__file__).parent


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in covered(CASES)] == []


def test_nothing_is_covered_that_does_not_exist() -> None:
    known = {f"{kind}.{name}" for kind, names in ALL.items() for name in names}
    assert sorted({*covered(CASES)} - known) == []
