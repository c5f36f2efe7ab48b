"""The paper that cards are drawn on: it grows downwards as it is filled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from render.fonts.faces import Role
from render.fonts.script import LEFT, clean
from render.fonts.writing import Fill, fitted, width, write
from render.scene import seat_name
from render.sprites.sprites import Sprite, chip, plain_icon, put
from render.style.colour import Colour, mixed
from render.style.players import Colours, SeatColours, seat_colours
from render.style.theme import Theme, theme
from render.voice import GameVoice, game_voice

WIDTH = 1000
PAD = 40
BELOW = 92
"""Room below the last line: Discord lays the mark of an alternative text over the lower left
corner, on a phone that high."""
TALLEST = 4096
"""Discord and phones show no taller picture well."""
MORE = 600
"""Pixels by which paper that is full grows."""
TITLE, LARGE, TEXT, SMALL, LEAST = 44, 36, 30, 26, 18
"""Sizes of letters: on a phone, a thousand pixels are as wide as the hand that holds it."""


class Paper:
    """A card in the making. `y` is where the next thing goes; everything is in pixels.

    `colour` says the number of a seat's colour, for sprites.
    """

    def __init__(
        self, theme_name: str = "dark", palette: SeatColours | None = None, wide: int = WIDTH
    ) -> None:
        self.colour = (palette or seat_colours()).of
        self.theme: Theme = theme(theme_name)
        self.page = self.theme.page
        self.wide = wide
        self.y = 0.0
        self.image = Image.new("RGB", (wide, 800), self.page.ground)
        self.draw = ImageDraw.Draw(self.image)

    @property
    def left(self) -> int:
        """Where lines begin."""
        return PAD

    @property
    def right(self) -> int:
        """Where lines end."""
        return self.wide - PAD

    @property
    def room(self) -> int:
        """How long a line may be."""
        return self.right - self.left

    @property
    def faint(self) -> Colour:
        """The ground of boxes: a little off the page's."""
        return mixed(self.page.ground, self.page.text, 0.09)

    @property
    def hair(self) -> Colour:
        """The colour of thin lines."""
        return mixed(self.page.ground, self.page.text, 0.24)

    def need(self, high: float) -> None:
        """Make sure that there is paper for the next `high` pixels."""
        wanted = int(self.y + high) + PAD
        if wanted <= self.image.height:
            return
        longer = Image.new("RGB", (self.wide, wanted + MORE), self.page.ground)
        longer.paste(self.image, (0, 0))
        self.image = longer
        self.draw = ImageDraw.Draw(longer)

    def skip(self, high: float) -> None:
        """Leave some paper empty."""
        self.need(high)
        self.y += high

    def write(
        self,
        x: float,
        text: str,
        size: int = TEXT,
        role: Role = "plain",
        fill: Fill | None = None,
        anchor: Literal["l", "m", "r"] = "l",
        room: float | None = None,
        dy: float = 0.0,
    ) -> float:
        """Write a line whose middle is at `y` plus `dy`, cut to `room`; answers with its width.

        A name from right to left does not turn the line round that it begins.
        """
        text = LEFT + text
        shown = clean(text) if room is None else fitted(text, role, size, room)
        colour = self.page.text if fill is None else fill
        return write(self.draw, (x, self.y + dy), shown, role, size, colour, anchor)

    def put(self, sprite: Sprite, x: float, dy: float = 0.0) -> None:
        """Lay a small picture with its middle at `x` and at `y` plus `dy`."""
        put(self.image, sprite, x, self.y + dy)

    def icon(self, key: str, x: float, side: int, colour: Colour, dy: float = 0.0) -> None:
        """Lay a drawing in one colour."""
        self.put(plain_icon(key, side, colour), x, dy)

    def box(self, x0: float, y0: float, x1: float, y1: float, fill: Colour | None = None) -> None:
        """A box with round corners; heights count from the paper's top."""
        shade = self.faint if fill is None else fill
        self.image.paste(shade, (round(x0), round(y0)), _rounded(round(x1 - x0), round(y1 - y0)))

    def banner(self, title: str, under: str, size: int = TITLE) -> None:
        """The card's title with a line below it, closed by a rule."""
        self.need(140)
        self.y = 52
        self.write(self.left, title.upper(), size, "title", self.page.title, room=self.room)
        if under:
            self.y += 50
            self.write(self.left, under, TEXT, "plain", self.page.quiet, room=self.room)
        self.y += 34
        self.rule()

    def rule(self) -> None:
        """A golden line across the card."""
        self.need(4)
        self.draw.rectangle((0, self.y, self.wide, self.y + 2), fill=self.page.rule)
        self.y += 3

    def heading(self, text: str, aside: str = "") -> None:
        """The name of a section; `aside` stands at the right end of its line."""
        self.skip(42)
        self.need(60)
        size, title = SMALL + 2, text.upper()
        while size > LEAST and width(title, "title", size) > self.room:
            size -= 1
        taken = self.write(self.left, title, size, "title", self.page.title, room=self.room)
        if aside:
            room = self.room - taken - 30
            self.write(self.right, aside, SMALL, "plain", self.page.quiet, "r", room=room)
        self.y += 22
        self.draw.line((self.left, self.y, self.right, self.y), fill=self.hair, width=2)
        self.y += 12

    def paragraph(
        self,
        text: str,
        size: int = TEXT,
        fill: Colour | None = None,
        left: float | None = None,
        right: float | None = None,
        role: Role = "plain",
    ) -> None:
        """Text on as many lines as it takes."""
        x0 = self.left if left is None else left
        x1 = self.right if right is None else right
        for line in wrapped(text, role, size, x1 - x0):
            self.need(size * 1.4)
            self.y += size * 0.68
            self.write(x0, line, size, role, fill)
            self.y += size * 0.68

    def finished(self, bottom: int = BELOW) -> Image.Image:
        """The card, cut below what was drawn."""
        high = min(TALLEST, int(self.y) + bottom)
        self.need(bottom)
        self.image = self.image.crop((0, 0, self.wide, high))
        return self.image


