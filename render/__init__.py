"""From a view of the game to a picture of it, and to words.

>>> from render import Look, Map, drawn
>>> png = drawn(Map(rules.view(state, seat)), Look.of(["Ada", "Bo"], theme="light"))
>>> crop = drawn(Map(view, "Europe", Marks(moves=[Move(0, "gaul", "iberia", 2)])), Look())

Everything here is imported when it is first used: the bot speaks of pictures and never draws one
itself. Everything may be called from a worker thread. Pictures belong to the caller.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.marks import (
        Battle,
        Change,
        Marks,
        Move,
        battles_of,
        changes_of,
        marks_of,
        moves_of,
    )
    from render.drawing import image
    from render.encoding import encode
    from render.files import drawn
    from render.look import Look
    from render.scene import Scene, scene_of
    from render.style.players import Colours, players
    from render.style.theme import themes
    from render.wishes import Card, Chart, Film, Happened, Map, Result, Wish, kind_of
    from render.world_map.crop import continents, hot_spots
    from render.world_map.picture import CROP_SIZE, WORLD_SIZE

__all__ = [
    "CROP_SIZE",
    "WORLD_SIZE",
    "Battle",
    "Card",
    "Change",
    "Chart",
    "Colours",
    "Film",
    "Happened",
    "Look",
    "Map",
    "Marks",
    "Move",
    "Result",
    "Scene",
    "Wish",
    "battles_of",
    "changes_of",
    "continents",
    "drawn",
    "encode",
    "hot_spots",
    "image",
    "kind_of",
    "marks_of",
    "moves_of",
    "players",
    "scene_of",
    "themes",
]

_HOME = {
    name: f"{__name__}.{module}"
    for module, names in {
        "drawing": ("image",),
        "encoding": ("encode",),
        "files": ("drawn",),
        "look": ("Look",),
        "scene": ("Scene", "scene_of"),
        "style.players": ("Colours", "players"),
        "style.theme": ("themes",),
        "wishes": ("Card", "Chart", "Film", "Happened", "Map", "Result", "Wish", "kind_of"),
        "world_map.crop": ("continents", "hot_spots"),
        "world_map.picture": ("CROP_SIZE", "WORLD_SIZE"),
    }.items()
    for name in names
} | dict.fromkeys(
    ("Battle", "Change", "Marks", "Move", "battles_of", "changes_of", "marks_of", "moves_of"),
    "engine.core.marks",
)
"""The module that each name comes from."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
