"""Maps for the gallery: moments of whole games, crops, crowds and choices."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.core.view import View
from engine.world import world
from engine.world.view import CargoView, MarkerView, UnitsView, WorldView
from render import (
    Battle,
    Happened,
    Look,
    Map,
    Marks,
    battles_of,
    continents,
    image,
    marks_of,
    themes,
)
from render.gallery.stories import NAMES, Phase, Story
from render.style.players import NOBODY

CROWDED = "hellas"
MOMENTS = {"early": 0.16, "middle": 0.5, "late": 0.92}

Named = Iterator[tuple[str, Image.Image]]


def map_pictures(game: Story) -> Named:
    """Maps of a game on the world board: three moments, every continent, a crowd, a choice."""
    early, middle, late = (game.moment(share) for share in MOMENTS.values())
    full = crowded(late.view)
    battle = Marks(battles=[Battle(CROWDED)])
    busy = max(game.phases, key=lambda phase: len(battles_of(phase.events)))
    for theme in themes():
        paint = Look.of(NAMES, theme=theme)
        for name, phase in zip(MOMENTS, (early, middle, late), strict=True):
            yield f"{name}_{theme}", shown(phase, theme)
        yield f"crowded_{theme}", image(Map(full), paint)
        yield f"crowded_crop_{theme}", image(Map(full, (CROWDED,), battle), paint)
        yield f"action_{theme}", image(Happened(busy.view, marks_of(busy.events)), paint)
    for number, name in enumerate(continents()):
        theme = themes()[number % 2]
        yield f"crop_{name.lower().replace(' ', '_')}", shown(late, theme, name)
    yield "battles", shown(busy, "dark")
    wild = [(phase, held) for phase in game.phases if (held := barbarians(phase.view))]
    if wild:
        yield "barbarians", shown(wild[-1][0], "light", wild[-1][1][:1])
    choices = options_around("persia")
    options = Map(middle.view, marks=Marks(highlights=choices))
    yield "options", image(options, Look.of(NAMES))
    crop = msgspec.structs.replace(options, focus=choices)
    yield "options_crop", image(crop, Look.of(NAMES, theme="light"))
    chosen = Look.of(NAMES, {0: "indigo", 1: "jade", 2: "amber"})
    yield "chosen_colours", image(Map(late.view, size=(1200, 644)), chosen)


def shown(
    phase: Phase, theme: str = "dark", focus: str | tuple[str, ...] | None = None
) -> Image.Image:
    """The map at the end of a phase, with what happened in it."""
    return image(Map(phase.view, focus, marks_of(phase.events)), Look.of(NAMES, theme=theme))


def crowded(view: View, place: str = CROWDED) -> View:
    """The same with units of five owners in one region, and fleets beside it."""
    assert isinstance(view, WorldView)
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


def barbarians(view: View) -> tuple[str, ...]:
    """The places where nobody's pieces stand."""
    assert isinstance(view, WorldView)
    return tuple(s.id for s in view.spaces if any(unit.owner == NOBODY for unit in s.units))


def options_around(place: str) -> tuple[str, ...]:
    """A place and all that lies beside it."""
    board = world()
    at = board.find(place).index
    return tuple(board.id(i) for i in (at, *board.around[at]))
