"""Caches have one budget, which follows what Herald may use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import memory_budget
from bot.memory_budget import (
    CACHES_LEAST,
    CACHES_MOST,
    MEGABYTE,
    PARTS,
    budget_of,
    memory_of_the_machine,
)


@pytest.fixture(autouse=True)
def unknown() -> Iterator[None]:
    budget_of.cache_clear()
    yield
    budget_of.cache_clear()


def a_machine(root: Path, group: str = "/", **limits: str) -> Path:
    """The files in which Linux says what a process may use; `__` stands for a folder."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(f"0::{group}\n")
    for name, limit in limits.items():
        file = root / "sys/fs/cgroup" / name.replace("__", "/").replace("_max", ".max")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(limit + "\n")
    return root


def test_a_container_has_what_it_was_given(tmp_path: Path) -> None:
    machine = a_machine(tmp_path, memory_max=str(512 * MEGABYTE))
    assert memory_of_the_machine(machine) == 512 * MEGABYTE


def test_a_unit_has_the_least_of_its_own_limit_and_those_around_it(tmp_path: Path) -> None:
    machine = a_machine(
        tmp_path,
        "/system/herald.service",
        system__memory_max=str(300 * MEGABYTE),
        **{"system__herald.service__memory_max": str(400 * MEGABYTE)},
    )
    assert memory_of_the_machine(machine) == 300 * MEGABYTE


@pytest.mark.parametrize("said", ["max", "", "9" * 30])
def test_without_a_limit_it_is_the_whole_machine(tmp_path: Path, said: str) -> None:
    machine = a_machine(tmp_path, memory_max=said)
    assert memory_of_the_machine(machine) == memory_of_the_machine(tmp_path / "nowhere")


def test_an_old_container_says_it_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "sys/fs/cgroup/memory/memory.limit_in_bytes"
    file.parent.mkdir(parents=True)
    file.write_text(str(256 * MEGABYTE))
    assert memory_of_the_machine(tmp_path) == 256 * MEGABYTE


@pytest.mark.parametrize(
    ("megabytes", "caches"),
    [(128, CACHES_LEAST), (512, 68 * MEGABYTE), (1024, 196 * MEGABYTE), (64_000, CACHES_MOST)],
)
def test_all_caches_together_take_a_quarter_of_what_is_to_spare(
    megabytes: int, caches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_budget, "memory_of_the_machine", lambda: megabytes * MEGABYTE)
    assert caches - 3 <= sum(map(budget_of, PARTS)) <= caches
