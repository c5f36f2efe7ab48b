"""Where suggestions for a desk are worked out: at once, or in a thread where that takes long.

Python runs one thread at a time, and one that computes keeps all others waiting for up to five
milliseconds before it gives way. So what takes less than that holds nobody up less in a thread,
and going there and back costs more than many suggestions do.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from math import inf

from bot.service.game.snapshot import Snapshot
from engine.core.advice import Suggestion

AT_ONCE = 0.004
"""Seconds of computing that are worth no thread."""
FADES = 0.8
"""A long time is expected again, but less and less while the next ones are short."""

Key = tuple[str, int, frozenset[str]]
"""A rule set, how many seats there are, and which kinds of decisions are open."""


class Suggesting:
    """Works out suggestions, and remembers how long that takes."""

    def __init__(self) -> None:
        self._expected: dict[Key, float] = {}

    async def suggested(
        self, snapshot: Snapshot, seat: int
    ) -> Mapping[str, tuple[Suggestion, ...]]:
        """What a good player would consider at a seat, by the ids of its decisions."""
        if not snapshot.has_suggested(seat):
            kinds = frozenset(decision.kind for decision in snapshot.open_to(seat))
            key = snapshot.rules.name, snapshot.view(seat).seats, kinds
            expected = self._expected.get(key, inf)
            if expected < AT_ONCE:
                took = work_out(snapshot, seat)
            else:
                took = await asyncio.to_thread(work_out, snapshot, seat)
            self._expected[key] = took if expected is inf else max(took, expected * FADES)
        return snapshot.suggested(seat)


def work_out(snapshot: Snapshot, seat: int) -> float:
    """Work out the suggestions for a seat; how many seconds of computing that took."""
    began = time.thread_time()
    snapshot.suggested(seat)
    return time.thread_time() - began
