"""A player's technologies as a pyramid: the lowest level is the widest."""

from __future__ import annotations

from engine.core.view import View
from engine.tiles.civ import CivSheet, CivView, TechnologySlot
from render.cards.paper import SMALL, TEXT, Paper, wrapped
from render.cards.signs import number, open_place
from render.sprites.sprites import chip
from render.style.colour import mixed
from render.style.players import colour_of
from render.voice import GameVoice

WIDE, HIGH, GAP = 168, 104, 10
"""A card, and the room between two."""
MARGIN = 46
"""Room for the number of a level left of its cards."""
NUMERALS = ("I", "II", "III", "IV", "V")
PER_ROW = 5
DETAIL = 25


def paint_pyramid(paper: Paper, sheet: CivSheet, view: View, voice: GameVoice) -> None:
    """Draw the rows from the highest down."""
    _head(paper, sheet, view, voice)
    paper.skip(24)
    for row in sorted({*(slot.row for slot in sheet.pyramid), *sheet.room}, reverse=True):
        slots: list[TechnologySlot | None] = [s for s in sheet.pyramid if s.row == row]
        slots += [None] * sheet.room.get(row, 0)
        _level(paper, row, slots, sheet.seat, voice)
    if not sheet.pyramid:
        paper.paragraph(voice.say("card.sheet.none"), TEXT, paper.page.quiet)


def _head(paper: Paper, sheet: CivSheet, view: View, voice: GameVoice) -> None:
    page = paper.page
    paper.y = 62
    paper.put(chip(paper.colour(sheet.seat), 72), paper.left + 36)
    trade = 0.0
    if isinstance(view, CivView):
        amount = str(view.players[sheet.seat].trade)
        trade = number(paper, paper.right, "trade", amount, 52, page.number, "r")
    left = paper.left + 92
    room = paper.right - left - trade - 24
    paper.write(left, voice.name(sheet.seat), 42, "strong", room=room, dy=-14)
    coins = sum(slot.coins for slot in sheet.pyramid)
    said = [voice.say("card.pyramid.known", n=len(sheet.pyramid))]
    if coins:
        said.append(voice.say("card.pyramid.coins", n=coins))
    under = voice.say("board.between").join(said)
    paper.write(left, under, SMALL, "plain", page.quiet, room=room, dy=26)
    paper.y = 116
    paper.rule()


def _level(
    paper: Paper, row: int, slots: list[TechnologySlot | None], seat: int, voice: GameVoice
) -> None:
    """A row of the pyramid; None stands for room where two cards below carry nothing yet."""
    rows = [slots[at : at + PER_ROW] for at in range(0, len(slots), PER_ROW)]
    high = len(rows) * (HIGH + GAP)
    paper.need(high + 20)
    top = paper.y
    # The steps of the pyramid: a faint band as wide as its level.
    wide = max(map(len, rows)) * (WIDE + GAP) + GAP
    middle = paper.left + MARGIN + (paper.room - MARGIN) / 2
    paper.box(middle - wide / 2, top, middle + wide / 2, top + high + GAP)
    paper.y = top + (high + GAP) / 2
    numeral = NUMERALS[row - 1] if 0 < row <= len(NUMERALS) else str(row)
    paper.write(paper.left + 14, numeral, 34, "title", paper.page.title, "m")
    for at, cards in enumerate(rows):
        x = middle - (len(cards) * (WIDE + GAP) - GAP) / 2
        for slot in cards:
            y = top + GAP + at * (HIGH + GAP)
            if slot is None:
                open_place(paper, (x, y, x + WIDE, y + HIGH))
            else:
                _card(paper, slot, x, y, seat, voice)
            x += WIDE + GAP
    paper.y = top + high + GAP + 14


def _card(
    paper: Paper, slot: TechnologySlot, x: float, y: float, seat: int, voice: GameVoice
) -> None:
    page, colour = paper.page, colour_of(paper.colour(seat))
    paper.box(x, y, x + WIDE, y + HIGH, mixed(page.ground, colour, 0.85))
    paper.box(x + 3, y + 3, x + WIDE - 3, y + HIGH - 3, mixed(page.ground, colour, 0.38))
    name = voice.title("technology", slot.name)
    size = DETAIL
    lines = wrapped(name, "strong", size, WIDE - 16)
    while size > 17 and (len(lines) > 2 or any(line.endswith("…") for line in lines)):
        size -= 1
        lines = wrapped(name, "strong", size, WIDE - 16)
    lines = lines[:2]
    paper.y = y + HIGH / 2 - (18 if slot.coins else 0) - (len(lines) - 1) * (size + 4) / 2
    for line in lines:
        paper.write(x + WIDE / 2, line, size, "strong", page.text, "m")
        paper.y += size + 4
    paper.y = y + HIGH - 22
    step = min(28.0, (WIDE - 60) / max(1, slot.coins))
    for coin in range(slot.coins):
        paper.icon("coin", x + 24 + coin * step, 26, page.number)
