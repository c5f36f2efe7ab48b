"""Which cases exercise which technologies, units, cards and markers: none may be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., None])

COVERED: dict[str, list[str]] = {}
"""What is exercised, and the names of the cases that do it."""


def covers(*things: str) -> Callable[[F], F]:
    """Say that a case exercises these; `test_coverage` lists what no case does."""

    def noted(case: F) -> F:
        for thing in things:
            COVERED.setdefault(thing, []).append(case.__name__)
        return case

    return noted
