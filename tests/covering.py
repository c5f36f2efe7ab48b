"""Running cases again, for tests that watch what they exercise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


def runs(case: Callable[..., None]) -> Iterable[dict[str, Any]]:
    """The arguments of each run of a case: one without any, or those it is parametrised with."""
    found: list[dict[str, Any]] = [{}]
    for mark in getattr(case, "pytestmark", []):
        if mark.name == "parametrize":
            found = [{**known, **row} for known in found for row in rows_of(*mark.args)]
    return found


def rows_of(names: str | Sequence[str], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """The rows of one parametrisation, each by name."""
    if isinstance(names, str):
        return [{names: row} for row in rows]
    return [dict(zip(names, row, strict=True)) for row in rows]
