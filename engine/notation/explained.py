"""What of a typed line is explained so far."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """What is explained so far: words as bits, and where the parts of the line stand."""

    used: int = 0
    spans: tuple[tuple[int, int], ...] = ()
    cost: int = 0

    def takes(self, start: int, end: int, cost: int = 0) -> State:
        """The same with some more words explained."""
        mask = (1 << end) - (1 << start)
        return State(self.used | mask, self.spans, self.cost + cost)

    def costs(self, more: int) -> State:
        """The same at a higher cost."""
        return State(self.used, self.spans, self.cost + more)
