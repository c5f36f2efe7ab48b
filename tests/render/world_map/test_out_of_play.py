"""Land that is not in play is hatched, and the legend says so."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine.core.game import Game
from engine.core.view import View
from engine.world.view import SpaceView, UnitsView, WorldView
from render import WORLD_SIZE, scene_of
from render.world_map.atlas import atlas, numbers
from render.world_map.crop import shape_of, window_on
from render.world_map.legend import signs_of
from render.world_map.picture import PART_PIXELS, places_in_play
from render.world_map.window import world_window
from tests.render.builders.pictures import draw

SIZE = (1024, 550)
MAP = (20, 60, 1004, 480)
"""The map without the bars above and below, and the strips beside it."""


@cache
def beginning(players: int) -> WorldView:
    names = [f"player {seat}" for seat in range(players)]
    seeds = [b"%016d" % seat for seat in range(players)]
    view = Game.new("rhye", names, {}, b"out of play", seeds, record=False).view(None)
    assert isinstance(view, WorldView)
    return view


def without_pieces(players: int) -> View:
    """The same board with nothing on it, so that only the ground differs."""
    view = beginning(players)
    return replace(view, spaces=tuple(SpaceView(space.id) for space in view.spaces))


@cache
def ground(players: int) -> Image.Image:
    return draw(without_pieces(players), size=SIZE).crop(MAP)


def difference(fewer: int, more: int) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(ground(fewer), ground(more)).getbbox()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_players_leave_land_out(players: int) -> None:
    scene = scene_of(beginning(players))
    assert scene.out_of_play
    assert signs_of(scene).out_of_play
    assert difference(players, 5) is not None
    stands = {place.id for place in scene.places if place.settlement or place.marker}
    assert not stands & set(scene.out_of_play)


def test_each_further_player_brings_more_land_into_play() -> None:
    out = [len(scene_of(beginning(players)).out_of_play) for players in (2, 3, 4, 5)]
    assert all(more < fewer for fewer, more in pairwise(out))


def test_other_rules_leave_nothing_out() -> None:
    seeds = [b"%016d" % seat for seat in range(2)]
    view = Game.new("standard", ["a", "b"], {}, b"out of play", seeds, record=False).view(None)
    assert isinstance(view, WorldView)
    assert not scene_of(view).out_of_play


# The picture of what is in play.


@pytest.mark.parametrize("players", [2, 3])
def test_the_map_shows_what_is_in_play_larger(players: int) -> None:
    scene = scene_of(beginning(players))
    places = places_in_play(scene)
    shape = shape_of(places, PART_PIXELS)
    assert shape is not None
    window = window_on(places, *shape)
    world = world_window()
    assert window.scale / window.width > 1.4 * world.scale / world.width, "as a phone shows it"
    assert window.zoom > world.zoom
    for place in places:
        x, y = window.point(*atlas().regions[numbers()[place]].anchor)
        assert any(0 < x + turn * window.scale < window.width for turn in window.turns), place
        assert 0 < y < window.height
    picture = draw(beginning(players))
    assert picture.width * picture.height < 2048 * 1100
    assert picture.height <= 1.5 * picture.width, "a phone shows it without shrinking it"


def test_whatever_stands_outside_stays_in_the_picture() -> None:
    view = beginning(2)
    assert isinstance(view, WorldView)
    far = "gulf_of_guinea"
    fleet = UnitsView(owner=0, kind="galley", count=1, ready=1)
    sailed = tuple(
        replace(space, units=(fleet,)) if space.id == far else space for space in view.spaces
    )
    assert far in places_in_play(scene_of(replace(view, spaces=sailed)))
    assert far not in places_in_play(scene_of(view))


def test_where_nearly_all_is_in_play_the_map_is_the_worlds() -> None:
    assert draw(beginning(5)).size == WORLD_SIZE
    assert draw(beginning(2), size=SIZE).size == SIZE, "who wants a size gets the world in it"
