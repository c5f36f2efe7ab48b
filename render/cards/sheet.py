"""A player's sheet: everything that lies in front of a player, on one card, for any rules."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.core.charts import SeatSheet
from engine.core.messages import ENGLISH
from engine.core.text import Text
from engine.core.view import Fact, Sheet, View
from engine.world.view import WorldView
from render.cards.paper import SMALL, TEXT, Paper, card_voice
from render.cards.world_sheet import DRAWN, paint_world_sheet
from render.fonts.writing import fitted, width
from render.sprites.sprites import chip
from render.style.players import Colours
from render.text.alt import moment
from render.voice import GameVoice

BOX, GAP = 84, 14


def player_sheet(
    view: View,
    seat: int,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """What a player has, as far as everyone may know.

    The facts are those of the view's own sheet; the world board's rules have more to show. Raises
    `IndexError` for a seat that is not at the table. `colours` is as for `render.draw`.
    """
    if not 0 <= seat < len(view.scores):
        raise IndexError(f"no seat {seat} at a table of {len(view.scores)}")
    voice = card_voice(view.ruleset, view.seats, names, language, colours)
    paper = Paper(theme, voice.palette)
    paint_sheet(paper, SeatSheet(seat), view, voice)
    return paper.finished()


def paint_sheet(paper: Paper, chart: SeatSheet, view: View, voice: GameVoice) -> None:
    """Draw the sheet of a seat."""
    seat = chart.seat
    sheet = view.sheet(seat)
    _head(paper, view, sheet, voice)
    facts: Sequence[Fact] = sheet.facts
    if isinstance(view, WorldView):
        paint_world_sheet(paper, view, view.players[seat], voice)
        facts = [fact for fact in facts if fact.name not in DRAWN and fact.values]
    else:
        _summary(paper, sheet.summary, voice)
    for fact in facts:
        _fact(paper, fact, voice)


def _head(paper: Paper, view: View, sheet: Sheet, voice: GameVoice) -> None:
    """Who it is, how they stand, and when."""
    seat, page = sheet.seat, paper.page
    paper.y = 78
    paper.put(chip(paper.colour(seat), 96), paper.left + 48)
    score = str(sheet.score)
    taken = paper.write(paper.right, score, 84, "number", page.number, "r", dy=-14)
    label = voice.say("card.points", n=sheet.score)
    taken = max(taken, paper.write(paper.right, label, SMALL, "plain", page.quiet, "r", dy=44))
    left = paper.left + 122
    room = paper.right - left - taken - 24
    paper.write(left, voice.name(seat), 50, "strong", room=room, dy=-20)
    tags = [tag] if (tag := voice.tag(seat)) else []
    going = not view.finished
    tags += [
        voice.say(f"board.player.{tag}")
        for tag, holds in (
            ("first", seat == view.first and going),
            ("awaited", seat in view.awaited and going),
            ("fallen", sheet.fallen),
        )
        if holds
    ]
    under = voice.say("board.between").join([*tags, moment(view, voice)])
    paper.write(left, under, SMALL, "plain", page.quiet, room=room, dy=34)
    paper.y = 152
    paper.rule()


def _summary(paper: Paper, summary: Sequence[Text], voice: GameVoice) -> None:
    """The few words beside a player's name, each in a box."""
    if not summary:
        return
    said = [voice.label(text) for text in summary]
    columns = min(4, len(said))
    while columns > 1 and any(
        width(text, "number", 36) > paper.room / columns - 40 for text in said
    ):
        columns -= 1
    wide = (paper.room - GAP * (columns - 1)) / columns
    paper.skip(28)
    for at in range(0, len(said), columns):
        paper.need(BOX + GAP + 20)
        for column, text in enumerate(said[at : at + columns]):
            x = paper.left + column * (wide + GAP)
            paper.box(x, paper.y, x + wide, paper.y + BOX)
            paper.write(
                x + wide / 2, text, 36, "number", paper.page.number, "m", wide - 20, BOX / 2
            )
        paper.y += BOX + GAP


def _fact(paper: Paper, fact: Fact, voice: GameVoice) -> None:
    """A labelled list: short values in boxes one after the other, long ones as lines."""
    paper.heading(voice.label(fact.label))
    said = [voice.label(value) for value in fact.values]
    if not said:
        paper.paragraph(voice.say("card.sheet.none"), TEXT, paper.page.quiet)
        return
    x = float(paper.left)
    paper.skip(34)
    for value in said:
        shown = fitted(value, "strong", SMALL, paper.room - 32)
        wide = width(shown, "strong", SMALL) + 32
        if x + wide > paper.right and x > paper.left:
            x = float(paper.left)
            paper.y += 62
        paper.need(70)
        paper.box(x, paper.y - 26, x + wide, paper.y + 26)
        paper.write(x + 16, shown, SMALL, "strong")
        x += wide + 12
    paper.y += 28
