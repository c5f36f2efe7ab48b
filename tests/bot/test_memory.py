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
    ("quiet", "at_latest", "collects"), [(True, 1e9, 1), (False, 1e9, 0), (False, 0.0, 1)]
)
async def test_everything_is_looked_through_when_it_is_quiet_or_after_a_day(
    monkeypatch: pytest.MonkeyPatch, quiet: bool, at_latest: float, collects: int
) -> None:
    collected: list[str] = []
    asked: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append("all"))

    def is_quiet() -> bool:
        asked.append("?")
        return quiet

    task = asyncio.create_task(memory.collect_when_quiet(is_quiet, every=0, at_latest=at_latest))
    while not asked:
        await asyncio.sleep(0)
    task.cancel()
    assert bool(collected) == bool(collects)
