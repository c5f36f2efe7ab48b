"""Players are seen in the colours they have chosen, on every picture and in every text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.core.view import Outcome, Standing, View
from engine.tiles.view import CityView, FiguresView, Tile, TileView
from engine.world.battle_report import BattleReport, Round, Side, battle_reports
from engine.world.events import BattleBegan
from engine.world.view import MarkerView, SettlementView, WorldView
from render import Battle, Colours, Look, Marks, Move
from render.film.replay import replay
from render.header import HEADER
from render.style.players import players, seat_colours
from render.world_map.window import world_window
from tests.render.builders.boards import a_view, units
from tests.render.builders.pictures import (
    alt_text,
    board_text,
    draw,
    draw_card,
    player_sheet,
    score_chart,
    standings_card,
    technology_overview,
)

KEYS = ("amber", "crimson", "jade", "azure", "violet", "indigo")
INDIGO = next(player.colour for player in players() if player.name == "Indigo")


def held(owner: int) -> WorldView:
    """A game of two in which one seat has one of everything."""
    return a_view(
        {
            "gobi": {"settlement": SettlementView(owner, 2, lent_to=1 - owner)},
            "nile": {"units": (units(owner, "knight", 3),), "marker": MarkerView("down")},
            "cape_sea": {"units": (units(owner, "galley", 1, settler=2),)},
            "gaul": {"marker": MarkerView("known", "oil", (owner,))},
        },
        seats=2,
        seat=None,
    )


def fight(owner: int) -> BattleReport:
    one = Side(owner, owner, (("tank", 1),), (3, 4), total=7)
    two = Side(1 - owner, 1 - owner, (("knight", 1),), (2,), total=2, lost=True)
    losses = ((1 - owner, (("knight", 1),)),)
    return BattleReport("gobi", (owner,), (1 - owner,), (Round(1, one, two),), "attacker", losses)


def tiles(owner: int) -> TileView:
    return TileView(
        ruleset="civ2010", seat=0, seats=2, turn=3, phase="movement", awaited=(0,), scores=(4, 2),
        first=0, active=(0,), players=(), tiles=(Tile(0, 0, ("GGGG",) * 4),),
        cities=(CityView(owner, 1, 1),), figures=(FiguresView(owner, 3, 3, 1, 1),),
    )  # fmt: skip


OUTCOME = Outcome("points", (Standing(0, 1, 9, {"x": 9}), Standing(1, 2, 4, {"x": 4})), 7)
PICTURES: dict[str, Callable[[Colours | None], Image.Image]] = {
    "world": lambda colours: draw(held(0), colours=colours),
    "light world": lambda colours: draw(held(0), colours=colours, theme="light"),
    "part": lambda colours: draw(held(0), colours=colours, focus=["gobi"]),
    "no board": lambda colours: draw(
        View(ruleset="x", seat=0, seats=2, turn=1, phase="p", awaited=(), scores=(1, 2)),
        colours=colours,
    ),
    "tiles": lambda colours: draw(tiles(0), colours=colours),
    "sheet": lambda colours: player_sheet(held(0), 0, colours=colours),
    "technologies": lambda colours: technology_overview(held(0), colours=colours),
    "battle": lambda colours: draw_card(fight(0), "standard", colours=colours),
    "chart": lambda colours: score_chart([(1, (1, 2)), (2, (3, 4))], colours=colours),
    "standings": lambda colours: standings_card(OUTCOME, "standard", colours=colours),
}


def alike(one: Image.Image, two: Image.Image) -> bool:
    return one.size == two.size and ImageChops.difference(one, two).getbbox() is None


def dots(image: Image.Image, colour: tuple[int, int, int]) -> int:
    found = image.getcolors(image.width * image.height) or []
    return sum(count for count, seen in found if seen == colour)


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_shows_the_chosen_colour(name: str) -> None:
    before, after = PICTURES[name](None), PICTURES[name]({0: "indigo"})
    assert dots(before, INDIGO) < dots(after, INDIGO)


@pytest.mark.parametrize("name", PICTURES)
def test_who_chooses_what_they_would_have_had_changes_nothing(name: str) -> None:
    assert alike(PICTURES[name](None), PICTURES[name](dict(enumerate(KEYS))))


@pytest.mark.parametrize("focus", [None, ["gobi", "nile"]])
def test_a_chosen_colour_looks_like_the_seat_that_has_it_by_order(focus: Any) -> None:
    def drawn(view: WorldView, colours: Colours | None, owner: int) -> Image.Image:
        moves, battles = [Move(owner, "nile", "libya", 2)], [Battle("libya", owner)]
        image = draw(view, focus=focus, marks=Marks(moves=moves, battles=battles), colours=colours)
        top, high = (104, 764) if focus else (HEADER, HEADER + world_window().height)
        return image.crop((0, top, image.width, high))

    swapped = {0: "crimson", 1: "amber"}
    assert alike(drawn(held(0), swapped, 0), drawn(held(1), None, 1))


def test_a_film_shows_the_chosen_colours() -> None:
    shots = [(held(0), "Turn 1")]
    size = (640, 344)
    one, two, three = (
        replay(shots, Look.of(colours=colours), size=size).data
        for colours in (None, {0: "amber"}, {0: "jade"})
    )
    assert one == two != three


def test_texts_name_the_chosen_colours_and_their_shapes() -> None:
    colours = {0: "violet", 1: "jade"}
    for told in (
        board_text(held(0), ["Ada", ""], colours=colours),
        alt_text(held(0), ["Ada", ""], colours=colours),
    ):
        assert "Ada (Violet)" in told
        assert "Jade" in told
        assert "Amber" not in told and "Crimson" not in told
    assert "★ Ada" in board_text(held(0), ["Ada", ""], colours=colours)


def test_a_players_colour_stands_in_for_a_missing_name_on_cards() -> None:
    began = BattleBegan("gobi", (0,), (1,))
    (report,) = battle_reports([began], "standard")
    plain = draw_card(report, "standard")
    assert not alike(plain, draw_card(report, "standard", colours={0: "jade"}))


def test_colours_go_by_seat_where_nobody_has_chosen() -> None:
    assert seat_colours().numbers == seat_colours({}).numbers == (0, 1, 2, 3, 4, 5)
    assert seat_colours({}).of(-1) == -1
    assert seat_colours({}).of(9) == 9
    assert seat_colours({0: "Jade"}).name(0) == "Jade"


@pytest.mark.parametrize(
    ("colours", "numbers"),
    [
        ({0: "jade"}, (2, 1, 0, 3, 4, 5)),
        ({0: "jade", 2: "amber"}, (2, 1, 0, 3, 4, 5)),
        ({1: "jade", 3: "jade"}, (0, 2, 1, 3, 4, 5)),
        ({0: "mauve", 1: ""}, (0, 1, 2, 3, 4, 5)),
        ({7: "jade", -1: "amber"}, (0, 1, 2, 3, 4, 5)),
        ({5: "amber"}, (5, 1, 2, 3, 4, 0)),
    ],
)
def test_no_two_seats_ever_have_the_same_colour(colours: Colours, numbers: tuple[int, ...]) -> None:
    assert seat_colours(colours).numbers == numbers
