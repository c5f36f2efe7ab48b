"""Cards, charts, boards of tiles and films for the gallery."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.core.charts import SeatSheet
from engine.tiles.civ import CardBattle
from engine.tiles.fronts_report import fought_out
from engine.world.battle_report import BattleReport
from engine.world.view import WorldView
from render import (
    Card,
    Chart,
    Happened,
    Look,
    Result,
    battles_of,
    image,
    marks_of,
    moves_of,
    themes,
)
from render.cards.score_chart import score_card
from render.film.replay import SIZE, Film, Shot, replay
from render.flow.canvas import Canvas
from render.gallery.maps import MOMENTS, shown
from render.gallery.stories import NAMES, Story, best_battle
from render.moment import moment

Named = Iterator[tuple[str, Image.Image]]


def card_pictures(game: Story) -> Named:
    """A sheet, the scores and the standings of a game in both themes, and its battles."""
    middle = game.moment(0.5).public
    leader = max(range(middle.seats), key=lambda seat: middle.scores[seat])
    result = Result(game.outcome, game.ruleset)
    for theme in themes():
        paint = Look.of(NAMES, theme=theme)
        scores = score_card(game.scores, paint.card_voice(game.ruleset, middle.seats))
        yield f"sheet_{theme}", image(Chart(SeatSheet(leader), middle), paint)
        yield f"scores_{theme}", Canvas(scores, theme).image
        yield f"standings_{theme}", image(result, paint)
        for name, battle in _battles(game):
            yield f"battle{name}_{theme}", image(Card(battle, game.ruleset), paint)
    early = game.phases[min(2, len(game.phases) - 1)].public
    yield "sheet_early", image(Chart(SeatSheet(1), early), Look.of(NAMES))


def _battles(game: Story) -> Iterator[tuple[str, BattleReport | CardBattle]]:
    if isinstance(game.phases[0].public, WorldView):
        yield "", best_battle(game.reports)
        dice = {each: sum(len(r.attacker.faces) for r in each.rounds) for each in game.reports}
        yield "_long", max(dice, key=lambda each: dice[each])
    else:
        yield (
            "",
            max((each.battle for each in fought_out(game.events)), key=lambda b: len(b.fronts)),
        )


def tile_pictures(game: Story) -> Named:
    """Boards of tiles: three moments in both themes, and where something happened."""
    for name, share in MOMENTS.items():
        for theme in themes():
            yield f"{name}_{theme}", shown(game.moment(share), theme)
    busy = max(game.phases, key=lambda phase: len(moves_of(phase.events)))
    yield "part", image(Happened(busy.view, marks_of(busy.events)), Look.of(NAMES))


def chart_pictures(game: Story) -> Named:
    """Every sort of chart that a player has beside the board, late in a game."""
    view = game.moment(0.66).view
    drawn: set[type[msgspec.Struct]] = set()
    for chart in view.charts:
        if type(chart.content) not in drawn:
            drawn.add(type(chart.content))
            for theme in themes():
                picture = image(Chart(chart.content, view), Look.of(NAMES, theme=theme))
                yield f"chart_{chart.id}_{theme}", picture


def film(game: Story, size: tuple[int, int] = SIZE) -> Film:
    """The game as a moving picture."""
    shots = (
        Shot(
            phase.public,
            moment(phase.public, Look.of(NAMES).voice(game.ruleset, phase.public.seats)),
            moves_of(phase.events),
            battles_of(phase.events),
        )
        for phase in game.phases
    )
    return replay(shots, Look.of(NAMES), size=size)
