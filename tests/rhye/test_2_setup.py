"""Chapter 2 of the rulebook: set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.rulesets.rhye import events
from engine.rulesets.rhye.tables import GROUNDS, MARKERS
from tests.rhye.builders import Game, lots, started

BASE = {"free_technology": 5, "desert": 5, "mountains": 5, "jungle_forest": 5}


def dealt(*civilizations: str, **options: str) -> Game:
    return started(len(civilizations), lots(*civilizations), **options)


def face_down(game: Game) -> set[str]:
    return {
        space.id for space in game.view().spaces if space.marker and space.marker.face == "down"
    }


@pytest.mark.parametrize(
    ("players", "gone", "plagues", "minors", "treasures"),
    [
        (2, {"rare_metals", "gems", "wine", "oil", "horses"}, 2, 3, 4),
        (3, {"rare_metals", "gems", "wine", "oil"}, 2, 3, 6),
        (4, {"rare_metals", "gems", "wine"}, 3, 4, 7),
        (5, {"rare_metals", "gems"}, 4, 5, 8),
    ],
)
def test_2_1_markers_are_left_out_by_the_number_of_players(
    players: int, gone: set[str], plagues: int, minors: int, treasures: int
) -> None:
    found = Counter(MARKERS[kind] for kind in GROUNDS[players].markers)
    resources = {name: 4 for name in MARKERS[:8] if name not in gone}
    assert found == {
        **resources,
        **BASE,
        "plague": plagues,
        "minor_civilization": minors,
        "treasure": treasures,
        "barbarian_uprising": 2,
    }


def test_2_1_a_marker_lies_face_down_wherever_nobody_starts() -> None:
    game = dealt("babylonia", "rome", "india")
    assert len(face_down(game)) == 35
    assert not {"euphrates", "italia", "ganges"} & face_down(game)
    assert game.marker("gobi") is not None and game.marker("gobi").kind is None  # type: ignore[union-attr]


def test_2_2_civilizations_are_dealt() -> None:
    game = dealt("babylonia", "rome", "india")
    assert [realm.civilization for realm in game.open().realms] == ["babylonia", "rome", "india"]
    assert [event.dealt for event in game.events(events.CivilizationTaken)] == [True] * 3


def test_2_2_or_chosen_in_seating_order_and_nobody_has_the_same() -> None:
    game = started(3, civilizations="chosen")
    assert game.asked() == {"angela": "civilization"}
    game.play("angela", "rome")
    assert game.asked() == {"brad": "civilization"}
    assert "rome" not in game.options("brad")
    game.refuses("brad", "rome", "not_an_option", "setup-civilizations")
    game.play("brad", "egypt")
    assert game.default("chris") == "dealt"


def test_2_3_everyone_starts_alike() -> None:
    game = dealt("babylonia", "rome", "india")
    for name, place in (("angela", "euphrates"), ("brad", "italia"), ("chris", "ganges")):
        assert game.gold(name) == 10
        assert game.settlement(place) == (name, "village")
        assert game.units(name, place) == {"swordsman": 2}
        realm = game.realm(name)
        assert (realm.capital, realm.stability) == (place, "stable")
        assert (realm.government, realm.religion) == ("monarchy", "paganism")
    assert game.player("angela").technologies == ("masonry",)
    assert game.player("chris").technologies == ("mysticism",)


def test_2_3_a_starting_technology_brings_no_bonus_and_no_mark() -> None:
    game = dealt("russia", "rome", "india")
    assert game.units("angela", "muscovy") == {"swordsman": 2}
    assert all(not realm.firsts for realm in game.open().realms)


def test_2_4_who_has_no_home_in_play_chooses() -> None:
    game = dealt("aztec", "rome", "england")
    assert game.settlement("italia") == ("brad", "village")
    assert game.asked() == {"angela": "placement"}
    assert "italia" not in game.options("angela")
    assert "britannia" not in game.options("angela")
    game.refuses("angela", "mexica", "not_in_play", "board")
    game.refuses("angela", "italia", "settled_already", "setup-areas")
    game.refuses("angela", "north_sea", "settle_on_land", "setup-areas")
    game.refuses("angela", "atlantis", "no_such_place", "setup-areas")
    game.play("angela", "gaul")
    assert game.asked() == {"chris": "placement"}


def test_2_4_free_starts_are_chosen_from_the_highest_roll_on() -> None:
    game = started(3, [*lots("babylonia", "rome", "india"), 1, 2, 6, 5, 3, 3], starts="free")
    assert game.event(events.StartsRolled).winner == 1
    assert game.asked() == {"brad": "placement"}
    game.play("brad", "gobi")
    assert game.settlement("gobi") == ("brad", "village")
    assert game.asked() == {"chris": "placement"}
