"""Draws a view: the board or a part of it, whatever kind of board it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from engine.core.view import View
from engine.tiles.view import TileView
from engine.world.view import WorldView
from render.scene import UNMARKED, Marks, scene_of
from render.style.players import Colours
from render.tiles.marks import weights_of
from render.tiles.picture import draw_tile_action, draw_tiles
from render.world_map.crop import hot_spots
from render.world_map.picture import action_picture, draw_scene

MOST_CROPS = 2
"""More crops below one another are too tall for a phone."""


def draw(
    view: View,
    *,
    theme: str = "dark",
    size: tuple[int, int] | None = None,
    focus: str | Iterable[str] | None = None,
    marks: Marks = UNMARKED,
    names: Sequence[str] = (),
    colours: Colours | None = None,
) -> Image.Image:
    """The picture of a game as the view's seat may see it.

    `focus` is a continent's name or the ids of places for a crop, None for the world, `names`
    are the players' names by seat (their colours' where one is missing). Any view gives a
    picture: what cannot be drawn is left out, and rules without a board get a card with the scores.
    On a board of tiles, places are squares as its edges name them.

    `colours` are the colours the players have chosen: a mapping from seat to one of "amber",
    "crimson", "jade", "azure", "violet" and "indigo" (the names in `players.toml`), for example
    `{0: "jade", 1: "amber"}`. Without it, and for seats it leaves out, colours go by seat, and no
    two seats ever have the same. Everything else that colours by seat takes the same argument, by
    this name: `replay`, `board_text`, `board_pages`, `alt_text`, `talk`, `player_sheet`,
    `technology_overview`, `battle_reports`, `battle_card`, `score_chart`, `standings_card`.
    """
    if isinstance(view, TileView):
        return draw_tiles(
            view,
            theme_name=theme,
            size=size,
            focus=focus,
            marks=marks,
            names=names,
            colours=colours,
        )
    scene = scene_of(view, marks=marks, names=names, colours=colours)
    return draw_scene(scene, theme, size, focus)


def draw_action(
    view: View,
    *,
    marks: Marks = UNMARKED,
    theme: str = "dark",
    names: Sequence[str] = (),
    colours: Colours | None = None,
    crops: int = MOST_CROPS,
) -> Image.Image:
    """Where things happened, close enough to read on a phone, and where on the board that is.

    There are at most so many `crops`. The board as `draw` shows it where nothing happened, or
    happened all over it.
    """
    spots: tuple[tuple[str, ...], ...] = ()
    if isinstance(view, WorldView):
        spots = hot_spots(marks.moves, marks.battles, crops, marks.news)
    if spots:
        scene = scene_of(view, marks=marks, names=names, colours=colours)
        return action_picture(scene, theme, spots)
    if isinstance(view, TileView) and weights_of(marks):
        return draw_tile_action(view, marks, theme_name=theme, names=names, colours=colours)
    return draw(view, theme=theme, marks=marks, names=names, colours=colours)
