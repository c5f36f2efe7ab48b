"""The final standings: who came where, and what the points are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.core.view import Outcome, Standing
from render.flow.canvas import Node, Shade
from render.flow.leaves import LARGE, SMALL, Drawn, Pic, Space, Text
from render.flow.nodes import Box, Column, Over, Row, Wrap
from render.flow.parts import banner, card, chip, icon, minus
from render.fonts.writing import width
from render.style.players import colour_of
from render.voice import GameVoice

if TYPE_CHECKING:
    from render.flow.canvas import Canvas

BAR = 40


def standings_card(outcome: Outcome, voice: GameVoice) -> Node:
    """The result of a game by component of the score, the best first."""
    reason = voice.say(f"end.{outcome.reason}")
    said = voice.say("card.standings.reason", n=outcome.turns, reason=reason)
    parts = list(dict.fromkeys(part for each in outcome.standings for part in each.points))
    most = max((_reach(standing) for standing in outcome.standings), default=1)
    ranks = [standing.rank for standing in outcome.standings]
    rows = [
        _row(standing, parts, max(1, most), ranks.count(standing.rank) > 1, outcome.reason, voice)
        for standing in outcome.standings
    ]
    key = Wrap([_key(number, part, voice) for number, part in enumerate(parts)], 34)
    return card(banner(voice.say("card.standings.title"), said), key if parts else None, *rows)


def _reach(standing: Standing) -> int:
    """How long a bar is: what counts against a player has no length."""
    return sum(max(0, points) for points in standing.points.values())


def _key(number: int, part: str, voice: GameVoice) -> Node:
    """What the pattern of a bar's part stands for."""
    grey = Shade("text", 0.55)
    sample = Pic(52, "signs.patterned", (number, 52, 30, grey), tall=30)
    return Row([sample, Text(voice.title("points", part), SMALL, ink="quiet", says="")], 14)


def _row(
    standing: Standing, parts: Sequence[str], most: int, tied: bool, reason: str, voice: GameVoice
) -> Node:
    place = Text(str(standing.rank), 40, "number", "number", "m")
    wreath = icon("laurels", 72) if standing.rank == 1 else Space(72, 72)
    score = Text(minus(standing.total), 56, "number", "number")
    if standing.is_outright:
        score = Text(voice.title("won_by", reason), LARGE, "strong", "title")
    shared = [Text(voice.say("card.standings.tied"), SMALL, ink="quiet")] if tied else []
    name = Text(voice.name(standing.seat), LARGE, "strong", grow=1)
    head = Row([Over([wreath, place]), chip(voice, standing.seat, 50), name, *shared, score], 18)
    points = [
        f"{voice.say(f'points.{part}')} {minus(standing.parts.get(part, 0))}" for part in parts
    ]
    bar = Drawn(BAR, partial(_bar, standing, parts, most, voice), ", ".join(points))
    return Box(Column([head, bar], 12, joint=": "), (24, 12))


def _bar(
    standing: Standing,
    parts: Sequence[str],
    most: int,
    voice: GameVoice,
    on: Canvas,
    x: float,
    y: float,
    wide: float,
    high: float,
) -> None:
    """The points as a bar, each part with its number in it or, where it is narrow, behind."""
    from render.sprites.signs import pattern_ink

    texts = [minus(standing.parts.get(part, 0)) for part in parts]
    longs = [width(text, "number", SMALL) for text in texts]
    full = wide - sum(long + 22 for long in longs)
    fill = colour_of(voice.palette.of(standing.seat))
    for number, (part, text, long) in enumerate(zip(parts, texts, longs, strict=True)):
        points = standing.parts.get(part, 0)
        own = round(full * max(0, points) / most)
        if own >= 2:
            on.sprite("signs.patterned", (number, own, BAR, fill), x + own / 2, y + high / 2)
        if own >= long + 20:
            ink = pattern_ink(number, fill)
            on.write((x + own / 2, y + high / 2), text, "number", SMALL, ink, "m")
            x += own
        elif points:
            x += own + 6
            on.write((x, y + high / 2), text, "number", SMALL, "text", "l")
            x += long + 12
        else:
            x += own
