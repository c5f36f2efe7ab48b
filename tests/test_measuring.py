"""Coverage is measured where the rules are tested and nowhere else, for it takes long."""

from __future__ import annotations

import sys

import pytest

from tests.measuring import Measuring, is_measured


def is_traced() -> bool:
    """Whether whatever is called from here is measured."""
    return type(sys.gettrace()).__module__.startswith("coverage")


def test_this_is_not_measured(request: pytest.FixtureRequest) -> None:
    assert not is_measured(request.node)
    assert not is_traced()


def test_what_is_asked_for_is_measured_while_it_is_wanted(
    measuring: Measuring, pytestconfig: pytest.Config
) -> None:
    is_asked_for = bool(pytestconfig.getoption("cov_source", None))
    for _ in range(2):
        measuring.set(True)
        assert is_traced() is is_asked_for
        measuring.set(False)
        assert not is_traced()
