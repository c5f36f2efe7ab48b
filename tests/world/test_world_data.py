"""board.json keeps its shape, and says what the facts it was drawn from say."""

import json
import re
from importlib.resources import files
from itertools import chain
from pathlib import Path

import msgspec
import pytest
import yaml

from engine.world import world
from engine.world.chart import Chart, LandRegion, SeaZone, read_chart

TEXT = (files("engine.world") / "board.json").read_text(encoding="utf-8")
CHART = read_chart()
LAND = [entry for entry in CHART.spaces if isinstance(entry, LandRegion)]
SEA = [entry for entry in CHART.spaces if isinstance(entry, SeaZone)]
PLACE = {entry.id: i for i, entry in enumerate(CHART.spaces)}
BORDERS = {
    "land": CHART.adjacency.land,
    "coast": CHART.adjacency.coast,
    "sea": CHART.adjacency.sea,
}


def kinds(pair: tuple[str, str]) -> list[str]:
    return ["sea" if isinstance(CHART.spaces[PLACE[i]], SeaZone) else "land" for i in pair]


def test_the_file_is_written_one_space_to_a_line() -> None:
    lines = [line for line in TEXT.splitlines() if '"kind"' in line]
    assert [json.loads(line.strip().rstrip(","))["id"] for line in lines] == list(PLACE)


def test_a_field_that_nobody_reads_is_refused() -> None:
    raw = json.loads(TEXT)
    raw["spaces"][0]["polygon"] = []
    with pytest.raises(msgspec.ValidationError, match="polygon"):
        msgspec.convert(raw, Chart)


def test_land_is_listed_before_sea_so_that_the_file_is_in_board_order() -> None:
    assert [*LAND, *SEA] == list(CHART.spaces)
    assert [space.id for space in world().spaces] == list(PLACE)


def test_ids_and_names_are_given_once_and_ids_are_names_in_small_letters() -> None:
    assert len(PLACE) == len({entry.name for entry in CHART.spaces}) == len(CHART.spaces)
    for entry in CHART.spaces:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", entry.id)
        assert entry.id == entry.name.lower().replace(" ", "_")


def test_every_space_lies_on_the_globe() -> None:
    assert all(-180 <= e.lon <= 180 and -90 <= e.lat <= 90 for e in CHART.spaces)
    assert len({(e.lon, e.lat) for e in CHART.spaces}) == len(CHART.spaces)


def test_there_are_six_continents() -> None:
    continents = {region.continent for region in LAND}
    assert continents == {"North America", "South America", "Europe", "Asia", "Australia", "Africa"}


@pytest.mark.parametrize(
    ("border", "between"),
    [("land", ["land", "land"]), ("coast", ["land", "sea"]), ("sea", ["sea", "sea"])],
)
def test_borders_join_two_spaces_of_their_kind(border: str, between: list[str]) -> None:
    assert all(kinds(pair) == between for pair in BORDERS[border])


def test_every_border_is_listed_once_in_board_order() -> None:
    for pairs in BORDERS.values():
        places = [(PLACE[a], PLACE[b]) for a, b in pairs]
        assert all(a < b for a, b in places)
        assert places == sorted(set(places))


def test_straits_and_wraps_add_links_that_no_border_gives() -> None:
    drawn = {frozenset(pair) for pair in chain(*BORDERS.values())}
    straits = [(strait.a, strait.b) for strait in CHART.straits]
    assert all(kinds(pair) == ["land", "land"] for pair in straits)
    assert all(kinds(pair) == ["sea", "sea"] for pair in CHART.wraps)
    assert drawn.isdisjoint({frozenset(pair) for pair in (*straits, *CHART.wraps)})


def test_the_zones_at_the_edges_are_the_ones_that_wrap() -> None:
    left = {zone.id for zone in SEA if zone.edge in ("left", "both")}
    right = {zone.id for zone in SEA if zone.edge in ("right", "both")}
    assert {pair[0] for pair in CHART.wraps} == left
    assert {pair[1] for pair in CHART.wraps} == right
    assert {a for a, b in CHART.wraps if a == b} == left & right


@pytest.mark.extra("HERALD_BOARD_FACTS")
def test_the_board_says_what_the_facts_say(original: Path) -> None:
    facts = yaml.safe_load(original.read_text("utf-8"))["map"]
    board = world()

    def ids(indices: tuple[int, ...]) -> set[str]:
        return {board.id(i) for i in indices}

    assert [r["id"] for r in facts["land_regions"] + facts["sea_zones"]] == list(board.index)
    for fact in facts["land_regions"] + facts["sea_zones"]:
        space = board.find(fact["id"])
        assert (space.name, space.lon, space.lat) == (fact["name"], fact["lon"], fact["lat"])
        assert space.continent == fact.get("continent", "")
        assert space.island == fact.get("island", False)
        beside, coasts = (
            ("sea_adjacent", "coasts") if space.is_sea else ("land_adjacent", "sea_adjacent")
        )
        assert ids(board.beside[space.index]) == set(fact[beside])
        assert ids(board.coasts[space.index]) == set(fact[coasts])
    assert [list(pair) for pair in CHART.wraps] == facts["wrap_pairs"]
    edges = {zone["id"]: zone["board_edge"] or "none" for zone in facts["sea_zones"]}
    assert {zone.id: zone.edge for zone in SEA} == edges
