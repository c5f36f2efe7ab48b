"""From a view of the game to a picture of it.

>>> from render import draw, encode
>>> png = encode(draw(rules.view(state, seat)))
>>> crop = draw(view, focus="Europe", moves=[Move(0, "gaul", "iberia", 2)], theme="light")

Everything here may be called from a worker thread. Pictures belong to the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from engine.core.view import View
from engine.tiles.view import TileView
from render.crop import continents, hot_spots
from render.encode import encode
from render.happenings import battles_of, moves_of
from render.picture import CROP_SIZE, WORLD_SIZE
from render.picture import picture as draw_scene
from render.scene import Battle, Move, Scene, scene_of
from render.theme import players, themes
from render.tiles.picture import draw_tiles


def draw(
    view: View,
    *,
    theme: str = "dark",
    size: tuple[int, int] | None = None,
    focus: str | Iterable[str] | None = None,
    moves: Iterable[Move] = (),
    battles: Iterable[Battle] = (),
    highlights: Iterable[str] = (),
    names: Sequence[str] = (),
) -> Image.Image:
    """The picture of a game as the view's seat may see it.

    `focus` is a continent's name or the ids of places for a crop, None for the world. `moves` and
    `battles` are what the last phase brought, `highlights` the places the viewer can choose,
    `names` the players' names by seat (their colours' where one is missing). Any view gives a
    picture: what cannot be drawn is left out, and rules without a board get a card with the scores.
    On a board of tiles, places are squares as its edges name them.
    """
    if isinstance(view, TileView):
        return draw_tiles(
            view,
            theme_name=theme,
            size=size,
            focus=focus,
            moves=moves,
            battles=battles,
            highlights=highlights,
            names=names,
        )
    scene = scene_of(view, moves=moves, battles=battles, highlights=highlights, names=names)
    return draw_scene(scene, theme, size, focus)


__all__ = [
    "CROP_SIZE",
    "WORLD_SIZE",
    "Battle",
    "Move",
    "Scene",
    "battles_of",
    "continents",
    "draw",
    "encode",
    "hot_spots",
    "moves_of",
    "players",
    "scene_of",
    "themes",
]
