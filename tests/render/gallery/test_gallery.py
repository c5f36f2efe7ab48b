"""The gallery can be made."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from engine.core.registry import rulesets
from render.gallery.files import write_gallery

ON_BOARDS = ("early_dark", "middle_light", "late_dark", "sheet_light", "battle_dark", "scores_dark")
CHARTS = {
    "standard": ("technologies",),
    "fast_play": ("technologies",),
    "advanced": ("cities_0", "technologies", "fees"),
    "rhye": ("realms", "technologies"),
    "civ2010": ("market", "culture", "pyramid_0", "city"),
}


@pytest.mark.soak
def test_the_gallery_has_every_sort_of_picture(tmp_path: Path) -> None:
    paths = write_gallery(tmp_path)
    names = {path.stem for path in paths}
    assert set(CHARTS) == set(rulesets())
    for rules, charts in CHARTS.items():
        for kind in (*ON_BOARDS, "replay"):
            assert f"{rules}_{kind}" in names
        for chart in charts:
            assert any(name.startswith(f"{rules}_chart_{chart}") for name in names), chart
    assert {"fast_play_barbarians", "standard_crop_asia", "civ2010_part"} <= names
    for path in paths:
        with Image.open(path) as image:
            image.verify()
