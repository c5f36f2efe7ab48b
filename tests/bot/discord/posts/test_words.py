"""Words behind pictures: land out of play, and victories that are no points."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.view import Outcome, Standing
from render import Look, Map, Marks, drawn
from render.drawing import PANEL_TILES
from tests.cast import PEOPLE
from tests.civ2010.builders import a_game
from tests.render.builders.pictures import alt_text, board_text

NAMES = list(PEOPLE[:3])
WON = Outcome(
    "culture",
    (
        Standing(1, 1, 1009, {"victory": 1000, "culture": 7, "coins": 2}),
        Standing(0, 2, 12, {"culture": 9, "coins": 3}),
    ),
    14,
)


def test_land_out_of_play_is_named_for_those_who_do_not_see_it() -> None:
    game = Game.new("rhye", NAMES, {}, b"s" * 32, [b"x"] * 3)
    view = game.view(None)
    assert "Not in play: Australia, North America, South America and" in alt_text(view, NAMES)
    board = board_text(view, NAMES)
    assert "NOT IN PLAY" in board
    assert all(name in board for name in ("Alaska", "Patagonia"))


def test_where_all_land_is_in_play_nothing_is_said_about_it() -> None:
    view = Game.new("standard", NAMES, {}, b"s" * 32, [b"x"] * 3).view(None)
    assert "play" not in alt_text(view, NAMES).lower()
    assert "NOT IN PLAY" not in board_text(view, NAMES)


def test_a_victory_is_named_and_not_counted() -> None:
    said = Voice(catalog("civ2010", strict=True), NAMES).outcome(WON)
    assert "1. Bea, culture victory: culture 7 and coins 2" in said
    assert "2. Ada, 12 points: culture 9 and coins 3" in said
    assert "1000" not in said and "1009" not in said


def test_the_options_on_an_upright_board_are_drawn_without_room_beside_it() -> None:
    view = a_game().scouts("ada", "C8").at("movement").view("ada")
    marks = Marks(highlights=["C9"])
    png = drawn(Map(view, marks=marks, panel=True, around=("C2", "F15")), Look())
    with Image.open(BytesIO(png)) as image:
        assert image.height == PANEL_TILES[1] and image.width < image.height
