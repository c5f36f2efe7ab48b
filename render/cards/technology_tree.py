"""The tree of technologies: owners, prices for the viewer, what each needs and unlocks.

Fifty technologies with lines between them are a tangle on a phone, so what a technology needs is
named in its box, and what still lacks stands out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.charts import Technology, TechnologyTree
from engine.core.messages import capital
from render.cards.paper import TALLEST, Paper, seat_row
from render.cards.signs import number, pointer
from render.fonts.writing import fitted, width
from render.sprites.sprites import chip, plain_icon
from render.style.colour import Colour, mixed
from render.style.players import colour_of
from render.voice import GameVoice

COLUMNS, GAP = 2, 10
NAME, DETAIL, LINE = 28, 23, 28
PAD, HEAD, CHIP = 14, 46, 30
AROUND = 220
"""The height of the title, the players and the key."""
HEADING = 92


class _Line(NamedTuple):
    """A line below a name: its sign (none on a second line), its words, and what it says."""

    sign: str
    words: str
    kind: str


class _Style(NamedTuple):
    """How a box looks: its ground and rim, and how strong its name is."""

    fill: Colour
    rim: Colour
    text: Colour


def paint_tree(paper: Paper, tree: TechnologyTree, voice: GameVoice) -> None:
    """Draw the tree, tier by tier; where it would be too tall, what is owned is shortened."""
    under = "" if tree.seat is None else capital(voice.say("card.tree.purse", n=tree.purse))
    paper.banner(voice.say("card.technologies.title"), under)
    seat_row(paper, voice.names)
    drawing = _Tree(paper, tree, voice)
    drawing.key()
    for title, here in zip(tree.tiers, drawing.tiers, strict=True):
        if here:
            known = sum(bool(technology.owners) for technology in here)
            note = voice.say("card.tree.known", n=known, of=len(here))
            paper.heading(voice.label(title), note)
            drawing.boxes(here)


class _Tree:
    def __init__(self, paper: Paper, tree: TechnologyTree, voice: GameVoice) -> None:
        self.paper, self.tree, self.voice = paper, tree, voice
        self.wide = (paper.room - GAP * (COLUMNS - 1)) / COLUMNS
        self.tiers = [
            [technology for technology in tree.technologies if technology.tier == tier]
            for tier in range(len(tree.tiers))
        ]
        self.left_out = 0
        while self._height() > TALLEST and self.left_out < 3:
            self.left_out += 1

    def key(self) -> None:
        """What the looks of the boxes mean."""
        if self.tree.seat is None:
            return
        paper, say = self.paper, self.voice.say
        paper.skip(16)
        paper.need(60)
        paper.y += 22
        x = float(paper.left)
        page = paper.page
        for what in ("buy", "blocked", "special"):
            if what == "buy":
                self._frame(x, paper.y - 15, x + 40, paper.y + 15, paper.faint, page.number)
            else:
                icon = {"blocked": "locked", "special": "star"}[what]
                colour = page.title if what == "special" else page.quiet
                paper.put(plain_icon(icon, 28, colour), x + 20)
            x += 52 + paper.write(x + 52, say(f"card.tree.{what}"), DETAIL + 1, fill=page.quiet)
            x += 34
        paper.y += 18

    def _height(self) -> float:
        """How tall the picture would be."""
        rows = [row for tier in self.tiers for row in _rows(tier)]
        boxes = sum(max(map(self._high, row)) + GAP for row in rows)
        return AROUND + HEADING * len(self.tiers) + boxes

    def boxes(self, technologies: Sequence[Technology]) -> None:
        """The boxes of a tier in rows, each as high as its fullest box."""
        paper = self.paper
        paper.skip(4)
        for row in _rows(technologies):
            high = max(self._high(technology) for technology in row)
            paper.need(high + GAP)
            top = paper.y
            for column, technology in enumerate(row):
                self._box(technology, paper.left + column * (self.wide + GAP), top, high)
            paper.y = top + high + GAP

    def _style(self, technology: Technology) -> _Style:
        page, paper = self.paper.page, self.paper
        if technology.owners:
            mine = self.tree.seat in technology.owners
            owner = self.tree.seat if mine and self.tree.seat is not None else technology.owners[0]
            colour = colour_of(paper.colour(owner))
            fill = mixed(paper.page.ground, colour, 0.34 if mine else 0.12)
            return _Style(fill, mixed(page.ground, colour, 0.9 if mine else 0.45), page.text)
        if technology.price is None or technology.missing:
            return _Style(page.ground, paper.hair, page.quiet)
        if technology.price <= self.tree.purse:
            return _Style(paper.faint, page.number, page.text)
        return _Style(paper.faint, paper.faint, page.text)

    def _box(self, technology: Technology, x: float, top: float, high: float) -> None:
        paper, style = self.paper, self._style(technology)
        self._frame(x, top, x + self.wide, top + high, style.fill, style.rim)
        paper.y = top + HEAD / 2 + 2
        right = x + self.wide - PAD - self._price(technology, x + self.wide - PAD)
        for owner in reversed(technology.owners):
            paper.put(chip(paper.colour(owner), CHIP), right - CHIP / 2)
            right -= CHIP + 6
        left = x + PAD
        if technology.special:
            paper.put(plain_icon("star", 24, paper.page.title), left + 12)
            left += 32
        name = self.voice.title("technology", technology.id)
        size = NAME
        while size > DETAIL and width(name, "strong", size) > right - left - 6:
            size -= 1
        paper.write(left, name, size, "strong", style.text, room=right - left - 6)
        paper.y = top + HEAD + LINE / 2 - 2
        for line in self._details(technology):
            self._detail(line, x + PAD)
            paper.y += LINE

    def _price(self, technology: Technology, right: float) -> float:
        """The price at the right end of a box's first line; answers with the room it takes."""
        paper, page = self.paper, self.paper.page
        if technology.missing:
            paper.put(plain_icon("locked", 24, page.quiet), right - 12)
            if technology.price is None:
                return 34
            text = str(technology.price)
            return 46 + number(paper, right - 34, "coins", text, NAME, page.quiet, "r")
        if technology.price is None:
            return 0
        near = technology.price <= self.tree.purse
        colour = page.number if near else mixed(page.text, page.ground, 0.25)
        return 12 + number(paper, right, "coins", str(technology.price), NAME, colour, "r")

    def _high(self, technology: Technology) -> float:
        lines = len(self._details(technology))
        return HEAD + LINE * lines + (10 if lines else 0)

    def _details(self, technology: Technology) -> list[_Line]:
        """The lines below a name.

        What is owned needs nothing any more. Where there is no room, it goes without what it gave,
        then what is far off without what it would give, then all of it without its needs.
        """
        known, blocked = bool(technology.owners), bool(technology.missing)
        if (known and self.left_out) or (blocked and self.left_out > 2):
            return []
        voice, room = self.voice, self.wide - 2 * PAD - 30
        lines: list[_Line] = []
        missing = [key for key in technology.requires if key in technology.missing]
        met = [key for key in technology.requires if key not in technology.missing]
        for keys, sign in ((missing, "locked"), (met, "done")):
            if keys and not known:
                names = ", ".join(voice.title("technology", key) for key in keys)
                lines += _lines(names, sign, room)
        if technology.unlocks and not (blocked and self.left_out > 1):
            names = ", ".join(voice.label(text) for text in technology.unlocks)
            lines += _lines(names, "gives", room)
        return lines

    def _detail(self, line: _Line, x: float) -> None:
        paper, page = self.paper, self.paper.page
        colour = {"locked": page.active, "gives": page.text}.get(line.kind, page.quiet)
        if line.sign == "gives":
            paper.put(pointer("right", 18, page.title), x + 10)
        elif line.sign:
            paper.put(plain_icon(line.sign, 19, colour), x + 10)
        paper.write(x + 30, line.words, DETAIL, "plain", colour)

    def _frame(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, rim: Colour) -> None:
        self.paper.box(x0, y0, x1, y1, rim)
        self.paper.box(x0 + 3, y0 + 3, x1 - 3, y1 - 3, fill)


def _rows(technologies: Sequence[Technology]) -> list[Sequence[Technology]]:
    """Technologies by rows of boxes."""
    return [technologies[at : at + COLUMNS] for at in range(0, len(technologies), COLUMNS)]


def _lines(words: str, sign: str, room: float) -> list[_Line]:
    """Words on at most two lines, the sign before the first."""
    parts, line = words.split(" "), ""
    while parts and width(f"{line} {parts[0]}".strip(), "plain", DETAIL) <= room:
        line = f"{line} {parts.pop(0)}".strip()
    if not line:
        return [_Line(sign, fitted(words, "plain", DETAIL, room), sign)]
    rest = fitted(" ".join(parts), "plain", DETAIL, room)
    return [_Line(sign, line, sign), *([_Line("", rest, sign)] if rest else [])]
