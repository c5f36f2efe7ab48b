"""What happened: crops of where it did, and where on the world that is, in one picture."""

from __future__ import annotations

import pytest

from engine.core.view import View
from render import WORLD_SIZE, Battle, Marks, Move, hot_spots
from render.world_map.backdrop.parts import OVERVIEW_WIDTH
from render.world_map.window import world_window
from tests.render.builders.boards import full_board
from tests.render.builders.golden import looks_as_it_did
from tests.render.builders.pictures import draw, draw_action
from tests.render.cards.builders import differ
from tests.render.tiles.demo import demo_view

NEAR = (Move(0, "gaul", "iberia", 2), Move(1, "germania", "gaul", 3))
FAR = (Move(3, "hudson", "labrador", 2),)


def test_what_happened_looks_as_it_did() -> None:
    picture = draw_action(
        full_board(), marks=Marks(moves=(*NEAR, *FAR), battles=[Battle("gaul", 1)])
    )
    looks_as_it_did("action", picture)


def test_what_happened_near_together_is_one_crop_and_far_apart_two() -> None:
    one = draw_action(full_board(), marks=Marks(moves=NEAR))
    two = draw_action(full_board(), marks=Marks(moves=(*NEAR, *FAR)))
    assert one.width == two.width == OVERVIEW_WIDTH
    assert one.height < two.height
    assert len(hot_spots(NEAR)) == 1
    assert len(hot_spots((*NEAR, *FAR))) == 2


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_world_below_shows_owners_and_where_the_crop_lies(theme: str) -> None:
    high = world_window(OVERVIEW_WIDTH).height
    pictures = [
        draw_action(full_board(), marks=Marks(moves=moves), theme=theme) for moves in (NEAR, FAR)
    ]
    below = [image.crop((0, image.height - high, *image.size)) for image in pictures]
    assert differ(*below)


def test_phones_show_it_on_less_than_a_screen() -> None:
    picture = draw_action(full_board(), marks=Marks(moves=(*NEAR, *FAR)))
    assert picture.height * 390 / picture.width < 844 * 0.75


def test_where_nothing_happened_the_world_is_shown() -> None:
    quiet = draw_action(full_board())
    assert quiet.size == WORLD_SIZE
    assert not differ(quiet, draw(full_board()))


def test_boards_of_tiles_show_the_part_where_it_happened() -> None:
    move, fought = Move(0, "D6", "F6", 1), [Battle("H5", 0)]
    near = draw_action(demo_view(), marks=Marks(moves=[move], battles=fought))
    # The squares close up are what a larger board's are not: as wide as the picture.
    assert near.width < draw(demo_view(), marks=Marks(moves=[move], battles=fought)).width
    assert differ(near, draw_action(demo_view(), marks=Marks(moves=[move])))
    assert not differ(draw_action(demo_view()), draw(demo_view()))


def test_rules_without_a_board_get_their_scores() -> None:
    view = View(ruleset="x", seat=0, seats=2, turn=4, phase="trade", awaited=(1,), scores=(12, 9))
    assert not differ(draw_action(view), draw(view))
