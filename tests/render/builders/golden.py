"""Compares pictures with kept ones.

A picture that differs is written with the old one and the difference to a folder that is printed.
After a change that was meant: look at the pictures there, then run the test with
HERALD_WRITE_GOLDEN=1, which keeps the new ones.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkdtemp

import pytest
from PIL import Image, ImageChops

KEPT = Path(__file__).parents[1] / "golden"
SHRINK = 3
CELL = 8
"""Differences are averaged over squares of so many pixels of the shrunken picture."""
WORST_CELL, MEAN = 14.0, 1.5
"""How far a square, and the whole, may be off, of 255: letters differ a little between machines."""


def looks_as_it_did(name: str, picture: Image.Image) -> None:
    """Fail, showing both, when a picture differs from the kept one by more than letters do."""
    now = picture.reduce(SHRINK)
    path = KEPT / f"{name}.png"
    if os.environ.get("HERALD_WRITE_GOLDEN"):
        now.save(path, optimize=True)
    before = Image.open(path).convert("RGB")
    assert now.size == before.size
    change = ImageChops.difference(now, before)
    cells = change.reduce(CELL).tobytes()
    worst, mean = max(cells), sum(cells) / len(cells)
    if worst > WORST_CELL or mean > MEAN:
        folder = Path(mkdtemp(prefix="herald-golden-"))
        now.save(folder / f"{name}_now.png")
        before.save(folder / f"{name}_before.png")
        change.point(lambda value: min(255, value * 4)).save(folder / f"{name}_difference.png")
        pytest.fail(f"{name} differs (worst {worst}, mean {mean:.2f}): look in {folder}")
