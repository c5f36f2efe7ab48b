"""What a card is drawn on: a picture of exactly the height that its tree asks for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from PIL import Image, ImageDraw

from render.cards.flow import Node, Paint, Shade, Side
from render.fonts.faces import Role
from render.fonts.writing import write
from render.sprites.sprites import put
from render.style.colour import Colour, mixed
from render.style.theme import theme

WIDTH = 1000
TALLEST = 4096
"""Discord and phones show no taller picture well."""
FINER = 3


class Canvas:
    """A card. Places and sizes are in pixels."""

    def __init__(
        self, node: Node, theme_name: str = "dark", wide: int = WIDTH, high: int = 0
    ) -> None:
        self.theme = theme(theme_name)
        self.page = self.theme.page
        size = wide, high or min(TALLEST, round(node.high(wide)))
        self.image = Image.new("RGB", size, self.page.ground)
        self.pen = ImageDraw.Draw(self.image)
        node.draw(self, 0, 0, *size)

    def colour(self, paint: Paint) -> Colour:
        """The colour that some paint is on this page."""
        ground = self.page.ground
        if isinstance(paint, Shade):
            return mixed(ground, self.colour(paint.ink), paint.share)
        if paint == "faint":
            return mixed(ground, self.page.text, 0.09)
        if paint == "hair":
            return mixed(ground, self.page.text, 0.24)
        if paint == "battle":
            return self.theme.marks.battle
        found: Colour = getattr(self.page, paint) if isinstance(paint, str) else paint
        return found

    def write(
        self, at: tuple[float, float], words: str, role: Role, size: int, ink: Paint, side: Side
    ) -> None:
        """Write a line whose middle height is `at[1]`."""
        write(self.pen, at, words, role, size, self.colour(ink), side)

    def sprite(self, name: str, arguments: tuple[Any, ...], x: float, y: float) -> None:
        """Lay a sprite with its middle at a point; it is named as `module.function`."""
        module, _, function = name.partition(".")
        made = getattr(import_module(f"render.sprites.{module}"), function)
        inked = (self.colour(each) if isinstance(each, Shade) else each for each in arguments)
        put(self.image, made(*inked), x, y)

    def box(self, x: float, y: float, wide: float, high: float, fill: Paint) -> None:
        """A box with round corners."""
        mask = _rounded(round(x + wide) - round(x), round(y + high) - round(y))
        self.image.paste(self.colour(fill), (round(x), round(y)), mask)

    def dashes(self, x: float, y: float, wide: float, high: float) -> None:
        """A dashed outline."""
        mask = _dashed(round(wide), round(high))
        self.image.paste(self.colour("hair"), (round(x), round(y)), mask)

    def line(self, x: float, y: float, wide: float, high: float, ink: Paint) -> None:
        """A line across."""
        box = round(x), round(y), round(x + wide) - 1, round(y + high) - 1
        self.pen.rectangle(box, fill=self.colour(ink))


@lru_cache(64)
def _rounded(wide: int, high: int) -> Image.Image:
    """A mask of a box with round corners."""
    size = max(1, wide), max(1, high)
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 12 * FINER, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


@lru_cache(16)
def _dashed(wide: int, high: int) -> Image.Image:
    """A mask of the dashes around a box."""
    finer = 2
    mask = Image.new("L", (wide * finer, high * finer))
    draw = ImageDraw.Draw(mask)
    edge = (4, 4, mask.width - 5, mask.height - 5)
    draw.rounded_rectangle(edge, 12 * finer, outline=170, width=3 * finer)
    for at in range(0, mask.width + mask.height, 40):
        draw.rectangle((at, 0, at + 16, 12 * finer), fill=0)
        draw.rectangle((at, mask.height - 12 * finer, at + 16, mask.height), fill=0)
        draw.rectangle((0, at, 12 * finer, at + 16), fill=0)
        draw.rectangle((mask.width - 12 * finer, at, mask.width, at + 16), fill=0)
    return mask.reduce(finer)
