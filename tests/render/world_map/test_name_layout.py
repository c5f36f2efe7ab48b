"""Names and pieces can be read: they lie where they belong and do not cover one another."""

from __future__ import annotations

from itertools import combinations

import pytest

from render import CROP_SIZE, continents, scene_of
from render.build.name_search import Effort, place_names
from render.header import CROP_HEADER
from render.style.theme import theme
from render.world_map.atlas import atlas, beside, numbers
from render.world_map.backdrop.name_layout import numbered
from render.world_map.backdrop.parts import backdrop, layout_of
from render.world_map.crop import places_of, window_on
from render.world_map.pieces.crowding import Arranger
from render.world_map.window import Box, Window, world_window
from tests.render.builders.boards import crowded_board, full_board, played_boards


def crop(name: str) -> Window:
    return window_on(places_of(name), CROP_SIZE[0], CROP_SIZE[1] - CROP_HEADER)


WINDOWS = {"world": world_window(), **{name: crop(name) for name in continents()}}


def common(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("name", WINDOWS)
def test_every_name_is_wholly_in_the_picture(name: str) -> None:
    window = WINDOWS[name]
    for key, spot in layout_of(window).items():
        left, top, right, bottom = spot.box
        assert left >= 0 and top >= 0, key
        assert right <= window.width and bottom <= window.height, key


@pytest.mark.parametrize("name", WINDOWS)
def test_no_two_names_cover_one_another(name: str) -> None:
    spots = layout_of(WINDOWS[name])
    for (key, one), (other, two) in combinations(spots.items(), 2):
        covered = common(one.box, two.box)
        assert covered <= 0.03 * min(area(one.box), area(two.box)), f"{key} and {other}"


@pytest.mark.parametrize("name", WINDOWS)
def test_every_name_lies_on_its_own_region_or_has_a_line_to_it(name: str) -> None:
    window = WINDOWS[name]
    regions = numbered(window)
    for key, spot in layout_of(window).items():
        left, top, right, bottom = (round(side) for side in spot.box)
        block = (left, top, right, bottom + round(40 * window.zoom))
        assert numbers()[key] in regions.crop(block).tobytes() or spot.leader, key


def test_the_world_names_every_place() -> None:
    assert set(layout_of(WINDOWS["world"])) == {region.id for region in atlas().places}


@pytest.mark.parametrize("name", continents())
def test_a_continent_names_all_its_regions(name: str) -> None:
    assert set(places_of(name)) <= set(layout_of(WINDOWS[name]))


@pytest.mark.parametrize("size", [(1200, 660), (900, 573)])
def test_a_window_nobody_thought_of_beforehand_gets_names_too(size: tuple[int, int]) -> None:
    near = [(place, *sorted(beside()[place])[:2]) for place in sorted(beside())]
    for places in (*((place,) for place in beside()), *near):
        window = window_on(places, *size)
        spots = layout_of(window)
        assert places[0] in spots
        for spot in spots.values():
            left, top, right, bottom = spot.box
            assert left >= 0 and top >= 0 and right <= window.width and bottom <= window.height
        for (key, one), (other, two) in combinations(spots.items(), 2):
            covered = common(one.box, two.box)
            assert covered <= 0.1 * min(area(one.box), area(two.box)), (places, key, other)


def test_names_are_searched_for_where_they_cover_least() -> None:
    window = window_on(("gaul", "iberia", "italia"), 1200, 660)
    spots = place_names(window, effort=Effort(300, 30, 3, 40))
    assert {"gaul", "iberia", "italia", "west_mediterranean"} <= set(spots)
    for (_, one), (_, two) in combinations(spots.items(), 2):
        assert common(one.box, two.box) <= 0.1 * min(area(one.box), area(two.box))


@pytest.mark.parametrize("number", range(5))
def test_pieces_hide_neither_names_nor_one_another(number: int) -> None:
    view = [*played_boards(), full_board(), crowded_board()][number]
    window = world_window()
    parts = backdrop(window, theme())
    within = (30.0, 2.0, window.width - 30.0, float(window.height))
    blocks = Arranger(window, parts.layout, parts.regions, within).arrange(
        scene_of(view).places, {}
    )
    for one, two in combinations(blocks.values(), 2):
        covered = common(one.box, two.box)
        assert covered <= 0.05 * min(area(one.box), area(two.box)), (one.place, two.place)
    land = [key for key in parts.layout if atlas().regions[numbers()[key]].kind == "land"]
    for block in blocks.values():
        for key in land:
            name = parts.layout[key].box
            assert common(block.box, name) <= 0.15 * area(name), (block.place, key)
        assert block.box[0] >= 0 and block.box[2] <= window.width
        assert block.box[1] >= 0 and block.box[3] <= window.height


def test_a_crowd_is_drawn_smaller_on_a_panel_but_not_too_small_to_count() -> None:
    window = world_window()
    parts = backdrop(window, theme())
    within = (30.0, 2.0, window.width - 30.0, float(window.height))
    blocks = Arranger(window, parts.layout, parts.regions, within).arrange(
        scene_of(crowded_board()).places, {}
    )
    crowd = blocks["hellas"]
    assert crowd.panel
    assert not blocks["anatolia"].panel
    assert len(crowd.items) == 16
    assert 0.55 <= crowd.scale < blocks["anatolia"].scale
    for one, two in combinations(crowd.items, 2):
        far = max(abs(one.x - two.x) - one.item.width / 2 - two.item.width / 2,
                  abs(one.y - two.y) - one.item.height / 2 - two.item.height / 2)  # fmt: skip
        assert far >= 0
