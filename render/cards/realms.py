"""Stability, governments and religions of all players on one chart."""

from __future__ import annotations

from engine.core.charts import Realm, RealmChart
from render.flow.canvas import Node, Shade
from render.flow.leaves import SMALL, TEXT, Space, Text
from render.flow.nodes import Box, Column, Row
from render.flow.parts import banner, card, chip, icon
from render.sprites.icons import has_icon
from render.style.colour import Colour, ink_on, mixed
from render.voice import GameVoice

STEADY, FIRM, FALLING = (58, 150, 92), (226, 184, 70), (196, 52, 40)
"""The ends of the scale of stability and its middle."""


def realms_card(chart: RealmChart, voice: GameVoice) -> Node:
    """A box for each realm, in the order of the seats."""
    head = banner(voice.say("card.realms.title"), voice.say("card.realms.under"))
    realms = sorted(chart.realms, key=lambda realm: realm.seat)
    return card(head, *(_realm(chart, realm, voice) for realm in realms))


def _realm(chart: RealmChart, realm: Realm, voice: GameVoice) -> Node:
    held = voice.say("card.realms.settlements", n=realm.settlements)
    civilization = voice.title("civilization", realm.civilization)
    top: list[Node] = [
        chip(voice, realm.seat, 52),
        Text(voice.name(realm.seat), TEXT + 4, "strong"),
        Text(civilization, ink="quiet", grow=1),
    ]
    if realm.at_risk:
        warned = voice.say("card.realms.at_risk", n=realm.at_risk)
        words = Text(warned, SMALL, "strong", ink_on(FALLING))
        top.append(Box(words, (14, 3), FALLING))
    top.append(Text(held, SMALL, ink="quiet"))
    count = len(chart.levels)
    steps = [_step(chart, level, realm.stability, voice) for level in reversed(range(count))]
    institutions = [("government", realm.government), ("religion", realm.religion)]
    below = [_institution(key, voice.title(table, key)) for table, key in institutions]
    parts = [Row(top, 16, joint=", "), Row(steps, 6, joint=""), Row(below, joint=", ")]
    return Box(Column(parts, 14, joint=", "), (20, 16))


def _step(chart: RealmChart, level: int, held: int, voice: GameVoice) -> Node:
    """A level from the worst to the best; the realm's own is full and named."""
    colour = _colour(level, len(chart.levels))
    if level != held:
        return Box(Space(), (0, 0), Shade(colour, 0.26), grow=1, tall=44)
    name = voice.title("stability", chart.levels[level])
    words = Text(name, SMALL + 2, "strong", ink_on(colour), "m", least=20)
    return Box(words, (8, 3), colour, across=250, tall=44)


def _institution(key: str, name: str) -> Node:
    sign = icon(key, 38) if has_icon(key) else Space(38)
    return Row([sign, Text(name, role="strong", grow=1)], grow=1)


def _colour(level: int, count: int) -> Colour:
    share = level / max(1, count - 1)
    if share < 0.5:
        return mixed(STEADY, FIRM, share * 2)
    return mixed(FIRM, FALLING, share * 2 - 1)
