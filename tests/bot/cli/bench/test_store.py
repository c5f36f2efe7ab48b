"""The store's bench measures what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.bench.figures import Figure
from bot.cli.bench.parts import PARTS
from bot.cli.bench.store import bench_store


def test_the_bench_counts_commits_and_leaves_nothing_behind(tmp_path: Path) -> None:
    figures = list(bench_store(0.0, tmp_path))
    assert [figure.name for figure in figures] == [
        "choices committed, 1 table",
        "commit, median, 1 table",
        "commit, 99 of 100, 1 table",
        "choices committed, 8 tables",
        "commit, median, 8 tables",
        "commit, 99 of 100, 8 tables",
    ]
    assert all(figure.value > 0 for figure in figures)
    assert list(tmp_path.iterdir()) == []


def test_herald_bench_measures_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = [Figure("choices committed", 100.0, "choices/s")]
    monkeypatch.setattr("bot.cli.bench.store.bench_store", lambda seconds: iter(measured))
    assert list(PARTS["store"](1.0)) == measured
