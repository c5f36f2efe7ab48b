"""When Python looks for unused cycles of objects, so that it never stops every game for long.

Little of a game is in a cycle: what a choice leaves behind is freed at once. Cycles come from the
figures of one rule set, from tasks, errors and the connection to Discord. Those that die young are
looked for often and in small parts. Looking through everything stops all games for as long as half
a second when a thousand are in memory: it is done when nobody plays, once a day in any case, and
sooner where so much was played that what has piled up could fill the memory.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import NoReturn

YOUNG = (20_000, 1 << 30, 1 << 30)
"""After so many new objects the newest are looked through, which takes about ten milliseconds.
What is still used then is not looked at a second time by itself: at fifty choices a second, each
look at what has survived costs a thirtieth of everything."""
EVERY = 60.0
"""Seconds between two questions whether everything should be looked through."""
WHEN_QUIET = 3600.0
AT_LATEST = 24 * 3600.0
"""Seconds until everything is looked through if it is quiet, and though it is not."""
MOST_YOUNG_LOOKS = 500
"""After so many looks at the newest objects everything is looked through though it is not quiet:
at most ten million objects have piled up by then, at fifty choices a second in about ten minutes.
"""


def set_up_for_serving() -> None:
    """Look only for cycles that die young from now on; what is there already is there to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def collect_when_quiet(
    is_quiet: Callable[[], bool], *, every: float = EVERY, when_quiet: float = WHEN_QUIET
) -> NoReturn:
    """Look through everything now and then, until cancelled."""
    collected = time.monotonic()
    while True:
        await asyncio.sleep(every)
        since = time.monotonic() - collected
        if since >= AT_LATEST or young_looks() >= MOST_YOUNG_LOOKS:
            due = True
        else:
            due = since >= when_quiet and is_quiet()
        if due:
            gc.collect()
            collected = time.monotonic()


def young_looks() -> int:
    """How often the newest objects were looked through since everything was."""
    return gc.get_count()[1]
