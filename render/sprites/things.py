"""How terrain and things on a board of tiles look: `things.toml`, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from render.sprites.icons import has_icon
from render.style.colour import Colour, read_colours

UNKNOWN = "G"
"""The terrain that an unknown letter is drawn as."""


class Strewn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Drawings scattered over a terrain."""

    icon: str
    colour: Colour
    count: int
    size: float


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain's name and colour, and what is scattered over it."""

    name: str
    colour: Colour
    strewn: Strewn | None = None


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing and its colour."""

    icon: str
    colour: Colour


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    terrain: dict[str, Terrain]
    things: dict[str, Thing]


@cache
def looks() -> Looks:
    """All looks."""
    return msgspec.convert(read_colours(Path(__file__).with_name("things.toml")), Looks)


def thing(kind: str) -> Thing:
    """A thing's look: its own drawing, or a flag where there is none."""
    return looks().things.get(kind) or Thing(kind if has_icon(kind) else "flag", (80, 72, 64))
