"""How far apart spaces lie, by land, by sea and by air."""

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.world import Travel, world

BOARD = world()
ALL = range(len(BOARD.spaces))
some_space = st.sampled_from(ALL)
some_way: st.SearchStrategy[Travel] = st.sampled_from(get_args(Travel))


def at(name: str) -> int:
    return BOARD.find(name).index


def far(a: int, b: int, by: Travel) -> float:
    moves = BOARD.distance(a, b, by)
    return math.inf if moves is None else moves


def graph(by: Travel) -> dict[int, tuple[int, ...]]:
    return {
        "land": {i: BOARD.beside[i] if i in BOARD.land else () for i in ALL},
        "sea": {i: BOARD.beside[i] if i in BOARD.sea else () for i in ALL},
        "air": {i: BOARD.beside[i] + BOARD.coasts[i] for i in ALL},
    }[by]


def test_the_plague_of_funa_reaches_two_regions_far() -> None:
    struck = {BOARD.name(i) for i in BOARD.within(at("Funa"), 2, "land")}
    assert {"Kalahari", "Tanganika", "Eritrea", "Atlantia", "Nigeria"} <= struck


def test_the_plague_of_funa_spares_euphrates_three_regions_away() -> None:
    assert BOARD.distance(at("Funa"), at("Euphrates"), "land") == 3
    assert at("Euphrates") not in BOARD.within(at("Funa"), 2, "land")
    assert at("Euphrates") in BOARD.within(at("Funa"), 3, "land")


def test_the_bosporus_shortens_the_way_from_hellas_to_anatolia() -> None:
    assert BOARD.distance(at("Hellas"), at("Anatolia"), "land") == 1


def test_no_land_way_leads_to_an_island() -> None:
    assert BOARD.distance(at("Gaul"), at("Britannia"), "land") is None
    assert BOARD.within(at("Britannia"), 50, "land") == (at("Britannia"),)


def test_an_aircraft_flies_over_one_zone_to_the_island() -> None:
    assert BOARD.distance(at("Gaul"), at("Britannia"), "air") == 2


def test_the_pacific_is_crossed_round_the_edge_of_the_board() -> None:
    assert BOARD.distance(at("California Sea"), at("Philippine Sea"), "sea") == 2


def test_from_land_no_zone_is_reached_by_sea_alone() -> None:
    assert BOARD.distance(at("Gaul"), at("Biscay Sea"), "sea") is None
    assert BOARD.distance(at("Gaul"), at("Biscay Sea"), "land") is None


@pytest.mark.parametrize("by", get_args(Travel))
def test_the_table_agrees_with_floyd_and_warshall(by: Travel) -> None:
    table = [[0.0 if a == b else math.inf for b in ALL] for a in ALL]
    for a, others in graph(by).items():
        for b in others:
            table[a][b] = 1
    for via in ALL:
        for a in ALL:
            for b in ALL:
                table[a][b] = min(table[a][b], table[a][via] + table[via][b])
    assert table == [[far(a, b, by) for b in ALL] for a in ALL]


@given(some_space, some_space, some_way)
def test_the_way_back_is_as_long(a: int, b: int, by: Travel) -> None:
    assert BOARD.distance(a, b, by) == BOARD.distance(b, a, by)


@given(some_space, some_space, some_way)
def test_only_a_space_itself_is_no_move_away(a: int, b: int, by: Travel) -> None:
    assert (BOARD.distance(a, b, by) == 0) == (a == b)


@given(some_space, some_space, some_space, some_way)
def test_a_detour_is_never_shorter(a: int, b: int, via: int, by: Travel) -> None:
    assert far(a, b, by) <= far(a, via, by) + far(via, b, by)


@given(some_space, some_space, some_way)
def test_neighbours_are_one_move_apart_and_nothing_else_is(a: int, b: int, by: Travel) -> None:
    assert (BOARD.distance(a, b, by) == 1) == (b in graph(by)[a])


@given(some_space, some_space)
def test_flying_is_never_longer(a: int, b: int) -> None:
    assert far(a, b, "air") <= min(far(a, b, "land"), far(a, b, "sea"))


@given(some_space, st.integers(-2, 30), some_way)
def test_within_a_radius_lie_the_spaces_at_most_so_far(
    origin: int, radius: int, by: Travel
) -> None:
    expected = tuple(i for i in ALL if far(origin, i, by) <= radius)
    assert BOARD.within(origin, radius, by) == expected


@given(st.sampled_from(BOARD.sea), st.sampled_from(BOARD.sea))
def test_every_sea_zone_is_open_to_every_ship(a: int, b: int) -> None:
    assert BOARD.distance(a, b, "sea") is not None


@given(some_space, some_space)
def test_an_aircraft_gets_anywhere(a: int, b: int) -> None:
    assert BOARD.distance(a, b, "air") is not None
