"""Every chart that a rule set shows beside the board, as a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.core.charts import CityCards, FactCard, Fees, RealmChart, SeatSheet, TechnologyTree
from engine.core.view import View
from engine.tiles.civ import CardBattle, CitySheet, CivSheet, CultureTrack, MarketView
from engine.world.view import TechnologiesByEra, WorldView
from render.cards.cities import cities_card
from render.cards.city import city_card
from render.cards.fact_card import fact_card
from render.cards.fees import fees_card
from render.cards.fronts import fronts_card
from render.cards.market import market_card
from render.cards.pyramid import pyramid_card
from render.cards.realms import realms_card
from render.cards.sheet import sheet_card
from render.cards.technologies import technologies_card
from render.cards.technology_tree import tree_card
from render.cards.track import track_card
from render.flow.canvas import Node
from render.voice import GameVoice

Maker = Callable[[Any, View, GameVoice], Node]


def _alone(make: Callable[[Any, GameVoice], Node]) -> Maker:
    """A maker of what says all by itself."""
    return lambda chart, view, voice: make(chart, voice)


def _technologies(chart: TechnologiesByEra, view: View, voice: GameVoice) -> Node:
    assert isinstance(view, WorldView)
    return technologies_card(view, voice)


MAKERS: Mapping[type, Maker] = {
    CardBattle: _alone(fronts_card),
    CityCards: _alone(cities_card),
    CitySheet: city_card,
    CivSheet: pyramid_card,
    CultureTrack: track_card,
    FactCard: _alone(fact_card),
    Fees: _alone(fees_card),
    MarketView: market_card,
    RealmChart: _alone(realms_card),
    SeatSheet: sheet_card,
    TechnologiesByEra: _technologies,
    TechnologyTree: _alone(tree_card),
}


def chart_card(chart: msgspec.Struct, view: View, voice: GameVoice) -> Node:
    """The card of a chart of `View.charts`."""
    return MAKERS[type(chart)](chart, view, voice)
