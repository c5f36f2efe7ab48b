"""What stands on the board: spaces, neighbours, names."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.world import Space, UnknownSpace, world
from engine.world.board import build_board
from engine.world.chart import Borders, Chart, LandRegion, SeaZone

BOARD = world()
spaces = st.sampled_from(BOARD.spaces)


def at(name: str) -> int:
    return BOARD.find(name).index


def named(indices: tuple[int, ...]) -> set[str]:
    return {BOARD.name(i) for i in indices}


def mainlands_and_islands() -> list[set[int]]:
    left, components = set(BOARD.land), []
    while left:
        component, edge = set(), {min(left)}
        while edge:
            component |= edge
            edge = {other for i in edge for other in BOARD.beside[i]} - component
        components.append(component)
        left -= component
    return components


def test_the_board_has_72_land_regions_and_then_30_sea_zones() -> None:
    assert (BOARD.land, BOARD.sea) == (range(72), range(72, 102))
    assert [space.is_sea for space in BOARD.spaces] == [False] * 72 + [True] * 30
    assert repr(BOARD) == "<Board: 72 land regions, 30 sea zones>"


def test_the_board_is_worked_out_once() -> None:
    assert world() is BOARD


def test_land_comes_first_whatever_the_order_of_the_chart() -> None:
    chart = Chart(
        spaces=(
            SeaZone("the_deep", "The Deep", "none", 0.0, 0.0),
            LandRegion("east", "East", "Home", False, 2.0, 0.0),
            LandRegion("west", "West", "Home", False, 1.0, 0.0),
        ),
        adjacency=Borders(land=(("west", "east"),), coast=(("west", "the_deep"),), sea=()),
        straits=(),
        wraps=(),
    )
    board = build_board(chart)
    assert [space.id for space in board.spaces] == ["east", "west", "the_deep"]
    assert (board.beside, board.coasts) == (((1,), (0,), ()), ((), (2,), (1,)))
    assert board.around == ((1,), (0, 2), (1,))


@pytest.mark.parametrize("spoil", ["land", "spaces", "new_thing"])
def test_nothing_on_the_board_can_be_set(spoil: str) -> None:
    with pytest.raises((AttributeError, TypeError)):
        setattr(BOARD, spoil, ())


def test_the_lookups_of_the_board_cannot_be_changed() -> None:
    for lookup in (BOARD.index, BOARD.continents):
        with pytest.raises(TypeError):
            lookup["atlantis"] = 1  # type: ignore[index]


@given(spaces)
def test_a_space_knows_its_place_in_the_board(space: Space) -> None:
    assert BOARD.spaces[space.index] is space
    assert BOARD.index[space.id] == space.index
    assert (BOARD.id(space.index), BOARD.name(space.index)) == (space.id, space.name)
    assert str(space) == space.name


@given(spaces)
def test_neighbours_are_mutual_ascending_and_never_the_space_itself(space: Space) -> None:
    for neighbours in (BOARD.beside, BOARD.coasts, BOARD.around):
        mine = neighbours[space.index]
        assert list(mine) == sorted(set(mine))
        assert space.index not in mine
        assert all(space.index in neighbours[other] for other in mine)


@given(spaces)
def test_the_space_beside_is_of_the_same_element_and_the_coast_of_the_other(space: Space) -> None:
    i = space.index
    assert all(BOARD.spaces[other].is_sea == space.is_sea for other in BOARD.beside[i])
    assert all(BOARD.spaces[other].is_sea != space.is_sea for other in BOARD.coasts[i])
    assert BOARD.around[i] == tuple(sorted(BOARD.beside[i] + BOARD.coasts[i]))


def test_himalaya_borders_mekong() -> None:
    assert at("Mekong") in BOARD.beside[at("Himalaya")]


def test_the_bosporus_joins_hellas_and_anatolia_as_land() -> None:
    assert [(s.name, BOARD.id(s.a), BOARD.id(s.b)) for s in BOARD.straits] == [
        ("Bosporus", "hellas", "anatolia")
    ]
    assert at("Anatolia") in BOARD.beside[at("Hellas")]


def test_the_arafura_sea_lies_between_mekong_and_tanami() -> None:
    assert {"Mekong", "Tanami"} <= named(BOARD.coasts[at("Arafura Sea")])


def test_the_leeuwin_sea_alone_lies_between_java_and_tasmania() -> None:
    touching_both = [z for z in BOARD.sea if {"Java", "Tasmania"} <= named(BOARD.coasts[z])]
    assert touching_both == [at("Leeuwin Sea")]


def test_the_arafura_and_leeuwin_seas_are_neighbours() -> None:
    assert at("Leeuwin Sea") in BOARD.beside[at("Arafura Sea")]


@pytest.mark.parametrize(
    "region", ["mississippi", "steppe", "gran_chaco", "orinoco", "yunnan", "mexica"]
)
def test_the_start_regions_of_the_examples_are_land(region: str) -> None:
    assert BOARD.index[region] in BOARD.land


def test_ships_sail_round_the_edge_of_the_board() -> None:
    assert {(BOARD.name(left), BOARD.name(right)) for left, right in BOARD.wraps} == {
        ("Bering Sea", "Bering Sea"),
        ("North Pacific", "Okhotsk Sea"),
        ("North Pacific", "Philippine Sea"),
        ("South Pacific", "Tasman Sea"),
    }
    assert all(right in BOARD.beside[left] for left, right in BOARD.wraps if left != right)


def test_no_land_region_borders_another_round_the_edge() -> None:
    assert named(BOARD.beside[at("Kamchatka")]) == {"Yakutia"}
    assert named(BOARD.beside[at("Alaska")]) == {"Yukon"}


def test_a_region_is_an_island_when_no_land_lies_beside_it() -> None:
    lonely = {BOARD.id(i) for i in BOARD.land if not BOARD.beside[i]}
    assert lonely == {space.id for space in BOARD.spaces if space.island}
    assert len(lonely) == 11


def test_every_land_region_without_land_beside_it_has_a_coast() -> None:
    assert all(BOARD.beside[i] or BOARD.coasts[i] for i in BOARD.land)


def test_the_land_falls_into_three_mainlands_and_the_islands() -> None:
    mainlands = [component for component in mainlands_and_islands() if len(component) > 1]
    assert [{BOARD.spaces[i].continent for i in component} for component in mainlands] == [
        {"North America", "South America"},
        {"Europe", "Asia", "Africa"},
        {"Australia"},
    ]
    assert len(mainlands_and_islands()) == 3 + 11


def test_nile_and_euphrates_are_the_only_land_link_of_africa_and_asia() -> None:
    africa, asia = BOARD.continents["Africa"], BOARD.continents["Asia"]
    links = [(BOARD.id(a), BOARD.id(b)) for a in africa for b in BOARD.beside[a] if b in asia]
    assert links == [("nile", "euphrates")]


def test_the_continents_share_out_the_land() -> None:
    assert sorted(i for members in BOARD.continents.values() for i in members) == list(BOARD.land)
    for continent, members in BOARD.continents.items():
        assert list(members) == sorted(members)
        assert {BOARD.spaces[i].continent for i in members} == {continent}
    assert all(BOARD.spaces[zone].continent == "" for zone in BOARD.sea)


@given(
    spaces,
    st.sampled_from(["", " ", "_", "-", "  "]),
    st.sampled_from([str.lower, str.upper, str.title, str.swapcase]),
    st.booleans(),
)
def test_a_space_is_found_however_its_name_is_typed(
    space: Space, gap: str, case: Callable[[str], str], by_id: bool
) -> None:
    words = space.id.split("_") if by_id else space.name.split()
    assert BOARD.find(f" {case(gap.join(words))} ") is space


def test_accents_are_forgiven() -> None:
    assert BOARD.find("Yucatán").id == "yucatan"


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("Nippn", "Nippon"),
        ("leeuwin", "Leeuwin Sea"),
        ("mediteranean west", "West Mediterranean"),
        ("tanganyika", "Tanganika"),
    ],
)
def test_a_slip_of_the_pen_gets_a_suggestion(typed: str, suggestion: str) -> None:
    with pytest.raises(UnknownSpace) as slip:
        BOARD.find(typed)
    assert slip.value.wanted == typed
    assert suggestion in slip.value.suggestions
    assert len(slip.value.suggestions) <= 3
    assert suggestion in str(slip.value)


@pytest.mark.parametrize("typed", ["", "  ", "???", "zzzzzz"])
def test_nonsense_gets_no_suggestion(typed: str) -> None:
    with pytest.raises(KeyError) as nonsense:
        BOARD.find(typed)
    assert isinstance(nonsense.value, UnknownSpace)
    assert nonsense.value.suggestions == ()


def test_an_unknown_space_survives_the_trip_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(UnknownSpace("Nippn", ("Nippon",))))
    assert (error.wanted, error.suggestions) == ("Nippn", ("Nippon",))
