"""The drawings on pieces and markers, as masks of any size."""

from __future__ import annotations

import json
from functools import cache, lru_cache

from PIL import Image

from render.asset_files import ASSETS

UNKNOWN = "flag"
"""What stands for a thing that has no drawing."""


@cache
def _sheet() -> tuple[Image.Image, int, dict[str, tuple[int, int]]]:
    index = json.loads((ASSETS / "icons.json").read_text())
    with Image.open(ASSETS / "icons.png") as sheet:
        return sheet.convert("L"), index["side"], {k: (x, y) for k, (x, y) in index["at"].items()}


@lru_cache(64)
def icon(key: str, side: int) -> Image.Image:
    """The drawing `key` as a mask, `side` pixels square; a flag when there is none of that name."""
    sheet, full, at = _sheet()
    x, y = at.get(key) or at[UNKNOWN]
    drawn = sheet.crop((x, y, x + full, y + full))
    return drawn.resize((side, side), Image.Resampling.LANCZOS)


def has_icon(key: str) -> bool:
    """Whether there is a drawing of that name."""
    return key in _sheet()[2]
