"""Which cases exercise which parts of the rules that must not be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., None])


def covers(*things: str) -> Callable[[F], F]:
    """Say that a case exercises these; `test_coverage` lists what no case does."""

    def noted(case: F) -> F:
        return case

    return noted
