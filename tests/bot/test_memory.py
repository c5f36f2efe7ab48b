"""Looking for unused cycles of objects: in small parts, and through everything when it is quiet."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from bot import memory


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


def test_while_serving_python_never_looks_through_everything_by_itself() -> None:
    memory.set_up_for_serving()
    young, middle, old = gc.get_threshold()
    assert young <= 20_000 and min(middle, old) > 1_000_000
    assert gc.get_freeze_count() > 0


@pytest.mark.parametrize(
    ("quiet", "at_latest", "looks", "collects"),
    [
        (True, 1e9, 0, True),
        (False, 1e9, 0, False),
        (False, 0.0, 0, True),
        (False, 1e9, memory.MOST_YOUNG_LOOKS, True),
    ],
    ids=["quiet", "busy", "after a day", "much piled up"],
)
async def test_everything_is_looked_through_when_quiet_after_a_day_or_when_much_has_piled_up(
    monkeypatch: pytest.MonkeyPatch, quiet: bool, at_latest: float, looks: int, collects: bool
) -> None:
    collected: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append("all"))
    monkeypatch.setattr(memory, "AT_LATEST", at_latest)
    monkeypatch.setattr(memory, "young_looks", lambda: looks)
    task = asyncio.create_task(memory.collect_when_quiet(lambda: quiet, every=0, when_quiet=0))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    assert bool(collected) == collects


def test_looks_at_the_newest_are_counted_until_everything_is_looked_through() -> None:
    gc.set_threshold(50, 1 << 30, 1 << 30)
    gc.collect()
    kept = [[each] for each in range(1_000)]
    assert memory.young_looks() >= 10
    gc.collect()
    assert memory.young_looks() == 0
    assert kept
