"""What a tree is drawn on: a picture of exactly the height that it asks for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from render.fonts.faces import Role
from render.fonts.writing import write
from render.style.colour import Colour, mixed
from render.style.theme import theme

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 1000
TALLEST = 4096
"""Discord and phones show no taller picture well."""
FINER = 3

Side = Literal["l", "m", "r"]
Ink = str | Colour
"""A colour of the page by name (`faint` and `hair` are those of boxes and thin lines), or one."""


class Shade(NamedTuple):
    """A share of some ink on the page's ground."""

    ink: Ink
    share: float


Paint = Ink | Shade


class Node:
    """A part of a card. `grow` shares what is left of a row, `wide` is the width it asks for.

    What can `stretch` fills the height of its row; all else stands in the middle of it.
    """

    grow: float = 0
    wide: float = 0
    stretch: bool = False

    def high(self, wide: float) -> float:
        """How high it is, that wide."""
        return 0

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        """Draw it into a box."""

    def said(self) -> str:
        """The same in words; nothing for what only adorns."""
        return ""


class Canvas:
    """A card. Places and sizes are in pixels."""

    def __init__(
        self, node: Node, theme_name: str = "dark", wide: int = WIDTH, high: int = 0
    ) -> None:
        # Imported here: who only says a tree has no need of Pillow.
        from PIL import Image, ImageDraw

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
        shown = made(*inked)
        corner = round(x - shown.width / 2), round(y - shown.height / 2)
        self.image.paste(shown, corner, shown)

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
    from PIL import Image, ImageDraw

    size = max(1, wide), max(1, high)
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 12 * FINER, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


@lru_cache(16)
def _dashed(wide: int, high: int) -> Image.Image:
    """A mask of the dashes around a box."""
    from PIL import Image, ImageDraw

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
