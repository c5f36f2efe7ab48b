"""The world at a glance: owners, settlements, battles, and frames around what is shown larger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.scene import Scene
from render.sprites.sprites import battle, emblem, put, shape_of
from render.style.players import colour_of
from render.style.theme import Theme
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.parts import backdrop
from render.world_map.marks.out_of_play import draw_out_of_play
from render.world_map.marks.owners import Painter
from render.world_map.window import Point, Window, world_window

DOT = 9.0
"""The size of a settlement's mark, at a width of 1200."""
FINER = 3


def overview(scene: Scene, theme: Theme, wide: int, shown: Sequence[Window]) -> Image.Image:
    """The world without names and pieces, small enough to stand below a crop.

    `shown` are the windows that are to be found again on it.
    """
    painter = _painter(theme, wide)
    image = painter.painted(scene.owners)
    draw_out_of_play(image, painter.static, scene.out_of_play)
    window, scale = world_window(wide), wide / 1200
    for place in scene.places:
        if place.settlement is not None:
            x, y = _middle(window, place.id)
            size = DOT * scale * (1 + 0.16 * place.settlement.size)
            put(image, _dot(place.settlement.owner, round(size)), x, y)
    for fought in scene.battles:
        x, y = _middle(window, fought.place)
        put(image, battle(fought.winner, round(30 * scale), theme.marks.battle), x, y)
    for part in shown:
        _frame(image, window, part, theme, scale)
    return image


@lru_cache(2)
def _painter(theme: Theme, wide: int) -> Painter:
    return Painter(backdrop(world_window(wide), theme, named=False))


def forget_overviews() -> None:
    """Keep nothing of those that were drawn."""
    _painter.cache_clear()


def _middle(window: Window, place: str) -> Point:
    return window.point(*atlas().regions[numbers()[place]].anchor)


@lru_cache(64)
def _dot(owner: int, size: int) -> Image.Image:
    """A player's shape, dark rimmed, on a transparent ground."""
    full = size * 2 * FINER
    image = Image.new("RGBA", (full, full))
    draw, middle = ImageDraw.Draw(image), full / 2
    for r, fill in ((0.66, (20, 16, 14)), (0.52, (255, 250, 238)), (0.4, colour_of(owner))):
        draw.polygon(emblem(shape_of(owner), middle, middle, size * FINER * r), fill=fill)
    return image.resize((size * 2, size * 2), Image.Resampling.LANCZOS)


def _frame(image: Image.Image, world: Window, part: Window, theme: Theme, scale: float) -> None:
    """The outline of what a crop shows, on both sides where it goes round the board's edge."""
    mask = Image.new("L", (image.width * 2, image.height * 2))
    casing = Image.new("L", mask.size)
    right, bottom = part.left + part.width / part.scale, part.top + part.height / part.scale
    for turn in (-atlas().w, 0, atlas().w):
        x0, y0 = world.point(part.left, part.top, turn)
        x1, y1 = world.point(right, bottom, turn)
        if x1 < 0 or x0 > world.width:
            continue
        box = (x0 * 2, max(6 * scale, y0 * 2), x1 * 2, min(mask.height - 6 * scale, y1 * 2))
        for layer, thick in ((casing, 9), (mask, 5)):
            ImageDraw.Draw(layer).rounded_rectangle(
                box, 10 * scale, outline=255, width=round(thick * scale)
            )
    image.paste(theme.marks.casing, (0, 0), casing.reduce(2))
    image.paste(theme.marks.option, (0, 0), mask.reduce(2))
