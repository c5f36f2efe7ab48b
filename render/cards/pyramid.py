"""A player's technologies as a pyramid: the lowest level is the widest."""

from __future__ import annotations

from engine.core.view import View
from engine.tiles.civ import CivSheet, CivView, TechnologySlot
from render.flow.canvas import Node, Shade
from render.flow.leaves import SMALL, Text
from render.flow.nodes import Box, Column, Grown, Row, Wrap
from render.flow.parts import amount, card, icon, seat_head
from render.style.players import colour_of
from render.voice import GameVoice

WIDE, HIGH, GAP = 160, 104, 8
"""A card, and the room between two."""
NUMERALS = ("I", "II", "III", "IV", "V")
DETAIL = 25


def pyramid_card(sheet: CivSheet, view: View, voice: GameVoice) -> Node:
    """The rows from the highest down."""
    known = [voice.say("card.pyramid.known", n=len(sheet.pyramid))]
    if coins := sum(slot.coins for slot in sheet.pyramid):
        known.append(voice.say("card.pyramid.coins", n=coins))
    under = Text(voice.say("board.between").join(known), SMALL, ink="quiet")
    trade = view.players[sheet.seat].trade if isinstance(view, CivView) else 0
    said = voice.say("alt.city.trade", n=trade)
    head = seat_head(
        voice, sheet.seat, under, amount("trade", trade, 52, says=said), side=72, size=42
    )
    rows = sorted({*(slot.row for slot in sheet.pyramid), *sheet.room}, reverse=True)
    levels = [_level(row, sheet, voice) for row in rows]
    return card(head, *(levels or [Text(voice.say("card.sheet.none"), ink="quiet")]))


def _level(row: int, sheet: CivSheet, voice: GameVoice) -> Node:
    """A row of the pyramid, on a band as wide as it is, with places that are still free."""
    cards = [_technology(s, sheet.seat, voice) for s in sheet.pyramid if s.row == row]
    if room := sheet.room.get(row, 0):
        said = [voice.say("alt.pyramid.room", n=room), *([""] * (room - 1))]
        cards += [Box(Text("", says=words), across=WIDE, tall=HIGH, dashed=True) for words in said]
    numeral = NUMERALS[row - 1] if 0 < row <= len(NUMERALS) else str(row)
    band = Row([Box(Wrap(cards, GAP, at="m"), (GAP, GAP))], at="m")
    number = Text(numeral, 34, "title", "title", says=voice.say("alt.pyramid.row", row=row))
    return Row([Box(number, (0, 0), across=46, fill=None), Grown(band)], joint=": ")


def _technology(slot: TechnologySlot, seat: int, voice: GameVoice) -> Node:
    colour, name = colour_of(voice.palette.of(seat)), voice.title("technology", slot.name)
    said = voice.say("alt.pyramid.card", name=name, coins=slot.coins)
    parts: list[Node] = [Text(name, DETAIL, "strong", at="m", lines=2, least=17, says=said)]
    if slot.coins:
        parts.append(Row([icon("coin", 26, "number") for _ in range(slot.coins)], 2, "m"))
    inner = Row([Grown(Column(parts, 4, joint=" "))])
    rim, fill = Shade(colour, 0.85), Shade(colour, 0.38)
    return Box(inner, (8, 6), fill, rim, across=WIDE, tall=HIGH)
