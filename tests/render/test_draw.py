"""`draw`: what changes in a game shows in the picture, and nothing a table can send breaks it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

import render.world_map.picture
from engine.core.view import View
from engine.world.view import MarkerView, SettlementView, SpaceView, WorldView
from render import CROP_SIZE, WORLD_SIZE, Battle, Look, Map, Marks, Move, drawn, themes
from render.flow.canvas import WIDTH
from render.header import HEADER
from render.style.players import NOBODY, colour_of
from render.style.theme import theme
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.parts import backdrop
from render.world_map.crop import window_on
from render.world_map.marks.owners import Painter
from render.world_map.window import Window, world_window
from tests.render.builders.boards import a_view, crowded_board, full_board, units
from tests.render.builders.names import AWKWARD_NAMES
from tests.render.builders.pictures import draw


def difference(a: Image.Image, b: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(a, b).getbbox()


def on_world(place: str, window: Window | None = None) -> tuple[int, int]:
    """A pixel inside a region, away from its name, on the world's picture."""
    window = window or world_window()
    x, y = window.point(*atlas().regions[numbers()[place]].anchor)
    return round(x), round(y) + HEADER


@pytest.mark.parametrize("theme", themes())
def test_the_world_has_the_size_it_promises(theme: str) -> None:
    image = draw(full_board(), theme=theme)
    assert (image.size, image.mode) == (WORLD_SIZE, "RGB")


def test_a_crop_has_the_size_it_promises() -> None:
    assert draw(full_board(), focus="Europe").size == CROP_SIZE
    assert draw(full_board(), focus=["gobi"], size=(800, 600)).size == (800, 600)


def test_themes_give_different_pictures() -> None:
    dark, light = (draw(full_board(), theme=name) for name in ("dark", "light"))
    assert difference(dark, light) is not None


def test_owned_land_takes_the_owners_colour_and_other_land_does_not() -> None:
    def at(image: Image.Image, place: str) -> tuple[int, ...]:
        x, y = on_world(place)
        box = (x + 30, y + 60, x + 36, y + 66)
        return tuple(round(sum(band.tobytes()) / 36) for band in image.crop(box).split())

    def far(a: tuple[int, ...], b: tuple[int, ...]) -> int:
        return sum(abs(x - y) for x, y in zip(a, b, strict=True))

    plain = draw(a_view())
    owned = draw(a_view({"yakutia": {"settlement": SettlementView(1, 1)}}))
    red = colour_of(1)
    assert far(at(owned, "yakutia"), red) < far(at(plain, "yakutia"), red) - 60
    assert at(owned, "libya") == at(plain, "libya")
    grey = draw(a_view({"yakutia": {"settlement": SettlementView(NOBODY, 1)}}))
    assert far(at(grey, "yakutia"), colour_of(NOBODY)) < far(at(plain, "yakutia"), red)


@pytest.mark.parametrize(
    "space",
    [
        {"units": (units(2, "swordsman"),)},
        {"units": (units(3, "settler", 2),)},
        {"units": (units(3, "fighter"),)},
        {"settlement": SettlementView(2, 3)},
        {"marker": MarkerView("down")},
        {"marker": MarkerView("known", "oil", (0,))},
        {"marker": MarkerView("up", "desert")},
    ],
    ids=["army", "settlers", "aircraft", "settlement", "unexplored", "known", "face-up"],
)
def test_what_stands_in_a_region_shows_there_and_nowhere_else(space: dict[str, object]) -> None:
    before, after = draw(a_view()), draw(a_view({"yakutia": space}))
    below = HEADER + world_window().height
    changed = difference(before.crop((0, 0, 2048, below)), after.crop((0, 0, 2048, below)))
    assert changed is not None
    x, y = on_world("yakutia")
    assert x - 250 < changed[0] < changed[2] < x + 250
    assert y - 150 < changed[1] < changed[3] < y + 150


def test_one_more_of_a_kind_changes_the_number_on_the_token() -> None:
    two, three = (draw(a_view({"gobi": {"units": (units(0, "knight", n),)}})) for n in (2, 3))
    assert difference(two, three) is not None


def test_cargo_shows_beside_its_fleet() -> None:
    empty = draw(a_view({"cape_sea": {"units": (units(0, "galley"),)}}))
    laden = draw(a_view({"cape_sea": {"units": (units(0, "galley", 1, settler=2),)}}))
    assert difference(empty, laden) is not None


def test_markers_face_down_known_and_face_up_look_different() -> None:
    faces = (MarkerView("down"), MarkerView("known", "oil", (0,)), MarkerView("up", "oil"))
    below = HEADER + world_window().height
    shown = [draw(a_view({"gobi": {"marker": f}})).crop((0, 0, 2048, below)) for f in faces]
    assert difference(shown[0], shown[1]) is not None
    assert difference(shown[1], shown[2]) is not None


def test_a_move_is_an_arrow_between_its_ends() -> None:
    before, after = (
        draw(a_view()),
        draw(a_view(), marks=Marks(moves=[Move(1, "gobi", "siberia", 4)])),
    )
    below = HEADER + world_window().height
    changed = difference(before.crop((0, 0, 2048, below)), after.crop((0, 0, 2048, below)))
    assert changed is not None
    (x0, y0), (x1, y1) = on_world("gobi"), on_world("siberia")
    assert min(x0, x1) - 120 < changed[0] < changed[2] < max(x0, x1) + 120
    assert min(y0, y1) - 80 < changed[1] < changed[3] < max(y0, y1) + 80


