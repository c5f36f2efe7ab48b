"""The gallery can be made."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from render.gallery.files import write_gallery


@pytest.mark.soak
def test_the_gallery_has_every_sort_of_picture(tmp_path: Path) -> None:
    paths = write_gallery(tmp_path)
    names = {path.stem for path in paths}
    for rules in ("standard", "fast_play"):
        for kind in ("early_dark", "middle_light", "late_dark", "crowded_dark", "crop_asia"):
            assert f"{rules}_{kind}" in names
        for kind in ("battles", "options", "sheet_light", "battle_dark", "scores_dark", "replay"):
            assert f"{rules}_{kind}" in names
    assert {"fast_play_barbarians", "tiles_dark", "tiles_light", "tree_dark"} <= names
    for path in paths:
        with Image.open(path) as image:
            image.verify()
