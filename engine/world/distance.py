"""Distances in moves between all nodes of a graph, computed once."""

from collections.abc import Sequence
from typing import Literal

Travel = Literal["land", "sea", "air"]
Neighbours = Sequence[tuple[int, ...]]
Distances = tuple[tuple[int | None, ...], ...]
Discs = tuple[tuple[tuple[int, ...], ...], ...]


def measure(neighbours: Neighbours) -> Distances:
    """`measure(n)[a][b]`: the fewest moves from a to b, or None where no way leads."""
    return tuple(_from(origin, neighbours) for origin in range(len(neighbours)))


def discs(distances: Distances) -> Discs:
    """`discs(d)[a][r]`: the spaces at most r moves from a, up to the r that takes in all it can."""
    return tuple(
        tuple(
            tuple(space for space, far in enumerate(row) if far is not None and far <= radius)
            for radius in range(1 + max(far for far in row if far is not None))
        )
        for row in distances
    )


def _from(origin: int, neighbours: Neighbours) -> tuple[int | None, ...]:
    far: list[int | None] = [None] * len(neighbours)
    far[origin] = 0
    layer, moves = [origin], 0
    while layer:
        moves += 1
        following = []
        for space in layer:
            for other in neighbours[space]:
                if far[other] is None:
                    far[other] = moves
                    following.append(other)
        layer = following
    return tuple(far)
