"""Rulebook 3.1 to 3.4: looking, resources, free technologies, treasures."""

import pytest

from engine.rulesets.standard.events import (
    EraEnding,
    Found,
    Looked,
    Produced,
    TechnologyFound,
    TreasureFound,
)
from engine.rulesets.standard.tables import CARDS, ERA_CARDS, RESOURCES
from tests.standard.builders import END, a_game, a_settler_on, buy, look, looked_at, move

ERAS = ("ancient", "medieval", "gunpowder", "modern")


# 3.1 Looking


def test_3_1_a_settler_that_stood_still_may_look() -> None:
    game = looked_at("wine")
    assert game.event(Looked) == Looked(0, "gobi")
    assert game.revealed


def test_3_1_a_settler_that_has_moved_may_look() -> None:
    game = a_game().with_units("angela", "siberia", settler=1).with_marker("bactria", "treasure")
    table = game.at("movement").play("angela", move("siberia", "bactria", "settler"))
    table.play("angela", look("bactria"))
    assert table.gold("angela") == 10


def test_3_1_one_is_shown_where_one_can_look() -> None:
    game = a_settler_on("wine").with_units("angela", "nile", settler=1).at("movement")
    (shown,) = game.described("angela", "at", do="look")
    assert (shown.key, shown.place) == ("gobi", "gobi")


def test_3_1_looking_is_never_forced() -> None:
    game = a_settler_on("treasure").at("movement").play("angela", END)
    marker = game.marker("gobi")
    assert marker is not None
    assert (marker.face, marker.looked) == ("down", ())


def test_3_1_only_settlers_look() -> None:
    game = a_game().with_units("angela", "steppe", settler=1).with_marker("steppe", "wine")
    game = game.with_units("angela", "gobi", swordsman=1).with_marker("gobi", "wine")
    game.at("movement").refuses("angela", look("gobi"), "no_settler_to_look", "looking")


def test_3_1_one_does_not_look_through_the_eyes_of_others() -> None:
    game = a_settler_on("wine").with_units("brad", "nile", settler=1).with_marker("nile", "wine")
    game.at("movement").refuses("angela", look("nile"), "no_settler_to_look", "looking")


@pytest.mark.parametrize("up", [True, False])
def test_3_1_there_must_be_a_marker_face_down(up: bool) -> None:
    game = a_settler_on("wine").with_units("angela", "nile", settler=1)
    if up:
        game = game.with_marker("nile", "desert", up=True)
    game.at("movement").refuses("angela", look("nile"), "no_marker", "looking")


def test_3_1_nobody_looks_twice() -> None:
    game = a_settler_on("wine").with_units("angela", "nile", settler=1)
    table = game.with_marker("nile", "iron", known_by=["angela"]).at("movement")
    table.refuses("angela", look("nile"), "marker_known", "looking")


def test_3_1_markers_lie_on_land() -> None:
    game = a_settler_on("wine").at("movement")
    game.refuses("angela", look("north_sea"), "no_marker", "looking")
    game.refuses("angela", look("atlantis"), "no_such_place", "looking")


def test_3_1_without_a_settler_on_a_marker_there_is_nothing_to_look_at() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_marker("nile", "wine")
    table = game.at("movement")
    table.refuses("angela", look("nile"), "no_settler_to_look", "looking")
    table.refuses("angela", {"do": "look"}, "nothing_to_look", "movement")


def test_3_1_after_looking_a_settler_does_not_move_not_even_onto_a_ship() -> None:
    game = (
        a_game()
        .with_units("angela", "mekong", settler=1)
        .with_fleet("angela", "arafura_sea", "galley")
        .with_marker("mekong", "wine")
        .at("movement")
        .play("angela", look("mekong"))
    )
    assert game.options("angela", "from", do="move") == ["arafura_sea"]
    game.refuses("angela", move("mekong", "yunnan", "settler"), "has_looked", "settlers-look")


def test_3_1_another_settler_beside_it_may_go_on() -> None:
    game = a_settler_on("wine").with_units("angela", "gobi", settler=1).at("movement")
    game.play("angela", look("gobi")).play("angela", move("gobi", "steppe", "settler"))
    assert game.units("angela", "steppe") == {"settler": 1}
    game.refuses("angela", look("gobi"), "marker_known", "looking")


def test_3_1_of_two_settlers_the_one_with_fewer_points_left_looks() -> None:
    game = a_settler_on("wine").with_units("angela", "siberia", settler=1).at("movement")
    game.play("angela", move("siberia", "gobi", "settler")).play("angela", look("gobi"))
    assert "himalaya" in game.destinations("angela", "gobi", "settler")
    assert game.destinations("angela", "gobi", "settler") >= {"mekong", "persia"}


