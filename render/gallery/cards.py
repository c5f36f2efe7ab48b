"""Cards, charts, boards of tiles and films for the gallery."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.world.view import WorldView
from render import battles_of, draw_action, draw_chart, marks_of, moves_of, themes
from render.cards.battle import battle_card
from render.cards.fronts_report import fought_out
from render.cards.score_chart import score_chart
from render.cards.sheet import player_sheet
from render.cards.standings import standings_card
from render.film.replay import SIZE, Film, Shot, replay
from render.gallery.maps import MOMENTS, shown
from render.gallery.stories import NAMES, Story, best_battle
from render.text.alt import moment
from render.voice import game_voice

Named = Iterator[tuple[str, Image.Image]]


def card_pictures(game: Story) -> Named:
    """A sheet, the scores and the standings of a game in both themes, and its battles."""
    middle = game.moment(0.5).public
    leader = max(range(middle.seats), key=lambda seat: middle.scores[seat])
    for theme in themes():
        yield f"sheet_{theme}", player_sheet(middle, leader, NAMES, theme)
        yield f"scores_{theme}", score_chart(game.scores, NAMES, theme)
        yield f"standings_{theme}", standings_card(game.outcome, game.ruleset, NAMES, theme)
    early = game.phases[min(2, len(game.phases) - 1)].public
    yield "sheet_early", player_sheet(early, 1, NAMES)
    if isinstance(middle, WorldView):
        yield from _dice_battles(game)
    else:
        yield from _card_battles(game)


def _dice_battles(game: Story) -> Named:
    fight = best_battle(game.reports)
    for theme in themes():
        yield f"battle_{theme}", battle_card(fight, game.ruleset, NAMES, theme)
    longest = max(game.reports, key=lambda each: sum(len(r.attacker.faces) for r in each.rounds))
    yield "battle_long", battle_card(longest, game.ruleset, NAMES)


def _card_battles(game: Story) -> Named:
    view = game.phases[-1].public
    battles = [each.battle for each in fought_out(game.events)]
    longest = max(battles, key=lambda each: len(each.fronts))
    for theme in themes():
        yield f"battle_{theme}", draw_chart(longest, view, NAMES, theme)


def tile_pictures(game: Story) -> Named:
    """Boards of tiles: three moments in both themes, and where something happened."""
    for name, share in MOMENTS.items():
        for theme in themes():
            yield f"{name}_{theme}", shown(game.moment(share), theme)
    busy = max(game.phases, key=lambda phase: len(moves_of(phase.events)))
    yield "part", draw_action(busy.view, marks=marks_of(busy.events), names=NAMES)


def chart_pictures(game: Story) -> Named:
    """Every sort of chart that a player has beside the board, late in a game."""
    view = game.moment(0.66).view
    drawn: set[type[msgspec.Struct]] = set()
    for chart in view.charts:
        if type(chart.content) not in drawn:
            drawn.add(type(chart.content))
            for theme in themes():
                picture = draw_chart(chart.content, view, NAMES, theme)
                yield f"chart_{chart.id}_{theme}", picture


def film(game: Story, size: tuple[int, int] = SIZE) -> Film:
    """The game as a moving picture."""
    shots = (
        Shot(
            phase.public,
            moment(phase.public, game_voice(game.ruleset, phase.public.seats, NAMES)),
            moves_of(phase.events),
            battles_of(phase.events),
        )
        for phase in game.phases
    )
    return replay(shots, names=NAMES, size=size)
