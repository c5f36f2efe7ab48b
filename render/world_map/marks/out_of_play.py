"""Land that is not in play with so few players: it loses its colour and is hatched."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.style.theme import Theme
from render.world_map.atlas import numbers
from render.world_map.backdrop.names import name_picture
from render.world_map.backdrop.parts import Backdrop

VEIL, HATCH = 150, 215
"""How much of the ground the paper covers between the lines of the hatching, and on them."""
GAP, LINE = 13, 3.4
"""The distance of the lines and their width, on the world map."""
FINER = 3


def draw_out_of_play(image: Image.Image, static: Backdrop, places: tuple[str, ...]) -> None:
    """Hatch some land. Its names fade with it, as nobody can go there."""
    if not places:
        return
    there = _there(static, places)
    box = there.getbbox()
    if box is None:
        return
    there, zoom, names = there.crop(box), static.window.zoom, set(places)
    image.paste(image.crop(box).convert("L").convert("RGB"), box, there)
    pattern = hatching(image.width, image.height, zoom).crop(box)
    image.paste(faded(static.theme), box, ImageChops.multiply(pattern, there))
    for key, spot in static.layout.items():
        # Names of the others may reach over hatched land.
        if key not in names:
            left, top, name = name_picture(key, spot, zoom, static.theme)
            image.paste(name, (left, top), name)


def _there(static: Backdrop, places: tuple[str, ...]) -> Image.Image:
    """A mask of some land with its names, which reach over the coasts of islands."""
    known = numbers()
    some = {known[place] for place in places if place in known}
    there = static.regions.point([255 if number in some else 0 for number in range(256)], "L")
    there = ImageChops.multiply(there, static.land)
    for place in places:
        if place in static.layout:
            spot = static.layout[place]
            left, top, name = name_picture(place, spot, static.window.zoom, static.theme)
            there.paste(255, (left, top), name.getchannel("A"))
    return there


def faded(theme: Theme) -> tuple[int, int, int]:
    """The colour that covers what is not in play: that of the page around the map."""
    return theme.page.ground


@lru_cache(4)
def hatching(wide: int, high: int, zoom: float) -> Image.Image:
    """How much of each pixel is covered: slanted lines over an even veil."""
    side = max(4, round(GAP * zoom))
    tile = hatched_tile(side, max(1.0, LINE * zoom))
    pattern = Image.new("L", (wide, high))
    for top in range(0, high, side):
        for left in range(0, wide, side):
            pattern.paste(tile, (left, top))
    return pattern


def hatched_tile(side: int, line: float) -> Image.Image:
    """A square of the hatching that continues on all four sides."""
    large = side * FINER
    tile = Image.new("L", (large, large), VEIL)
    pen = ImageDraw.Draw(tile)
    for shift in (-large, 0, large):
        pen.line((shift, large, shift + large, 0), HATCH, round(line * FINER))
    return tile.reduce(FINER)
