"""Which cases exercise which parts of the rules that must not be forgotten, and what they show.

A case says what it exercises (`@covers`); the `test_coverage` of its rule set lists what no case
does. Where that can be watched, the cases run again (`shown_by`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])
Watching = Callable[[], AbstractContextManager[set[str]]]
"""Collects what is exercised inside."""

_COVERED: dict[str, dict[str, list[Callable[..., None]]]] = {}


def covers(*things: str) -> Callable[[F], F]:
    """Say that a case exercises these."""

    def noted(case: F) -> F:
        covered = _COVERED.setdefault(_rule_set(case.__module__), {})
        for thing in things:
            covered.setdefault(thing, []).append(case)
        return case

    return noted


def covered(folder: Path) -> dict[str, list[Callable[..., None]]]:
    """What is said to be exercised by which cases of a rule set, all its files read."""
    for file in sorted(folder.rglob("test_[0-9]*.py")):
        within = file.relative_to(folder).with_suffix("")
        importlib.import_module(".".join(("tests", folder.name, *within.parts)))
    return _COVERED[folder.name]


def shown_by(case: Callable[..., None], watching: Watching) -> set[str]:
    """What a case really exercises, in all its runs."""
    with watching() as seen:
        for arguments in runs(case):
            case(**arguments)
    return seen


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


def _rule_set(module: str) -> str:
    """The rule set whose cases a module of tests has."""
    return module.split(".")[1]
