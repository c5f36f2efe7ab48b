"""The board of tiles: what lies on it is drawn where it lies, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.core.view import View
from engine.tiles.view import (
    BuildingView,
    CityView,
    FiguresView,
    IconView,
    Tile,
    TileView,
    TokenView,
    square_name,
    square_of,
)
from render import Battle, Change, Marks, Move
from render.sprites.things import looks, thing
from render.style.theme import theme
from render.tiles.board import window_on
from render.tiles.ground import ground
from render.tiles.legend import thing_entries
from render.tiles.marks import COLUMNS, ROWS, window_on_most
from render.voice import game_voice
from tests.render.builders.golden import looks_as_it_did
from tests.render.builders.pictures import board_text, draw
from tests.render.tiles.demo import demo_view

NAMES = ("Ada", "Bo", "Chi", "Dan")
GRASS = ("GGGG",) * 4


def a_board(
    tiles: tuple[Tile, ...] = (Tile(0, 0, GRASS), Tile(4, 0, GRASS)), **facts: Any
) -> TileView:
    given: dict[str, Any] = {
        "ruleset": "civ2010",
        "seat": 0,
        "seats": 2,
        "turn": 3,
        "phase": "movement",
        "awaited": (0,),
        "scores": (4, 2),
        "first": 0,
        "active": (0,),
        "players": (),
        "tiles": tiles,
    }
    return TileView(**{**given, **facts})


def changed(one: TileView, two: TileView, **marks: Any) -> set[str]:
    """The squares in which the pictures of two views differ."""
    window = window_on(one)
    pictures = [draw(view) for view in (one, two)]
    if marks:
        pictures[1] = draw(two, marks=Marks(**marks))
    left = (pictures[0].width - window.size[0]) // 2
    top = pictures[0].height - _below(pictures[0], window.size)
    found = set()
    for y in range(window.y1):
        for x in range(window.x1):
            inner = 3
            box = (
                left + x * window.cell + inner,
                top + y * window.cell + inner,
                left + (x + 1) * window.cell - inner,
                top + (y + 1) * window.cell - inner,
            )
            parts = [picture.crop(box) for picture in pictures]
            if ImageChops.difference(*parts).getbbox():
                found.add(square_name(x, y))
    return found


def _below(picture: Image.Image, size: tuple[int, int]) -> int:
    """How much of a picture lies at and below the board's upper edge: the frame is golden."""
    rule = theme("dark").page.rule
    x = picture.width // 2
    column = [y for y in range(picture.height) if picture.getpixel((x, y)) == rule]
    first = next(y for y in column if y > 90)
    return picture.height - first - 3


def test_squares_have_names_and_names_have_squares() -> None:
    for x in (0, 5, 25, 26, 27):
        for y in (0, 8, 17):
            assert square_of(square_name(x, y)) == (x, y)
    assert square_name(27, 17) == "AB18"
    for wrong in ("", "7", "C", "C0", "C-1", "ABC1", "Ä1", "C7x", "C1234"):
        assert square_of(wrong) is None


def test_a_view_can_be_stored_and_read() -> None:
    view = demo_view()
    raw = json.loads(msgspec.json.encode(view))
    assert msgspec.convert(raw, View | TileView) == view


def test_the_demo_looks_as_it_did() -> None:
    looks_as_it_did("tiles_dark", draw(demo_view(), names=NAMES))


def test_the_light_theme_differs_and_has_the_same_size() -> None:
    dark, light = (draw(demo_view(), theme=name, names=NAMES) for name in ("dark", "light"))
    assert dark.size == light.size
    assert ImageChops.difference(dark, light).getbbox() is not None


def test_a_tile_looks_the_same_whenever_it_is_drawn() -> None:
    rows = ("FWDF", "WMWM", "GGMM", "GWDD")
    one = ground(rows, (4, 8), 60, theme("dark").land).tobytes()
    assert ground(rows, (4, 8), 60, theme("dark").land).tobytes() == one


def test_every_terrain_can_be_told_from_the_others() -> None:
    means = []
    for letter in looks().terrain:
        tile = ground((letter * 4,) * 4, (0, 0), 40, theme("dark").land)
        means.append(tile.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)))
    for i, one in enumerate(means):
        for two in means[:i]:
            assert isinstance(one, tuple) and isinstance(two, tuple)
            assert sum(abs(a - b) for a, b in zip(one, two, strict=True)) > 60


@pytest.mark.parametrize(
    "thing_there",
    [
        {"icons": (IconView(1, 2, "wheat"),)},
        {"tokens": (TokenView(1, 2, "hut"),)},
        {"buildings": (BuildingView(0, 1, 2, "library"),)},
        {"buildings": (BuildingView(0, 1, 2, "the_colossus", "wonder"),)},
        {"buildings": (BuildingView(0, 1, 2, "artist", "great_person"),)},
        {"figures": (FiguresView(1, 1, 2, 2, 1),)},
    ],
    ids=["icon", "token", "building", "wonder", "great person", "figures"],
)
def test_a_thing_is_drawn_on_its_square_alone(thing_there: dict[str, Any]) -> None:
    assert changed(a_board(), a_board(**thing_there)) == {"B3"}


def test_a_city_colours_its_outskirts() -> None:
    city = CityView(1, 2, 1)
    around = {square_name(x, y) for x in (1, 2, 3) for y in (0, 1, 2)}
    assert changed(a_board(), a_board(cities=(city,))) == around


def test_a_metropolis_covers_two_squares_and_works_ten() -> None:
    city = CityView(1, 2, 1, capital=True, walls=True, second=(2, 2))
    around = {square_name(x, y) for x in (1, 2, 3) for y in (0, 1, 2, 3)}
    assert changed(a_board(), a_board(cities=(city,))) == around