def test_a_move_round_the_edge_of_the_board_leaves_at_one_side_and_enters_at_the_other() -> None:
    before = draw(a_view())
    after = draw(a_view(), marks=Marks(moves=[Move(0, "north_pacific", "philippine_sea")]))
    changed = ImageChops.difference(before, after)
    assert changed.crop((0, HEADER, 40, 980)).getbbox() is not None
    assert changed.crop((2008, HEADER, 2048, 980)).getbbox() is not None
    assert changed.crop((700, HEADER, 1300, 980)).getbbox() is None


def test_a_battle_and_the_places_to_choose_are_marked() -> None:
    plain = draw(a_view())
    assert difference(plain, draw(a_view(), marks=Marks(battles=[Battle("gobi", 2)]))) is not None
    lit = ImageChops.difference(plain, draw(a_view(), marks=Marks(highlights=["gobi"])))
    x, y = on_world("gobi")
    assert lit.crop((x - 60, y - 60, x + 60, y + 60)).getbbox() is not None
    assert lit.crop((0, HEADER, 900, 980)).getbbox() is None


def test_the_same_wish_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[WorldView] = []
    paint = render.world_map.picture._world

    def counted(view: WorldView, *rest: Any) -> Image.Image:
        calls.append(view)
        return paint(view, *rest)

    monkeypatch.setattr(render.world_map.picture, "_world", counted)
    view = a_view({"gobi": {"units": (units(5, "tank", 77),)}})
    files = [drawn(Map(view), Look.of(names)) for names in (["Ada"], ["Ada"], ["Bo"])]
    assert len(calls) == 2
    assert files[0] == files[1] != files[2]


def test_repainting_a_few_regions_gives_the_same_picture_as_painting_all() -> None:
    parts = backdrop(world_window(), theme())
    before = (("gaul", 1), ("iberia", 1), ("gobi", 2), ("siberia", 2), ("kamchatka", 4))
    after = (("gaul", 0), ("germania", 3), ("gobi", 2), ("siberia", NOBODY), ("kamchatka", 4))
    touched = Painter(parts)
    touched.painted(before)
    everything = Painter(parts)
    whole = everything._part(
        {numbers()[key]: owner for key, owner in after},
        everything._between({numbers()[key]: owner for key, owner in after}),
        (0, 0, *parts.base.size),
    )
    assert difference(touched.painted(after), whole) is None


def test_threads_draw_the_same_pictures_as_one_after_another() -> None:
    views = [a_view({"gobi": {"units": (units(n % 6, "knight", n + 1),)}}) for n in range(8)]
    alone = [draw(view).tobytes() for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = [image.tobytes() for image in pool.map(draw, reversed(views))]
    assert together == alone[::-1]


@pytest.mark.parametrize("theme", themes())
def test_names_in_any_script_and_of_any_length_make_a_picture(theme: str) -> None:
    for focus in (None, "Europe"):
        draw(full_board(), names=AWKWARD_NAMES, theme=theme, focus=focus)


def test_a_name_that_cannot_be_drawn_becomes_the_colours_name() -> None:
    plain = draw(a_view())
    for name in ("\u200b\u200b", "", "\U000e0001", "\n\t"):
        assert difference(plain, draw(a_view(), names=[name])) is None


def test_long_names_stay_in_the_title_bar_beside_the_turn() -> None:
    image = draw(a_view(), names=["W" * 80] * 6)
    plain = draw(a_view())
    assert difference(image.crop((0, 0, 560, HEADER)), plain.crop((0, 0, 560, HEADER))) is None
    assert (
        difference(image.crop((0, HEADER, 2048, 1100)), plain.crop((0, HEADER, 2048, 1100))) is None
    )


def test_an_empty_game_makes_a_picture() -> None:
    empty = a_view(scores=(), players=(), seats=0, awaited=(), active=(), turn=0)
    empty = msgspec.structs.replace(empty, spaces=())
    assert draw(empty).size == WORLD_SIZE
    assert draw(empty, focus="Asia").size == CROP_SIZE


def test_rules_without_a_world_board_get_a_card() -> None:
    view = View(
        ruleset="chess", seat=None, seats=2, turn=3, phase="middlegame", awaited=(1,), scores=(7, 5)
    )
    image = draw(view, names=["Ada", "🎉"])
    assert image.width == WIDTH
    assert difference(image, draw(msgspec.structs.replace(view, scores=(9, 5)))) is not None


def test_unknown_rules_phases_pieces_places_and_seats_do_not_matter() -> None:
    strange = {
        "gobi": {
            "units": (
                units(9, "hoverboard", 1000),
                units(-1, "barbarian"),
                units(2, "galley", 1, imp=3),
            ),
            "settlement": SettlementView(8, 9, lent_to=11),
            "marker": MarkerView("up", "unobtainium"),
        }
    }
    view = a_view(strange, ruleset="atlantis", phase="grand_finale", era="", seats=9)
    view = msgspec.structs.replace(
        view, spaces=(*view.spaces, SpaceView("atlantis", (units(0, "tank"),)))
    )
    for focus in (None, ["gobi", "atlantis"], "Atlantis", "asia", ()):
        draw(view, focus=focus, theme="no such theme", marks=Marks(highlights=["atlantis"]))


def test_a_size_beyond_reason_is_brought_into_reason() -> None:
    assert draw(a_view(), size=(10, 10)).size == (320, 320)
    assert draw(a_view(), size=(900, 100000), focus=["gobi"]).size == (900, 4096)


def test_a_crop_goes_round_the_edge_where_that_is_nearer() -> None:
    window = window_on(("alaska", "kamchatka"), 1200, 660)
    assert window.width / window.scale < 1400
    draw(crowded_board(), focus=["alaska", "kamchatka"])
