"""`herald bench` of the rules: what is measured how often, and with which memory settings."""

from __future__ import annotations

import gc

import pytest

from bot import memory
from bot.cli.bench import engine
from bot.cli.bench.figures import plan_for


def test_a_stewards_figure_is_the_best_of_rounds_over_all_sizes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[tuple[int, str]] = []

    def slower_at_first(players: int, name: str, seconds: float) -> float:
        assert gc.get_threshold() == memory.YOUNG
        measured.append((players, name))
        return players + 1 / len(measured)

    monkeypatch.setattr(engine, "steward_time", slower_at_first)
    before = gc.get_threshold()
    found = engine.steward_times([plan_for(2, "standard"), plan_for(3, "fast_play")], 1.0)
    assert gc.get_threshold() == before != memory.YOUNG
    assert measured == [(2, "standard"), (3, "fast_play")] * engine.STEWARD_ROUNDS
    last = len(measured)
    assert found == [2 + 1 / (last - 1), 3 + 1 / last]


def test_a_steward_is_measured_by_at_least_one_choice() -> None:
    assert engine.steward_time(2, "fast_play", seconds=0) > 0