def test_what_can_be_chosen_is_lit() -> None:
    assert changed(a_board(), a_board(), highlights=["C2", "Z99", "nonsense"]) == {"C2"}


def test_a_move_and_a_battle_are_marked() -> None:
    lit = changed(a_board(), a_board(), moves=[Move(0, "A1", "C1")], battles=[Battle("F3", 1)])
    assert {"A1", "B1", "C1", "F3"} <= lit
    assert not lit & {"A3", "B3", "H1"}


def test_a_face_down_tile_shows_nothing_of_itself() -> None:
    hidden = a_board((Tile(0, 0, GRASS), Tile(4, 0)))
    squares = {square_name(x, y) for x in range(4, 8) for y in range(4)}
    assert changed(hidden, a_board()) == squares


def test_a_focus_shows_the_squares_around() -> None:
    window = window_on(demo_view(), ["F5", "H8"])
    assert (window.x0, window.y0, window.x1, window.y1) == (2, 1, 11, 11)
    assert window.cell > window_on(demo_view()).cell - 1
    assert draw(demo_view(), focus="F5").width < draw(demo_view()).width


def test_a_size_is_kept_whatever_the_boards_shape() -> None:
    assert draw(demo_view(), size=(800, 600)).size == (800, 600)


def test_text_and_picture_tell_of_the_same_pieces() -> None:
    view = demo_view()
    told = board_text(view, NAMES).replace("\n  ", " ")
    for city in view.cities:
        assert f"{square_name(city.x, city.y)}: {NAMES[city.owner]}'s" in told
    for built in view.buildings:
        assert f"in {square_name(built.x, built.y)}" in told
    for stack in view.figures:
        assert f"{square_name(stack.x, stack.y)}:" in told
    assert sum(tile.rows == () for tile in view.tiles) == 3
    assert "3 tiles face down" in told
    for token in view.tokens:
        assert square_name(token.x, token.y) in told


@pytest.mark.parametrize(
    "view",
    [
        a_board(()),
        a_board((Tile(0, 0, ("GXQ!", "", "G")),)),
        a_board((Tile(6, 0, GRASS), Tile(0, 4, GRASS), Tile(12, 4, GRASS))),
        a_board(figures=(FiguresView(7, 99, 99, 1),), icons=(IconView(50, 0, "unobtainium"),)),
        a_board(cities=(CityView(9, 0, 0, walls=True), CityView(-1, 40, 40))),
        a_board(buildings=(BuildingView(0, 0, 0, "ziggurat", idle=True),)),
        a_board(figures=tuple(FiguresView(seat, 1, 1, 9, 2) for seat in range(6))),
    ],
    ids=["nothing", "odd letters", "with gaps", "off the board", "off cities", "odd", "crowd"],
)
def test_any_view_gives_a_picture_and_a_text(view: TileView) -> None:
    assert draw(view, names=["\u202e" * 80, "W" * 80]).width >= 900
    assert "Turn 3" in board_text(view)


def test_every_thing_of_the_demo_has_a_drawing() -> None:
    view = demo_view()
    for kind in {icon.kind for icon in view.icons} | {"hut", "village", "army", "scout", "spy"}:
        assert thing(kind).icon != "flag"
    for built in view.buildings:
        key = f"great_{built.kind}" if built.role == "great_person" else built.kind
        assert built.role == "wonder" or thing(key).icon != "flag"


def test_city_states_are_explained_once() -> None:
    icons = (*(IconView(at, 0, f"cs{at + 1}") for at in range(3)), IconView(4, 0, "iron"))
    view = msgspec.structs.replace(demo_view(), icons=icons)
    words = [entry.text for entry in thing_entries(view, game_voice("", 4, NAMES))]
    assert words == ["City-state", "Iron"]


def test_something_new_is_marked_on_its_square() -> None:
    board = a_board()
    for kind in ("made", "found"):
        assert changed(board, board, changes=[Change(0, "C2", kind)]) == {"C2"}


def test_a_tile_that_was_turned_up_is_framed() -> None:
    board = a_board()
    framed = changed(board, board, changes=[Change(1, "F2", "explored")])
    assert {"E1", "H1", "E4", "H4", "F1", "E2"} <= framed
    assert not framed & {"A1", "D4", "F2", "G3"}


def test_what_is_no_square_of_the_board_is_not_marked() -> None:
    board = a_board()
    assert (
        changed(board, board, changes=[Change(0, "Z99", "made"), Change(0, "", "found")]) == set()
    )


def a_large_board() -> TileView:
    """Twenty-four squares wide, sixteen high."""
    tiles = tuple(Tile(x, y, GRASS) for x in range(0, 24, 4) for y in range(0, 16, 4))
    return a_board(tiles)


def test_a_post_shows_the_part_of_the_board_where_most_happened() -> None:
    marks = Marks(
        moves=(Move(0, "A1", "B1"),),
        battles=(Battle("T14", 1),),
        changes=(Change(1, "U13", "made"),),
    )
    window = window_on_most(a_large_board(), marks)
    assert (window.x1 - window.x0, window.y1 - window.y0) == (COLUMNS, ROWS)
    for square in map(square_of, ("T14", "U13")):
        assert square is not None and window.shows(*square)
    assert not window.shows(0, 0)


def test_a_board_on_which_nothing_happened_is_shown_as_a_whole() -> None:
    assert window_on_most(a_large_board(), Marks()) == window_on(a_large_board())
    small = a_board()
    shown = window_on_most(small, Marks(moves=(Move(0, "A1", "B1"),)))
    assert shown[:4] == window_on(small)[:4]
