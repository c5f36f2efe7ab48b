"""Land units carried over chains of fleets, compared with trying every chain there is."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.world import Board, chain_capacity, crossings, ports, world
from engine.world.board import build_board
from engine.world.chart import Borders, Chart, LandRegion, SeaZone

BOARD = world()
Chain = tuple[int, ...]

some_region = st.sampled_from(BOARD.land)
some_zones = st.frozensets(st.sampled_from(BOARD.sea))


Pairs = list[tuple[str, str]]
ISLANDS, ZONES = ("home", "isle", "rock", "skerry"), ("z0", "z1", "z2", "z3", "z4", "z5")


def an_archipelago(coasts: Pairs, borders: Pairs) -> Board:
    """A small board of four islands in six zones, 4 to 9 in this order."""
    return build_board(
        Chart(
            spaces=(
                *(LandRegion(i, i, "Archipelago", True, 0.0, 0.0) for i in ISLANDS),
                *(SeaZone(i, i, "none", 0.0, 0.0) for i in ZONES),
            ),
            adjacency=Borders(land=(), coast=tuple(coasts), sea=tuple(borders)),
            straits=(),
            wraps=(),
        )
    )


archipelagos = st.builds(
    an_archipelago,
    st.permutations(list(product(ISLANDS, ZONES))).map(lambda pairs: pairs[:8]),
    st.permutations(list(combinations(ZONES, 2))).map(lambda pairs: pairs[:5]),
)


def at(name: str) -> int:
    return BOARD.find(name).index


def every_chain(board: Board, chain: Chain, zones: frozenset[int]) -> Iterator[Chain]:
    yield chain
    for zone in board.beside[chain[-1]]:
        if zone in zones and zone not in chain:
            yield from every_chain(board, (*chain, zone), zones)


def best_chains(board: Board, origin: int, zones: frozenset[int]) -> dict[int, Chain]:
    """What `crossings` promises, by trying every chain there is."""
    ports = zones.intersection(board.coasts[origin])
    chains = [chain for port in ports for chain in every_chain(board, (port,), zones)]
    best: dict[int, Chain] = {}
    for chain in sorted(chains, key=lambda chain: (len(chain), chain)):
        for region in board.coasts[chain[-1]]:
            best.setdefault(region, chain)
    best.pop(origin, None)
    return best


@given(archipelagos, st.data())
def test_a_unit_crosses_by_the_best_of_all_chains(board: Board, data: st.DataObject) -> None:
    origin = data.draw(st.sampled_from(board.land))
    without = data.draw(st.frozensets(st.sampled_from(board.sea), max_size=3))
    zones = frozenset(board.sea) - without
    assert crossings(board, origin, zones) == best_chains(board, origin, zones)


def test_of_equally_short_chains_the_lower_first_zone_decides() -> None:
    board = an_archipelago(
        coasts=[("home", "z0"), ("home", "z1"), ("isle", "z2"), ("isle", "z3")],
        borders=[("z0", "z3"), ("z1", "z2")],
    )
    z0, z3 = board.index["z0"], board.index["z3"]
    assert crossings(board, board.index["home"], board.sea) == {board.index["isle"]: (z0, z3)}


@given(st.sampled_from([i for i in BOARD.land if BOARD.coasts[i]]), st.data())
def test_on_the_world_board_too_the_best_chain_is_taken(origin: int, data: st.DataObject) -> None:
    nearby = [zone for zone in BOARD.within(origin, 4, "air") if zone in BOARD.sea]
    zones = data.draw(st.frozensets(st.sampled_from(nearby), max_size=8))
    assert crossings(BOARD, origin, zones) == best_chains(BOARD, origin, zones)


@given(some_region, some_zones)
def test_a_chain_starts_and_ends_on_the_coasts_and_is_unbroken(
    origin: int, zones: frozenset[int]
) -> None:
    for region, chain in crossings(BOARD, origin, zones).items():
        assert zones.issuperset(chain)
        assert chain[0] in BOARD.coasts[origin]
        assert chain[-1] in BOARD.coasts[region]
        assert all(b in BOARD.beside[a] for a, b in pairwise(chain))


@given(some_region, some_zones)
def test_whoever_can_cross_can_cross_back(origin: int, zones: frozenset[int]) -> None:
    for region, chain in crossings(BOARD, origin, zones).items():
        assert len(crossings(BOARD, region, zones)[origin]) == len(chain)


@given(some_region, some_zones)
def test_nobody_is_carried_to_where_he_stands(origin: int, zones: frozenset[int]) -> None:
    assert origin not in crossings(BOARD, origin, zones)


@given(some_region, some_zones)
def test_shorter_crossings_come_first_then_lower_regions(
    origin: int, zones: frozenset[int]
) -> None:
    found = crossings(BOARD, origin, zones)
    assert list(found) == sorted(found, key=lambda region: (len(found[region]), region))


@given(some_region)
def test_with_a_fleet_in_every_zone_a_chain_is_as_long_as_the_sea_is_wide(origin: int) -> None:
    found = crossings(BOARD, origin, frozenset(BOARD.sea))
    coastal = {i for i in BOARD.land if BOARD.coasts[i]} - {origin}
    assert set(found) == (coastal if BOARD.coasts[origin] else set())
    for region, chain in found.items():
        widths = [
            BOARD.distance(a, b, "sea") for a in BOARD.coasts[origin] for b in BOARD.coasts[region]
        ]
        assert len(chain) == 1 + min(width for width in widths if width is not None)


@given(some_region, some_zones)
def test_ports_are_the_zones_at_the_shore(region: int, zones: frozenset[int]) -> None:
    assert set(ports(BOARD, region, zones)) == zones.intersection(BOARD.coasts[region])
    assert list(ports(BOARD, region, zones)) == sorted(ports(BOARD, region, zones))


def test_a_caravel_in_the_arafura_sea_carries_from_mekong_to_tanami_but_not_to_java() -> None:
    landings = crossings(BOARD, at("Mekong"), {at("Arafura Sea")})
    assert landings[at("Tanami")] == (at("Arafura Sea"),)
    assert landings[at("Tasmania")] == (at("Arafura Sea"),)
    assert at("Java") not in landings


def test_a_second_fleet_in_the_leeuwin_sea_carries_on_to_gibson() -> None:
    both = {at("Arafura Sea"), at("Leeuwin Sea")}
    landings = crossings(BOARD, at("Mekong"), both)
    assert landings[at("Gibson")] == (at("Arafura Sea"), at("Leeuwin Sea"))
    assert landings[at("Java")] == (at("Arafura Sea"), at("Leeuwin Sea"))


def test_fleets_that_do_not_touch_carry_nobody_across() -> None:
    apart = {at("West Mediterranean"), at("Arabian Sea")}
    assert at("Indus") not in crossings(BOARD, at("Italia"), apart)


def test_units_cross_the_pacific_round_the_edge_of_the_board() -> None:
    pacific = {at("California Sea"), at("North Pacific"), at("Okhotsk Sea")}
    assert crossings(BOARD, at("Sonora"), pacific)[at("Nippon")] == (
        at("California Sea"),
        at("North Pacific"),
        at("Okhotsk Sea"),
    )


@pytest.mark.parametrize("region", ["Funa", "Gobi", "Dakota"])
def test_inland_nobody_embarks(region: str) -> None:
    assert ports(BOARD, at(region), BOARD.sea) == ()
    assert crossings(BOARD, at(region), BOARD.sea) == {}


def test_the_weakest_link_limits_the_crossing() -> None:
    fleets = {at("Arafura Sea"): 2, at("Leeuwin Sea"): 1}
    chain = (at("Arafura Sea"), at("Leeuwin Sea"))
    assert chain_capacity(fleets, chain) == 3
    assert chain_capacity(fleets, chain[:1]) == 6
    assert chain_capacity(fleets, chain, per_fleet=2) == 2


def test_a_zone_without_a_fleet_carries_nobody() -> None:
    assert chain_capacity({at("Arafura Sea"): 2}, (at("Arafura Sea"), at("Tasman Sea"))) == 0


def test_no_chain_carries_nobody() -> None:
    assert chain_capacity({at("Arafura Sea"): 2}, ()) == 0


@given(
    st.dictionaries(st.sampled_from(BOARD.sea), st.integers(0, 5)),
    st.lists(st.sampled_from(BOARD.sea), min_size=1, max_size=6),
    st.integers(1, 4),
)
def test_every_zone_of_a_chain_can_carry_what_the_chain_carries(
    fleets: dict[int, int], chain: list[int], per_fleet: int
) -> None:
    capacity = chain_capacity(fleets, chain, per_fleet)
    room = [per_fleet * fleets.get(zone, 0) for zone in chain]
    assert capacity in room
    assert all(capacity <= units for units in room)
