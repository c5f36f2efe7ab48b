"""Cards, boards of tiles and films for the gallery."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render import Battle, Move, battles_of, draw, draw_chart, moves_of, themes
from render.cards.battle import battle_card
from render.cards.score_chart import score_chart
from render.cards.sheet import player_sheet
from render.cards.standings import standings_card
from render.cards.technologies import technology_overview
from render.film.replay import SIZE, Film, Shot, replay
from render.gallery.examples import examples, view_for
from render.gallery.stories import NAMES, Story, best_battle
from render.text.alt import moment
from render.tiles.demo import demo_view
from render.voice import game_voice

Named = Iterator[tuple[str, Image.Image]]


def card_pictures(game: Story) -> Named:
    """Every card of a game in both themes."""
    middle = game.phases[len(game.phases) // 2].public
    leader = max(range(middle.seats), key=lambda seat: middle.scores[seat])
    fight = best_battle(game.reports)
    for theme in themes():
        yield f"sheet_{theme}", player_sheet(middle, leader, NAMES, theme)
        yield f"technologies_{theme}", technology_overview(middle, NAMES, theme)
        yield f"battle_{theme}", battle_card(fight, game.ruleset, NAMES, theme)
        yield f"scores_{theme}", score_chart(game.scores, NAMES, theme)
        yield f"standings_{theme}", standings_card(game.outcome, game.ruleset, NAMES, theme)
    longest = max(
        game.reports, key=lambda report: sum(len(r.attacker.faces) for r in report.rounds)
    )
    yield "battle_long", battle_card(longest, game.ruleset, NAMES)
    early = game.phases[min(2, len(game.phases) - 1)].public
    yield "sheet_early", player_sheet(early, 1, NAMES)


def tile_pictures() -> Named:
    """A board of tiles, and a part of it."""
    for theme in themes():
        yield f"tiles_{theme}", draw(demo_view(), theme=theme, names=NAMES)
    yield (
        "tiles_part",
        draw(
            demo_view(),
            focus=("F5", "H8"),
            highlights=("F6", "F7", "G6"),
            moves=(Move(0, "D6", "F6", 1),),
            battles=(Battle("H5", 0),),
            names=NAMES,
        ),
    )


def chart_pictures() -> Named:
    """One chart of every kind in both themes, made up."""
    for theme in themes():
        for name, chart in examples().items():
            yield f"chart_{name}_{theme}", draw_chart(chart, view_for(name), NAMES, theme)


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
