"""Looking for unused cycles of objects: in small parts, and through everything when it is quiet."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from bot import memory


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


def test_while_serving_python_never_looks_through_everything_by_itself() -> None:
    frozen, loaded = gc.get_freeze_count(), [[each] for each in range(1_000)]
    memory.set_up_for_serving()
    young, middle, old = gc.get_threshold()
    assert young <= 20_000 and min(middle, old) > 1_000_000
    assert gc.get_freeze_count() >= frozen + len(loaded)


@pytest.mark.parametrize(
    ("quiet", "at_latest", "piled_up", "collects"),
    [
        (True, 1e9, 0, True),
        (False, 1e9, 0, False),
        (False, 0.0, 0, True),
        (False, 1e9, memory.MOST_PILED_UP, True),
    ],
    ids=["quiet", "busy", "after a day", "much piled up"],
)
async def test_everything_is_looked_through_when_quiet_after_a_day_or_when_much_has_piled_up(
    monkeypatch: pytest.MonkeyPatch, quiet: bool, at_latest: float, piled_up: int, collects: bool
) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: collected.append(generation))
    monkeypatch.setattr(memory, "AT_LATEST", at_latest)
    monkeypatch.setattr(memory.Newest, "look_through", lambda newest: piled_up)
    task = asyncio.create_task(memory.collect_while_serving(lambda: quiet, every=0, when_quiet=0))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    assert (2 in collected) == collects


async def test_each_time_it_becomes_quiet_what_is_free_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[int] = []
    quiet = [False, True, True, False, True, True]
    monkeypatch.setattr(memory, "give_back", lambda: given.append(len(quiet)))
    monkeypatch.setattr(memory.Newest, "look_through", lambda newest: 0)

    def is_quiet() -> bool:
        if not quiet:
            raise asyncio.CancelledError
        return quiet.pop(0)

    with pytest.raises(asyncio.CancelledError):
        await memory.collect_while_serving(is_quiet, every=0, when_quiet=1e9)
    assert given == [4, 1]


@pytest.mark.parametrize("threshold", [50, 1 << 30], ids=["python looks, too", "it does not"])
def test_what_piles_up_is_counted_whoever_looks_through_it(threshold: int) -> None:
    gc.set_threshold(threshold, 1 << 30, 1 << 30)
    gc.collect()
    newest = memory.Newest()
    kept = [[each] for each in range(1_000)]
    assert 900 <= newest.look_through() <= 1_500
    kept += [[each] for each in range(500)]
    assert 400 <= newest.look_through() <= 900
    del kept


def test_the_newest_are_few_though_as_many_old_objects_are_freed_as_new_ones_are_made() -> None:
    """Games replace their states by new ones: Python, which counts the difference, waits."""
    memory.set_up_for_serving()
    newest, states = memory.Newest(), [[each] for each in range(5_000)]
    newest.look_through()
    for _ in range(20):
        for at in range(len(states)):
            states[at] = [at]
        assert len(gc.get_objects(0)) < 12_000
        newest.look_through()
    assert len(gc.get_objects(0)) < 1_000


def test_an_unused_cycle_that_is_new_is_freed() -> None:
    memory.set_up_for_serving()

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    gone = weakref.ref(Cycle())
    memory.Newest().look_through()
    assert gone() is None
