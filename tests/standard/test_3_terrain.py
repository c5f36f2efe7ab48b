"""Rulebook 3.7 to 3.9: terrain, fertile land, no encounter."""

import pytest

from engine.core.events import Event
from engine.rulesets.standard.events import MarkerCleared, Produced, TerrainFound
from engine.rulesets.standard.tables import RESOURCES
from tests.standard.builders import a_game, a_settler_on, buy, looked_at

TERRAIN = ("desert", "mountains", "jungle_forest", "fertile")


# 3.7 Terrain and 3.8 fertile land


@pytest.mark.parametrize("terrain", TERRAIN)
def test_3_7_terrain_is_turned_up_for_all_to_see_and_stays(terrain: str) -> None:
    game = looked_at(terrain)
    for name in ("angela", "brad", None):
        marker = game.marker("gobi", name)
        assert marker is not None
        assert (marker.face, marker.kind) == ("up", terrain)
        assert TerrainFound(0, "gobi", terrain) in game.heard(name)


def test_3_7_a_desert_bears_no_settlement() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_marker("gobi", "desert", up=True)
    game = game.with_units("angela", "nile", settler=1).with_gold("angela", 50)
    game.at("purchase").refuses("angela", buy("village", "gobi"), "terrain_limit", "terrain")


def test_3_7_mountains_bear_a_village() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_gold("angela", 50)
    table = game.with_marker("gobi", "mountains", up=True).at("purchase")
    table.play("angela", buy("village", "gobi"))
    assert table.settlement("gobi") == ("angela", "village")


@pytest.mark.parametrize(
    ("terrain", "largest"), [("mountains", "village"), ("jungle_forest", "town")]
)
def test_3_7_settlements_do_not_outgrow_their_terrain(terrain: str, largest: str) -> None:
    game = a_game().with_settlement("angela", "gobi", largest, marker=terrain)
    table = game.with_settlement("angela", "nile").with_gold("angela", 50).at("purchase")
    assert table.options("angela", "where", buy="grow") == ["nile"]
    table.refuses("angela", buy("grow", "gobi"), "terrain_limit", "terrain")


def test_3_7_jungle_lets_a_village_become_a_town() -> None:
    game = a_game().with_settlement("angela", "gobi", marker="jungle_forest")
    table = game.with_gold("angela", 5).at("purchase").play("angela", buy("grow", "gobi"))
    assert table.settlement("gobi") == ("angela", "town")


@pytest.mark.parametrize("terrain", ["mountains", "jungle_forest", "desert", "fertile"])
def test_3_7_terrain_is_no_resource(terrain: str) -> None:
    game = a_game().with_settlement("angela", "gobi", marker=terrain).at("movement")
    assert game.player("angela").resources == {}


@pytest.mark.parametrize(
    ("size", "gold"), [("village", 2), ("town", 3), ("city", 4), ("metropolis", 5)]
)
def test_3_8_fertile_land_produces_as_one_size_larger(size: str, gold: int) -> None:
    game = a_game().with_settlement("angela", "gobi", size, marker="fertile")
    produced = game.at("production", dice=[3, 4]).events(Produced)[0]
    assert produced.cities == gold


def test_3_8_its_real_size_counts_for_growth_and_points() -> None:
    game = a_game().with_settlement("angela", "gobi", "town", marker="fertile")
    table = game.with_gold("angela", 10).at("purchase")
    assert table.player("angela").points["settlements"] == 2
    table.play("angela", buy("grow", "gobi"))
    assert table.settlement("gobi") == ("angela", "city")
    assert table.gold("angela") == 0


def test_3_8_its_real_size_counts_for_milestones() -> None:
    places = ("gobi", "steppe", "nile", "gaul", "iberia")
    game = a_game().with_settlements("angela", *places)
    table = game.with_settlement("angela", "deccan", "village", marker="fertile").at("trade")
    assert table.options("angela", kind="announce") == ["hanging_gardens"]


# 3.9 No encounter


def test_3_9_one_says_with_the_look_what_shall_happen_to_an_empty_marker() -> None:
    game = a_settler_on("wine").at("movement")
    assert game.options("angela", "empty", do="look", at="gobi") == ["leave", "clear"]
    silent = {"do": "look", "at": "gobi"}
    game.refuses("angela", silent, "missing", "movement")


def test_3_9_an_empty_marker_can_be_taken_away() -> None:
    game = looked_at("no_encounter", empty="clear")
    assert game.marker("gobi") is None
    assert MarkerCleared(0, "gobi") in game.heard("brad")


def test_3_9_an_empty_marker_can_be_left_as_a_bluff() -> None:
    game = looked_at("no_encounter", empty="leave")
    known, seen = game.marker("gobi", "angela"), game.marker("gobi", "brad")
    assert known is not None
    assert seen is not None
    assert (known.face, known.kind) == ("known", "no_encounter")
    assert (seen.face, seen.kind, seen.looked) == ("down", None, (0,))


@pytest.mark.parametrize("empty", ["leave", "clear"])
@pytest.mark.parametrize("resource", RESOURCES)
def test_3_9_left_lying_it_looks_just_like_a_resource(resource: str, empty: str) -> None:
    bluff, real = looked_at("no_encounter"), looked_at(resource, empty=empty)
    for name in ("brad", None):
        heard: list[Event] = bluff.heard(name)
        assert heard == real.heard(name)
        assert bluff.view(name) == real.view(name)


def test_3_9_an_empty_marker_is_removed_by_a_village() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_gold("angela", 5)
    table = game.with_marker("gobi", "no_encounter", known_by=["angela"]).at("purchase")
    table.play("angela", buy("village", "gobi"))
    assert table.settlement("gobi") == ("angela", "village")
    assert table.marker("gobi") is None
