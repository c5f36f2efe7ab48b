"""A card about one thing of the rules: what it is, what it costs, needs, does and unlocks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.charts import FactCard, FactLine, Requirement
from render.cards.paper import SMALL, TEXT, Paper, seat_label, wrapped
from render.cards.signs import pointer
from render.fonts.writing import width
from render.sprites.icons import has_icon
from render.sprites.sprites import plain_icon
from render.voice import GameVoice

EMBLEM = 104
BOX, GAP = 96, 14


def paint_fact_card(paper: Paper, card: FactCard, voice: GameVoice) -> None:
    """Draw the card; sections that have nothing to say are left out."""
    _head(paper, card, voice)
    _facts(paper, card.facts, voice)
    if card.effects:
        paper.skip(26)
        for effect in card.effects:
            paper.paragraph(voice.label(effect).rstrip(".") + ".", TEXT + 2)
            paper.y += 8
    if card.requires:
        paper.heading(voice.say("card.fact.requires"))
        for requirement in card.requires:
            _requirement(paper, requirement, voice)
    if card.unlocks:
        paper.heading(voice.say("card.fact.unlocks"))
        for text in card.unlocks:
            paper.need(50)
            paper.y += 24
            paper.put(pointer("right", 24, paper.page.title), paper.left + 16)
            paper.write(paper.left + 46, voice.label(text), TEXT, room=paper.room - 46)
            paper.y += 22
    if card.owners:
        paper.heading(voice.say("card.fact.owners", n=len(card.owners)))
        for seat in card.owners:
            paper.need(60)
            paper.y += 28
            seat_label(paper, paper.left, seat, voice.name(seat), paper.room)
            paper.y += 26


def _head(paper: Paper, card: FactCard, voice: GameVoice) -> None:
    page = paper.page
    left, right = float(paper.left), float(paper.right)
    paper.y = 84
    if card.icon and has_icon(card.icon):
        half = EMBLEM / 2
        paper.box(left, paper.y - half, left + EMBLEM, paper.y + half)
        paper.icon(card.icon, left + half, EMBLEM - 30, page.title)
        left += EMBLEM + 26
    if card.cost is not None:
        cost = voice.label(card.cost)
        taken = width(cost, "number", 40)
        paper.write(right, cost, 40, "number", page.number, "r", dy=-20)
        right -= taken + 24
    title = voice.label(card.title)
    size = 46
    while size > 30 and width(title.upper(), "title", size) > right - left:
        size -= 2
    paper.write(left, title.upper(), size, "title", page.title, room=right - left, dy=-22)
    kind = voice.label(card.kind)
    paper.write(left, kind, TEXT, "plain", page.quiet, room=paper.right - left, dy=32)
    paper.y = 160
    paper.rule()


def _facts(paper: Paper, facts: Sequence[FactLine], voice: GameVoice) -> None:
    """Labelled values in boxes, four to a row where they are short."""
    if not facts:
        return
    page = paper.page
    said = [(voice.label(f.label), voice.label(f.value), f.icon) for f in facts]
    columns = min(4, len(said))
    while columns > 1 and any(
        width(value, "number", 40) + (58 if icon else 0) > paper.room / columns - 40
        or width(label, "plain", SMALL) > paper.room / columns - 30
        for label, value, icon in said
    ):
        columns -= 1
    wide = (paper.room - GAP * (columns - 1)) / columns
    paper.skip(26)
    for at in range(0, len(said), columns):
        paper.need(BOX + GAP + 20)
        top = paper.y
        for column, (label, value, icon) in enumerate(said[at : at + columns]):
            x = paper.left + column * (wide + GAP)
            paper.box(x, top, x + wide, top + BOX)
            paper.y = top + 36
            shown = bool(icon) and has_icon(icon)
            long = width(value, "number", 40) + (52 if shown else 0)
            start = x + max(16.0, (wide - long) / 2)
            if shown:
                paper.put(plain_icon(icon, 40, page.title), start + 20)
                start += 52
            paper.write(start, value, 40, "number", page.number, room=x + wide - 12 - start)
            paper.y = top + 74
            paper.write(x + wide / 2, label, SMALL, "plain", page.quiet, "m", wide - 16)
        paper.y = top + BOX + GAP


def _requirement(paper: Paper, requirement: Requirement, voice: GameVoice) -> None:
    page = paper.page
    lines = wrapped(voice.label(requirement.title), "plain", TEXT, paper.room - 46)
    icon = {True: "done", False: "locked", None: "free_technology"}[requirement.met]
    colour = {True: page.quiet, False: page.active, None: page.title}[requirement.met]
    for at, line in enumerate(lines):
        paper.need(50)
        paper.y += 24
        if at == 0:
            paper.icon(icon, paper.left + 16, 28, colour)
        paper.write(paper.left + 46, line, TEXT, fill=colour if requirement.met is False else None)
        paper.y += 22
