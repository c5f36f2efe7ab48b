"""Roads and railroads: drawn between the towns they join, through nobody else's land."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine.world import world
from engine.world.view import RoadView, SettlementView, WorldView
from render import scene_of
from render.header import HEADER
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.name_layout import numbered
from render.world_map.legend import signs_of
from render.world_map.marks.roads import _path, crossings
from render.world_map.window import Point, world_window
from tests.render.builders.boards import a_view, of_fast_play
from tests.render.builders.pictures import alt_text, board_text, draw
from tests.render.builders.stories import story

PAIRS = [
    (world().id(region), world().id(other))
    for region in world().land
    for other in world().beside[region]
    if region < other
]


def two_towns(*roads: RoadView) -> WorldView:
    towns = {place: {"settlement": SettlementView(1, 2)} for place in ("gobi", "siberia")}
    return of_fast_play(a_view(towns), roads)


def changed(one: Image.Image, two: Image.Image) -> tuple[int, int, int, int] | None:
    box = (0, HEADER, 2048, HEADER + world_window().height)
    return ImageChops.difference(one.crop(box), two.crop(box)).getbbox()


def anchor(place: str) -> Point:
    return world_window().point(*atlas().regions[numbers()[place]].anchor)


def test_a_road_shows_between_its_ends() -> None:
    box = changed(draw(two_towns()), draw(two_towns(RoadView(1, "road", ("gobi", "siberia")))))
    assert box is not None
    (x0, y0), (x1, y1) = anchor("gobi"), anchor("siberia")
    assert min(x0, x1) - 90 < box[0] < box[2] < max(x0, x1) + 90
    assert min(y0, y1) - 60 < box[1] < box[3] < max(y0, y1) + 60


def test_a_railroad_looks_different_from_a_road() -> None:
    road, rail = (
        draw(two_towns(RoadView(1, kind, ("gobi", "siberia")))) for kind in ("road", "rail")
    )
    assert changed(road, rail) is not None


def test_every_two_regions_side_by_side_have_a_crossing() -> None:
    assert [pair for pair in PAIRS if not crossings(*pair)] == []


@pytest.mark.parametrize("part", range(4))
def test_a_road_leads_through_the_two_regions_it_joins(part: int) -> None:
    window = world_window()
    regions = numbered(window).load()
    assert regions is not None
    sea = {number for number, region in enumerate(atlas().regions) if region.kind != "land"}
    for a, b in PAIRS[part::4]:
        own = {numbers()[a], numbers()[b]} | sea
        seen = []
        for (x0, y0), (x1, y1) in pairwise(
            _path(window, RoadView(0, "road", (a, b)), anchor(a), anchor(b))
        ):
            for share in (0.0, 0.25, 0.5, 0.75):
                x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
                if 0 <= x < window.width and 0 <= y < window.height:
                    seen.append(regions[int(x), int(y)] in own)
        assert sum(seen) >= 0.7 * len(seen), (a, b)


def test_the_scene_has_every_road_once() -> None:
    views = [view for view in story("fast_play").views if isinstance(view, WorldView)]
    with_roads = max(views, key=lambda view: len(view.roads))
    assert with_roads.roads
    scene = scene_of(with_roads)
    assert scene.roads == with_roads.roads
    assert len(set(scene.roads)) == len(scene.roads)


def test_a_road_to_a_place_that_is_not_on_the_board_is_left_out() -> None:
    assert scene_of(two_towns(RoadView(1, "road", ("gobi", "atlantis")))).roads == ()


@pytest.mark.parametrize(("kind", "word"), [("road", "Roads"), ("rail", "Railroads")])
def test_texts_and_legend_tell_of_roads(kind: str, word: str) -> None:
    road = RoadView(1, "rail" if kind == "rail" else "road", ("gobi", "siberia"))
    view = two_towns(road)
    assert f"{word}: Gobi\N{EN DASH}Siberia" in board_text(view)
    assert f"one {word.lower()[:-1]}" in alt_text(view)
    signs = signs_of(scene_of(view))
    assert (signs.roads, signs.rails) == (kind == "road", kind == "rail")
    assert not signs_of(scene_of(two_towns())).roads


def test_a_part_of_the_map_shows_the_roads_that_lie_in_it() -> None:
    road = RoadView(1, "rail", ("gobi", "siberia"))
    for focus, seen in (("Asia", True), ("Africa", False)):
        pictures = [draw(two_towns(*roads), focus=focus) for roads in ((), (road,))]
        assert (ImageChops.difference(*pictures).getbbox() is not None) == seen
