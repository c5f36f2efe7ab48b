"""Pictures of made-up games, to look at: `python -m render.gallery DIRECTORY`.

`python -m render.gallery --small DIRECTORY` writes the few small ones for documents.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from PIL import Image

from engine.world import world
from engine.world.view import CargoView, MarkerView, UnitsView, WorldView
from render import Battle, battles_of, continents, draw, encode, hot_spots, moves_of, themes
from render.gallery_cards import card_pictures, film, tile_pictures
from render.gallery_story import NAMES, Phase, Story, story
from render.theme import NOBODY

RULESETS = ("standard", "fast_play")
CROWDED = "hellas"
MOMENTS = {"early": 0.16, "middle": 0.5, "late": 0.92}
SMALL, LARGE = 640, 1280
"""The width of pictures in documents, and of the first one."""

Named = Iterator[tuple[str, Image.Image]]


def write_gallery(directory: Path) -> tuple[Path, ...]:
    """Play a game of each rule set and write pictures of it; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = []
    for ruleset in RULESETS:
        told = story(ruleset)
        for name, image in (*map_pictures(told), *card_pictures(told)):
            paths.append(_written(directory / f"{ruleset}_{name}.png", image))
        paths.append(directory / f"{ruleset}_replay.webp")
        paths[-1].write_bytes(film(told).data)
    for name, image in tile_pictures():
        paths.append(_written(directory / f"{name}.png", image))
    return tuple(paths)


def _written(path: Path, image: Image.Image) -> Path:
    path.write_bytes(encode(image))
    return path


def map_pictures(told: Story) -> Named:
    """Maps of a game: three moments in both themes, every continent, a crowd, a choice."""
    early, middle, late = (told.moment(share) for share in MOMENTS.values())
    for theme in themes():
        for name, phase in zip(MOMENTS, (early, middle, late), strict=True):
            yield f"{name}_{theme}", shown(phase, theme)
        yield f"crowded_{theme}", draw(crowded(late.view), theme=theme, names=NAMES)
        yield (
            f"crowded_crop_{theme}",
            draw(
                crowded(late.view),
                theme=theme,
                names=NAMES,
                focus=(CROWDED,),
                battles=[Battle(CROWDED)],
            ),
        )
    for number, name in enumerate(continents()):
        theme = themes()[number % 2]
        yield f"crop_{name.lower().replace(' ', '_')}", shown(late, theme, name)
    busy = max(told.phases, key=lambda phase: len(battles_of(phase.events)))
    yield "battles", shown(busy, "dark")
    spots = hot_spots(moves_of(busy.events), battles_of(busy.events))
    for number, places in enumerate(spots, start=1):
        yield f"action_{number}", shown(busy, "dark", places)
    wild = [(phase, held) for phase in told.phases if (held := barbarians(phase.view))]
    if wild:
        yield "barbarians", shown(wild[-1][0], "light", wild[-1][1][:1])
    choices = options_around("persia")
    yield "options", draw(middle.view, highlights=choices, names=NAMES)
    yield (
        "options_crop",
        draw(middle.view, highlights=choices, names=NAMES, focus=choices, theme="light"),
    )
    chosen = {0: "indigo", 1: "jade", 2: "amber"}
    yield "chosen_colours", draw(late.view, names=NAMES, size=(1200, 644), colours=chosen)


def shown(
    phase: Phase, theme: str = "dark", focus: str | tuple[str, ...] | None = None
) -> Image.Image:
    """The map at the end of a phase, with what happened in it."""
    return draw(
        phase.view,
        theme=theme,
        focus=focus,
        moves=moves_of(phase.events),
        battles=battles_of(phase.events),
        names=NAMES,
    )


def crowded(view: WorldView, place: str = CROWDED) -> WorldView:
    """The same with units of five owners in one region, and fleets beside it."""
    units = tuple(
        UnitsView(owner, kind, count, count)
        for owner, kinds in enumerate(
            (("swordsman", "knight"), ("musketman", "cannon", "settler"), ("tank",),
             ("man_at_arms", "dragoon"), ("machinegunner", "howitzer", "fighter"))
        )
        for kind, count in zip(kinds, (3, 12, 1), strict=False)
    )  # fmt: skip
    load = (CargoView("musketman", 2), CargoView("cannon", 1))
    fleets = tuple(
        UnitsView(owner, "frigate", 1, 1, f"f{owner}", load if view.ruleset == "standard" else ())
        for owner in (0, 3)
    )
    filled: dict[str, dict[str, object]] = {
        place: {"units": units},
        "east_mediterranean": {"units": fleets},
    }
    if view.ruleset == "standard":
        filled["sarmatia"] = {"marker": MarkerView("known", "treasure", (0, 2, 4))}
    spaces = (msgspec.structs.replace(space, **filled.get(space.id, {})) for space in view.spaces)
    return msgspec.structs.replace(view, spaces=tuple(spaces))


def barbarians(view: WorldView) -> tuple[str, ...]:
    """The places where nobody's pieces stand."""
    return tuple(s.id for s in view.spaces if any(unit.owner == NOBODY for unit in s.units))


def options_around(place: str) -> tuple[str, ...]:
    """A place and all that lies beside it."""
    board = world()
    at = board.find(place).index
    return tuple(board.id(i) for i in (at, *board.around[at]))


def write_small(directory: Path) -> tuple[Path, ...]:
    """Write a few small pictures for documents, no wider than `SMALL`; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    standard, fast = story("standard"), story("fast_play")
    cards, fast_cards = dict(card_pictures(standard)), dict(card_pictures(fast))
    late = standard.moment(0.66)
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


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--small"]
    make: Callable[[Path], tuple[Path, ...]] = (
        write_small if "--small" in sys.argv else write_gallery
    )
    for written in make(Path(asked[0] if asked else "gallery")):
        print(written)
