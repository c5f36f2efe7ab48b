"""Games to listen to, played once."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.registry import rulesets
from tests.messages.playing import Heard, listen

TABLES = ((2, 1), (3, 2), (5, 3))


@cache
def heard_in(name: str) -> Heard:
    return listen(name, TABLES)


@pytest.fixture(params=rulesets())
def name(request: pytest.FixtureRequest) -> str:
    """Each rule set in turn."""
    return str(request.param)


@pytest.fixture
def heard(name: str) -> Heard:
    """What is said in some games of the rule set."""
    return heard_in(name)
