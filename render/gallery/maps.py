"""Maps for the gallery: moments of whole games, crops, crowds and choices."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.core.view import View
from engine.world import world
from engine.world.view import CargoView, MarkerView, UnitsView, WorldView
from render import Battle, Marks, battles_of, continents, draw, draw_action, marks_of, themes
from render.gallery.stories import NAMES, Phase, Story
from render.style.players import NOBODY

CROWDED = "hellas"
MOMENTS = {"early": 0.16, "middle": 0.5, "late": 0.92}

Named = Iterator[tuple[str, Image.Image]]


def map_pictures(game: Story) -> Named:
    """Maps of a game on the world board: three moments, every continent, a crowd, a choice."""
    early, middle, late = (game.moment(share) for share in MOMENTS.values())
    full = crowded(late.view)
    for theme in themes():
        for name, phase in zip(MOMENTS, (early, middle, late), strict=True):
            yield f"{name}_{theme}", shown(phase, theme)
        yield f"crowded_{theme}", draw(full, theme=theme, names=NAMES)
        yield (
            f"crowded_crop_{theme}",
            draw(
                full,
                theme=theme,
                names=NAMES,
                focus=(CROWDED,),
                marks=Marks(battles=[Battle(CROWDED)]),
            ),
        )
    for number, name in enumerate(continents()):
        theme = themes()[number % 2]
        yield f"crop_{name.lower().replace(' ', '_')}", shown(late, theme, name)
    busy = max(game.phases, key=lambda phase: len(battles_of(phase.events)))
    yield "battles", shown(busy, "dark")
    for theme in themes():
        yield (
            f"action_{theme}",
            draw_action(
                busy.view,
                marks=marks_of(busy.events),
                theme=theme,
                names=NAMES,
            ),
        )
    wild = [(phase, held) for phase in game.phases if (held := barbarians(phase.view))]
    if wild:
        yield "barbarians", shown(wild[-1][0], "light", wild[-1][1][:1])
    choices = options_around("persia")
    yield "options", draw(middle.view, marks=Marks(highlights=choices), names=NAMES)
    yield (
        "options_crop",
        draw(
            middle.view, marks=Marks(highlights=choices), names=NAMES, focus=choices, theme="light"
        ),
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
        marks=marks_of(phase.events),
        names=NAMES,
    )


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
