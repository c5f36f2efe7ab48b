"""Pictures look as they looked when somebody last looked at them.

A picture that differs is written with the old one and the difference to a folder that is printed.
After a change that was meant: look at the pictures there, then run the test with
HERALD_WRITE_GOLDEN=1, which keeps the new ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest
from PIL import Image, ImageChops

from engine.core.view import View
from render import Battle, Marks, Move, draw
from tests.render.builders.boards import crowded_board, full_board, road_board

KEPT = Path(__file__).parent / "golden"
SHRINK = 3
CELL = 8
"""Differences are averaged over squares of so many pixels of the shrunken picture."""
WORST_CELL, MEAN = 14.0, 1.5
"""How far a square, and the whole, may be off, of 255: letters differ a little between machines."""

MOVES = (
    Move(1, "nile", "libya", 3),
    Move(0, "north_pacific", "philippine_sea", 2),
    Move(5, "ganges", "himalaya"),
)
PICTURES: dict[str, Callable[[], Image.Image]] = {
    "world_dark": lambda: draw(
        full_board(), marks=Marks(moves=MOVES, battles=[Battle("libya", 1)])
    ),
    "world_light": lambda: draw(
        full_board(), theme="light", marks=Marks(highlights=["persia", "arabian_sea", "steppe"])
    ),
    "crop_dark": lambda: draw(
        crowded_board(), focus=["hellas"], marks=Marks(battles=[Battle("hellas")])
    ),
    "crop_light": lambda: draw(
        full_board(), focus="Europe", theme="light", marks=Marks(moves=MOVES)
    ),
    "roads_light": lambda: draw(
        road_board(), theme="light", marks=Marks(battles=[Battle("congo", -1)])
    ),
    "roads_crop": lambda: draw(road_board(), focus="North America"),
    "card": lambda: draw(
        View(ruleset="x", seat=0, seats=2, turn=4, phase="trade", awaited=(1,), scores=(12, 9)),
        names=["Ada", "Łukasz 🎉"],
        size=(1200, 764),
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_looks_as_it_did(name: str) -> None:
    now = PICTURES[name]().reduce(SHRINK)
    path = KEPT / f"{name}.png"
    if os.environ.get("HERALD_WRITE_GOLDEN"):
        now.save(path, optimize=True)
    before = Image.open(path).convert("RGB")
    assert now.size == before.size
    change = ImageChops.difference(now, before)
    cells = change.reduce(CELL).convert("RGB").tobytes()
    worst, mean = max(cells), sum(cells) / len(cells)
    if worst > WORST_CELL or mean > MEAN:
        folder = Path(mkdtemp(prefix="herald-golden-"))
        now.save(folder / f"{name}_now.png")
        before.save(folder / f"{name}_before.png")
        change.point(lambda value: min(255, value * 4)).save(folder / f"{name}_difference.png")
        pytest.fail(f"{name} differs (worst {worst}, mean {mean:.2f}): look in {folder}")


def test_a_piece_that_is_gone_is_noticed() -> None:
    one, two = (draw(view).reduce(SHRINK) for view in (full_board(7), full_board(8)))
    cells = ImageChops.difference(one, two).reduce(CELL).tobytes()
    assert max(cells) > WORST_CELL
