"""The culture track, on which all players advance, with what each step costs."""

from __future__ import annotations

from engine.core.view import View
from engine.tiles.civ import CultureTrack, TrackStep
from render.flow.canvas import Node, Shade
from render.flow.leaves import SMALL, Space, Text
from render.flow.nodes import Box, Column, Over, Row, Wrap
from render.flow.parts import amount, banner, card, chip, icon, section
from render.voice import GameVoice

PER_ROW = 7
SIGNS = {"victory": "laurels", "person": "great_person", "card": "scroll"}


def track_card(track: CultureTrack, view: View, voice: GameVoice) -> Node:
    """The steps with the players on them, then who is how far."""
    steps = len(track.steps)
    order = sorted(range(len(track.positions)), key=lambda seat: -track.positions[seat])
    return card(
        banner(voice.say("card.track.title"), voice.say("card.track.under", n=steps)),
        section(voice.say("card.track.players"), [_player(track, seat, voice) for seat in order]),
        Space(tall=8),
        Wrap([_step(step, track, voice) for step in track.steps], 10, columns=PER_ROW),
    )


def _step(step: TrackStep, track: CultureTrack, voice: GameVoice) -> Node:
    here = [seat for seat, at in enumerate(track.positions) if at == step.number]
    # Players stand on the sign; who is there matters more than what lies under them.
    sign = icon(SIGNS.get(step.gives, "star"), 54, Shade("title", 0.45 if here else 1))
    side = 40 if len(here) <= 4 else 34
    chips = Wrap([chip(voice, seat, side) for seat in here], 4, at="m")
    there = Box(Over([Row([sign], at="m"), chips]), (2, 12), fill=None, tall=84)
    prices = [("culture", step.culture), ("trade", step.trade)]
    costs = [
        amount(key, price, 25, "text", voice.say(f"alt.city.{key}", n=price))
        for key, price in prices
        if price
    ]
    number = Text(str(step.number), SMALL - 4, "number", "quiet")
    parts = [number, there, Row(costs or [Space(tall=34)], 8, "m", joint=", ")]
    fill = Shade("number", 0.3) if step.gives == "victory" else "faint"
    return Box(Column(parts, joint=": "), (8, 8), fill=fill)


def _player(track: CultureTrack, seat: int, voice: GameVoice) -> Node:
    at, steps = track.positions[seat], len(track.steps)
    left = voice.say("card.track.left", n=max(0, steps - at))
    said = voice.say("alt.track", name=voice.name(seat), n=at, of=steps)
    name = Text(voice.name(seat), role="strong", grow=1, says=said)
    number = Text(str(at), 36, "number", "number", says="")
    return Row([chip(voice, seat, 42), name, number, Text(left, SMALL, ink="quiet", says="")], 18)
