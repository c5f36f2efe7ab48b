"""The tree of technologies: owners, prices for the viewer, what each needs and unlocks.

Fifty technologies with lines between them are a tangle on a phone, so what a technology needs is
named in its box, and what still lacks stands out. A single era has a box for each on the whole
width, in letters that are read on a phone without coming nearer.
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

GAP, PAD = 10, 14
AROUND = 220
"""The height of the title, the players and the key."""
HEADING = 92


class _Print(NamedTuple):
    """How large boxes and letters are, and in how many columns the boxes stand."""

    columns: int
    name: int
    detail: int
    line: int
    head: int
    chip: int


SMALL = _Print(2, 28, 23, 28, 46, 30)
LARGE = _Print(1, 36, 30, 38, 54, 38)


class _Words(NamedTuple):
    """Some words below a name: their sign (none on a second line), and what they say."""

    sign: str
    words: str
    kind: str


_Line = tuple[_Words, ...]
"""A line below a name: in a wide box several things stand beside each other."""


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
    drawing = _Tree(paper, tree, voice, LARGE if len(tree.tiers) == 1 else SMALL)
    drawing.key()
    for title, here in zip(tree.tiers, drawing.tiers, strict=True):
        if here:
            known = sum(bool(technology.owners) for technology in here)
            note = voice.say("card.tree.known", n=known, of=len(here))
            paper.heading(voice.label(title), note)
            drawing.boxes(here)


class _Tree:
    def __init__(
        self, paper: Paper, tree: TechnologyTree, voice: GameVoice, letters: _Print
    ) -> None:
        self.paper, self.tree, self.voice, self.print = paper, tree, voice, letters
        self.wide = (paper.room - GAP * (letters.columns - 1)) / letters.columns
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
            said, size = say(f"card.tree.{what}"), self.print.detail + 1
            x += 86 + paper.write(x + 52, said, size, fill=page.quiet)
        paper.y += 18

    def _height(self) -> float:
        """How tall the picture would be."""
        rows = [row for tier in self.tiers for row in self._rows(tier)]
        boxes = sum(max(map(self._high, row)) + GAP for row in rows)
        return AROUND + HEADING * len(self.tiers) + boxes

    def boxes(self, technologies: Sequence[Technology]) -> None:
        """The boxes of a tier in rows, each as high as its fullest box."""
        paper = self.paper
        paper.skip(4)
        for row in self._rows(technologies):
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
        paper.y = top + self.print.head / 2 + 2
        right = x + self.wide - PAD - self._price(technology, x + self.wide - PAD)
        side = self.print.chip
        for owner in reversed(technology.owners):
            paper.put(chip(paper.colour(owner), side), right - side / 2)
            right -= side + 6
        left = x + PAD
        if technology.special:
            star = self.print.name - 4
            paper.put(plain_icon("star", star, paper.page.title), left + star / 2)
            left += star + 8
        name = self.voice.title("technology", technology.id)
        size = self.print.name
        while size > self.print.detail and width(name, "strong", size) > right - left - 6:
            size -= 1
        paper.write(left, name, size, "strong", style.text, room=right - left - 6)
        paper.y = top + self.print.head + self.print.line / 2 - 2
        for line in self._details(technology):
            self._detail(line, x + PAD)
            paper.y += self.print.line

    def _price(self, technology: Technology, right: float) -> float:
        """The price at the right end of a box's first line; answers with the room it takes."""
        paper, page, size = self.paper, self.paper.page, self.print.name
        if technology.missing:
            paper.put(plain_icon("locked", size - 4, page.quiet), right - size / 2 + 2)
            if technology.price is None:
                return size + 6
            text = str(technology.price)
            return size + 18 + number(paper, right - size - 6, "coins", text, size, page.quiet, "r")
        if technology.price is None:
            return 0
        near = technology.price <= self.tree.purse
        colour = page.number if near else mixed(page.text, page.ground, 0.25)
        return 12 + number(paper, right, "coins", str(technology.price), size, colour, "r")

    def _high(self, technology: Technology) -> float:
        lines = len(self._details(technology))
        return self.print.head + self.print.line * lines + (10 if lines else 0)

    def _details(self, technology: Technology) -> list[_Line]:
        """The lines below a name.

        What is owned needs nothing any more. Where there is no room, it goes without what it gave,
        then what is far off without what it would give, then all of it without its needs.
        """
        known, blocked = bool(technology.owners), bool(technology.missing)
        if self.tree.brief or (known and self.left_out) or (blocked and self.left_out > 2):
            return []
        lines: list[_Line] = []
        for words in self._facts(technology, known, blocked):
            self._add(lines, words)
        return lines

    def _facts(self, technology: Technology, known: bool, blocked: bool) -> list[_Words]:
        """What there is to say of a technology, the most important first."""
        voice = self.voice
        missing = [key for key in technology.requires if key in technology.missing]
        met = [key for key in technology.requires if key not in technology.missing]
        found = [
            _Words(sign, self._names(keys), sign)
            for keys, sign in ((missing, "locked"), (met, "done"))
            if keys and not known
        ]
        if technology.unlocks and not (blocked and self.left_out > 1):
            names = ", ".join(voice.label(text) for text in technology.unlocks)
            found.append(_Words("gives", names, "gives"))
        if self.print is LARGE and not known:
            brings = ", ".join(voice.label(text) for text in technology.brings)
            if brings:
                found.append(_Words("", voice.say("card.tree.brings", list=brings), "gives"))
            if technology.leads_to:
                names = self._names(technology.leads_to)
                found.append(_Words("", voice.say("card.tree.leads", list=names), "done"))
        return found

    def _names(self, keys: Sequence[str]) -> str:
        return ", ".join(self.voice.title("technology", key) for key in keys)

    def _add(self, lines: list[_Line], words: _Words) -> None:
        """Beside what stands on the last line, if boxes are wide; else on one or two of its own."""
        room = self.wide - 2 * PAD
        if lines and self.print is LARGE:
            used = sum(self._wide(each) for each in lines[-1])
            if used + self._wide(words) <= room:
                lines[-1] = (*lines[-1], words)
                return
        lines += ((each,) for each in _broken(words, self.print.detail, room - 30))

    def _wide(self, words: _Words) -> float:
        """How much of a line some words take, with their sign and the gap behind them."""
        return 30 * bool(words.sign) + width(words.words, "plain", self.print.detail) + 26

    def _detail(self, line: _Line, x: float) -> None:
        paper, page, size = self.paper, self.paper.page, self.print.detail
        for words in line:
            colour = {"locked": page.active, "gives": page.text}.get(words.kind, page.quiet)
            if words.sign == "gives":
                paper.put(pointer("right", size - 5, page.title), x + 10)
            elif words.sign:
                paper.put(plain_icon(words.sign, size - 4, colour), x + 10)
            indent = 30 if words.sign or self.print is SMALL else 0
            paper.write(x + indent, words.words, size, "plain", colour)
            x += self._wide(words)

    def _frame(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, rim: Colour) -> None:
        self.paper.box(x0, y0, x1, y1, rim)
        self.paper.box(x0 + 3, y0 + 3, x1 - 3, y1 - 3, fill)

    def _rows(self, technologies: Sequence[Technology]) -> list[Sequence[Technology]]:
        """Technologies by rows of boxes."""
        columns = self.print.columns
        return [technologies[at : at + columns] for at in range(0, len(technologies), columns)]


def _broken(words: _Words, size: int, room: float) -> list[_Words]:
    """Words on at most two lines, the sign before the first."""
    parts, line = words.words.split(" "), ""
    while parts and width(f"{line} {parts[0]}".strip(), "plain", size) <= room:
        line = f"{line} {parts.pop(0)}".strip()
    if not line:
        return [words._replace(words=fitted(words.words, "plain", size, room))]
    rest = fitted(" ".join(parts), "plain", size, room)
    first = words._replace(words=line)
    return [first, words._replace(sign="", words=rest)] if rest else [first]
