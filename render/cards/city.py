"""A city with its outskirts: the squares around it, what each gives, and the sum."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from engine.core.view import View
from engine.tiles.civ import CitySheet, SquareYields
from engine.tiles.view import CityView, TileView, city_kind, outskirts, square_name, square_of
from render.flow.canvas import Node
from render.flow.leaves import SMALL, Drawn, Text
from render.flow.nodes import Box, Row, Wrap
from render.flow.parts import amount, card, figure, icon, seat_head, section
from render.style.colour import CREAM, DARK
from render.voice import GameVoice

if TYPE_CHECKING:
    from render.flow.canvas import Canvas

CELL = 216
"""Pixels of a square: three of them, with a strip of what lies beside, fill the card."""
RIM = 0.6
"""Squares shown beyond the outskirts, under a veil."""

ICONS = {
    "trade": "trade",
    "production": "cog",
    "culture": "culture",
    "coins": "coin",
    "combat": "battle",
}


def city_card(city: CitySheet, view: View, voice: GameVoice) -> Node:
    """A city's totals, its ground, and what comes to it from elsewhere."""
    square = square_of(city.place)
    found = None
    if isinstance(view, TileView):
        found = next((each for each in view.cities if square in each.squares), None)
    around = _names(found) if found is not None else frozenset()
    elsewhere = [_elsewhere(each, voice) for each in city.squares if each.place not in around]
    ground = None
    if found is not None and isinstance(view, TileView):
        ground = _ground(view, city, found, voice)
    return card(
        _head(city, found, voice),
        _totals(city, voice),
        ground,
        section(voice.say("card.city.elsewhere"), elsewhere, gap=10),
    )


def _names(city: CityView) -> frozenset[str]:
    """The squares that the ground of a city shows."""
    return frozenset(square_name(*square) for square in (*outskirts(city), *city.squares))


def _head(city: CitySheet, found: CityView | None, voice: GameVoice) -> Node:
    kind = voice.title("board.tiles.rank", city_kind(found)) if found else ""
    tags = [voice.say("card.city.place", kind=kind, square=city.place)]
    held = {
        "walls": city.walls,
        "fortification": city.fortification,
        "caravan": city.caravan,
        "acted": city.acted,
    }
    tags += [voice.say(f"card.city.{tag}") for tag, holds in held.items() if holds]
    under = Text(voice.say("board.between").join(tags), SMALL, ink="quiet")
    said = voice.say("alt.city.defence", n=city.defence)
    shield = [amount("walls", city.defence, 48, says=said)] if city.defence else []
    return seat_head(voice, city.owner, under, *shield, side=72, size=42)


def _totals(city: CitySheet, voice: GameVoice) -> Node:
    """What the city gives in all, in a box for each kind."""
    coins = sum(each.coins for each in city.squares if not each.blockaded)
    totals = {
        "trade": city.trade,
        "production": city.production,
        "culture": city.arts,
        "coins": coins,
    }
    boxes = [
        figure(
            Row([icon(ICONS[key], 44), Text(str(n), 48, "number", "number" if n else "hair")]),
            voice.say(f"card.city.{key}"),
            104,
        )
        for key, n in totals.items()
    ]
    return Wrap(boxes, 14, columns=4)


def _elsewhere(each: SquareYields, voice: GameVoice) -> Node:
    """A square far from the city that gives it something."""
    place = voice.say(f"card.city.source.{each.source}", square=each.place)
    given = [_given(each, 44, voice)] if _yields(each) else []
    return Row([Text(place, grow=1), *given], joint=": ")


def _yields(each: SquareYields) -> dict[str, int]:
    return {key: n for key in ICONS if (n := getattr(each, key))}


def _given(each: SquareYields, size: int, voice: GameVoice) -> Node:
    """What a square gives, in a dark pill that is read on any ground."""
    letter = round(size * 0.74)
    parts = [
        amount(ICONS[key], n, letter, CREAM, voice.say(f"alt.city.{key}", n=n))
        for key, n in _yields(each).items()
    ]
    return Box(Row(parts, joint=", "), (round(size * 0.3), 0), DARK)


def _ground(view: TileView, city: CitySheet, found: CityView, voice: GameVoice) -> Node:
    """The squares around the city, the outskirts clear and what lies beyond them veiled."""
    around = outskirts(found)
    xs, ys = [x for x, _ in around], [y for _, y in around]
    wide, high = view.size
    # In squares: what is shown around the outskirts, as far as there is a board.
    left, top = max(-RIM, -min(xs)), max(-RIM, -min(ys))
    right, bottom = min(RIM, wide - 1 - max(xs)), min(RIM, high - 1 - max(ys))
    x0, y0 = min(xs) + left, min(ys) + top
    x1, y1 = max(xs) + 1 + right, max(ys) + 1 + bottom
    said = []
    for each in city.squares:
        if each.blockaded:
            said.append(voice.say("alt.city.blockaded", place=each.place))
        elif _yields(each) and each.place in _names(found):
            given = _given(each, 46, voice).said()
            said.append(voice.say("alt.city.square", place=each.place, list=given))
    scene = _Ground(view, city, found, voice, (x0, y0, x1, y1))
    return Drawn((y1 - y0) * CELL, scene.paint, " ".join(said))


class _Ground(NamedTuple):
    """What is drawn of a city's squares; `shown` are the edges, in squares of the board."""

    view: TileView
    city: CitySheet
    found: CityView
    voice: GameVoice
    shown: tuple[float, float, float, float]

    def paint(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        """Draw it in the middle of a box."""
        from PIL import Image

        from render.tiles.board import Window, draw_board

        x0, y0, x1, y1 = self.shown
        window = Window(int(x0), int(y0), math.ceil(x1), math.ceil(y1), CELL)
        image = draw_board(self.view, window, on.theme, self.voice.palette)
        veil = Image.new("L", image.size, 150)
        for square in (*outskirts(self.found), *self.found.squares):
            at_x, at_y = (round(value) for value in window.corner(*square))
            veil.paste(0, (at_x, at_y, at_x + CELL, at_y + CELL))
        image.paste(on.page.ground, (0, 0), veil)
        (left, top), (right, bottom) = window.corner(x0, y0), window.corner(x1, y1)
        image = image.crop((round(left), round(top), round(right), round(bottom)))
        corner = round(x + (wide - image.width) / 2), round(y)
        on.image.paste(image, corner)
        for each in self.city.squares:
            at = square_of(each.place)
            if at is not None and window.shows(*at):
                square_x, square_y = window.corner(*at)
                spot = corner[0] + square_x - left, corner[1] + square_y - top
                _square(each, on, *spot, self.voice)


def _square(each: SquareYields, on: Canvas, x: float, y: float, voice: GameVoice) -> None:
    """A square's name in its corner and what it gives along its lower edge."""
    name = Box(Text(each.place, 22, "number", CREAM), (9, 0), DARK)
    name.draw(on, x + 8, y + 9, name.wide, 30)
    if each.blockaded:
        sign = icon("battle", 104, (190, 34, 26))
        sign.draw(on, x, y, CELL, CELL)
    elif _yields(each):
        given = _given(each, 46, voice)
        given.draw(on, x + (CELL - given.wide) / 2, y + CELL - 55, given.wide, 46)
