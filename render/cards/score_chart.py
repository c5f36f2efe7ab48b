"""The scores over the turns: a line with its own shape and dashes for every player."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.core.messages import capital
from render.flow.canvas import Node
from render.flow.dashes import Point, dashes
from render.flow.leaves import SMALL, TEXT, Drawn, Text
from render.flow.parts import banner, card, minus
from render.fonts.writing import width
from render.style.colour import Colour, luminance, mixed
from render.style.players import colour_of
from render.voice import GameVoice

if TYPE_CHECKING:
    from PIL import ImageDraw

    from render.flow.canvas import Canvas

HIGH = 620
"""The height of the plot."""
FINER = 2
DASHES = ((), (26, 10), (10, 8), (34, 8, 8, 8), (18, 18), (6, 6))
"""Pixels drawn and left out, in turn; lines that run together still tell themselves apart."""
SIGNS = 9
"""About so many shapes stand on a line."""

Rows = Sequence[tuple[int, Sequence[int]]]


class _Frame(NamedTuple):
    """Where the plot stands, and what its edges mean."""

    left: float
    top: float
    right: float
    bottom: float
    first: int
    last: int
    low: int
    high: int

    def x(self, turn: float) -> float:
        """Where a turn stands."""
        span = max(1, self.last - self.first)
        return self.left + (self.right - self.left) * (turn - self.first) / span

    def y(self, score: float) -> float:
        """Where a score stands."""
        share = (score - self.low) / max(1, self.high - self.low)
        return self.bottom - (self.bottom - self.top) * share


def score_card(
    scores: Iterable[tuple[int, Sequence[int]]], voice: GameVoice, high: int = HIGH
) -> Node:
    """The scores of all seats by turn. Each score is a turn's number and the points by seat.

    Of several scores for one turn the last counts. Rows need not be of one length: a seat without a
    number has none in that turn. `high` is the height of the plot.
    """
    rows = sorted({turn: tuple(points) for turn, points in scores}.items())
    turns = max((turn for turn, _ in rows), default=0)
    head = banner(voice.say("card.chart.title"), capital(voice.say("card.chart.under", n=turns)))
    if not rows or not voice.names:
        return card(head, Text(voice.say("card.chart.empty"), ink="quiet"))
    seats = sorted(range(len(voice.names)), key=lambda seat: -_last(rows, seat))
    said = voice.join(
        voice.say("board.progress", name=voice.name(s), n=minus(_last(rows, s))) for s in seats
    )
    return card(head, Drawn(high + 104, partial(_plot, rows, seats, voice, high), said))


def _plot(
    rows: Rows,
    seats: Sequence[int],
    voice: GameVoice,
    tall: int,
    on: Canvas,
    x: float,
    y: float,
    wide: float,
    high: float,
) -> None:
    """The lines with their grid, and the players at the ends of their lines."""
    from PIL import Image, ImageDraw

    top = y + 22
    values = [points for _, row in rows for points in row]
    low, most, step = _scale(min(0, *values), max(values))
    room = min(300.0, max(width(name, "strong", SMALL) for name in voice.names) + 120)
    left = x + max(24, width(str(most), "number", SMALL)) + 16
    frame = _Frame(left, top, x + wide - room, top + tall, rows[0][0], rows[-1][0], low, most)
    _grid(on, frame, step, voice)
    # Only as large as the plot: it is drawn finer than the card.
    corner = round(frame.left) - 24, round(top) - 24
    size = round(frame.right) + 24 - corner[0], tall + 48
    large = Image.new("RGBA", (size[0] * FINER, size[1] * FINER))
    draw = ImageDraw.Draw(large)
    fine = {
        seat: [
            ((frame.x(turn) - corner[0]) * FINER, (frame.y(points[seat]) - corner[1]) * FINER)
            for turn, points in rows
            if seat < len(points)
        ]
        for seat in seats
    }
    # Those who lead are drawn last: their line lies on top.
    for paint in (_line, _signs):
        for seat in reversed(seats):
            paint(draw, fine[seat], voice.palette.of(seat), on)
    overlay = large.reduce(FINER)
    on.image.paste(overlay, corner, overlay)
    _ends(on, frame, rows, seats, voice)


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Round ends of the axis of points and the step between its lines."""
    span = max(1, high - low)
    rough = span / 5
    power = 10 ** math.floor(math.log10(max(1, rough)))
    step = max(1, next(m * power for m in (1, 2, 5, 10) if m * power >= rough))
    return math.floor(low / step) * step, math.ceil(max(high, low + 1) / step) * step, step


