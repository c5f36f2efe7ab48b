"""How far figures get on a grid: a search that the rules steer square by square."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.tiles.grid import Grid

PASS, STOP, CLOSED = 0, 1, 2
"""What a square does to figures that enter: they may go on, they stop there, they cannot enter."""


def reach(
    grid: Grid, start: int, steps: int, entering: Callable[[int], int]
) -> dict[int, tuple[int, ...]]:
    """Every square within `steps`, with a shortest way to it (the start's own way is empty)."""
    ways: dict[int, tuple[int, ...]] = {start: ()}
    edge: Sequence[int] = (start,)
    for _ in range(steps):
        further: list[int] = []
        for square in edge:
            way = ways[square]
            for near in grid.beside[square]:
                if near in ways:
                    continue
                effect = entering(near)
                if effect == CLOSED:
                    continue
                ways[near] = (*way, near)
                if effect == PASS:
                    further.append(near)
        if not further:
            break
        edge = further
    return ways
