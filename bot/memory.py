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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from bot.memory_budget import give_back

YOUNG = (20_000, 1 << 30, 1 << 30)
"""After so many more objects the newest are looked through by Python itself. What is still used
then is not looked at a second time: at fifty choices a second, each look at what has survived
costs a thirtieth of everything."""
EVERY = 0.5
"""Seconds between two looks at the newest objects, of a few milliseconds each. Python's own come
too late: it subtracts whatever is freed, so that games that replace their old states by new ones
hardly count, and what had come together in a minute took a tenth of a second."""
WHEN_QUIET = 3600.0
AT_LATEST = 24 * 3600.0
"""Seconds until everything is looked through if it is quiet, and though it is not."""
MOST_PILED_UP = 10_000_000
"""So many more objects than before, and everything is looked through though it is not quiet."""


def begin_to_load() -> None:
    """Look for nothing until `set_up_for_serving`: what is loaded at the start stays anyway.

    Looking would take a sixth of the start's CPU.
    """
    gc.disable()


def set_up_for_serving() -> None:
    """Look only for cycles that die young from now on; what is there already is there to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    gc.enable()
    give_back()


@contextmanager
def as_when_serving() -> Iterator[None]:
    """The settings of `set_up_for_serving` for a while: for measurements."""
    threshold, frozen = gc.get_threshold(), gc.get_freeze_count()
    set_up_for_serving()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        if not frozen:
            gc.unfreeze()


async def collect_while_serving(
    is_quiet: Callable[[], bool], *, every: float = EVERY, when_quiet: float = WHEN_QUIET
) -> NoReturn:
    """Look through the newest objects often and through everything now and then, until cancelled.

    Each time it becomes quiet, memory that is free is given back to the system. To be used after
    `set_up_for_serving`.
    """
    collected, newest, piled_up = time.monotonic(), Newest(), 0
    was_quiet = False
    while True:
        await asyncio.sleep(every)
        piled_up += newest.look_through()
        since, quiet = time.monotonic() - collected, is_quiet()
        if since >= AT_LATEST or piled_up >= MOST_PILED_UP or (quiet and since >= when_quiet):
            gc.collect()
            give_back()
            collected, newest, piled_up = time.monotonic(), Newest(), 0
        elif quiet and not was_quiet:
            give_back()
        was_quiet = quiet


class Newest:
    """The objects that were made since the last look at them."""

    def __init__(self) -> None:
        self._looks = looks_so_far()

    def look_through(self) -> int:
        """Free their unused cycles; how many more objects were made than freed since last time."""
        by_itself = looks_so_far() - self._looks
        more = gc.get_count()[0] + by_itself * gc.get_threshold()[0]
        gc.collect(0)
        self._looks = looks_so_far()
        return more


def looks_so_far() -> int:
    """How often the newest objects were looked through since everything was."""
    return gc.get_count()[1]
