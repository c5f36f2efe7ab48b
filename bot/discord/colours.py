"""Players' colours: each has a name, a shape and a sign, so that nothing depends on seeing them."""

from __future__ import annotations

from typing import NamedTuple

from bot.service import COLOURS, GameInfo, Seat
from render import Look, players

SIGNS = {
    "amber": "\N{LARGE ORANGE CIRCLE}",
    "crimson": "\N{LARGE RED SQUARE}",
    "jade": "\N{EVERGREEN TREE}",
    "azure": "\N{LARGE BLUE DIAMOND}",
    "violet": "\N{PURPLE HEART}",
    "indigo": "\N{HEAVY MULTIPLICATION X}\N{VARIATION SELECTOR-16}",
}
HERALD = 0xC8A24A
"""The accent of what is nobody's own."""


class Style(NamedTuple):
    """How a seat is shown."""

    colour: str
    sign: str
    shape: str
    accent: int


def style(colour: str) -> Style:
    """How a colour is shown."""
    drawn = {each.name.lower(): each for each in players()}[colour]
    red, green, blue = drawn.colour
    return Style(colour, SIGNS[colour], drawn.shape, red << 16 | green << 8 | blue)


def style_of(seat: Seat) -> Style:
    """How a seat is shown: in its own colour."""
    return style(seat.colour or COLOURS[seat.seat % len(COLOURS)])


def colours(info: GameInfo) -> dict[int, str]:
    """The colours of all seats, for pictures."""
    return {seat.seat: style_of(seat).colour for seat in info.seats}


def look_of(info: GameInfo) -> Look:
    """How all pictures of a game look, and who is called what in their words."""
    game = info.game
    return Look.of(info.names, colours(info), game.theme, game.language)


def signs(info: GameInfo) -> tuple[str, ...]:
    """The signs of all seats."""
    return tuple(style_of(seat).sign for seat in info.seats)