def wrapped(text: str, role: Role, size: int, room: float) -> list[str]:
    """A text as lines no wider than `room`; a word that is too wide gets an ellipsis."""
    lines: list[str] = []
    for word in clean_long(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, role, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fitted(word, role, size, room))
    return [line for line in lines if line]


def clean_long(text: str) -> str:
    """A text of any length as it can be drawn: `clean` is for names, and cuts."""
    return " ".join(filter(None, (clean(word) for word in text.split())))


def card_voice(
    ruleset: str, seats: int, names: Sequence[str], language: str, colours: Colours | None
) -> GameVoice:
    """The words of a card, with names as they can be drawn."""
    palette = seat_colours(colours)
    drawn = [seat_name(seat, names, palette) for seat in range(seats)]
    return game_voice(ruleset, seats, drawn, language, colours=colours)


def seat_label(
    paper: Paper, x: float, seat: int, name: str, room: float, side: int = 40, size: int = TEXT
) -> float:
    """A chip and a name at the paper's `y`; answers with the width they take."""
    paper.put(chip(paper.colour(seat), side), x + side / 2)
    at = side + 14
    return at + paper.write(x + at, name, size, "strong", room=room - at)


def seat_row(paper: Paper, names: Sequence[str]) -> None:
    """All players with their chips, in as many rows as it takes."""
    x = float(paper.left)
    paper.skip(24)
    paper.need(52)
    paper.y += 24
    for seat, name in enumerate(names):
        wide = 54 + width(fitted(name, "strong", TEXT, 380), "strong", TEXT)
        if x + wide > paper.right and x > paper.left:
            x = float(paper.left)
            paper.need(104)
            paper.y += 52
        x += seat_label(paper, x, seat, name, wide + 1) + 30
    paper.y += 24


@lru_cache(64)
def _rounded(wide: int, high: int) -> Image.Image:
    """A mask of a box with round corners."""
    finer = 3
    mask = Image.new("L", (max(1, wide) * finer, max(1, high) * finer))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, 12 * finer, fill=255)
    return mask.resize((max(1, wide), max(1, high)), Image.Resampling.LANCZOS)


def below(cards: Sequence[Image.Image]) -> Image.Image:
    """Cards of one width below one another, as one picture."""
    image = Image.new("RGB", (cards[0].width, sum(card.height for card in cards)))
    y = 0
    for card in cards:
        image.paste(card, (0, y))
        y += card.height
    return image
