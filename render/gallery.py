"""Pictures of made-up games, to look at: `python -m render.gallery DIRECTORY`.

`python -m render.gallery --small DIRECTORY` writes the few small ones for documents.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import Eyes, policy
from engine.world import world
from engine.world.view import CargoView, MarkerView, UnitsView, WorldView
from render import draw, encode
from render.crop import hot_spots
from render.gallery_cards import write_cards, write_small
from render.happenings import battles_of, moves_of
from render.scene import Battle, Move

NAMES = ("Ada", "Bartholomew the Elder", "Chidi", "Dana", "Eleni", "Farid")
CROWDED = "hellas"


class Moment(NamedTuple):
    """A view, and what happened in the phase before it."""

    view: WorldView
    moves: tuple[Move, ...]
    battles: tuple[Battle, ...]


def write_gallery(directory: Path, seed: int = 1) -> tuple[Path, ...]:
    """Play a game and write pictures of it; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    early, middle, late = played(seed)
    pictures: dict[str, Image.Image] = {}
    for theme in ("dark", "light"):
        for name, moment in (("early", early), ("middle", middle), ("late", late)):
            pictures[f"{name}_{theme}"] = _shown(moment, theme)
        pictures[f"crop_europe_{theme}"] = _shown(late, theme, "Europe")
        pictures[f"crowded_crop_{theme}"] = _shown(crowded(late), theme, (CROWDED,))
    pictures["crowded"] = _shown(crowded(late), "dark")
    for name in ("Africa", "Asia", "Australia", "North America", "South America"):
        pictures[f"crop_{name.lower().replace(' ', '_')}"] = _shown(middle, "dark", name)
    for number, places in enumerate(hot_spots(late.moves, late.battles)):
        pictures[f"action_{number + 1}"] = _shown(late, "dark", places)
    choices = options_around("persia")
    pictures["options"] = draw(middle.view, highlights=choices, names=NAMES)
    pictures["options_crop"] = draw(
        middle.view, highlights=choices, names=NAMES, focus=choices, theme="light"
    )
    pictures["small"] = draw(late.view, names=NAMES, size=(1200, 644))
    paths = []
    for name, image in pictures.items():
        path = directory / f"{name}.png"
        path.write_bytes(encode(image))
        paths.append(path)
    return (*paths, *write_cards(directory))


def played(seed: int, seats: int = 6) -> tuple[Moment, Moment, Moment]:
    """Three moments of a game between stewards: early, in the middle, late."""
    seeds = [b"gallery %d" % seat for seat in range(seats)]
    names = [f"player {seat}" for seat in range(seats)]
    game = Game.new("standard", names, {}, b"gallery %d" % seed, seeds, record=False)
    steward, rng = policy("steward"), Random(seed)
    moments: list[Moment] = []
    told: list[Event] = []
    turn = 0
    while game.pending() and len(moments) < 4000:
        view = game.view(0)
        assert isinstance(view, WorldView)
        if view.turn != turn:
            turn, told = view.turn, []
        pending = game.pending()
        seat = next(decision.seat for decision in pending if decision.blocking)
        own = [decision for decision in pending if decision.seat == seat]
        step = game.play(steward.choose(Eyes(game.rules, seat, own, game.view), rng), by="ai")
        told += [one.event for one in step.events if one.reaches(0)]
        after = game.view(0)
        assert isinstance(after, WorldView)
        if after.turn != turn or not game.pending():
            last = Moment(view, moves_of(told), battles_of(told))
            moments.append(last)
    return moments[min(2, len(moments) - 1)], moments[len(moments) // 2], moments[-1]


def crowded(moment: Moment, place: str = CROWDED) -> Moment:
    """The same with units of five owners in one region, and laden fleets beside it."""
    units = tuple(
        UnitsView(owner, kind, count, count)
        for owner, kinds in enumerate(
            (("swordsman", "knight"), ("musketman", "cannon", "settler"), ("tank",),
             ("man_at_arms", "dragoon"), ("machinegunner", "howitzer", "fighter"))
        )
        for kind, count in zip(kinds, (3, 12, 1), strict=False)
    )  # fmt: skip
    fleets = tuple(
        UnitsView(
            owner, "frigate", 1, 1, f"f{owner}", (CargoView("musketman", 2), CargoView("cannon", 1))
        )
        for owner in (0, 3)
    )
    spaces = tuple(
        msgspec.structs.replace(space, units=units)
        if space.id == place
        else msgspec.structs.replace(space, units=fleets)
        if space.id == "east_mediterranean"
        else msgspec.structs.replace(space, marker=MarkerView("known", "treasure", (0, 2, 4)))
        if space.id == "sarmatia"
        else space
        for space in moment.view.spaces
    )
    view = msgspec.structs.replace(moment.view, spaces=spaces)
    return Moment(view, (), (Battle(place, 4),))


def options_around(place: str) -> tuple[str, ...]:
    """A place and all that lies beside it."""
    board = world()
    at = board.find(place).index
    return tuple(board.id(i) for i in (at, *board.around[at]))


def _shown(moment: Moment, theme: str, focus: str | tuple[str, ...] | None = None) -> Image.Image:
    return draw(
        moment.view,
        theme=theme,
        focus=focus,
        moves=moment.moves,
        battles=moment.battles,
        names=NAMES,
    )


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--small"]
    make = write_small if "--small" in sys.argv else write_gallery
    for written in make(Path(asked[0] if asked else "gallery")):
        print(written)
