"""The one door to the pictures of what rule sets show beside the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

from engine.core.charts import (
    CardBattle,
    CityCards,
    FactCard,
    Fees,
    Market,
    Pyramid,
    RealmChart,
    TechnologyTree,
    Track,
)
from engine.core.messages import ENGLISH
from render.cards.cities import paint_cities
from render.cards.fact_card import paint_fact_card
from render.cards.fees import paint_fees
from render.cards.fronts import paint_fronts
from render.cards.market import paint_market
from render.cards.paper import Paper, card_voice
from render.cards.pyramid import paint_pyramid
from render.cards.realms import paint_realms
from render.cards.technology_tree import paint_tree
from render.cards.track import paint_track
from render.style.players import Colours, players
from render.voice import GameVoice

Chart = (
    CardBattle
    | CityCards
    | FactCard
    | Fees
    | Market
    | Pyramid
    | RealmChart
    | TechnologyTree
    | Track
)

PAINTERS: Mapping[type, Callable[[Paper, Any, GameVoice], None]] = {
    CardBattle: paint_fronts,
    CityCards: paint_cities,
    FactCard: paint_fact_card,
    Fees: paint_fees,
    Market: paint_market,
    Pyramid: paint_pyramid,
    RealmChart: paint_realms,
    TechnologyTree: paint_tree,
    Track: paint_track,
}


def draw_chart(
    chart: Chart,
    ruleset: str,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The picture of a chart in the words of a rule set. `colours` is as for `render.draw`."""
    voice = card_voice(ruleset, len(names) or len(players()), names, language, colours)
    paper = Paper(theme, voice.palette)
    PAINTERS[type(chart)](paper, chart, voice)
    return paper.finished()
