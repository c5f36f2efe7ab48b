"""`herald bench --absent`: what missed deadlines cost, by what plays instead."""

from __future__ import annotations

import pytest

from bot.cli.bench.absent import Ended, as_line, as_page, figure, play, row_of

FOUND = {
    "misses nothing": [Ended(1.0, 1), Ended(0.0, 2)],
    "careful": [Ended(0.0, 2), Ended(0.0, 2)],
    "default": [Ended(0.0, 4), Ended(0.0, 3)],
}


def test_the_same_beginning_is_played_with_each_stand_in() -> None:
    played = [play("rhye", 1, each) for each in ("misses nothing", "default")]
    assert all(1 <= each.place <= 4 and 0 <= each.won <= 1 for each in played)
    assert play("rhye", 1, "default") == played[1]


def test_a_figure_says_how_far_off_it_may_be() -> None:
    assert figure([2, 2, 2]) == (2, 0)
    found = figure([1, 3] * 50)
    assert found.mean == 2
    assert found.within == pytest.approx(1.96 * 0.1, rel=0.01)


def test_stand_ins_are_compared_pair_by_pair() -> None:
    row = row_of("rhye", FOUND)
    assert (row.gained.mean, row.lost.mean) == (1.5, 0.5)
    assert row.won["misses nothing"].mean == 0.5
    assert "careful before default by 1.50" in as_line(row)
    line = next(each for each in as_page([row]).splitlines() if each.startswith("| rhye | 2 |"))
    assert "| 1.50 | 2.00 | 3.50 | **1.50 ± " in line