def _grid(on: Canvas, frame: _Frame, step: int, voice: GameVoice) -> None:
    for value in range(frame.low, frame.high + 1, step):
        y = frame.y(value)
        on.line(frame.left, y - 1, frame.right - frame.left, 2, "hair")
        on.write((frame.left - 14, y), minus(value), "number", SMALL, "quiet", "r")
    below = frame.bottom + 30
    span = frame.last - frame.first
    every = max(1, next(m for m in (1, 2, 5, 10, 20, 50, 100, 10**9) if span / m <= 12))
    for turn in range(frame.first, frame.last + 1):
        if turn % every == 0:
            on.write((frame.x(turn), below), str(turn), "number", SMALL, "quiet", "m")
    on.write((frame.left - 14, below), voice.say("card.chart.turn"), "plain", SMALL, "quiet", "r")


def _last(rows: Rows, seat: int) -> int:
    return next((points[seat] for _, points in reversed(rows) if seat < len(points)), 0)


def _ink(hue: int, ground: Colour) -> Colour:
    """A player's colour, brought away from the paper's where the two are too near."""
    colour = colour_of(hue)
    if abs(luminance(colour) - luminance(ground)) > 42:
        return colour
    return mixed(colour, (255, 255, 255) if luminance(ground) < 128 else (0, 0, 0), 0.42)


def _line(draw: ImageDraw.ImageDraw, points: Sequence[Point], hue: int, on: Canvas) -> None:
    if len(points) < 2:
        return
    ink, pattern = _ink(hue, on.page.ground), DASHES[hue % len(DASHES)]
    for part in dashes(points, [d * FINER for d in pattern]) if pattern else [list(points)]:
        draw.line(part, fill=(*ink, 255), width=5 * FINER, joint="curve")


def _signs(draw: ImageDraw.ImageDraw, points: Sequence[Point], hue: int, on: Canvas) -> None:
    """The player's shape here and there on its line, not where the others have theirs."""
    from render.sprites.sprites import emblem, shape_of

    every = max(1, round(len(points) / SIGNS))
    r = 9 * FINER
    for i, (x, y) in enumerate(points):
        if i % every == hue % every or i == len(points) - 1:
            shape = shape_of(hue)
            draw.polygon(emblem(shape, x, y, r + 3 * FINER), fill=(*on.page.text, 255))
            draw.polygon(emblem(shape, x, y, r), fill=(*colour_of(hue), 255))


def _ends(on: Canvas, frame: _Frame, rows: Rows, order: Sequence[int], voice: GameVoice) -> None:
    """Chip, name and points beside the ends of the lines, moved apart where they are close."""
    from render.fonts.writing import fitted

    step = 52.0
    placed: list[float] = []
    for want in (frame.y(_last(rows, seat)) for seat in order):
        placed.append(max(want, placed[-1] + step) if placed else want)
    over = placed[-1] - (frame.bottom + 6)
    for i in range(len(placed) - 1, -1, -1):
        if over <= 0:
            break
        limit = placed[i + 1] - step if i + 1 < len(placed) else placed[i] - over
        placed[i] = min(placed[i], limit)
    for seat, y in zip(order, placed, strict=True):
        x, at_end = frame.right + 30, frame.y(_last(rows, seat))
        on.pen.line((frame.right + 12, at_end, x - 6, y), fill=on.colour("hair"), width=2)
        on.sprite("sprites.chip", (voice.palette.of(seat), 38), x + 19, y)
        score = minus(_last(rows, seat))
        x += 48
        on.write((x, y), score, "number", TEXT, "number", "l")
        x += width(score, "number", TEXT) + 12
        name = fitted(voice.name(seat), "strong", SMALL, on.image.width - 12 - x)
        on.write((x, y), name, "strong", SMALL, "text", "l")
