"""A player's technologies as a pyramid: the lowest level is the widest."""

from __future__ import annotations

from engine.core.charts import Pyramid, PyramidCard
from render.cards.paper import SMALL, Paper, wrapped
from render.cards.signs import number
from render.sprites.sprites import chip, plain_icon
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


def paint_pyramid(paper: Paper, pyramid: Pyramid, voice: GameVoice) -> None:
    """Draw the levels from the highest down; a level that can be learnt at has an open card."""
    _head(paper, pyramid, voice)
    paper.skip(24)
    highest = max((*pyramid.open_levels, 0), default=0)
    count = max(len(pyramid.levels), highest)
    for level in reversed(range(count)):
        cards = pyramid.levels[level] if level < len(pyramid.levels) else ()
        slots: list[PyramidCard | None] = [*cards]
        if level + 1 in pyramid.open_levels:
            slots.append(None)
        if slots:
            _level(paper, level, slots, pyramid, voice)


def _head(paper: Paper, pyramid: Pyramid, voice: GameVoice) -> None:
    page = paper.page
    paper.y = 62
    paper.put(chip(paper.colour(pyramid.seat), 72), paper.left + 36)
    trade = number(paper, paper.right, "trade", str(pyramid.trade), 52, page.number, "r")
    left = paper.left + 92
    room = paper.right - left - trade - 24
    paper.write(left, voice.name(pyramid.seat), 42, "strong", room=room, dy=-14)
    coins = sum(card.coins for level in pyramid.levels for card in level)
    known = sum(map(len, pyramid.levels))
    said = [voice.say("card.pyramid.known", n=known)]
    if coins:
        said.append(voice.say("card.pyramid.coins", n=coins))
    under = voice.say("board.between").join(said)
    paper.write(left, under, SMALL, "plain", page.quiet, room=room, dy=26)
    paper.y = 116
    paper.rule()


def _level(
    paper: Paper, level: int, slots: list[PyramidCard | None], pyramid: Pyramid, voice: GameVoice
) -> None:
    rows = [slots[at : at + PER_ROW] for at in range(0, len(slots), PER_ROW)]
    high = len(rows) * (HIGH + GAP)
    paper.need(high + 20)
    top = paper.y
    # The steps of the pyramid: a faint band as wide as its level.
    longest = max(map(len, rows))
    wide = longest * (WIDE + GAP) + GAP
    middle = paper.left + MARGIN + (paper.room - MARGIN) / 2
    paper.box(middle - wide / 2, top, middle + wide / 2, top + high + GAP)
    paper.y = top + (high + GAP) / 2
    numeral = NUMERALS[level] if level < len(NUMERALS) else str(level + 1)
    paper.write(paper.left + 14, numeral, 34, "title", paper.page.title, "m")
    for at, row in enumerate(rows):
        x = middle - (len(row) * (WIDE + GAP) - GAP) / 2
        for slot in row:
            _card(paper, slot, x, top + GAP + at * (HIGH + GAP), pyramid.seat, voice)
            x += WIDE + GAP
    paper.y = top + high + GAP + 14


def _card(
    paper: Paper, card: PyramidCard | None, x: float, y: float, seat: int, voice: GameVoice
) -> None:
    page = paper.page
    if card is None:
        paper.box(x, y, x + WIDE, y + HIGH, page.number)
        paper.box(x + 3, y + 3, x + WIDE - 3, y + HIGH - 3, paper.faint)
        paper.y = y + HIGH / 2
        paper.put(plain_icon("free_technology", 54, page.number), x + WIDE / 2)
        return
    colour = colour_of(paper.colour(seat))
    fill = mixed(page.ground, colour, 0.14 if card.used else 0.38)
    paper.box(x, y, x + WIDE, y + HIGH, mixed(page.ground, colour, 0.85))
    paper.box(x + 3, y + 3, x + WIDE - 3, y + HIGH - 3, fill)
    name = voice.title("technology", card.id)
    size = DETAIL
    lines = wrapped(name, "strong", size, WIDE - 16)
    while size > 17 and (len(lines) > 2 or any(line.endswith("…") for line in lines)):
        size -= 1
        lines = wrapped(name, "strong", size, WIDE - 16)
    lines = lines[:2]
    low = bool(card.coins or card.used)
    paper.y = y + HIGH / 2 - (18 if low else 0) - (len(lines) - 1) * (size + 4) / 2
    ink = page.quiet if card.used else page.text
    for line in lines:
        paper.write(x + WIDE / 2, line, size, "strong", ink, "m")
        paper.y += size + 4
    paper.y = y + HIGH - 22
    if card.used:
        paper.icon("done", x + WIDE - 24, 24, page.quiet)
    if card.coins:
        step = min(28.0, (WIDE - 60) / card.coins)
        for coin in range(card.coins):
            paper.icon("coin", x + 24 + coin * step, 26, page.number)
