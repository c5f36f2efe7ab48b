"""The scores over the turns: a line with its own shape and dashes for every player."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.messages.catalogs import ENGLISH
from render.cards.paper import SMALL, TEXT, Paper, card_voice
from render.fonts.writing import width
from render.sprites.sprites import chip, emblem, shape_of
from render.style.colour import Colour, luminance, mixed
from render.style.players import Colours, colour_of
from render.voice import GameVoice

HIGH = 620
"""The height of the plot."""
FINER = 2
DASHES = ((), (26, 10), (10, 8), (34, 8, 8, 8), (18, 18), (6, 6))
"""Pixels drawn and left out, in turn; lines that run together still tell themselves apart."""
SIGNS = 9
"""About so many shapes stand on a line."""

Score = tuple[int, Sequence[int]]
Point = tuple[float, float]


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


def score_chart(
    scores: Iterable[Score],
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
    high: int = HIGH,
) -> Image.Image:
    """The scores of all seats by turn. Each score is a turn's number and the points by seat.

    Of several scores for one turn the last counts. Rows need not be of one length: a seat without a
    number has none in that turn. `colours` is as for `render.draw`; `high` is
    the height of the plot.
    """
    rows = sorted({turn: tuple(points) for turn, points in scores}.items())
    seats = max((len(points) for _, points in rows), default=0)
    voice = card_voice("", seats, names, language, colours)
    paper = Paper(theme, voice.palette)
    turns = max((turn for turn, _ in rows), default=0)
    under = voice.say("card.chart.under", n=turns)
    paper.banner(voice.say("card.chart.title"), under[:1].upper() + under[1:])
    if not rows or not seats:
        paper.skip(60)
        paper.paragraph(voice.say("card.chart.empty"), TEXT, paper.page.quiet)
        return paper.finished()
    _plot(paper, rows, seats, voice, high)
    return paper.finished()


def _plot(
    paper: Paper,
    rows: Sequence[tuple[int, Sequence[int]]],
    seats: int,
    voice: GameVoice,
    tall: int,
) -> None:
    """The lines with their grid, and the players at the ends of their lines."""
    paper.need(tall + 160)
    top = paper.y + 44
    values = [points for _, row in rows for points in row]
    low, high, step = _scale(min(0, *values), max(values))
    room = min(300.0, max(width(name, "strong", SMALL) for name in voice.names) + 120)
    frame = _Frame(
        paper.left + max(24, width(str(high), "number", SMALL)) + 16,
        top,
        paper.right - room,
        top + tall,
        rows[0][0],
        rows[-1][0],
        low,
        high,
    )
    _grid(paper, frame, step, voice)
    lines = {
        seat: [
            (frame.x(turn), frame.y(points[seat])) for turn, points in rows if seat < len(points)
        ]
        for seat in range(seats)
    }
    # Only as large as the plot: it is drawn finer than the paper.
    corner = round(frame.left) - 24, round(top) - 24
    size = round(frame.right) + 24 - corner[0], tall + 48
    large = Image.new("RGBA", (size[0] * FINER, size[1] * FINER))
    draw = ImageDraw.Draw(large)
    fine = {
        seat: [((x - corner[0]) * FINER, (y - corner[1]) * FINER) for x, y in points]
        for seat, points in lines.items()
    }
    # Those who lead are drawn last: their line lies on top.
    order = sorted(lines, key=lambda seat: _last(rows, seat))
    for seat in order:
        _line(draw, fine[seat], paper.colour(seat), paper)
    for seat in order:
        _signs(draw, fine[seat], paper.colour(seat), paper)
    overlay = large.reduce(FINER)
    paper.image.paste(overlay, corner, overlay)
    _ends(paper, frame, rows, voice)
    paper.y = frame.bottom + 60


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Round ends of the axis of points and the step between its lines."""
    span = max(1, high - low)
    rough = span / 5
    power = 10 ** math.floor(math.log10(max(1, rough)))
    step = max(1, next(m * power for m in (1, 2, 5, 10) if m * power >= rough))
    return math.floor(low / step) * step, math.ceil(max(high, low + 1) / step) * step, step


