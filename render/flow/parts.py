"""What cards have in common: heads, sections, names with chips, icons with numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from render.flow.canvas import Node, Paint, Shade
from render.flow.leaves import SMALL, TEXT, TITLE, Pic, Rule, Space, Text
from render.flow.nodes import Box, Column, Grown, Over, Pad, Row, Wrap, sentence, sentences
from render.voice import GameVoice

PAD = 40
BELOW = 92
"""Room below the last line: Discord lays the mark of an alternative text over the lower left
corner, on a phone that high."""


def card(head: Node, *parts: Node | None) -> Node:
    """A whole card: its head, a golden rule, and what stands below."""
    there = [part for part in parts if part is not None]
    body = Pad(Column(there, 12), PAD, 22, PAD, BELOW)
    return Column([Pad(head, PAD, 24, PAD, 18), Rule(gold=True), body])


def banner(title: str, under: str = "") -> Node:
    """The head of a card that is about a thing: its title with a line below it."""
    words = Text(title.upper(), TITLE, "title", "title", least=30, says=title)
    return Column([words, *([Text(under, ink="quiet", least=22)] if under else [])])


def seat_head(
    voice: GameVoice, seat: int, under: Node, *aside: Node, side: int = 96, size: int = 50
) -> Node:
    """The head of a card that is about a player: chip, name, a line below it, what counts most."""
    name = Column([Text(voice.name(seat), size, "strong"), under], grow=1, joint=": ")
    return Row([chip(voice, seat, side), name, *aside], 26, joint=", ")


@dataclass
class Section(Node):
    """A heading with what it is about; `aside` stands at the right end of its line."""

    title: str
    parts: Sequence[Node]
    aside: str = ""
    gap: float = 4

    @cached_property
    def _tree(self) -> Node:
        title = Text(self.title.upper(), SMALL + 2, "title", "title", grow=1, least=18)
        aside = [Text(self.aside, SMALL, ink="quiet")] if self.aside else []
        head = Column([Row([title, *aside]), Space(tall=4), Rule(), Space(tall=12)])
        return Pad(Column([head, Column(self.parts, self.gap)]), top=16)

    def high(self, wide: float) -> float:
        return self._tree.high(wide)

    def draw(self, on: Any, x: float, y: float, wide: float, high: float) -> None:
        self._tree.draw(on, x, y, wide, high)

    def said(self) -> str:
        title = f"{self.title} ({self.aside})" if self.aside else self.title
        said = list(filter(None, (part.said() for part in self.parts)))
        long = any(". " in each or each.endswith(".") for each in said)
        return f"{title}: {sentences(self.parts) if long else sentence('; '.join(said))}"


def section(
    title: str, parts: Iterable[Node], aside: str = "", *, gap: float = 4, none: str = ""
) -> Node | None:
    """A section; without parts it says so, or is left out."""
    listed = list(parts)
    if not listed and none:
        listed = [Text(none, ink="quiet")]
    return Section(title, listed, aside, gap) if listed else None


def chip(voice: GameVoice, seat: int, side: int = 40, says: str = "") -> Pic:
    """A player's chip."""
    return Pic(side, "sprites.chip", (voice.palette.of(seat), side), says)


def icon(key: str, side: int, ink: Paint = "title", says: str = "") -> Pic:
    """A drawing in one colour, nothing around it."""
    return Pic(side if key else 0, "sprites.plain_icon", (key, side, _shade(ink)), says)


def _shade(ink: Paint) -> Shade:
    return ink if isinstance(ink, Shade) else Shade(ink, 1)


def pointer(side: int = 24, ink: Paint = "title") -> Pic:
    """A triangle that points right."""
    return Pic(side, "signs.pointer", ("right", side, _shade(ink)))


def smiley(happy: bool, side: int, says: str = "") -> Pic:
    """A face that smiles, or does not."""
    return Pic(side, "signs.smiley", (happy, side), says)


def marker(kind: str, side: int, says: str = "") -> Pic:
    """A marker that lies face up."""
    return Pic(side, "sprites.marker", (kind, side), says)


def token(voice: GameVoice, kind: str, owner: int, side: int, count: int = 1) -> Node:
    """A unit, with how many there are."""
    one = Pic(side, "sprites.token", (kind, voice.palette.of(owner), side))
    if count == 1:
        return one
    number = Pic(32, "sprites.badge", (str(count), 32))
    return Over([one, number], (side * 0.34, side * 0.34))


def settlement(voice: GameVoice, size: int, owner: int, side: int) -> Pic:
    """A settlement's plaque."""
    return Pic(side, "sprites.settlement", (size, voice.palette.of(owner), side))


def named(voice: GameVoice, seat: int, side: int = 40, size: int = TEXT, grow: float = 0) -> Node:
    """A player's chip and name."""
    return Row([chip(voice, seat, side), Text(voice.name(seat), size, "strong")], 14, grow=grow)


def players(voice: GameVoice) -> Node:
    """All players with their chips, in as many rows as it takes."""
    seats = range(len(voice.names))
    return Wrap([named(voice, seat) for seat in seats], 28)


def amount(
    key: str, number: object, size: int = 36, ink: Paint = "number", says: str | None = None
) -> Node:
    """A number with its sign."""
    sign = [icon(key, round(size * 0.9), ink)] if key else []
    return Row([*sign, Text(str(number), size, "number", ink, says=says)], 8, "r")


def figure(node: Node, label: str, tall: float = 96, says: str | None = None) -> Node:
    """A value in a box above what it is."""
    words = Text(label, SMALL, ink="quiet", at="m", least=20, says=says)
    inner = Column([Row([node], at="m"), words], joint=" ")
    return Box(Row([Grown(inner)]), (12, 8), tall=tall)


def pill(words: str, size: int = SMALL, *, sign: Node | None = None) -> Node:
    """A word in a box of its own."""
    return Box(Row([*([sign] if sign else []), Text(words, size, "strong")]), (16, 8))


def line(sign: Node, words: str, **style: Any) -> Node:
    """A sentence behind a sign."""
    return Row([sign, Text(words, lines=20, grow=1, **style)], 16)


def minus(number: int) -> str:
    """A number with a proper minus."""
    return str(number).replace("-", "\N{MINUS SIGN}")
