"""Colours as numbers, and data files that spell them "#rrggbb"."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

Colour = tuple[int, int, int]

INK, CREAM, DARK = (38, 30, 24), (255, 250, 238), (20, 16, 14)


def luminance(colour: Colour) -> float:
    """How light a colour looks, from 0 to 255."""
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def ink_on(colour: Colour) -> Colour:
    """White or dark, whichever is read on a colour."""
    return (255, 255, 255) if luminance(colour) < 135 else INK


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with a share of `b` in it."""
    red, green, blue = (round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def read_colours(path: Path) -> Any:
    """The data of a TOML file with its colours as numbers."""
    return _coloured(tomllib.loads(path.read_text(encoding="utf-8")))


def _coloured(value: Any) -> Any:
    """The same data with every "#rrggbb" as three numbers."""
    if isinstance(value, str) and value.startswith("#"):
        return tuple(bytes.fromhex(value[1:]))
    if isinstance(value, list):
        return [_coloured(item) for item in value]
    if isinstance(value, dict):
        return {key: _coloured(item) for key, item in value.items()}
    return value
