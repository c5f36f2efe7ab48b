"""What stands at the ends of a tree: words, pictures, lines, room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from render.flow.canvas import Canvas, Node, Paint, Side
from render.flow.lines import wrapped
from render.fonts.faces import Role
from render.fonts.script import LEFT
from render.fonts.writing import fitted, width

if TYPE_CHECKING:
    from PIL import Image

TITLE, LARGE, TEXT, SMALL, LEAST = 44, 36, 30, 26, 18
"""Sizes of letters: on a phone, a thousand pixels are as wide as the hand that holds it."""
LEADING = 1.3
"""The height of a line for the size of its letters."""


@dataclass
class Text(Node):
    """Words on one line, which is shortened, or on as many `lines` as they take.

    Letters shrink to `least` before anything is cut; `short` stands in where the words do not fit.
    `says` is what the words mean where a colour
    or a place gives them more meaning than they have alone.
    """

    words: str
    size: int = TEXT
    role: Role = "plain"
    ink: Paint = "text"
    at: Side = "l"
    lines: int = 1
    grow: float = 0
    least: int = 0
    says: str | None = None
    short: str = ""

    @cached_property
    def wide(self) -> float:  # type: ignore[override]
        return width(self._shown, self.role, self.size) + 1 if self.words else 0

    @property
    def _shown(self) -> str:
        # A name from right to left does not turn the line round that it begins.
        return LEFT + self.words

    def _set(self, wide: float) -> tuple[int, list[str]]:
        size = self.size
        while self.least and size > self.least and self._is_cut(size, wide):
            size -= 1
        if self.lines == 1:
            words = LEFT + self.short if self.short and self._is_cut(size, wide) else self._shown
            return size, [fitted(words, self.role, size, wide)]
        lines = wrapped(self._shown, self.role, size, wide)
        if len(lines) > self.lines:
            rest = " ".join(lines[self.lines - 1 :])
            lines[self.lines - 1 :] = [fitted(rest, self.role, size, wide)]
        return size, lines

    def _is_cut(self, size: int, wide: float) -> bool:
        if self.lines == 1:
            return width(self._shown, self.role, size) > wide
        lines = wrapped(self._shown, self.role, size, wide)
        return len(lines) > self.lines or any(line.endswith("…") for line in lines)

    def high(self, wide: float) -> float:
        size, lines = self._set(wide)
        return size * LEADING * len(lines)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        size, lines = self._set(wide)
        left = x + {"l": 0, "m": wide / 2, "r": wide}[self.at]
        for number, line in enumerate(lines):
            middle = y + size * LEADING * (number + 0.5)
            on.write((left, middle), line, self.role, size, self.ink, self.at)

    def said(self) -> str:
        return self.words if self.says is None else self.says


@dataclass
class Pic(Node):
    """A sprite in the middle of its box: a function of `render.sprites` by name, its arguments."""

    side: float
    sprite: str
    arguments: tuple[Any, ...]
    says: str = ""
    tall: float = 0

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.side

    def high(self, wide: float) -> float:
        return self.tall or self.side

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        on.sprite(self.sprite, self.arguments, x + wide / 2, y + high / 2)

    def said(self) -> str:
        return self.says


@dataclass
class Still(Node):
    """A sprite that is drawn already; its shadow reaches a little beyond its room."""

    image: Image.Image

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.image.width - 4

    def high(self, wide: float) -> float:
        return self.image.height - 4

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        corner = round(x + (wide - self.image.width) / 2), round(y + (high - self.image.height) / 2)
        on.image.paste(self.image, corner, self.image)


@dataclass
class Space(Node):
    """Nothing, that large."""

    wide: float = 0
    tall: float = 0

    def high(self, wide: float) -> float:
        return self.tall


@dataclass
class Rule(Node):
    """A line across; the golden one below a title is thicker."""

    gold: bool = False
    grow: float = 1

    def high(self, wide: float) -> float:
        return 3 if self.gold else 2

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        on.line(x, y, wide, high, "rule" if self.gold else "hair")


@dataclass
class Drawn(Node):
    """What no other node draws: `paint` gets the canvas and the box. `says` is it in words."""

    tall: float
    paint: Callable[[Canvas, float, float, float, float], None]
    says: str = ""
    wide: float = 0
    grow: float = 1

    def high(self, wide: float) -> float:
        return self.tall

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        self.paint(on, x, y, wide, high)

    def said(self) -> str:
        return self.says
