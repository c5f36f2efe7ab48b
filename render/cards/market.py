"""The market of the tile game: wonders, buildings, resources and units that are left."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.view import View
from engine.tiles.civ import BuildingOffer, MarketView, WonderOffer
from render.flow.canvas import Node, Shade
from render.flow.leaves import SMALL, Text
from render.flow.nodes import Box, Column, Row, Wrap
from render.flow.parts import amount, banner, card, chip, icon, pointer, section
from render.sprites.icons import has_icon
from render.sprites.looks import unit_look
from render.sprites.things import looks
from render.style.colour import CREAM
from render.voice import GameVoice

YIELDS = {
    "trade": "trade",
    "production": "cog",
    "culture": "culture",
    "coins": "coin",
    "combat": "battle",
}
INK = (60, 46, 34)


def market_card(market: MarketView, view: View, voice: GameVoice) -> Node:
    """The wonders with their prices, then what is left of everything else."""
    deck = voice.say("card.market.deck", n=market.wonders_left)
    wonders = [_wonder(wonder, view, voice) for wonder in market.wonders]
    return card(
        banner(voice.say("card.market.title"), voice.say("card.market.under")),
        section(voice.say("card.market.wonders"), wonders, deck, gap=12),
        _piles("building", market.buildings, voice, market.offers),
        _piles("resource", market.resources, voice, {}),
        _piles("unit", market.units, voice, {}),
    )


def _wonder(wonder: WonderOffer, view: View, voice: GameVoice) -> Node:
    """A wonder with its price; with each player's where they differ."""
    prices = list(enumerate(wonder.costs))
    if view.seat is not None and view.seat < len(wonder.costs):
        prices = [(view.seat, wonder.costs[view.seat])]
    if len({price for _, price in prices}) == 1:
        price = prices[0][1]
        costs: list[Node] = [
            amount("cog", price, 38, says=voice.say("alt.city.production", n=price))
        ]
    else:
        costs = [
            Row([chip(voice, seat, 32, voice.name(seat)), amount("", price, 34)], 6)
            for seat, price in prices
        ]
    name = Text(voice.title("wonder", wonder.name), 28, "strong", least=20)
    era = voice.say("card.market.era", era=voice.title("era", wonder.era))
    does = Text(voice.say(f"effect.wonder.{wonder.name}"), SMALL - 2, lines=9)
    head = Row(
        [Column([name, Text(era, SMALL - 2, ink="quiet")], grow=1, joint=", "), *costs], joint=", "
    )
    return Box(Row([_sign("wonder"), Column([head, does], 4, grow=1, joint=": ")], 16))


def _piles(
    table: str, piles: Mapping[str, int], voice: GameVoice, offers: Mapping[str, BuildingOffer]
) -> Node | None:
    """What is left of each kind, in two columns; what is gone is faint."""
    boxes = [_pile(table, key, n, offers.get(key), voice) for key, n in piles.items()]
    shown = [Wrap(boxes, columns=2)] if boxes else []
    return section(voice.say(f"card.market.{table}"), shown)


def _pile(table: str, key: str, left: int, offer: BuildingOffer | None, voice: GameVoice) -> Node:
    share = 1.0 if left else 0.4
    text = voice.say("card.times", n=left) if left else voice.say("card.market.gone")
    count = Text(text, 34 if left else SMALL, "number", Shade("number", share), says=str(left))
    name = Text(voice.title(table, key), 28, "strong", Shade("text", share), least=20)
    about: list[Node] = [name]
    if offer is not None:
        about.append(_offer(offer, share, voice))
    inner = [_sign(key), Column(about, grow=1, joint=" "), count]
    return Box(Row(inner, 14), (14, 10), tall=84, across=0)


def _offer(offer: BuildingOffer, share: float, voice: GameVoice) -> Node:
    """The price of a building, and what it gives, in small signs; smaller where there are many."""
    given = {key: getattr(offer, key) for key in YIELDS if getattr(offer, key)}
    size = 26 if len(given) <= 3 else 21
    said = voice.say("alt.market.offer", **msgspec.structs.asdict(offer))
    cost = amount("cog", offer.cost, size, Shade("number", share), says=said)
    ink = Shade("text", share)
    gives = [amount(YIELDS[key], n, size, ink, says="") for key, n in given.items()]
    return Row([cost, pointer(18, ink), *gives], 10 if size == 26 else 6)


def _sign(key: str) -> Node:
    """The drawing of a thing on a light ground."""
    known = looks().things.get(key) or unit_look(key)
    own = key if has_icon(key) else known.icon
    return Box(icon(own, 42, INK), (7, 7), CREAM)
