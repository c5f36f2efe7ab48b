"""Crops show what they are asked for, and find where something happened."""

from __future__ import annotations

import pytest

from engine.world.events import Moved, PlagueFound
from render import Battle, Move, continents, hot_spots, marks_of
from render.world_map.atlas import atlas, beside, numbers
from render.world_map.crop import crop_title, places_of, window_on
from render.world_map.window import world_window


@pytest.mark.parametrize("name", continents())
def test_a_continents_crop_holds_the_heart_of_each_of_its_regions(name: str) -> None:
    window = window_on(places_of(name), 1200, 660)
    for place in places_of(name):
        x, y = window.point(*atlas().regions[numbers()[place]].anchor)
        assert 0 < x < 1200 and 0 < y < 660, place
    assert window.zoom > world_window().zoom, "letters are larger than on the world map"


def test_a_focus_can_be_written_as_people_write_it() -> None:
    assert places_of("south america") == places_of("South America") != ()
    assert places_of("Huang He") == places_of("huang_he") == ("huang_he",)
    assert places_of("Middle Earth") == ()
    assert places_of(["gobi", "nowhere", "gobi"]) == ("gobi",)


def test_a_crop_names_what_it_is_about_and_what_lies_beside_it() -> None:
    window = window_on(("italia",), 1200, 660)
    assert set(window.only) == {"italia", *beside()["italia"]}
    assert crop_title(("italia",)) == "Italia"
    assert crop_title(places_of("Africa")) == "Africa"
    assert crop_title(("gaul", "iberia")) == "Europe"
    assert "Asia" in crop_title(("gaul", "gobi"))
    assert crop_title(("north_sea", "baffin_sea")) == "North Sea"


def test_crops_stay_on_the_board() -> None:
    for place in (region.id for region in atlas().places):
        window = window_on((place,), 1200, 660)
        assert window.top >= 0
        assert window.top + window.height / window.scale <= atlas().h + 1e-6


def test_battles_come_before_moves_and_near_things_go_together() -> None:
    moves = [Move(0, "gaul", "iberia"), Move(1, "tanami", "murray"), Move(2, "gaul", "germania")]
    spots = hot_spots(moves, [Battle("nigeria", 3)])
    assert spots[0] == ("nigeria",) or "nigeria" in spots[0]
    assert any({"gaul", "iberia", "germania"} <= set(spot) for spot in spots)
    assert any({"tanami", "murray"} <= set(spot) for spot in spots)
    assert len(hot_spots(moves, most=1)) == 1
    assert hot_spots([Move(0, "gaul", "atlantis")], [Battle("nowhere")]) == ()


def test_a_plague_is_shown_before_moves_elsewhere() -> None:
    moves = [Move(0, "gaul", "iberia"), Move(2, "gaul", "germania"), Move(1, "tanami", "murray")]
    plague = PlagueFound(1, "congo", 0)
    moved = [Moved(m.owner, (("settler", 1),), m.origin, m.target) for m in moves]
    marks = marks_of((*moved, plague))
    assert hot_spots(marks.moves, marks.battles, 1, marks.news) == (("congo",),)
    first, second = hot_spots(marks.moves, [Battle("murray", 1)], 2, marks.news)
    assert "murray" in first and second == ("congo",), "battles come before all"
