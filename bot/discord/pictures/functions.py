"""The pictures that Herald posts, each as a function that a drawing process can be handed.

`render` is imported where it is used: it reads its maps then, and only the drawing process needs
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.events import Event
from engine.core.view import View

Colours = Mapping[int, str]
"""The colours the players have chosen, by seat."""
FOCUS_MOST = 12
"""Options at more places than that are shown on the whole map."""
PANEL_CROP, PANEL_WORLD = (900, 573), (1024, 550)
"""Pictures on a panel are smaller: they are drawn again with every press."""
FILM_MOST = 8_000_000


def board_picture(
    view: View,
    names: Sequence[str],
    theme: str,
    colours: Colours | None,
    focus: Sequence[str] | None,
    events: Sequence[Event],
) -> bytes:
    """The board or a part of it, with what happened marked."""
    from render import battles_of, draw, encode, moves_of

    image = draw(
        view,
        theme=theme,
        focus=focus,
        moves=moves_of(events),
        battles=battles_of(events),
        names=names,
        colours=colours,
    )
    return encode(image)


def options_picture(
    view: View, places: Sequence[str], names: Sequence[str], theme: str, colours: Colours | None
) -> bytes:
    """The part of the board where there is something to choose, with the options marked."""
    from render import draw, encode

    near = 0 < len(places) <= FOCUS_MOST
    image = draw(
        view,
        theme=theme,
        size=PANEL_CROP if near else PANEL_WORLD,
        focus=tuple(places) if near else None,
        highlights=places,
        names=names,
        colours=colours,
    )
    return encode(image)


def battle_picture(
    report: Any, ruleset: str, names: Sequence[str], theme: str, language: str, colours: Colours
) -> bytes:
    """The report of a battle."""
    from render import encode
    from render.cards.battle import battle_card

    return encode(battle_card(report, ruleset, names, theme, language, colours=colours))


def chart_picture(
    scores: Sequence[Any], names: Sequence[str], theme: str, colours: Colours
) -> bytes:
    """The scores over the turns."""
    from render import encode
    from render.cards.score_chart import score_chart

    return encode(score_chart(scores, names, theme, colours=colours))


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