def _grid(paper: Paper, frame: _Frame, step: int, voice: GameVoice) -> None:
    for value in range(frame.low, frame.high + 1, step):
        y = frame.y(value)
        paper.draw.line((frame.left, y, frame.right, y), fill=paper.hair, width=2)
        paper.y = y
        label = voice.say("card.chart.number", n=value).replace("-", "\N{MINUS SIGN}")
        paper.write(frame.left - 14, label, SMALL, "number", paper.page.quiet, "r")
    paper.y = frame.bottom + 30
    span = frame.last - frame.first
    every = max(1, next(m for m in (1, 2, 5, 10, 20, 50, 100, 10**9) if span / m <= 12))
    turns = [turn for turn in range(frame.first, frame.last + 1) if turn % every == 0]
    for turn in turns:
        paper.write(frame.x(turn), str(turn), SMALL, "number", paper.page.quiet, "m")
    turn_word = voice.say("card.chart.turn")
    paper.write(frame.left - 14, turn_word, SMALL, "plain", paper.page.quiet, "r")


def _last(rows: Sequence[tuple[int, Sequence[int]]], seat: int) -> int:
    return next((points[seat] for _, points in reversed(rows) if seat < len(points)), 0)


def _ink(hue: int, paper: Paper) -> Colour:
    """A player's colour, brought away from the paper's where the two are too near."""
    colour, ground = colour_of(hue), paper.page.ground
    if abs(luminance(colour) - luminance(ground)) > 42:
        return colour
    return mixed(colour, (255, 255, 255) if luminance(ground) < 128 else (0, 0, 0), 0.42)


def _line(draw: ImageDraw.ImageDraw, points: Sequence[Point], hue: int, paper: Paper) -> None:
    if len(points) < 2:
        return
    ink, wide = _ink(hue, paper), 5 * FINER
    dashes = DASHES[hue % len(DASHES)]
    parts = [list(points)] if not dashes else _dashed(points, [d * FINER for d in dashes])
    for part in parts:
        draw.line(part, fill=(*ink, 255), width=wide, joint="curve")


def _dashed(points: Sequence[Point], pattern: Sequence[float]) -> list[list[Point]]:
    """The parts of a line that a pattern of dashes leaves."""
    parts: list[list[Point]] = []
    at, left, drawing = 0, pattern[0], True
    part: list[Point] = [points[0]]
    for start, end in pairwise(points):
        far = math.dist(start, end)
        done = 0.0
        while far - done > left:
            done += left
            share = done / far
            here = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if drawing:
                parts.append([*part, here])
            part = [here]
            at, drawing = (at + 1) % len(pattern), not drawing
            left = pattern[at]
        left -= far - done
        part.append(end)
    if drawing and len(part) > 1:
        parts.append(part)
    return parts


def _signs(draw: ImageDraw.ImageDraw, points: Sequence[Point], hue: int, paper: Paper) -> None:
    """The player's shape here and there on its line, not where the others have theirs."""
    every = max(1, round(len(points) / SIGNS))
    r = 9 * FINER
    for i, (x, y) in enumerate(points):
        if i % every == hue % every or i == len(points) - 1:
            shape = shape_of(hue)
            draw.polygon(emblem(shape, x, y, r + 3 * FINER), fill=(*paper.page.text, 255))
            draw.polygon(emblem(shape, x, y, r), fill=(*colour_of(hue), 255))


def _ends(
    paper: Paper, frame: _Frame, rows: Sequence[tuple[int, Sequence[int]]], voice: GameVoice
) -> None:
    """Chip, name and points beside the ends of the lines, moved apart where they are close."""
    order = sorted(range(len(voice.names)), key=lambda seat: -_last(rows, seat))
    step = 52.0
    wanted = [frame.y(_last(rows, seat)) for seat in order]
    placed: list[float] = []
    for want in wanted:
        placed.append(max(want, placed[-1] + step) if placed else want)
    over = placed[-1] - (frame.bottom + 6)
    for i in range(len(placed) - 1, -1, -1):
        if over <= 0:
            break
        limit = placed[i + 1] - step if i + 1 < len(placed) else placed[i] - over
        placed[i] = min(placed[i], limit)
    for seat, y in zip(order, placed, strict=True):
        paper.y = y
        x = frame.right + 30
        at_end = frame.y(_last(rows, seat))
        paper.draw.line((frame.right + 12, at_end, x - 6, y), fill=paper.hair, width=2)
        paper.put(chip(paper.colour(seat), 38), x + 19)
        score = str(_last(rows, seat)).replace("-", "\N{MINUS SIGN}")
        x += 48
        x += paper.write(x, score, TEXT, "number", paper.page.number) + 12
        paper.write(x, voice.name(seat), SMALL, "strong", room=paper.wide - 12 - x)
