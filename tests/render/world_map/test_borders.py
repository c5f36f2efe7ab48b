"""What is drawn beside one another is beside one another in the rules, and nothing else is."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

import pytest

from engine.world import world
from render.world_map.atlas import atlas, beside, edge_spans, numbers
from render.world_map.backdrop.name_layout import numbered
from render.world_map.window import world_window

LONG_ENOUGH = 16
"""Board units that a border must have to be seen: eight pixels on the world map."""

Pair = frozenset[str]


def drawn_borders() -> dict[Pair, float]:
    """The length of what any two places share, from their polygons alone."""
    sides: dict[tuple[tuple[int, int], tuple[int, int]], set[str]] = defaultdict(set)
    for region in atlas().places:
        for polygon in region.rings:
            for ring in polygon:
                corners = list(zip(ring[::2], ring[1::2], strict=True))
                for a, b in pairwise(corners):
                    sides[min(a, b), max(a, b)].add(region.id)
    lengths: defaultdict[Pair, float] = defaultdict(float)
    for ((x0, y0), (x1, y1)), owners in sides.items():
        if len(owners) == 2:
            lengths[frozenset(owners)] += math.dist((x0, y0), (x1, y1))
    return dict(lengths)


def ruled_pairs() -> set[Pair]:
    board = world()
    return {
        frozenset((space.id, board.id(other)))
        for space in board.spaces
        for other in board.around[space.index]
    }


def other_links() -> set[Pair]:
    links = {frozenset((strait.a, strait.b)) for strait in atlas().straits}
    return links | {frozenset(pair) for pair in atlas().wrap if pair[0] != pair[1]}


def test_places_share_a_visible_border_where_the_rules_have_them_adjacent() -> None:
    drawn = drawn_borders()
    assert set(drawn) | other_links() == ruled_pairs()
    assert {pair for pair, length in drawn.items() if length < LONG_ENOUGH} == set()


def test_straits_and_the_way_round_are_those_of_the_rules() -> None:
    board = world()
    straits = {frozenset((board.id(s.a), board.id(s.b))) for s in board.straits}
    assert straits == {frozenset((strait.a, strait.b)) for strait in atlas().straits}
    wraps = [(board.id(left), board.id(right)) for left, right in board.wraps]
    assert wraps == list(atlas().wrap)
    assert {left for left, _ in wraps} == set(edge_spans(0))
    assert {right for _, right in wraps} == set(edge_spans(atlas().w))


def test_every_border_line_runs_between_the_two_places_it_parts() -> None:
    known = drawn_borders()
    lines = {
        frozenset((atlas().regions[line.a].id, atlas().regions[line.b].id))
        for line in atlas().borders
    }
    places = {region.id for region in atlas().places}
    assert {pair for pair in lines if pair <= places} == set(known)
    assert {
        frozenset((key, o)) for key, others in beside().items() for o in others
    } == ruled_pairs()


def test_places_stand_in_the_engines_order_with_its_names() -> None:
    board = world()
    assert [r.id for r in atlas().places] == [space.id for space in board.spaces]
    for region, space in zip(atlas().places, board.spaces, strict=True):
        assert region.name == space.name
        assert (region.continent or "") == space.continent
        assert (region.kind == "sea") == space.is_sea


@pytest.mark.parametrize("kind", ["land", "sea"])
def test_every_place_has_its_own_pixels_on_the_world_map(kind: str) -> None:
    window = world_window()
    regions = numbered(window)
    for region in atlas().places:
        if region.kind == kind:
            x, y = window.point(*region.anchor)
            assert regions.getpixel((round(x), round(y))) == numbers()[region.id], region.name