def test_3_1_a_settler_halted_by_a_challenge_may_still_look() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1)
        .with_marker("steppe", "treasure")
        .with_units("brad", "steppe", swordsman=1)
        .with_orders("brad", toward_angela="challenge")
        .at("movement")
        .play("angela", move("gobi", "steppe", "settler"))
        .play("angela", look("steppe"))
    )
    assert game.gold("angela") == 10
    assert game.units("angela", "steppe") == {}


# 3.2 Resources


@pytest.mark.parametrize("resource", RESOURCES)
def test_3_2_a_resource_goes_back_face_down_and_only_the_looker_knows_it(resource: str) -> None:
    game = looked_at(resource, players=3)
    known = game.marker("gobi", "angela")
    assert known is not None
    assert (known.face, known.kind, known.looked) == ("known", resource, (0,))
    for name in ("brad", "chris", None):
        unknown = game.marker("gobi", name)
        assert unknown is not None
        assert (unknown.face, unknown.kind, unknown.looked) == ("down", None, (0,))
        assert not [event for event in game.heard(name) if isinstance(event, Found)]
    assert Found(0, "gobi", resource) in game.heard("angela")


def test_3_2_whoever_looks_later_knows_it_too() -> None:
    game = a_settler_on("oil", 3).with_units("brad", "gobi", settler=1).at("movement")
    game.play("angela", look("gobi")).play("brad", look("gobi"))
    assert [game.space("gobi", name).marker for name in ("angela", "brad")] == [
        game.marker("gobi", "angela")
    ] * 2
    seen = game.marker("gobi", "chris")
    assert seen is not None
    assert (seen.kind, seen.looked) == (None, (0, 1))


def test_3_2_it_is_turned_up_by_a_village_and_belongs_to_its_owner() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_gold("angela", 5)
    table = game.with_marker("gobi", "oil", known_by=["angela"]).at("purchase")
    assert table.player("angela").resources == {}
    table.play("angela", buy("village", "gobi"))
    marker = table.marker("gobi", "brad")
    assert marker is not None
    assert (marker.face, marker.kind) == ("up", "oil")
    assert table.player("angela").resources == {"oil": 1}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("resource", RESOURCES)
def test_3_2_every_resource_counts_in_every_era(resource: str, era: str) -> None:
    game = a_game().in_era(era).with_settlement("angela", "gobi", marker=resource)
    table = game.with_technologies("angela", ancient=2).at("production", dice=[1, 1])
    assert table.events(Produced)[0].science == 2


# 3.3 Free technology


@pytest.mark.parametrize("era", ERAS)
def test_3_3_the_finder_gets_the_next_card_of_the_era_for_nothing(era: str) -> None:
    game = a_settler_on("free_technology").in_era(era).with_technologies("brad", **{era: 1})
    table = game.at("movement").play("angela", look("gobi"))
    card = CARDS[ERA_CARDS[ERAS.index(era)][1]]
    assert table.player("angela").technologies == (card,)
    assert table.event(TechnologyFound) == TechnologyFound(0, "gobi", card)
    assert table.gold("angela") == 0
    assert table.marker("gobi") is None


def test_3_3_with_no_technology_left_the_marker_gives_nothing() -> None:
    game = a_settler_on("free_technology", 6).in_era("medieval")
    for name in ("brad", "chris", "dana", "erik", "fay"):
        game = game.with_technologies(name, medieval=2)
    table = game.at("movement").play("angela", look("gobi"))
    assert table.technologies("angela") == 0
    assert table.event(TechnologyFound).card == ""
    assert table.marker("gobi") is None


def test_3_3_a_found_technology_can_end_the_era() -> None:
    game = a_settler_on("free_technology").with_technologies("angela", ancient=2).at("movement")
    assert not game.view().era_ending
    game.play("angela", look("gobi"))
    assert game.event(EraEnding).era == "ancient"
    assert game.view().era_ending


def test_3_3_a_found_technology_makes_the_next_one_dearer() -> None:
    game = a_settler_on("free_technology").with_gold("angela", 20).at("movement")
    assert game.player("angela").next_technology == 10
    game.play("angela", look("gobi"))
    assert game.player("angela").next_technology == 20


# 3.4 Treasure


@pytest.mark.parametrize("era", ERAS)
def test_3_4_a_treasure_is_ten_gold_in_every_era(era: str) -> None:
    game = a_settler_on("treasure").in_era(era).with_gold("angela", 3).at("movement")
    game.play("angela", look("gobi"))
    assert game.gold("angela") == 13
    assert game.event(TreasureFound) in game.heard("brad")
    assert game.marker("gobi") is None
