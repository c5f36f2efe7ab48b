"""Each rule set, and games of it to listen to."""

from __future__ import annotations

import pytest

from engine.core.registry import rulesets
from tests.messages.builders.playing import Heard, heard_in


@pytest.fixture(params=rulesets())
def name(request: pytest.FixtureRequest) -> str:
    """Each rule set in turn."""
    return str(request.param)


@pytest.fixture
def heard(name: str) -> Heard:
    """What is said in some games of the rule set."""
    return heard_in(name)
