"""The market of the tile game: wonders, buildings, resources and units that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.view import View
from engine.tiles.civ import BuildingOffer, MarketView, WonderOffer
from render.cards.paper import SMALL, Paper, wrapped
from render.cards.signs import number, pointer
from render.fonts.writing import width
from render.sprites.icons import has_icon
from render.sprites.looks import unit_look
from render.sprites.sprites import CREAM, chip, plain_icon
from render.style.colour import Colour, mixed
from render.tiles.looks import looks, thing
from render.voice import GameVoice

GAP, PAD, ROW, SIGN = 12, 14, 84, 56
NAME, OFFER, LINE = 28, 26, 32
YIELDS = ("trade", "cog", "culture", "coin", "battle")
NO_OFFERS: Mapping[str, BuildingOffer] = {}
INK = (60, 46, 34)


def paint_market(paper: Paper, market: MarketView, view: View, voice: GameVoice) -> None:
    """Draw the wonders with their prices, then what is left of everything else."""
    paper.banner(voice.say("card.market.title"), voice.say("card.market.under"))
    if market.wonders:
        aside = voice.say("card.market.deck", n=market.wonders_left)
        paper.heading(voice.say("card.market.wonders"), aside)
        for wonder in market.wonders:
            _wonder(paper, wonder, view, voice)
    _piles(paper, "building", market.buildings, voice, market.offers)
    _piles(paper, "resource", market.resources, voice)
    _piles(paper, "unit", market.units, voice)


def _wonder(paper: Paper, wonder: WonderOffer, view: View, voice: GameVoice) -> None:
    """A wonder with its price; with each player's where they differ."""
    page = paper.page
    left = paper.left + PAD + SIGN + 16
    does = wrapped(
        voice.say(f"effect.wonder.{wonder.name}"), "plain", SMALL - 2, paper.right - PAD - left
    )
    high = ROW + LINE * len(does)
    paper.need(high + GAP)
    top = paper.y + 4
    paper.box(paper.left, top, paper.right, top + high)
    paper.y = top + ROW / 2
    _sign(paper, "wonder", paper.left + PAD)
    right = float(paper.right - PAD)
    prices = list(enumerate(wonder.costs))
    if view.seat is not None and view.seat < len(wonder.costs):
        prices = [(view.seat, wonder.costs[view.seat])]
    if len(set(wonder.costs)) == 1 or len(prices) == 1:
        right -= number(paper, right, "cog", str(prices[0][1]), 38, page.number, "r") + 16
    else:
        for seat, cost in reversed(prices):
            right -= number(paper, right, "", str(cost), 34, page.number, "r") + 8
            paper.put(chip(paper.colour(seat), 32), right - 16)
            right -= 52
    era = voice.say("card.market.era", era=voice.title("era", wonder.era))
    paper.write(left, voice.title("wonder", wonder.name), NAME, "strong", room=right - left, dy=-16)
    paper.write(left, era, SMALL - 2, "plain", page.quiet, room=right - left, dy=20)
    paper.y = top + ROW - LINE + 6
    for line in does:
        paper.y += LINE
        paper.write(left, line, SMALL - 2)
    paper.y = top + high + GAP - 4


def _piles(
    paper: Paper,
    table: str,
    piles: Mapping[str, int],
    voice: GameVoice,
    offers: Mapping[str, BuildingOffer] = NO_OFFERS,
) -> None:
    """What is left of each kind, in two columns; what is gone is faint."""
    if not piles:
        return
    paper.heading(voice.say(f"card.market.{table}"))
    paper.skip(4)
    wide = (paper.room - GAP) / 2
    listed = list(piles.items())
    for at in range(0, len(listed), 2):
        _row(paper, table, listed[at : at + 2], wide, voice, offers)


def _row(
    paper: Paper,
    table: str,
    row: Sequence[tuple[str, int]],
    wide: float,
    voice: GameVoice,
    offers: Mapping[str, BuildingOffer],
) -> None:
    page = paper.page
    paper.need(ROW + GAP)
    top = paper.y
    for column, (key, left) in enumerate(row):
        x = paper.left + column * (wide + GAP)
        paper.box(x, top, x + wide, top + ROW)
        paper.y = top + ROW / 2
        fade = 0.0 if left else 0.6
        _sign(paper, key, x + PAD)
        text = voice.say("card.times", n=left) if left else voice.say("card.market.gone")
        ink = mixed(page.number, page.ground, fade)
        taken = paper.write(x + wide - PAD, text, 34 if left else SMALL, "number", ink, "r")
        start = x + PAD + SIGN + 14
        room = x + wide - PAD - taken - 14 - start
        name = voice.title(table, key)
        size = NAME
        while size > 20 and width(name, "strong", size) > room:
            size -= 1
        text_ink = mixed(page.text, page.ground, fade)
        offer = offers.get(key)
        paper.write(start, name, size, "strong", text_ink, room=room, dy=-16 if offer else 0)
        if offer is not None:
            paper.y += 20
            _offer(paper, offer, start, ink, text_ink)
    paper.y = top + ROW + GAP


def _offer(paper: Paper, offer: BuildingOffer, x: float, ink: Colour, gives: Colour) -> None:
    """The price of a building, and what it gives, in small signs; smaller where there are many."""
    amounts = zip(YIELDS, msgspec.structs.astuple(offer)[1:], strict=True)
    shown = [(icon, amount) for icon, amount in amounts if amount]
    size, gap = (OFFER, 12) if len(shown) <= 3 else (OFFER - 5, 8)
    x += number(paper, x, "cog", str(offer.cost), size, ink) + gap
    paper.put(pointer("right", 18, gives), x + 9)
    x += 16 + gap
    for icon, amount in shown:
        x += number(paper, x, icon, str(amount), size, gives) + gap


def _sign(paper: Paper, key: str, x: float) -> None:
    """The drawing of a thing on a light ground."""
    paper.box(x, paper.y - SIGN / 2, x + SIGN, paper.y + SIGN / 2, CREAM)
    icon = thing(key).icon if key in looks().things else unit_look(key).icon
    drawing = key if has_icon(key) else icon
    paper.put(plain_icon(drawing, SIGN - 14, INK), x + SIGN / 2)
