"""The bar above a map: turn, phase, era and every player's score."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.core.view import View
from engine.world.view import WorldView
from render.flow.canvas import Canvas, Node, Shade
from render.flow.leaves import Drawn, Text
from render.flow.nodes import Box, Column, Over, Row
from render.flow.parts import chip, icon
from render.look import Look
from render.moment import moment
from render.voice import GameVoice

HEADER, CROP_HEADER = 74, 104
"""The heights of the title bar, at a width of 2048 and of 1200."""
RULE, GAP = 3, 22
"""The height of the line below a title bar, and the room between two seats."""
BAND = 52


class Style(NamedTuple):
    """Sizes in pixels of a title bar."""

    high: int
    title: int
    text: int
    name: int
    number: int
    chip: int
    pad: int


def style(scale: float, crop: bool) -> Style:
    """The sizes of a title bar at a scale."""
    sizes = (CROP_HEADER, 38, 27, 24, 33, 38, 25) if crop else (HEADER, 36, 25, 22, 25, 30, 28)
    return Style(*(max(1, round(size * scale)) for size in sizes))


def header(
    view: View, look: Look, wide: int, scale: float, title: str, crop: bool = True
) -> Image.Image:
    """The title bar. Above a crop, the title stands over the moment, and chips without names.

    Where there is little room, seats go without their wonders: the world map has them.
    """
    sizes, voice = style(scale, crop), look.card_voice(view.ruleset, view.seats)
    head = Text(title.upper(), sizes.title, "title", "title")
    short = moment(view, voice, short=True)
    when = Text(moment(view, voice), sizes.text, ink="quiet", grow=1, short=short)
    start: list[Node] = [Column([head, when], grow=1)] if crop else [head, when]
    seats = range(len(view.scores))
    bars = [
        Row([*start, *(_seat(view, seat, voice, sizes, crop, rich) for seat in seats)], GAP * scale)
        for rich in (True, False)
    ]
    room, rule = wide - 2 * sizes.pad, max(1, round(RULE * scale))
    line = bars[1] if crop and bars[0].wide > room else bars[0]
    bar = Box(line, (sizes.pad, 0), None, tall=sizes.high - rule)
    under = Drawn(rule, lambda on, x, y, w, h: on.line(x, y, w, h, "rule"))
    return Canvas(Column([bar, under]), look.theme, wide, sizes.high).image


def _seat(view: View, seat: int, voice: GameVoice, sizes: Style, crop: bool, rich: bool) -> Node:
    """A seat's chip, name, points and wonders; who is awaited has a line below."""
    share = 0.45 if seat in view.fallen else 1.0
    parts: list[Node] = [chip(voice, seat, sizes.chip)]
    text = Shade("text", share)
    if not crop:
        parts.append(Text(voice.name(seat), sizes.name, "strong", text))
    if view.counts_points:
        points = str(view.scores[seat])
        parts.append(Text(points, sizes.number, "number", Shade("number", share)))
    wonders = (
        len(view.players[seat].wonders)
        if isinstance(view, WorldView) and rich and seat < len(view.players)
        else 0
    )
    if wonders:
        side = round(sizes.name * 0.95)
        count = Text(str(wonders), sizes.name, "strong", text)
        parts.append(Row([icon("wonder", side, text), count], 0))
    shown = Row(parts, sizes.chip * 0.24)
    if seat not in (view.active or view.awaited) or view.finished:
        return shown
    thick = max(2, sizes.chip // 11)
    line = Drawn(thick, lambda on, x, y, w, h: on.line(x, y, w, h, "active"))
    return Over([shown, line], (0, sizes.chip / 2 + 2 * thick))


def band(title: str, look: Look, wide: int) -> Image.Image:
    """A bar with a title between two parts of a picture; without one, no more than a line."""
    edge = Drawn(RULE, lambda on, x, y, w, h: on.line(x, y, w, h, "rule"))
    if not title:
        return Canvas(edge, look.theme, wide).image
    words = Text(title.upper(), 28, "title", "title")
    middle = Box(words, (25, 0), None, tall=BAND - 2 * RULE)
    return Canvas(Column([edge, middle, edge]), look.theme, wide).image
