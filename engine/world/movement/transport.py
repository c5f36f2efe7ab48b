"""Land units carried over sea: fleets in neighbouring zones are their stepping stones."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache

from engine.world.board import Board, world
from engine.world.movement.reach import reach

Chain = tuple[int, ...]


def ports(board: Board, region: int, zones: Container[int]) -> tuple[int, ...]:
    """Those of `zones` that touch the land region, ascending: where its units can embark."""
    return tuple(zone for zone in board.coasts[region] if zone in zones)


def crossings(board: Board, origin: int, zones: Container[int]) -> dict[int, Chain]:
    """The land regions that a unit in `origin` can be carried to through `zones`, each by a chain.

    A chain is the sea zones passed, each beside the one before: the shortest, and of equally short
    ones the lowest, compared in order. Shorter crossings come first, then lower regions. The
    origin, a land region, is not one of the answers.
    """

    def steps(space: int) -> tuple[int, ...]:
        if space == origin:
            return ports(board, origin, zones)
        return tuple(zone for zone in board.beside[space] if zone in zones)

    chains = reach(origin, len(board.sea), steps).values()
    shores: dict[int, Chain] = {}
    for chain in sorted(chains, key=_short_then_low):
        for region in board.coasts[chain[-1]]:
            if region != origin:
                shores.setdefault(region, chain)
    return {region: shores[region] for region in sorted(shores, key=lambda r: (len(shores[r]), r))}


@lru_cache(maxsize=4096)
def shores(region: int, zones: frozenset[int]) -> Mapping[int, Chain]:
    """`crossings` on the world board, found once for each case."""
    return crossings(world(), region, zones)


def chain_capacity(fleets: Mapping[int, int], chain: Sequence[int], per_fleet: int = 3) -> int:
    """How many units `fleets` (zone -> number of fleets) carry along the whole chain.

    The zone with the fewest fleets decides. A chain of no zones carries nobody.
    """
    return per_fleet * min((fleets.get(zone, 0) for zone in chain), default=0)


def _short_then_low(chain: Chain) -> tuple[int, Chain]:
    return len(chain), chain
