"""The picture of a game whose rules have no board that is drawn: who plays and how they stand."""

from __future__ import annotations

from engine.core.view import View
from render.flow.canvas import Node
from render.flow.leaves import LARGE, SMALL, Text
from render.flow.nodes import Row
from render.flow.parts import banner, card, minus, named
from render.moment import moment
from render.voice import GameVoice


def scoreboard(view: View, voice: GameVoice) -> Node:
    """The players with their scores."""
    rows = [
        Row([named(voice, seat, 50, LARGE, grow=1), Text(minus(score), 50, "number", "number")])
        for seat, score in enumerate(view.scores)
    ]
    note = Text(voice.say("picture.no_map"), SMALL, ink="quiet", at="m")
    return card(banner(moment(view, voice)), *rows, note)
