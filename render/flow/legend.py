"""The bar below a map: headings, each with signs and their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from render.flow.canvas import Canvas, Node
from render.flow.leaves import Still, Text
from render.flow.nodes import Fit, Pad, Row, Wrap

if TYPE_CHECKING:
    from PIL import Image


class Entry(NamedTuple):
    """Some pictures and the words for them."""

    pictures: tuple[Image.Image, ...]
    text: str


Group = tuple[str, Sequence[Entry]]


def legend_of(groups: Iterable[Group], letter: int, left: float, right: float) -> Node:
    """The groups one after the other; a heading stands on a line with its first entry."""
    parts: list[Node] = []
    for heading, entries in groups:
        title = Text(heading.upper(), round(letter * 0.87), "title", "title")
        shown = [_entry(entry, letter) for entry in entries]
        parts += [Row([title, first], letter * 0.7) for first in shown[:1]] + shown[1:]
    return Pad(Wrap(parts, letter * 1.1, between=letter * 0.3), left, right=right)


def _entry(entry: Entry, letter: int) -> Node:
    signs = Row([Still(picture) for picture in entry.pictures], 0)
    return Row([signs, Text(entry.text, letter, ink="quiet")], letter * 0.35)


def legend_bar(ways: Sequence[Node], theme: str, wide: int, high: int = 0) -> Image.Image:
    """The first of some ways that fits into the height, below a golden line; in its middle."""
    node = Fit(ways, high) if high else ways[0]
    tall = high or round(node.high(wide)) + 40
    canvas = Canvas(Pad(node, top=max(3.0, (tall - node.high(wide)) / 2)), theme, wide, tall)
    canvas.line(0, 0, wide, max(1, round(3 * wide / 2048)) if high else 3, "rule")
    return canvas.image
