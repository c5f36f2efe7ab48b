"""The tree of technologies: owners, prices for the viewer, what each needs and unlocks.

Fifty technologies with lines between them are a tangle on a phone, so what a technology needs is
named in its box, and what still lacks stands out. A single era has a box for each on the whole
width, in letters that are read on a phone without coming nearer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core.charts import Technology, TechnologyTree
from engine.core.messages import capital
from render.flow.canvas import Node, Shade
from render.flow.leaves import Space, Text
from render.flow.nodes import Box, Column, Fit, Row, Wrap
from render.flow.parts import amount, banner, card, chip, icon, players, pointer, section
from render.style.players import colour_of
from render.voice import GameVoice

TALLEST = 4096
"""Where the tree would be taller, less is said of each technology."""


class _Print(NamedTuple):
    """How large letters and chips are, and in how many columns the boxes stand."""

    columns: int
    name: int
    detail: int
    chip: int


SMALL, LARGE = _Print(2, 28, 23, 30), _Print(1, 36, 30, 38)


def tree_card(tree: TechnologyTree, voice: GameVoice) -> Node:
    """The tree, tier by tier; where it would be too tall, what is owned is shortened first."""
    return Fit([_Tree(tree, voice, left_out).card() for left_out in range(4)], TALLEST)


class _Tree:
    """A tree, with so much left out: what was gained, what is far off, what that needs."""

    def __init__(self, tree: TechnologyTree, voice: GameVoice, left_out: int) -> None:
        self.tree, self.voice, self.left_out = tree, voice, left_out
        self.print = LARGE if len(tree.tiers) == 1 else SMALL

    def card(self) -> Node:
        """All of it."""
        tree, voice = self.tree, self.voice
        under = "" if tree.seat is None else capital(voice.say("card.tree.purse", n=tree.purse))
        return card(
            banner(voice.say("card.technologies.title"), under),
            players(voice),
            None if tree.seat is None else self._key(),
            *(self._tier(number) for number in range(len(tree.tiers))),
        )

    def _tier(self, number: int) -> Node | None:
        here = [each for each in self.tree.technologies if each.tier == number]
        known = sum(bool(each.owners) for each in here)
        note = self.voice.say("card.tree.known", n=known, of=len(here))
        boxes = [self._box(each) for each in here]
        shown = [Wrap(boxes, 10, columns=self.print.columns, joint="; ")] if boxes else []
        return section(self.voice.label(self.tree.tiers[number]), shown, note)

    def _key(self) -> Node:
        """What the looks of the boxes mean; in words, which technologies look like that."""
        tree, voice, size = self.tree, self.voice, self.print.detail + 1
        sale = [each for each in tree.technologies if each.price is not None and not each.missing]
        near = [each for each in sale if (each.price or 0) <= tree.purse]
        far = [each for each in sale if (each.price or 0) > tree.purse]
        said = [
            voice.say(f"alt.tree.{key}", list=", ".join(map(self._priced, listed)))
            for key, listed in (("buy", near), ("dear", far))
            if listed
        ]
        swatch = Box(Space(), (0, 0), "faint", "number", across=40, tall=30)
        buy = Text(voice.say("card.tree.buy"), size, ink="quiet", says=" ".join(said))
        signs: list[Node] = [Row([swatch, buy])]
        for key, sign, ink in (("blocked", "locked", "quiet"), ("special", "star", "title")):
            words = Text(voice.say(f"card.tree.{key}"), size, ink="quiet", says="")
            signs.append(Row([icon(sign, 28, ink), words]))
        return Row(signs, 30)

    def _priced(self, technology: Technology) -> str:
        name = self.voice.title("technology", technology.id)
        return self.voice.say("alt.tree.price", name=name, n=technology.price)

    def _box(self, technology: Technology) -> Node:
        voice, style = self.voice, self._style(technology)
        name = voice.title("technology", technology.id)
        owners = voice.join(map(voice.name, technology.owners)) if technology.owners else ""
        said = f"{name}: {owners}" if owners else name
        title = Text(name, self.print.name, "strong", style.text, least=20, grow=1, says=said)
        star = [icon("star", self.print.name - 4, "title")] if technology.special else []
        chips = [chip(voice, seat, self.print.chip) for seat in technology.owners]
        head = Row([*star, title, *chips, *self._price(technology)], 8)
        return Box(
            Column([head, *self._details(technology)], 2, joint=", "),
            (14, 6),
            style.fill,
            style.rim,
        )

    class _Style(NamedTuple):
        """How a box looks: its ground and rim, and how strong its name is."""

        fill: Shade
        rim: Shade
        text: str

    def _style(self, technology: Technology) -> _Style:
        tree = self.tree
        if technology.owners:
            mine = tree.seat in technology.owners
            owner = tree.seat if mine and tree.seat is not None else technology.owners[0]
            colour = colour_of(self.voice.palette.of(owner))
            return self._Style(
                Shade(colour, 0.34 if mine else 0.12), Shade(colour, 0.9 if mine else 0.45), "text"
            )
        faint, ground = Shade("text", 0.09), Shade("text", 0)
        if technology.price is None or technology.missing:
            return self._Style(ground, Shade("text", 0.24), "quiet")
        near = technology.price <= tree.purse
        return self._Style(faint, Shade("number", 1) if near else faint, "text")

    def _price(self, technology: Technology) -> Iterable[Node]:
        """The price, behind it a lock where something else is needed first."""
        size, price = self.print.name, technology.price
        if price is not None:
            near = price <= self.tree.purse
            ink = (
                Shade("quiet", 1)
                if technology.missing
                else Shade("number" if near else "text", 1 if near else 0.75)
            )
            yield amount("coins", price, size, ink)
        if technology.missing:
            yield icon("locked", size - 4, "quiet")

    def _details(self, technology: Technology) -> Iterator[Node]:
        """The lines below a name; what is owned needs nothing any more."""
        known, blocked = bool(technology.owners), bool(technology.missing)
        if self.tree.brief or (known and self.left_out) or (blocked and self.left_out > 2):
            return
        voice = self.voice
        missing = [key for key in technology.requires if key in technology.missing]
        met = [key for key in technology.requires if key not in technology.missing]
        needs: list[Node] = []
        if missing and not known:
            names = self._names(missing)
            said = voice.say("alt.lacking", name=names)
            needs.append(self._detail(icon("locked", self._side, "active"), names, "active", said))
        if met and not known:
            needs.append(self._detail(icon("done", self._side, "quiet"), self._names(met), "quiet"))
        gives: list[Node] = []
        if technology.unlocks and not (blocked and self.left_out > 1):
            words = ", ".join(voice.label(text) for text in technology.unlocks)
            said = voice.say("alt.tree.gives", list=words)
            gives.append(self._detail(pointer(self._side), words, "text", said))
        if self.print is SMALL:
            yield from needs + gives
            return
        if not known:
            if brings := ", ".join(voice.label(text) for text in technology.brings):
                words = voice.say("card.tree.brings", list=brings)
                gives.append(self._detail(None, words, "text"))
            if technology.leads_to:
                words = voice.say("card.tree.leads", list=self._names(technology.leads_to))
                gives.append(self._detail(None, words, "quiet"))
        if needs + gives:
            yield Wrap(needs + gives, 26, between=2)

    @property
    def _side(self) -> int:
        return self.print.detail - 4

    def _detail(self, sign: Node | None, words: str, ink: str, said: str | None = None) -> Node:
        text = Text(words, self.print.detail, ink=ink, lines=2, grow=1, says=said)
        return Row([*([sign] if sign else []), text], 10)

    def _names(self, keys: Sequence[str]) -> str:
        return ", ".join(self.voice.title("technology", key) for key in keys)
