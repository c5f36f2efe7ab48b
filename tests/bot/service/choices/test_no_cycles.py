"""What a choice leaves behind is freed at once: service and rules make no cycles of objects, which
would stay until Python looks for them (`bot/memory.py`)."""

from __future__ import annotations

import gc
from collections import Counter
from random import Random

import pytest

from bot.service import Herald
from engine.core.registry import rulesets
from tests.bot.service.builders import a_game
from tests.bot.service.random_play import play_randomly

CHECKED = ("bot.", "engine.")
"""Whose objects are checked."""


@pytest.mark.parametrize("ruleset", rulesets())
async def test_desks_and_choices_leave_no_cycles_behind(herald: Herald, ruleset: str) -> None:
    info = await a_game(herald, ruleset=ruleset, people=2, options={})
    played = play_randomly(herald, info.id, Random(1), 80)
    # What is made once, when it is first needed, does not count.
    for _ in range(40):
        await anext(played)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        count = len([receipt async for receipt in played])
        gc.collect()
        ours = [each for each in gc.garbage if _module(each).startswith(CHECKED)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert count == 40
    assert not Counter(getattr(each, "__qualname__", type(each).__name__) for each in ours)


def _module(thing: object) -> str:
    """Where a function is written, or the class of anything else."""
    own = getattr(thing, "__module__", None)
    return own if isinstance(own, str) else ""
