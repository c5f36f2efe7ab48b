"""The final standings: who came where, and what the points are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.messages.catalogs import ENGLISH
from engine.core.view import Outcome, Standing
from render.cards.paper import LARGE, SMALL, Paper, card_voice
from render.fonts.writing import width
from render.sprites.sprites import chip
from render.style.colour import Colour, luminance, mixed
from render.style.players import Colours, colour_of
from render.voice import GameVoice

ROW, BAR = 156, 40
FINER = 3


class _Pattern(NamedTuple):
    """How a component's part of a bar is filled: lighter or darker, plain or striped."""

    shade: float
    stripes: int


PATTERNS = (
    _Pattern(0.0, 0),
    _Pattern(0.38, 1),
    _Pattern(-0.3, -1),
    _Pattern(0.6, 0),
    _Pattern(-0.5, 1),
    _Pattern(0.2, -1),
)


def standings_card(
    outcome: Outcome,
    ruleset: str,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The result of a game by component of the score, the best first.

    `colours` is as for `render.draw`.
    """
    seats = max((standing.seat + 1 for standing in outcome.standings), default=0)
    voice = card_voice(ruleset, seats, names, language, colours)
    paper = Paper(theme, voice.palette)
    reason = voice.say(f"end.{outcome.reason}")
    said = voice.say("card.standings.reason", n=outcome.turns, reason=reason)
    paper.banner(voice.say("card.standings.title"), said)
    parts = list(dict.fromkeys(part for each in outcome.standings for part in each.points))
    _key(paper, parts, voice)
    most = max((_reach(standing) for standing in outcome.standings), default=1)
    ranks = [standing.rank for standing in outcome.standings]
    for standing in outcome.standings:
        tied = ranks.count(standing.rank) > 1
        won_by = voice.title("won_by", outcome.reason) if standing.is_outright else ""
        _row(paper, standing, parts, max(1, most), tied, voice, won_by)
    return paper.finished()


def _reach(standing: Standing) -> int:
    """How long a bar is: what counts against a player has no length."""
    return sum(max(0, points) for points in standing.points.values())


def _key(paper: Paper, parts: Sequence[str], voice: GameVoice) -> None:
    """What the patterns of the bars stand for."""
    paper.skip(20)
    paper.need(60)
    paper.y += 26
    x = float(paper.left)
    for i, part in enumerate(parts):
        word = voice.title("points", part)
        wide = 66 + width(word, "plain", SMALL) + 34
        if x + wide > paper.right + 34 and x > paper.left:
            x = float(paper.left)
            paper.need(60)
            paper.y += 46
        grey = mixed(paper.page.text, paper.page.ground, 0.45)
        paper.put(_filled(i, 52, 30, grey), x + 26)
        paper.write(x + 66, word, SMALL, "plain", paper.page.quiet)
        x += wide
    paper.y += 26


def _row(
    paper: Paper,
    standing: Standing,
    parts: Sequence[str],
    most: int,
    tied: bool,
    voice: GameVoice,
    won_by: str,
) -> None:
    paper.skip(12)
    paper.need(ROW + 10)
    top, page = paper.y, paper.page
    paper.box(paper.left, top, paper.right, top + ROW)
    paper.y = top + 46
    x = paper.left + 24
    if standing.rank == 1:
        paper.icon("laurels", x + 36, 72, page.title)
    paper.write(x + 36, str(standing.rank), 40, "number", page.number, "m")
    x += 92
    paper.put(chip(paper.colour(standing.seat), 50), x + 25)
    right = paper.right - 24.0
    if won_by:
        right -= paper.write(right, won_by, LARGE, "strong", page.title, "r") + 20
    else:
        score = str(standing.total).replace("-", "\N{MINUS SIGN}")
        right -= paper.write(right, score, 56, "number", page.number, "r") + 20
    if tied:
        shared = voice.say("card.standings.tied")
        right -= paper.write(right, shared, SMALL, "plain", page.quiet, "r") + 20
    name = voice.name(standing.seat)
    paper.write(x + 66, name, LARGE, "strong", room=right - x - 70)
    paper.y = top + 112
    _bar(paper, standing, parts, most)
    paper.y = top + ROW


def _bar(paper: Paper, standing: Standing, parts: Sequence[str], most: int) -> None:
    """The points as a bar, each part with its number in it or, where it is narrow, behind."""
    x = paper.left + 24.0
    numbers = [str(standing.parts.get(part, 0)) for part in parts]
    behind = sum(width(number, "number", SMALL) + 22 for number in numbers)
    full = paper.room - 48 - behind
    for i, part in enumerate(parts):
        points = standing.parts.get(part, 0)
        wide = round(full * max(0, points) / most)
        text = numbers[i].replace("-", "\N{MINUS SIGN}")
        long = width(text, "number", SMALL)
        fill = colour_of(paper.colour(standing.seat))
        if wide >= 2:
            paper.put(_filled(i, wide, BAR, fill), x + wide / 2)
        if wide >= long + 20:
            ink = _on(_shaded(fill, PATTERNS[i % len(PATTERNS)].shade))
            paper.write(x + wide / 2, text, SMALL, "number", ink, "m")
            x += wide
        elif points:
            x += wide + 6
            x += paper.write(x, text, SMALL, "number") + 12
        else:
            x += wide


def _on(colour: Colour) -> Colour:
    return (255, 255, 255) if luminance(colour) < 140 else (24, 18, 14)


def _shaded(colour: Colour, shade: float) -> Colour:
    return mixed(colour, (255, 255, 255) if shade > 0 else (0, 0, 0), abs(shade))


def _filled(number: int, wide: int, high: int, colour: Colour) -> Image.Image:
    """A part of a bar in its pattern."""
    pattern = PATTERNS[number % len(PATTERNS)]
    fill = _shaded(colour, pattern.shade)
    image = Image.new("RGBA", (wide * FINER, high * FINER), (*fill, 255))
    draw = ImageDraw.Draw(image)
    if pattern.stripes:
        line = (*mixed(fill, _on(fill), 0.2), 255)
        lean = high * FINER * pattern.stripes
        for x in range(-2 * high * FINER, (wide + 2 * high) * FINER, 14 * FINER):
            ends = (x, high * FINER, x + lean, 0)
            draw.line(ends, fill=line, width=4 * FINER)
    edge = mixed(fill, _on(fill), 0.45)
    box = (0, 0, wide * FINER - 1, high * FINER - 1)
    draw.rectangle(box, outline=(*edge, 255), width=FINER)
    return image.resize((wide, high), Image.Resampling.LANCZOS)
