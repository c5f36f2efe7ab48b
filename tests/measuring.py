"""Which tests measure how much of the engine they cover, when that is asked for (`--cov`).

Measuring makes playing take three times as long. So the tests of the rules measure, but those of
them that play whole games, or many, do not: they are marked with `unmeasured`. What they alone
would reach is not counted as covered.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage import Coverage

TESTS = Path(__file__).parent
FOLDERS = {
    *("advanced", "civ2010", "fast_play", "rhye", "standard", "toy"),
    *("core", "engine", "games", "lessons", "messages", "rulebook", "world"),
}
FILES = {"conformance/test_suggestions.py"}


def is_measured(item: pytest.Item) -> bool:
    """Whether a test counts for what the tests cover."""
    place = item.path.relative_to(TESTS)
    known = place.parts[0] in FOLDERS or place.as_posix() in FILES
    return known and item.get_closest_marker("unmeasured") is None


class Measuring:
    """Goes on and off as the tests want it."""

    def __init__(self) -> None:
        self._paused: list[Coverage] = []

    def set(self, wanted: bool) -> None:
        """Measure from now on, or don't; without `--cov` nothing is ever measured."""
        if not wanted:
            # A worker of pytest-xdist has two: when the inner one stops, the outer one goes on.
            while (running := Coverage.current()) is not None:
                running.stop()
                self._paused.append(running)
        while wanted and self._paused:
            self._paused.pop().start()
