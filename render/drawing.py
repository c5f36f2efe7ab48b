"""Draws wishes: from plain data to a picture."""

from __future__ import annotations

from functools import singledispatch

import msgspec
from PIL import Image, ImageOps

from engine.core.charts import FactCard, QuickReference
from engine.tiles.civ import CardBattle
from engine.tiles.view import TileView
from engine.world.view import WorldView
from render.cards.battle import battle_card
from render.cards.charts import chart_card
from render.cards.fact_card import fact_card
from render.cards.fronts import fronts_card
from render.cards.reference import PAGE_WIDE, reference_card
from render.cards.score_chart import score_card
from render.cards.scoreboard import scoreboard
from render.cards.standings import standings_card
from render.flow.canvas import WIDTH, Canvas, Node
from render.look import Look
from render.style.theme import theme
from render.tiles.marks import weights_of
from render.tiles.picture import draw_tile_action, draw_tiles
from render.voice import GameVoice
from render.wishes import Card, Chart, Happened, Map, Result, Wish
from render.world_map.crop import fits, hot_spots, places_of
from render.world_map.picture import action_picture, draw_map, stacked

PANEL_CROP, PANEL_WORLD, PANEL_TILES = (900, 573), (1024, 550), (900, 1200)
"""Pictures on a panel are smaller: they are drawn again with every press."""
CHART_BELOW = 360
"""The height of the plot below the standings: both fit a post on a phone."""


@singledispatch
def image(wish: Wish, look: Look) -> Image.Image:
    """The picture of a wish that is no film; it is the caller's own."""
    raise TypeError(f"{type(wish).__name__} cannot be drawn")


@image.register
def _map(wish: Map, look: Look) -> Image.Image:
    view = wish.view
    if wish.panel:
        return _panel(wish, look)
    if isinstance(view, TileView):
        return draw_tiles(view, look, wish.marks, wish.size, wish.focus)
    if not isinstance(view, WorldView):
        voice = look.card_voice(view.ruleset, view.seats)
        page = Canvas(scoreboard(view, voice), look.theme).image
        ground = theme(look.theme).page.ground
        return page if wish.size is None else ImageOps.pad(page, wish.size, color=ground)
    return draw_map(view, look, wish.marks, wish.size, wish.focus)


def _panel(wish: Map, look: Look) -> Image.Image:
    """The part of the board where there is something to choose, or where something happened."""
    view, places = wish.view, tuple(wish.marks.highlights)
    bare = msgspec.structs.replace(wish, panel=False, around=())
    if not isinstance(view, WorldView):
        # Boards of tiles have shapes of their own, often upright: no room is left beside them.
        focus = (*places, *wish.around) or None
        page = _map(msgspec.structs.replace(bare, focus=focus), look)
        return ImageOps.contain(page, PANEL_TILES, Image.Resampling.LANCZOS)
    wanted = [places_of((*places, *wish.around)), places_of(places)]
    focus = next((each for each in wanted if fits(each, *PANEL_CROP)), None)
    if focus is None and view.out_of_play:
        # What is in play of the world may be upright, too.
        return ImageOps.contain(_map(bare, look), PANEL_TILES, Image.Resampling.LANCZOS)
    size = PANEL_CROP if focus else PANEL_WORLD
    return _map(msgspec.structs.replace(bare, focus=focus, size=size), look)


@image.register
def _happened(wish: Happened, look: Look) -> Image.Image:
    view, marks = wish.view, wish.marks
    if isinstance(view, TileView) and weights_of(marks):
        return draw_tile_action(view, look, marks)
    if isinstance(view, WorldView):
        spots = hot_spots(marks.moves, marks.battles, wish.crops, marks.news)
        if spots:
            return action_picture(view, look, marks, spots)
    return _map(Map(view, marks=marks), look)


@image.register
def _chart(wish: Chart, look: Look) -> Image.Image:
    view = wish.view
    voice = look.card_voice(view.ruleset, view.seats)
    return Canvas(chart_card(wish.content, view, voice), look.theme).image


@image.register
def _card(wish: Card, look: Look) -> Image.Image:
    wide = PAGE_WIDE if wish.page else WIDTH
    return Canvas(_card_of(wish, look), look.theme, wide).image


def _card_of(wish: Card, look: Look) -> Node:
    content = wish.content

    def voice(seats: int) -> GameVoice:
        return look.card_voice(wish.ruleset, seats)

    if isinstance(content, FactCard):
        return fact_card(content, voice(max((len(look.names), *(s + 1 for s in content.owners)))))
    if isinstance(content, QuickReference):
        return reference_card(content, voice(0))
    if isinstance(content, CardBattle):
        return fronts_card(content, voice(len(look.names)))
    seats = [*content.attackers, *content.defenders, *(owner for owner, _ in content.losses)]
    return battle_card(content, voice(max((seat + 1 for seat in seats), default=0)))


@image.register
def _result(wish: Result, look: Look) -> Image.Image:
    seats = max((standing.seat + 1 for standing in wish.outcome.standings), default=0)
    voice = look.card_voice(wish.ruleset, seats)
    cards = [Canvas(standings_card(wish.outcome, voice), look.theme).image]
    if len(wish.scores) > 1:
        cards.append(Canvas(score_card(wish.scores, voice, CHART_BELOW), look.theme).image)
    return stacked(cards, look)
