"""Dice as they fell."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw

from render.fonts.faces import face as typeface
from render.sprites.piece import FINER, GOLD, Rim, Sprite, disc, large, shrunk
from render.style.colour import CREAM, DARK, Colour, ink_on, mixed
from render.style.players import colour_of

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(256)
def die(face: int, owner: int, size: int, hit: bool = False, dull: bool = False) -> Sprite:
    """A die in a player's colour. `hit` gives it a golden rim, `dull` is for one that lost.

    Faces that no die of six sides has are written as numbers.
    """
    full = size * FINER
    colour: Colour = colour_of(owner)
    ink = ink_on(colour)
    edge = GOLD if hit else CREAM
    if dull:
        colour, ink, edge = (mixed(c, (110, 110, 112), 0.55) for c in (colour, ink, edge))
    rims = Rim(0, DARK, 0.22), Rim(0.03, edge, 0.2), Rim(0.13 if hit else 0.07, colour, 0.15)
    image = large(size, "square", rims)
    draw = ImageDraw.Draw(image)
    if face in PIPS:
        for dx, dy in PIPS[face]:
            disc(draw, full * (0.5 + dx * 0.22), full * (0.5 + dy * 0.22), full * 0.085, ink)
    else:
        font = typeface("number", round(full * 0.6))
        draw.text((full / 2, full / 2), str(face), font=font, fill=ink, anchor="mm")
    return shrunk(image)
