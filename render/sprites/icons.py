"""The drawings on pieces and markers, as masks of any size."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from render.asset_files import ASSETS

if TYPE_CHECKING:
    from PIL import Image

UNKNOWN = "flag"
"""What stands for a thing that has no drawing."""


@cache
def _index() -> tuple[int, dict[str, tuple[int, int]]]:
    index = json.loads((ASSETS / "icons.json").read_text())
    return index["side"], {key: (x, y) for key, (x, y) in index["at"].items()}


@cache
def _sheet() -> Image.Image:
    from PIL import Image

    with Image.open(ASSETS / "icons.png") as sheet:
        return sheet.convert("L")


@lru_cache(64)
def icon(key: str, side: int) -> Image.Image:
    """The drawing `key` as a mask, `side` pixels square; a flag when there is none of that name."""
    from PIL import Image

    full, at = _index()
    x, y = at.get(key) or at[UNKNOWN]
    drawn = _sheet().crop((x, y, x + full, y + full))
    return drawn.resize((side, side), Image.Resampling.LANCZOS)


def has_icon(key: str) -> bool:
    """Whether there is a drawing of that name."""
    return key in _index()[1]
