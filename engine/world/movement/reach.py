"""Where a unit can get with its movement points, and by which path."""

from collections.abc import Callable, Container, Iterable

Path = tuple[int, ...]


def reach(
    origin: int,
    points: int,
    steps: Callable[[int], Iterable[int]],
    avoid: Container[int] = frozenset(),
) -> dict[int, Path]:
    """Every space that `points` moves of one point each lead to, with a shortest path to it.

    `steps(space)` are the moves open from a space. A path leaves out the origin and ends with the
    destination; the origin is no destination. Nearer destinations come first, then lower ones.
    Of equally short paths the one that passes through the fewest spaces of `avoid` is taken (to
    end in one is no matter), and of those the one with the lowest spaces, compared in order.
    """
    paths: dict[int, Path] = {}
    layer: list[tuple[int, Path]] = [(0, (origin,))]
    for _ in range(points):
        found: dict[int, tuple[int, Path]] = {}
        # The layer is sorted best first, so the first way found into a space is its best one.
        for passed, path in layer:
            for space in steps(path[-1]):
                if space != origin and space not in paths and space not in found:
                    found[space] = (passed + (space in avoid), (*path, space))
        if not found:
            break
        for space in sorted(found):
            paths[space] = found[space][1][1:]
        layer = sorted(found.values())
    return paths
