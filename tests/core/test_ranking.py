"""The final ranking."""

from __future__ import annotations

from engine.core.ranking import ranked


def places(parts: list[dict[str, int]], ties: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    return [(standing.seat, standing.rank) for standing in ranked(parts, ties)]


def test_most_points_are_first() -> None:
    assert places([{"a": 1}, {"a": 2, "b": 2}, {"b": 3}], [(0,)] * 3) == [(1, 1), (2, 2), (0, 3)]


def test_of_equal_points_the_tie_break_decides() -> None:
    assert places([{"a": 2}, {"a": 2}], [(1, 9), (2, 0)]) == [(1, 1), (0, 2)]


def test_what_is_equal_in_everything_shares_the_rank() -> None:
    standing = places([{"a": 2}, {"a": 3}, {"a": 2}], [(1,), (0,), (1,)])
    assert standing == [(1, 1), (0, 2), (2, 2)]


def test_points_are_shown_part_by_part() -> None:
    (standing,) = ranked([{"settlements": 3, "wonders": 6}], [()])
    assert (standing.score, standing.parts) == (9, {"settlements": 3, "wonders": 6})
