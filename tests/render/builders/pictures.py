"""Pictures and texts in one line: a wish and a look from what a test cares about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from PIL import Image

from engine.core.charts import FactCard, SeatSheet
from engine.core.view import Outcome, View
from engine.tiles.civ import CardBattle
from engine.world.battle_report import BattleReport
from engine.world.view import TechnologiesByEra, WorldView
from render import Card, Chart, Happened, Look, Map, Result, image
from render.cards.score_chart import score_card
from render.flow.canvas import Canvas
from render.text import board, charts

Names = Sequence[str]
Colours = Mapping[int, str] | None


def draw(
    view: View, names: Names = (), theme: str = "dark", colours: Colours = None, **wish: Any
) -> Image.Image:
    return image(Map(view, **wish), Look.of(names, colours, theme))


def draw_action(view: View, theme: str = "dark", **wish: Any) -> Image.Image:
    return image(Happened(view, **wish), Look(theme=theme))


def draw_chart(
    chart: msgspec.Struct,
    view: View,
    names: Names = (),
    theme: str = "dark",
    colours: Colours = None,
) -> Image.Image:
    return image(Chart(chart, view), Look.of(names, colours, theme))


def player_sheet(view: View, seat: int, *look: Any, **more: Any) -> Image.Image:
    return draw_chart(SeatSheet(seat), view, *look, **more)


def technology_overview(view: WorldView, *look: Any, **more: Any) -> Image.Image:
    return draw_chart(TechnologiesByEra(), view, *look, **more)


def draw_card(
    content: FactCard | BattleReport | CardBattle,
    ruleset: str,
    names: Names = (),
    theme: str = "dark",
    colours: Colours = None,
) -> Image.Image:
    return image(Card(content, ruleset), Look.of(names, colours, theme))


def standings_card(
    outcome: Outcome,
    ruleset: str,
    names: Names = (),
    theme: str = "dark",
    colours: Colours = None,
) -> Image.Image:
    return image(Result(outcome, ruleset), Look.of(names, colours, theme))


def score_chart(
    scores: Iterable[tuple[int, Sequence[int]]],
    names: Names = (),
    theme: str = "dark",
    colours: Colours = None,
) -> Image.Image:
    rows = list(scores)
    seats = max((len(points) for _, points in rows), default=0)
    voice = Look.of(names, colours).card_voice("", seats)
    return Canvas(score_card(rows, voice), theme).image


def alt_text(
    view: View, names: Names = (), happened: Iterable[str] = (), colours: Colours = None
) -> str:
    return board.alt_text(view, Look.of(names, colours), happened)


def board_text(view: View, names: Names = (), focus: Any = None, colours: Colours = None) -> str:
    return board.board_text(view, Look.of(names, colours), focus)


def board_pages(view: View, names: Names = (), colours: Colours = None) -> tuple[str, ...]:
    return board.board_pages(view, Look.of(names, colours))


def chart_text(chart: msgspec.Struct, view: View, names: Names = ()) -> str:
    return charts.chart_text(chart, view, Look.of(names))
