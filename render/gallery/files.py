"""Writes the gallery: all pictures to look at, or the few small ones for documents."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render import encode
from render.gallery.cards import card_pictures, chart_pictures, film, tile_pictures
from render.gallery.maps import map_pictures, shown
from render.gallery.stories import story

RULESETS = ("standard", "fast_play")
SMALL, LARGE = 640, 1280
"""The width of pictures in documents, and of the first one."""


def write_gallery(directory: Path) -> tuple[Path, ...]:
    """Play a game of each rule set and write pictures of it; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = []
    for ruleset in RULESETS:
        game = story(ruleset)
        for name, image in (*map_pictures(game), *card_pictures(game)):
            paths.append(_written(directory / f"{ruleset}_{name}.png", image))
        paths.append(directory / f"{ruleset}_replay.webp")
        paths[-1].write_bytes(film(game).data)
    for name, image in (*tile_pictures(), *chart_pictures()):
        paths.append(_written(directory / f"{name}.png", image))
    return tuple(paths)


def _written(path: Path, image: Image.Image) -> Path:
    path.write_bytes(encode(image))
    return path


def write_small(directory: Path) -> tuple[Path, ...]:
    """Write a few small pictures for documents, no wider than `SMALL`; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    standard, fast = story("standard"), story("fast_play")
    cards, fast_cards = dict(card_pictures(standard)), dict(card_pictures(fast))
    late = standard.moment(0.66)
    charts = dict(chart_pictures())
    pictures = {
        "map": shown(late),
        "map_light": shown(late, "light"),
        "europe": shown(late, "dark", "Europe"),
        "fast_play": shown(fast.moment(0.8), "light"),
        "fast_play_asia": shown(fast.moment(0.8), "dark", "Asia"),
        "sheet": cards["sheet_dark"],
        "technologies": cards["technologies_light"],
        "battle": cards["battle_dark"],
        "fast_play_battle": fast_cards["battle_light"],
        "scores": cards["scores_dark"],
        "standings": cards["standings_light"],
        "tiles": dict(tile_pictures())["tiles_dark"],
        "action": dict(map_pictures(standard))["action_dark"],
        "tree": charts["chart_tree_dark"],
        "cities": charts["chart_cities_light"],
        "realms": charts["chart_realms_dark"],
        "fronts": charts["chart_fronts_light"],
        "city": charts["chart_city_dark"],
    }
    paths = []
    for name, image in pictures.items():
        wide = min(LARGE if name == "map" else SMALL, image.width)
        size = wide, round(image.height * wide / image.width)
        paths.append(directory / f"{name}.webp")
        small = image.resize(size, Image.Resampling.LANCZOS)
        small.save(paths[-1], "WEBP", quality=82, method=6)
    first = standard._replace(phases=standard.phases[: len(standard.phases) // 3])
    paths.append(directory / "replay.webp")
    paths[-1].write_bytes(film(first, (SMALL, 344)).data)
    return tuple(paths)
