"""Writes the gallery: all pictures to look at, or the few small ones for documents."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from engine.core.registry import rulesets
from engine.world.view import WorldView
from render import encode
from render.gallery.cards import card_pictures, chart_pictures, film, tile_pictures
from render.gallery.maps import map_pictures, shown
from render.gallery.stories import Story, story

SMALL, LARGE = 640, 1280
"""The width of pictures in documents, and of the first one."""


def write_gallery(directory: Path) -> tuple[Path, ...]:
    """Play a game of each rule set and write pictures of it; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = []
    for ruleset in rulesets():
        game = story(ruleset)
        for name, image in pictures(game).items():
            paths.append(directory / f"{ruleset}_{name}.png")
            paths[-1].write_bytes(encode(image))
        paths.append(directory / f"{ruleset}_replay.webp")
        paths[-1].write_bytes(film(game).data)
    return tuple(paths)


def pictures(game: Story) -> dict[str, Image.Image]:
    """Every picture of a game, by its name."""
    on_world = isinstance(game.phases[0].public, WorldView)
    boards = map_pictures(game) if on_world else tile_pictures(game)
    return dict((*boards, *card_pictures(game), *chart_pictures(game)))


def write_small(directory: Path) -> tuple[Path, ...]:
    """Write a few small pictures for documents, no wider than `SMALL`; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    games = {name: story(name) for name in rulesets()}
    cards = {name: dict(card_pictures(game)) for name, game in games.items()}
    charts = {name: dict(chart_pictures(game)) for name, game in games.items()}
    standard, fast_play = games["standard"], games["fast_play"]
    late = standard.moment(0.66)
    chosen = {
        "map": shown(late),
        "map_light": shown(late, "light"),
        "europe": shown(late, "dark", "Europe"),
        "fast_play": shown(fast_play.moment(0.8), "light"),
        "fast_play_asia": shown(fast_play.moment(0.8), "dark", "Asia"),
        "sheet": cards["standard"]["sheet_dark"],
        "technologies": charts["standard"]["chart_technologies_light"],
        "battle": cards["standard"]["battle_dark"],
        "fast_play_battle": cards["fast_play"]["battle_light"],
        "scores": cards["standard"]["scores_dark"],
        "standings": cards["standard"]["standings_light"],
        "action": dict(map_pictures(standard))["action_dark"],
        "tree": _of_sort(charts["advanced"], "technologies", "dark"),
        "cities": _of_sort(charts["advanced"], "cities", "light"),
        "rhye": shown(games["rhye"].moment(0.5)),
        "realms": _of_sort(charts["rhye"], "realms", "dark"),
        "tiles": shown(games["civ2010"].moment(0.8)),
        "fronts": cards["civ2010"]["battle_light"],
        "city": _of_sort(charts["civ2010"], "city", "dark"),
        "pyramid": _of_sort(charts["civ2010"], "pyramid", "light"),
    }
    paths = []
    for name, image in chosen.items():
        wide = min(LARGE if name == "map" else SMALL, image.width)
        size = wide, round(image.height * wide / image.width)
        paths.append(directory / f"{name}.webp")
        small = image.resize(size, Image.Resampling.LANCZOS)
        small.save(paths[-1], "WEBP", quality=82, method=6)
    first = standard._replace(phases=standard.phases[: len(standard.phases) // 3])
    paths.append(directory / "replay.webp")
    paths[-1].write_bytes(film(first, (SMALL, 344)).data)
    return tuple(paths)


def _of_sort(charts: dict[str, Image.Image], sort: str, theme: str) -> Image.Image:
    """The first chart of a sort; some are named after an era, a seat or a place as well."""
    start, end = f"chart_{sort}", f"_{theme}"
    return next(each for name, each in charts.items() if name.startswith(start) and end in name)
