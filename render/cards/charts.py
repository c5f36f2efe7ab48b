"""Draws every chart that a rule set shows beside the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from PIL import Image

from engine.core.charts import CityCards, FactCard, Fees, RealmChart, SeatSheet, TechnologyTree
from engine.core.messages import ENGLISH
from engine.core.view import View
from engine.tiles.civ import CardBattle, CitySheet, CivSheet, CultureTrack, MarketView
from engine.world.view import TechnologiesByEra, WorldView
from render.cards.cities import paint_cities
from render.cards.fact_card import paint_fact_card
from render.cards.fees import paint_fees
from render.cards.fronts import paint_fronts
from render.cards.market import paint_market
from render.cards.paper import Paper, card_voice
from render.cards.pyramid import paint_pyramid
from render.cards.realms import paint_realms
from render.cards.sheet import paint_sheet
from render.cards.technologies import paint_technologies
from render.cards.technology_board import technology_board
from render.cards.technology_tree import paint_tree
from render.cards.track import paint_track
from render.style.players import Colours
from render.tiles.city import paint_city
from render.voice import GameVoice

Painter = Callable[[Paper, Any, View, GameVoice], None]


def _alone(paint: Callable[[Paper, Any, GameVoice], None]) -> Painter:
    """A painter of what says all by itself."""
    return lambda paper, chart, view, voice: paint(paper, chart, voice)


def _technologies(paper: Paper, chart: TechnologiesByEra, view: View, voice: GameVoice) -> None:
    assert isinstance(view, WorldView)
    paint_technologies(paper, technology_board(view, voice), voice)


PAINTERS: Mapping[type, Painter] = {
    CardBattle: _alone(paint_fronts),
    CityCards: _alone(paint_cities),
    CitySheet: paint_city,
    CivSheet: paint_pyramid,
    CultureTrack: paint_track,
    FactCard: _alone(paint_fact_card),
    Fees: _alone(paint_fees),
    MarketView: paint_market,
    RealmChart: _alone(paint_realms),
    SeatSheet: paint_sheet,
    TechnologiesByEra: _technologies,
    TechnologyTree: _alone(paint_tree),
}


def draw_chart(
    chart: msgspec.Struct,
    view: View,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The picture of a chart of `View.charts`. `colours` is as for `render.draw`."""
    voice = card_voice(view.ruleset, view.seats, names, language, colours)
    paper = Paper(theme, voice.palette)
    PAINTERS[type(chart)](paper, chart, view, voice)
    return paper.finished()


def fact_card(
    card: FactCard,
    ruleset: str,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The picture of a card about one thing of the rules, in a game or outside of any."""
    voice = card_voice(ruleset, len(names), names, language, colours)
    paper = Paper(theme, voice.palette)
    paint_fact_card(paper, card, voice)
    return paper.finished()
