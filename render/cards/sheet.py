"""A player's sheet: everything that lies in front of a player, on one card, for any rules."""

from __future__ import annotations

from engine.core.charts import SeatSheet
from engine.core.view import Fact, Sheet, View
from engine.world.view import WorldView
from render.cards.world_sheet import DRAWN, world_sheet
from render.flow.canvas import Node
from render.flow.leaves import SMALL, Text
from render.flow.nodes import Box, Column, Row, Wrap
from render.flow.parts import card, pill, seat_head, section
from render.moment import moment, tags
from render.voice import GameVoice


def sheet_card(chart: SeatSheet, view: View, voice: GameVoice) -> Node:
    """What a player has, as far as everyone may know.

    The facts are those of the view's own sheet; the world board's rules have more to show. Raises
    `IndexError` for a seat that is not at the table.
    """
    if not 0 <= chart.seat < len(view.scores):
        raise IndexError(f"no seat {chart.seat} at a table of {len(view.scores)}")
    sheet = view.sheet(chart.seat)
    facts = list(sheet.facts)
    parts: list[Node | None]
    if isinstance(view, WorldView):
        parts = world_sheet(view, view.players[chart.seat], voice)
        facts = [fact for fact in facts if fact.name not in DRAWN and fact.values]
    else:
        words = [voice.label(text) for text in sheet.summary]
        boxes = [Box(Row([Text(each, 36, "number", "number")], at="m"), tall=84) for each in words]
        parts = [Wrap(boxes, 14, columns=4, fill=True)] if boxes else []
    return card(_head(view, sheet, voice), *parts, *(_fact(fact, voice) for fact in facts))


def _head(view: View, sheet: Sheet, voice: GameVoice) -> Node:
    """Who it is, how they stand, and when."""
    listed = [voice.tag(sheet.seat), *tags(view, sheet.seat, voice), moment(view, voice)]
    said = voice.say("board.between").join(filter(None, listed))
    under = Text(said, SMALL, ink="quiet", least=20)
    score = Text(str(sheet.score), 84, "number", "number", "r")
    points = Text(voice.say("card.points", n=sheet.score), SMALL, ink="quiet", at="r")
    return seat_head(voice, sheet.seat, under, Column([score, points], joint=" "))


def _fact(fact: Fact, voice: GameVoice) -> Node | None:
    """A labelled list of values in boxes."""
    values = [pill(voice.label(value)) for value in fact.values]
    shown = [Wrap(values)] if values else []
    return section(voice.label(fact.label), shown, gap=10, none=voice.say("card.sheet.none"))
