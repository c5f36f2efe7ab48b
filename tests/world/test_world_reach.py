"""Where movement points lead, compared with trying every way there is."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.world import reach, world

BOARD = world()
Graph = dict[int, list[int]]
Path = tuple[int, ...]

SIZE = 6
graphs: st.SearchStrategy[Graph] = st.fixed_dictionaries(
    {i: st.permutations(range(SIZE)).map(lambda order: order[:3]) for i in range(SIZE)}
)
points = st.integers(0, SIZE)
avoided = st.frozensets(st.integers(0, SIZE - 1))


def at(name: str) -> int:
    return BOARD.find(name).index


def every_path(graph: Graph, path: Path, left: int) -> Iterator[Path]:
    """All ways of at most `left` more moves that never come back to a space."""
    if len(path) > 1:
        yield path[1:]
    if left:
        for space in graph[path[-1]]:
            if space not in path:
                yield from every_path(graph, (*path, space), left - 1)


def rank(path: Path, avoid: frozenset[int]) -> tuple[int, int, Path]:
    return len(path), sum(space in avoid for space in path[:-1]), path


@given(graphs, points, avoided)
def test_reach_takes_the_best_of_all_ways(graph: Graph, points: int, avoid: frozenset[int]) -> None:
    best: dict[int, Path] = {}
    for path in sorted(every_path(graph, (0,), points), key=lambda path: rank(path, avoid)):
        best.setdefault(path[-1], path)
    assert reach(0, points, graph.__getitem__, avoid) == best


@given(graphs, points, avoided)
def test_nearer_destinations_come_first_then_lower_ones(
    graph: Graph, points: int, avoid: frozenset[int]
) -> None:
    paths = reach(0, points, graph.__getitem__, avoid)
    assert list(paths) == sorted(paths, key=lambda space: (len(paths[space]), space))


@given(st.sampled_from(BOARD.land), st.integers(0, 20), st.frozensets(st.sampled_from(BOARD.land)))
def test_paths_over_land_are_legal_and_as_short_as_the_distance(
    origin: int, points: int, avoid: frozenset[int]
) -> None:
    paths = reach(origin, points, BOARD.beside.__getitem__, avoid)
    assert {origin, *paths} == set(BOARD.within(origin, points, "land"))
    for destination, path in paths.items():
        assert path[-1] == destination
        assert len(path) == BOARD.distance(origin, destination, "land")
        assert all(b in BOARD.beside[a] for a, b in pairwise((origin, *path)))


@given(graphs, points, avoided)
def test_the_order_of_the_steps_does_not_matter(
    graph: Graph, points: int, avoid: frozenset[int]
) -> None:
    forth = reach(0, points, graph.__getitem__, avoid)
    back = reach(0, points, lambda space: reversed(graph[space]), avoid)
    assert list(forth.items()) == list(back.items())


def test_without_points_nobody_moves() -> None:
    assert reach(at("Funa"), 0, BOARD.beside.__getitem__) == {}


def test_a_settler_with_two_points_goes_from_mekong_to_the_gobi_by_himalaya() -> None:
    paths = reach(at("Mekong"), 2, BOARD.beside.__getitem__)
    assert paths[at("Gobi")] == (at("Himalaya"), at("Gobi"))
    assert at("Siberia") not in paths


def test_a_settler_goes_round_a_watched_region_when_that_is_no_longer() -> None:
    funa, nile = at("Funa"), at("Nile")
    assert reach(funa, 2, BOARD.beside.__getitem__)[nile] == (at("Libya"), nile)
    watched = frozenset({at("Libya")})
    assert reach(funa, 2, BOARD.beside.__getitem__, watched)[nile] == (at("Nubia"), nile)


def test_a_settler_takes_no_longer_way_to_go_round_a_watched_region() -> None:
    arabia, nile, euphrates = at("Arabia"), at("Nile"), at("Euphrates")
    paths = reach(arabia, 3, BOARD.beside.__getitem__, frozenset({euphrates, nile}))
    assert paths[nile] == (euphrates, nile)


def test_a_way_ends_where_no_step_leads_on() -> None:
    euphrates = at("Euphrates")

    def stopped_at_euphrates(space: int) -> tuple[int, ...]:
        return () if space == euphrates else BOARD.beside[space]

    assert reach(at("Arabia"), 5, stopped_at_euphrates) == {euphrates: (euphrates,)}
