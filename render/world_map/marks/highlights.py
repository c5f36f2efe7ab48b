"""Places that light up because a decision can point at them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.style.theme import Theme
from render.world_map.atlas import atlas, numbers
from render.world_map.window import Box, Window


def draw_highlights(
    image: Image.Image, window: Window, theme: Theme, places: Iterable[str]
) -> list[Box]:
    """Light up the places a decision can point at; answers with what that covers."""
    covered: list[Box] = []
    for place in places:
        number = numbers().get(place)
        if number is None:
            continue
        for turn in window.turns:
            glow = _lit(window, number, turn)
            if glow is None:
                continue
            left, top, fill, line = glow
            image.paste(theme.marks.option_glow, (left, top), fill)
            image.paste(theme.marks.casing, (left, top), line[0])
            image.paste(theme.marks.option, (left, top), line[1])
            covered.append((left, top, left + fill.width, top + fill.height))
    return covered


Lit = tuple[int, int, Image.Image, tuple[Image.Image, Image.Image]]


@lru_cache(256)
def _lit(window: Window, number: int, turn: int) -> Lit | None:
    """Masks of a lit region: its inside, glowing towards the edge, and its outline."""
    region, zoom, finer = atlas().regions[number], window.zoom, 2
    bounds, pad = region.bounds(), 5 * zoom
    if not window.shows(bounds, turn):
        return None
    x0, y0 = window.point(bounds[0], bounds[1], turn)
    x1, y1 = window.point(bounds[2], bounds[3], turn)
    left, top = max(0, int(x0 - pad)), max(0, int(y0 - pad))
    right, bottom = min(window.width, int(x1 + pad) + 1), min(window.height, int(y1 + pad) + 1)
    if right <= left or bottom <= top:
        return None
    size = (right - left) * finer, (bottom - top) * finer
    inside, casing, line = (Image.new("L", size) for _ in range(3))
    for polygon in region.rings:
        points = [
            (x - left * finer, y - top * finer) for x, y in window.line(polygon[0], finer, turn)
        ]
        ImageDraw.Draw(inside).polygon(points, fill=255)
        for mask, width, fill in ((casing, 5.4, 170), (line, 3.0, 255)):
            ImageDraw.Draw(mask).line(
                points, fill=fill, width=round(width * zoom * finer), joint="curve"
            )
    inside = inside.reduce(finer)
    deep = inside.filter(ImageFilter.BoxBlur(9 * zoom))
    table = [round(40 + (255 - value) * 0.75) for value in range(256)]
    fill_mask = Image.composite(deep.point(table), Image.new("L", inside.size), inside)
    return left, top, fill_mask, (casing.reduce(finer), line.reduce(finer))
