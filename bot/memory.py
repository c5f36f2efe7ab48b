"""When Python looks for unused cycles of objects, so that it never stops every game for long.

Little of a game is in a cycle: what a choice leaves behind is freed at once. Cycles come from the
orders of a movement, from tasks, errors and the connection to Discord. Those that die young are
looked for often and in small parts. Looking through everything stops all games for as long as half
a second when a thousand are in memory: it is done when nobody plays, and at least once a day.
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
EVERY = 3600.0
"""Seconds between two questions whether it is quiet."""
AT_LATEST = 24 * 3600.0
"""Seconds until everything is looked through though it is not quiet."""


def set_up_for_serving() -> None:
    """Look only for cycles that die young from now on; what is there already is there to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def collect_when_quiet(
    is_quiet: Callable[[], bool], *, every: float = EVERY, at_latest: float = AT_LATEST
) -> NoReturn:
    """Look through everything now and then, until cancelled."""
    collected = time.monotonic()
    while True:
        await asyncio.sleep(every)
        if is_quiet() or time.monotonic() - collected >= at_latest:
            gc.collect()
            collected = time.monotonic()
