"""Cards, boards of tiles and films for the gallery."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render import Battle, Move, battles_of, draw, moves_of, themes
from render.cards.battle import battle_card
from render.cards.chart import score_chart
from render.cards.sheet import player_sheet
from render.cards.standings import standings_card
from render.cards.technologies import (
    Technology,
    TechnologyBoard,
    Tier,
    technology_card,
    technology_overview,
)
from render.film.replay import SIZE, Film, Shot, replay
from render.gallery.stories import NAMES, Story, best_battle
from render.text.alt import moment
from render.tiles.demo import demo_view
from render.voice import game_voice

Named = Iterator[tuple[str, Image.Image]]


def card_pictures(told: Story) -> Named:
    """Every card of a game in both themes."""
    middle = told.phases[len(told.phases) // 2].public
    leader = max(range(middle.seats), key=lambda seat: middle.scores[seat])
    fight = best_battle(told.reports)
    for theme in themes():
        yield f"sheet_{theme}", player_sheet(middle, leader, NAMES, theme)
        yield f"technologies_{theme}", technology_overview(middle, NAMES, theme)
        yield f"battle_{theme}", battle_card(fight, told.ruleset, NAMES, theme)
        yield f"scores_{theme}", score_chart(told.scores, NAMES, theme)
        yield f"standings_{theme}", standings_card(told.outcome, told.ruleset, NAMES, theme)
    longest = max(
        told.reports, key=lambda report: sum(len(r.attacker.faces) for r in report.rounds)
    )
    yield "battle_long", battle_card(longest, told.ruleset, NAMES)
    early = told.phases[min(2, len(told.phases) - 1)].public
    yield "sheet_early", player_sheet(early, 1, NAMES)


def tile_pictures() -> Named:
    """A board of tiles, a part of it, and a tree of technologies that need one another."""
    for theme in themes():
        yield f"tiles_{theme}", draw(demo_view(), theme=theme, names=NAMES)
        yield f"tree_{theme}", technology_card(demo_tree(), game_voice("", 4, NAMES), theme)
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


def demo_tree() -> TechnologyBoard:
    """Technologies that need one another, made up."""
    levels = (
        ("Level I", {"Writing": "", "Pottery": "", "Masonry": "", "Code of Laws": ""}),
        (
            "Level II",
            {
                "Philosophy": "Writing, Code of Laws",
                "Civil Service": "Writing, Pottery",
                "Engineering": "Masonry",
            },
        ),
        ("Level III", {"Theology": "Philosophy", "Banking": "Civil Service, Engineering"}),
    )
    owners = {"Writing": (0, 1, 3), "Pottery": (0,), "Masonry": (2,), "Philosophy": (1,)}
    tiers = tuple(
        Tier(
            title,
            (),
            tuple(
                Technology(name, name, owners.get(name, ()), tuple(filter(None, needs.split(", "))))
                for name, needs in row.items()
            ),
        )
        for title, row in levels
    )
    return TechnologyBoard("", tiers, (11, 11, 6, 6))


def film(told: Story, size: tuple[int, int] = SIZE) -> Film:
    """The game as a moving picture."""
    shots = (
        Shot(
            phase.public,
            moment(phase.public, game_voice(told.ruleset, phase.public.seats, NAMES)),
            moves_of(phase.events),
            battles_of(phase.events),
        )
        for phase in told.phases
    )
    return replay(shots, names=NAMES, size=size)
