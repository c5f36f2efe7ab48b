"""How much work a typed text may cause, so that nobody can slow everybody else by typing."""

from __future__ import annotations

from collections.abc import Callable


class TooMuchWork(Exception):
    """A text would take more work to understand than anybody may cause."""


class StepLimit:
    """So many steps: a step is one comparison of typed words with a name, or one thing tried.

    `expired` is asked now and then, for callers who also limit the time.
    """

    CHECK_EVERY = 256

    def __init__(self, steps: int, expired: Callable[[], bool] = lambda: False) -> None:
        self.left = steps
        self._expired = expired
        self._check_at = steps - self.CHECK_EVERY

    def spend(self, steps: int = 1) -> None:
        """Use some steps; raises `TooMuchWork` when there are none left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork
        if self.left < self._check_at:
            self._check_at = self.left - self.CHECK_EVERY
            if self._expired():
                raise TooMuchWork
