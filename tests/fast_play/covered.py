"""Which cases exercise which parts of the rules that must not be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., None])

COVERED: dict[str, set[str]] = {}
"""What is exercised, and by which cases."""


def covers(*things: str) -> Callable[[F], F]:
    """Say that a case exercises these; `test_coverage` lists what no case does."""

    def noted(case: F) -> F:
        for thing in things:
            COVERED.setdefault(thing, set()).add(case.__name__)
        return case

    return noted
