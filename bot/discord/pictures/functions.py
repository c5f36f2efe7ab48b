"""The pictures that Herald posts, each as a function that a drawing process can be handed.

`render` is imported where it is used: it reads its maps then, and only the drawing process needs
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.core.charts import FactCard, QuickReference
from engine.core.events import Event
from engine.core.view import Outcome, View

Colours = Mapping[int, str]
"""The colours the players have chosen, by seat."""
PANEL_CROP, PANEL_WORLD, PANEL_TILES = (900, 573), (1024, 550), (900, 1200)
"""Pictures on a panel are smaller: they are drawn again with every press."""
FILM_MOST = 8_000_000
CHART_BELOW = 360
"""The height of the plot below the standings: both fit a post on a phone."""
CROWDED = 3
"""With more players than that, the words of a post need the room of a second crop."""


def board_picture(
    view: View,
    names: Sequence[str],
    theme: str,
    colours: Colours | None,
    focus: Sequence[str] | None,
    events: Sequence[Event],
) -> bytes:
    """The board or a part of it, with what happened marked."""
    from render import draw, encode, marks_of

    image = draw(
        view,
        theme=theme,
        focus=focus,
        marks=marks_of(events),
        names=names,
        colours=colours,
    )
    return encode(image)


def action_picture(
    view: View,
    names: Sequence[str],
    theme: str,
    colours: Colours | None,
    events: Sequence[Event],
) -> bytes:
    """Where something happened, close up, and where on the board that is."""
    from render import draw_action, encode, marks_of

    image = draw_action(
        view,
        marks=marks_of(events),
        theme=theme,
        names=names,
        colours=colours,
        crops=2 if view.seats <= CROWDED else 1,
    )
    return encode(image)


def options_picture(
    view: View,
    places: Sequence[str],
    around: Sequence[str],
    names: Sequence[str],
    theme: str,
    colours: Colours | None,
    happened: bool = False,
) -> bytes:
    """The part of the board where there is something to choose, with the options marked.

    With `happened` they are the places where something did. It shows as much of what lies `around`
    as goes with them into a crop.
    """
    from PIL import Image, ImageOps

    from engine.world.view import WorldView
    from render import Marks, draw, encode
    from render.world_map.crop import fits, places_of

    shown = partial(
        draw,
        view,
        theme=theme,
        marks=Marks(highlights=places, happened=happened),
        names=names,
        colours=colours,
    )
    if not isinstance(view, WorldView):
        # Boards of tiles have shapes of their own, often upright: no room is left beside them.
        page = shown(focus=(*places, *around) or None)
        return encode(ImageOps.contain(page, PANEL_TILES, Image.Resampling.LANCZOS))
    wanted = [places_of((*places, *around)), places_of(places)]
    focus = next((each for each in wanted if fits(each, *PANEL_CROP)), None)
    if focus is None and view.out_of_play:
        # What is in play of the world may be upright, too.
        return encode(ImageOps.contain(shown(), PANEL_TILES, Image.Resampling.LANCZOS))
    size = PANEL_CROP if focus else PANEL_WORLD
    return encode(shown(size=size, focus=focus))


def battle_picture(
    report: Any, ruleset: str, names: Sequence[str], theme: str, language: str, colours: Colours
) -> bytes:
    """The report of a battle."""
    from engine.tiles.civ import CardBattle
    from render import encode
    from render.cards.battle import battle_card
    from render.cards.fronts import fronts_card

    if isinstance(report, CardBattle):
        card = fronts_card(report, ruleset, names, theme, language, colours=colours)
        return encode(card)
    return encode(battle_card(report, ruleset, names, theme, language, colours=colours))


def card_picture(
    card: FactCard, ruleset: str, names: Sequence[str], theme: str, colours: Colours | None
) -> bytes:
    """The card of one thing of the rules."""
    from render import encode
    from render.cards.charts import fact_card

    return encode(fact_card(card, ruleset, names, theme, colours=colours))


def reference_picture(page: QuickReference, ruleset: str, theme: str) -> bytes:
    """A page of the quick reference of a rule set."""
    from render import encode
    from render.cards.reference import reference_page

    return encode(reference_page(page, ruleset, theme))


def chart_picture(
    chart: msgspec.Struct,
    view: View,
    names: Sequence[str],
    theme: str,
    language: str,
    colours: Colours,
) -> bytes:
    """What the rules show beside the board."""
    from render import draw_chart, encode

    return encode(draw_chart(chart, view, names, theme, language, colours=colours))


def result_picture(
    outcome: Outcome,
    scores: Sequence[Any],
    ruleset: str,
    names: Sequence[str],
    theme: str,
    language: str,
    colours: Colours,
) -> bytes:
    """The standings, and below them the scores over the turns."""
    from render import encode
    from render.cards.paper import below
    from render.cards.score_chart import score_chart
    from render.cards.standings import standings_card

    cards = [standings_card(outcome, ruleset, names, theme, language, colours=colours)]
    if len(scores) > 1:
        cards.append(score_chart(scores, names, theme, colours=colours, high=CHART_BELOW))
    return encode(below(cards))


def film_picture(record: bytes, theme: str, colours: Colours | None) -> bytes:
    """A finished game as a moving picture."""
    from bot.history import captioned, snapshots
    from engine.core.record import Record, load
    from render.film.replay import replay

    game = load(record)
    assert isinstance(game, Record), "only a finished game has a film"
    names = game.table.names
    shots = captioned(snapshots(game), names)
    return replay(shots, names=names, theme=theme, limit=FILM_MOST, colours=colours).data
