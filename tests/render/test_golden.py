"""Pictures look as they looked when somebody last looked at them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops

from engine.core.view import View
from render import Battle, Marks, Move
from tests.render.builders.boards import crowded_board, full_board, road_board
from tests.render.builders.golden import CELL, SHRINK, WORST_CELL, looks_as_it_did
from tests.render.builders.pictures import draw

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
    looks_as_it_did(name, PICTURES[name]())


def test_a_piece_that_is_gone_is_noticed() -> None:
    one, two = (draw(view).reduce(SHRINK) for view in (full_board(7), full_board(8)))
    cells = ImageChops.difference(one, two).reduce(CELL).tobytes()
    assert max(cells) > WORST_CELL
