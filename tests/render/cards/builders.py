"""How cards are looked at: against kept ones, and for what runs over their edges."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkdtemp

import pytest
from PIL import Image, ImageChops

from render.style.theme import theme
from tests.render import test_golden as golden

KEPT = Path(__file__).parents[1] / "golden"


def looks_as_it_did(name: str, picture: Image.Image) -> None:
    """Fail, showing both, when a picture differs from the kept one by more than letters do."""
    now = picture.reduce(golden.SHRINK)
    path = KEPT / f"{name}.png"
    if os.environ.get("HERALD_WRITE_GOLDEN"):
        now.save(path, optimize=True)
    before = Image.open(path).convert("RGB")
    assert now.size == before.size
    change = ImageChops.difference(now, before)
    cells = change.reduce(golden.CELL).tobytes()
    worst, mean = max(cells), sum(cells) / len(cells)
    if worst > golden.WORST_CELL or mean > golden.MEAN:
        folder = Path(mkdtemp(prefix="herald-golden-"))
        now.save(folder / f"{name}_now.png")
        before.save(folder / f"{name}_before.png")
        change.point(lambda value: min(255, value * 4)).save(folder / f"{name}_difference.png")
        pytest.fail(f"{name} differs (worst {worst}, mean {mean:.2f}): look in {folder}")


def nothing_is_cut_off(picture: Image.Image, theme_name: str, edge: int = 10) -> bool:
    """Whether the edges of a card, but for its golden rule, are bare."""
    ground, rule = theme(theme_name).page.ground, theme(theme_name).page.rule
    wide, high = picture.size
    strips = [(0, 0, edge, high), (wide - edge, 0, wide, high), (0, high - edge, wide, high)]
    for strip in strips:
        found = picture.crop(strip).getcolors(4096) or []
        if not {colour for _, colour in found} <= {ground, rule}:
            return False
    return True


def differ(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures can be told apart."""
    return one.size != two.size or ImageChops.difference(one, two).getbbox() is not None
