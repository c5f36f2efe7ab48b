"""The typefaces, and which of them has a character."""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from render.asset_files import ASSETS

if TYPE_CHECKING:
    from PIL import ImageFont

Role = Literal["label", "sea", "title", "number", "strong", "plain"]

OTHERS = (
    "latin",
    "vietnamese",
    "greek",
    "cyrillic",
    "cyrillic_more",
    "hebrew",
    "arabic",
    "chinese",
    "korean",
    "emoji",
)


@lru_cache(256)
def face(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A typeface by file name at a size in pixels."""
    # Imported here, for the bot asks only which typeface has a character.
    from PIL import ImageFont

    path = ASSETS / "fonts" / f"{name}.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def faces_that_fail() -> list[str]:
    """The names of typefaces that cannot be read, as on an installation that is not whole."""
    from PIL import ImageFont

    found = []
    for name in sorted(_coverage()):
        try:
            ImageFont.truetype(ASSETS / "fonts" / f"{name}.ttf", 12)
        except OSError:
            found.append(name)
    return found


@lru_cache(4096)
def face_for(character: str, role: Role) -> str | None:
    """The first typeface that has a character: the role's own, else one of the other scripts'."""
    code = ord(character)
    for name in (role, f"{role}_more", *OTHERS):
        if name in _coverage() and _covers(name, code):
            return name
    return None


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    listed = json.loads((ASSETS / "fonts" / "coverage.json").read_text())
    return {
        name: ([first for first, _ in ranges], [last for _, last in ranges])
        for name, ranges in listed.items()
    }


def _covers(name: str, code: int) -> bool:
    firsts, lasts = _coverage()[name]
    at = bisect_right(firsts, code) - 1
    return at >= 0 and code <= lasts[at]
